import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { readFileDocuments } from '../../src/conformance/file-documents.ts';
import { fixDocument } from '../../src/conformance/fix-documents.ts';
import { profileCatalogue } from '../../src/conformance/profiles/profile-catalogue.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { JsonLdDocument } from '../../src/model/record.ts';
import type { RecordReport } from '../../src/model/validation.ts';
import { applyJsonPatch } from '../../src/text/json-patch.ts';
import { provesInFull } from '../support/proof.ts';
import { outputsOf, stateOf } from './validating.ts';

const corpora = process.env['CDIF_CORPORA'] ?? '';

/** The corpora by the names of the table in docs/validate.md. */
const folders = {
  'ADA, production records': 'cdif-validation/data/testJSONMetadata',
  'CDIF, examples of metadata': 'cdif-validation/data/MetadataExamples',
  'Croissant, conversions': 'cdif-validation/data/croissant',
  'CDIF discovery, examples': 'cdif-discovery/data/examples',
  'CDIF book, examples': 'cdif-book',
  'CDIF draft, examples': 'cdif-Discovery-2024-draft-examples',
  'science-on-schema.org, examples': 'esip-soso',
  'DataONE, landing pages': 'dataone-slendernodes',
};
const present = Object.entries(folders).filter(([, folder]) => existsSync(join(corpora, folder)));

/** Validation of a longer document takes seconds. */
const maxCharacters = 300_000;
const maxRemediesOfLong = 3;
/** The profiles: those that records claim; in a full proof, each that there is. */
const choices: readonly (readonly string[])[] = [
  [],
  ...(provesInFull ? profileCatalogue.map(({ id }) => [id]) : []),
];

const table: string[] = [];
afterAll(() => {
  if (provesInFull) process.stdout.write(`${table.join('\n')}\n`);
});

describe.skipIf(corpora === '' || present.length === 0)('in published records', () => {
  it.each(present.flatMap(([name, folder]) => choices.map((choice) => ({ name, folder, choice }))))(
    'each remedy that needs no author mends its finding and adds none: $name $choice',
    async ({ name, folder, choice }) => {
      const before = new Tally();
      const after = new Tally();
      for (const document of await documentsIn(folder)) {
        const findings = await findingsOf(document, choice, before);
        expect(await faultyRemedies(document, findings, choice)).toEqual([]);
        const { json } = await fixDocument(document, async (each) => stateOf(each, choice));
        const left = await findingsOf({ ...document, json }, choice, after);
        expect(left.filter(needsNoAuthor)).toEqual([]);
      }
      expect(after.records).toBe(before.records);
      table.push(`${[name, ...choice].join(' ')} | ${before.text()} | ${after.text()}`);
    },
  );
});

/** Records, those that conform, and findings by severity. */
class Tally {
  records = 0;
  #conforming = 0;
  readonly #findings = { error: 0, warning: 0, info: 0 };

  add({ verdicts, findings }: RecordReport): void {
    this.records += 1;
    if (verdicts.every(({ conforms }) => conforms)) this.#conforming += 1;
    for (const { severity } of findings) this.#findings[severity] += 1;
  }

  text(): string {
    const { error, warning, info } = this.#findings;
    return `${this.#conforming} of ${this.records} | ${error} | ${warning} | ${info}`;
  }
}

async function documentsIn(folder: string): Promise<readonly JsonLdDocument[]> {
  const limits = configSchema.shape.limits.parse(undefined);
  const context = { signal: new AbortController().signal, now: () => new Date(0) };
  const documents: JsonLdDocument[] = [];
  const names = readdirSync(join(corpora, folder), { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => /\.(?:html|json(?:-?ld)?)$/u.test(each)).toSorted()) {
    const content = join(corpora, folder, name);
    const file = { url: pathToFileURL(content).href, content };
    documents.push(...(await readFileDocuments(file, limits, context)).documents);
  }
  return documents;
}

async function findingsOf(
  document: JsonLdDocument,
  profiles: readonly string[],
  tally?: Tally,
): Promise<readonly Finding[]> {
  const outputs = await outputsOf([document], profiles);
  return outputs.flatMap((output) => {
    if (output.kind === 'problem') return [];
    const { report } = output.validated;
    tally?.add(report);
    return report.findings;
  });
}

function needsNoAuthor({ remedy }: Finding): boolean {
  return remedy !== undefined && remedy.kind !== 'author';
}

/** The remedies that do not do what they promise, and how. */
async function faultyRemedies(
  document: JsonLdDocument,
  findings: readonly Finding[],
  profiles: readonly string[],
): Promise<readonly string[]> {
  const isLong = document.json.length > maxCharacters;
  const before = countByRule(findings);
  const faulty: string[] = [];
  const remedied = findings.filter(needsNoAuthor);
  for (const finding of remedied.slice(0, isLong ? maxRemediesOfLong : undefined)) {
    const patch = finding.remedy?.patch ?? [];
    const json = applyJsonPatch(document.json, patch);
    const after = countByRule(
      json === undefined ? findings : await findingsOf({ ...document, json }, profiles),
    );
    const rule = nameOf(finding);
    const more = [...after].filter(([other, count]) => count > (before.get(other) ?? 0));
    const stays = (after.get(rule) ?? 0) >= (before.get(rule) ?? 0) ? ['stays'] : [];
    const faults = [...stays, ...more.map(([other]) => `adds ${other}`)];
    if (faults.length === 0) continue;
    const where = document.documentUrl;
    faulty.push(`${rule} ${faults.join(', ')}: ${JSON.stringify(patch)} in ${where}`);
  }
  return faulty;
}

function countByRule(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const name = nameOf(finding);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function nameOf({ profile, rule }: Finding): string {
  return `${profile} ${rule}`;
}

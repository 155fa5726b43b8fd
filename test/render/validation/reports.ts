import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { createValidator } from '../../../src/conformance/validate-documents.ts';
import { configSchema } from '../../../src/config/schema.ts';
import type { Problem } from '../../../src/model/problem.ts';
import type { RecordReport } from '../../../src/model/validation.ts';
import type { FailThreshold } from '../../../src/render/report-parts/severities.ts';
import {
  type UnevaluatedShape,
  ValidationTally,
} from '../../../src/render/validation/validation-summary.ts';
import type { CreateValidationWriter } from '../../../src/render/validation/validation-writer.ts';
import { isObject, type JsonObject } from '../../../src/text/json.ts';

/** What a validator found in a document, or a report or problem made by hand. */
export interface Found {
  readonly report?: RecordReport;
  readonly problem?: Problem;
  readonly json?: string;
}

const { limits } = configSchema.parse({
  store: { path: 'catalogue' },
  sources: [{ name: 'moor', urls: ['https://moor.example/'] }],
});
const context = { signal: new AbortController().signal, now: () => new Date(0) };
const validate = createValidator({ limits, profiles: [] });

const goodRecord = fileURLToPath(new URL('../../../docs/rules/records/cdif.json', import.meta.url));

/** The good record of CDIF with other members; undefined removes one. */
export function moorRecord(members: Readonly<Record<string, unknown>> = {}): string {
  const record: unknown = JSON.parse(readFileSync(goodRecord, 'utf8'));
  if (!isObject(record)) throw new TypeError('The good record is an object.');
  return JSON.stringify(Object.assign<JsonObject, unknown>(record, members), undefined, 2);
}

/** Validates a document. */
export async function validateJson(json: string, url: string): Promise<readonly Found[]> {
  const document = { documentUrl: url, route: 'direct', json, baseIri: url } as const;
  const found: Found[] = [];
  for await (const output of validate([document], context)) {
    if (output.kind === 'problem') found.push({ problem: output.problem });
    else found.push({ report: output.validated.report, json: output.validated.document.json });
  }
  return found;
}

interface WriteOptions {
  readonly failOn?: FailThreshold;
  readonly unevaluated?: readonly UnevaluatedShape[];
  readonly width?: number;
}

/** Writes what was found; each is in a document of its own. */
export function writeReport(
  create: CreateValidationWriter,
  found: readonly Found[],
  { failOn = 'error', unevaluated = [], width }: WriteOptions = {},
): string {
  const writer = create({ now: new Date('2026-11-27T10:20:30.5Z'), failOn, docs: '/docs/', width });
  const tally = new ValidationTally();
  const texts = [writer.begin()];
  for (const { report, problem, json } of found) {
    tally.addDocuments(1);
    if (report !== undefined) {
      tally.addRecord(report);
      texts.push(writer.record(report, json));
    }
    if (problem !== undefined) {
      tally.addProblem(problem);
      texts.push(writer.problem(problem));
    }
  }
  return [...texts, writer.end(tally.summary(failOn, unevaluated))].join('');
}

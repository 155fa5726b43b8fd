import { readFileSync } from 'node:fs';
import { applyPatch } from 'rfc6902';
import { configSchema } from '../../src/config/schema.ts';
import { findProfile } from '../../src/conformance/profiles/profile-catalogue.ts';
import type { GoodRecord } from '../../src/conformance/rule.ts';
import { createValidator } from '../../src/conformance/validate-documents.ts';
import type { Finding } from '../../src/model/finding.ts';
import { applyJsonPatch, type PatchOperation } from '../../src/text/json-patch.ts';
import { isObject, type JsonObject, type JsonValue } from '../../src/text/json.ts';

const config = {
  store: { path: 'catalogue' },
  sources: [{ name: 'a', urls: ['https://data.example/'] }],
};
const { limits } = configSchema.parse(config);
const documentUrl = 'https://data.example/record.json';

/** A good record of `docs/rules/records/`. */
export function goodRecord(name: GoodRecord): JsonObject {
  const file = new URL(`../../docs/rules/records/${name}.json`, import.meta.url);
  const record: JsonValue = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(record)) throw new TypeError(`${name} is no object`);
  return record;
}

/** The record after a JSON Patch. */
export function patchedRecord(record: JsonObject, patch: readonly PatchOperation[]): JsonObject {
  const copy = structuredClone(record);
  const failures = applyPatch(copy, [...patch]).filter((failure) => failure !== null);
  if (failures.length > 0) throw new TypeError(failures.map(String).join('; '));
  return copy;
}

/** The findings of a profile in a record, as it would be validated from a file. */
export async function findingsIn(record: JsonValue, profile: string): Promise<readonly Finding[]> {
  const found = findProfile(profile);
  if (found === undefined) throw new TypeError(`no profile ${profile}`);
  const validate = createValidator({ limits, profiles: [found] });
  const json = JSON.stringify(record);
  const { signal } = new AbortController();
  const all: Finding[] = [];
  const documents = [{ documentUrl, route: 'direct', json, baseIri: documentUrl } as const];
  for await (const output of validate(documents, { signal })) {
    if (output.kind === 'record') all.push(...output.validated.report.findings);
    else throw new TypeError(JSON.stringify(output.problem));
  }
  return all.filter((finding) => finding.profile === found.id);
}

/** A finding as `severity rule`. */
export function describeFinding({ severity, rule }: Finding): string {
  return `${severity} ${rule}`;
}

/** The record after the remedies of findings that need no author. */
export function fixedRecord(record: JsonValue, findings: readonly Finding[]): JsonValue {
  let json = JSON.stringify(record);
  for (const { remedy, rule } of findings) {
    if (remedy === undefined || remedy.kind === 'author') continue;
    const patched = applyJsonPatch(json, remedy.patch);
    if (patched === undefined) throw new TypeError(`The remedy of ${rule} does not apply.`);
    json = patched;
  }
  return JSON.parse(json) as JsonValue; // a text that was JSON before
}

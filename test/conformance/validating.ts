import { configSchema } from '../../src/config/schema.ts';
import type { DocumentState } from '../../src/conformance/fix-documents.ts';
import { findProfile } from '../../src/conformance/profiles/profile-catalogue.ts';
import {
  createValidator,
  type ValidatedRecord,
  type ValidationOutput,
} from '../../src/conformance/validate-documents.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { JsonLdDocument } from '../../src/model/record.ts';
import type { JsonValue } from '../../src/text/json.ts';

const limits = configSchema.shape.limits.parse(undefined);
const url = 'https://records.example/mire.json';

/** A document of a test, at a URL of its own. */
export function documentOf(json: JsonValue | string): JsonLdDocument {
  const text = typeof json === 'string' ? json : JSON.stringify(json, null, 2);
  return { documentUrl: url, baseIri: url, route: 'direct', json: text };
}

/** What the validation of documents yields. @param profiles their ids; default: as claimed */
export async function outputsOf(
  documents: readonly JsonLdDocument[],
  profiles: readonly string[] = [],
): Promise<readonly ValidationOutput[]> {
  const named = profiles.map((id) => {
    const profile = findProfile(id);
    if (profile === undefined) throw new TypeError(`no profile ${id}`);
    return profile;
  });
  const validate = createValidator({ limits, profiles: named });
  const signal = new AbortController().signal;
  const outputs: ValidationOutput[] = [];
  for await (const output of validate(documents, { signal, now: () => new Date(0) })) {
    outputs.push(output);
  }
  return outputs;
}

/** The records of a document. */
export async function validatedRecords(
  json: JsonValue | string,
  profiles: readonly string[] = [],
): Promise<readonly ValidatedRecord[]> {
  const outputs = await outputsOf([documentOf(json)], profiles);
  return outputs.flatMap((output) => (output.kind === 'record' ? [output.validated] : []));
}

/** The findings of a document, of all its records. */
export async function findingsIn(
  json: JsonValue | string,
  profiles: readonly string[] = [],
): Promise<readonly Finding[]> {
  const records = await validatedRecords(json, profiles);
  return records.flatMap(({ report }) => report.findings);
}

/** What validation says of a document. */
export async function stateOf(
  document: JsonLdDocument,
  profiles: readonly string[] = [],
): Promise<DocumentState> {
  const outputs = await outputsOf([document], profiles);
  const reports = outputs.flatMap((output) => (output.kind === 'record' ? [output.validated] : []));
  return {
    findings: reports.flatMap(({ report }) => report.findings),
    records: reports.length,
    problems: outputs.length - reports.length,
  };
}

import { createExpandStage } from '../../src/expand/expand.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { problemsOf } from '../../src/model/outcome.ts';
import type { MetadataRecord, RecordGraph } from '../../src/model/record.ts';
import type { Stage } from '../../src/model/stage.ts';

/** A stage to expand several documents with, one after the other. */
export type ExpandStage = Stage<MetadataRecord, RecordGraph>;

/** Where the records of these tests come from. */
export const documentUrl = 'https://repository.example.org/records/1';

/** Those of the default configuration. */
export const limits = { jsonDepth: 200, jsonValues: 2_000_000 };

const context = { signal: new AbortController().signal, now: () => new Date(0) };

/** Expands one document; text is taken as it is, anything else is written as JSON. */
export async function expand(
  document: unknown,
  record: Partial<MetadataRecord> = {},
  stage: ExpandStage = createExpandStage({ limits }),
): Promise<Outcome<RecordGraph>> {
  const json = typeof document === 'string' ? document : JSON.stringify(document);
  const outcomes: Outcome<RecordGraph>[] = [];
  const input = { documentUrl, baseIri: documentUrl, route: 'direct', json, ...record } as const;
  for await (const outcome of stage.process(input, context)) outcomes.push(outcome);
  const [outcome, ...more] = outcomes;
  if (outcome === undefined || more.length > 0) throw new Error('not one outcome');
  return outcome;
}

/** The graph of a document that must have one. */
export async function graphOf(...input: Parameters<typeof expand>): Promise<RecordGraph> {
  const outcome = await expand(...input);
  if (outcome.kind === 'produced') return outcome.value;
  throw new Error(`no graph: ${JSON.stringify(outcome)}`);
}

/** The statements of a document, without the graph and with short labels: `_:1 <http://…> "x"`. */
export async function statementsOf(...input: Parameters<typeof expand>): Promise<string[]> {
  const { nquads, graph } = await graphOf(...input);
  return nquads
    .replaceAll(` <${graph}> .\n`, '\n')
    .replaceAll(/_:g[\da-f]{20}n/gu, '_:')
    .split('\n')
    .filter((line) => line !== '');
}

/** All problems of a document, without the URL, which must be that of the document. */
export async function findingsOf(...input: Parameters<typeof expand>): Promise<object[]> {
  return problemsOf(await expand(...input)).map((problem) => {
    const { url, ...finding } = problem;
    if (url !== documentUrl) throw new Error(`a problem of ${url}`);
    return finding;
  });
}

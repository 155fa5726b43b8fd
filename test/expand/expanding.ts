import { expandDocument } from '../../src/expand/expand-document.ts';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import { Findings, type Refused } from '../../src/expand/findings.ts';
import { JsonLdProcessor } from '../../src/expand/json-ld-processor.ts';
import { writeGraph, type WrittenGraph } from '../../src/expand/write-graph.ts';
import { type Outcome, problemsOfOutcome, type Stage } from '../../src/model/outcome.ts';
import type { DerivationOutput, JsonLdDocument, RecordGraph } from '../../src/model/record.ts';
import type { Problem } from '../../src/model/problem.ts';

/** A stage to expand several documents with, one after the other. */
export type ExpandStage = Stage<readonly JsonLdDocument[], DerivationOutput>;

/** Where the records of these tests come from. */
export const documentUrl = 'https://repository.example.org/records/1';

/** Those of the default configuration. */
export const limits = { jsonDepth: 200, jsonValues: 2_000_000 };

const context = { signal: new AbortController().signal, now: () => new Date(0) };

/** All outcomes for documents of one URL; texts are used as they are, other values as JSON. */
export async function expandAll(
  documents: readonly unknown[],
  more: Partial<JsonLdDocument> = {},
  stage: ExpandStage = createExpandStage({ limits }),
): Promise<Outcome<DerivationOutput>[]> {
  const inputs = documents.map((document) => {
    const json = typeof document === 'string' ? document : JSON.stringify(document);
    return { documentUrl, baseIri: documentUrl, route: 'direct', json, ...more } as const;
  });
  const outcomes: Outcome<DerivationOutput>[] = [];
  for await (const outcome of stage.process(inputs, context)) outcomes.push(outcome);
  return outcomes;
}

/** The one outcome of a document that is one record, beside the document itself. */
export async function expand(
  document: unknown,
  more: Partial<JsonLdDocument> = {},
  stage?: ExpandStage,
): Promise<Outcome<RecordGraph>> {
  const outcomes = await expandAll([document], more, stage);
  const [kept, outcome, ...others] = outcomes;
  if (kept?.kind !== 'produced' || kept.value.kind !== 'document') throw new Error('not kept');
  if (outcome === undefined || others.length > 0) throw new Error('not one outcome');
  if (outcome.kind !== 'produced') return outcome;
  if (outcome.value.kind !== 'graph') throw new Error('not a graph');
  return { ...outcome, value: outcome.value.graph };
}

/** The graphs of all records of documents of one URL. */
export async function graphsOf(
  documents: readonly unknown[],
  more: Partial<JsonLdDocument> = {},
): Promise<RecordGraph[]> {
  const outcomes = await expandAll(documents, more);
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'produced' && outcome.value.kind === 'graph' ? [outcome.value.graph] : [],
  );
}

const processor = new JsonLdProcessor();

const isNever = (): boolean => false;

/**
 * All that a document says as one graph, however many records it holds, and what was met on the
 * way.
 */
export async function wholeOf(
  document: unknown,
): Promise<(WrittenGraph | Refused) & { readonly problems: readonly Problem[] }> {
  const findings = new Findings(documentUrl);
  const text = { json: JSON.stringify(document), baseIri: documentUrl };
  const expansion = await expandDocument(text, { limits, processor, findings });
  if (expansion.kind === 'refused') return { ...expansion, problems: findings.list() };
  const { nodes, noPrefixes } = expansion;
  const writing = { graph: documentUrl, source: text, findings, noPrefixes, isOthers: isNever };
  const written = writeGraph(nodes, writing);
  return { ...written, problems: findings.list() };
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
  return problemsOfOutcome(await expand(...input)).map((problem) => {
    const { url, record: _, ...finding } = problem;
    if (url !== documentUrl) throw new Error(`a problem of ${url}`);
    return finding;
  });
}

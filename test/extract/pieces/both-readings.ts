import { createExpandStage } from '../../../src/expand/expand.ts';
import type { Derived, JsonLdDocument, RecordGraph } from '../../../src/model/record.ts';
import type { Outcome } from '../../../src/model/outcome.ts';
import { canonical, withoutGraph } from '../../support/canonical.ts';
import { documentsOf } from '../extraction.ts';
import { extractList } from './list-file.ts';

const context = { signal: new AbortController().signal, now: () => new Date(0) };
const stage = createExpandStage({ limits: { jsonDepth: 200, jsonValues: 2_000_000 } });

/** What extraction and expansion make of a document together. */
export interface Reading {
  /** By the IRI of each graph: the lists it is a member of, and what it says in canonical form. */
  readonly graphs: Readonly<Record<string, readonly string[]>>;
  /** The URLs that are to be asked for, sorted. */
  readonly links: readonly string[];
  /** The kinds of problems, sorted. */
  readonly problems: readonly string[];
}

/** Reads a document as the pipeline does: pieces one by one, other documents together. */
export async function readWith(pieceBytes: number, document: unknown): Promise<Reading> {
  const outcomes = await extractList(document, { limits: { pieceBytes } });
  const failed: string[] = outcomes.flatMap((each) =>
    each.kind === 'failed' ? [each.problem.kind] : [],
  );
  const documents = documentsOf(outcomes);
  const pieces = documents.filter(({ piece }) => piece !== undefined).map((one) => [one]);
  const whole = documents.filter(({ piece }) => piece === undefined);
  const graphs: RecordGraph[] = [];
  const links: string[] = [];
  for (const input of [...pieces, whole].filter((one) => one.length > 0)) {
    for (const outcome of await derive(input)) {
      if (outcome.kind === 'failed') failed.push(outcome.problem.kind);
      if (outcome.kind !== 'produced') continue;
      if (outcome.value.kind === 'graph') graphs.push(outcome.value.graph);
      if (outcome.value.kind === 'link') links.push(outcome.value.link.url);
    }
  }
  const entries = await Promise.all(graphs.map(contentOf));
  const byIri = new Map<string, readonly string[]>();
  for (const [graph, content] of entries) {
    const known = byIri.get(graph);
    if (known !== undefined && known.join('\n') !== content.join('\n')) {
      failed.push(`overwritten: ${graph}`);
    }
    byIri.set(graph, content);
  }
  const sorted = [...byIri].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    graphs: Object.fromEntries(sorted),
    links: links.toSorted(),
    problems: failed.toSorted(),
  };
}

async function derive(documents: readonly JsonLdDocument[]): Promise<Outcome<Derived>[]> {
  const outcomes: Outcome<Derived>[] = [];
  for await (const outcome of stage.process(documents, context)) outcomes.push(outcome);
  return outcomes;
}

async function contentOf(graph: RecordGraph): Promise<readonly [string, readonly string[]]> {
  const statements = await canonical(withoutGraph(graph.nquads, graph.graph));
  return [graph.graph, [...graph.memberOf.map((list) => `memberOf ${list}`), ...statements]];
}

/** As a whole, and in pieces. */
export async function bothReadings(document: unknown): Promise<readonly [Reading, Reading]> {
  return [await readWith(100_000_000, document), await readWith(65_536, document)];
}

/** Large enough that a document which has it is read in pieces, and not that two items with it are too large for one. */
export const ballast = 'Tides '.repeat(300);

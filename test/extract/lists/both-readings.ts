import { configSchema } from '../../../src/config/schema.ts';
import { createDeriveStage } from '../../../src/pipeline/derive.ts';
import type { RecordGraph } from '../../../src/model/record.ts';
import { canonical, withoutGraph } from '../../support/canonical.ts';
import { pageUrl } from '../extraction.ts';
import { listFile } from './list-file.ts';

const context = { signal: new AbortController().signal, now: () => new Date(0) };

/** What extraction and expansion make of a document together. */
export interface Reading {
  /** By the IRI of each graph: the lists it is a member of, and its statements in canonical form. */
  readonly graphs: Readonly<Record<string, readonly string[]>>;
  /** The URLs to be fetched, sorted. */
  readonly links: readonly string[];
  /** The kinds of problems, sorted. */
  readonly problems: readonly string[];
}

/** Reads a document in a file, item by item where it is a list that is larger than `pieceBytes`. */
export async function readWith(pieceBytes: number, document: unknown): Promise<Reading> {
  const limits = { ...configSchema.shape.limits.parse({}), pieceBytes };
  const response = {
    target: { url: pageUrl, source: 'test', found: { by: 'urls' }, depth: 0 },
    retrieval: { finalUrl: pageUrl, redirects: [], at: '2026-01-01T00:00:00Z' },
    contentType: 'application/ld+json',
    linkFields: [],
    body: listFile(JSON.stringify(document)),
  } as const;
  const graphs: RecordGraph[] = [];
  const links: string[] = [];
  const failed: string[] = [];
  for await (const outcome of createDeriveStage(limits).process(response, context)) {
    if (outcome.kind === 'failed') failed.push(outcome.problem.kind);
    if (outcome.kind !== 'produced') continue;
    if (outcome.value.kind === 'graph') graphs.push(outcome.value.graph);
    if (outcome.value.kind === 'link') links.push(outcome.value.link.url);
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

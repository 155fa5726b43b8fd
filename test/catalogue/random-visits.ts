import type { Problem } from '../../src/model/problem.ts';
import type { KeptDocument, RecordGraph } from '../../src/model/record.ts';
import type { Listing } from '../../src/model/target.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import type { UrlJob } from '../../src/catalogue/url-writer.ts';
import { kept, listing, urlUpdate, urlUpdateAt, outcome, record } from './updates.ts';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<Value>(values: readonly Value[], next: () => number): Value[] {
  return values
    .map((value) => ({ value, place: next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

/** Jobs for a few URLs, among them lists in several parts, looks that fail, and URLs that are prefixes of each other. */
export function randomJobs(seed: number, count: number): UrlJob[] {
  const next = random(seed);
  const pick = (most: number): number => Math.floor(next() * most);
  const urls = ['a', 'a/b', 'a!', 'ab', `long${'x'.repeat(1900)}`, `long${'x'.repeat(1901)}`].map(
    (path) => `https://repository.example/${path}`,
  );
  return Array.from({ length: count }, () => {
    const url = urls[pick(urls.length)] ?? '';
    const source = 'abc'.charAt(pick(3));
    const choice = next();
    if (choice < 0.1) return [{ kind: 'list', url, listing: listing(source) } as const];
    if (choice < 0.15) return [{ kind: 'list', url, listing: labelled(source, pick) } as const];
    const updates = choice < 0.3 ? [failedUpdate(url, source)] : someUpdate(url, source, pick);
    return updates.map((update) => ({ kind: 'update', update }) as const);
  }).flat();
}

/** A listing of metadata of one of a few pages. */
function labelled(source: string, pick: (most: number) => number): Listing {
  const describes = `https://repository.example/page/${pick(3)}`;
  return { source, found: { by: 'sitemap', describes }, depth: 0 };
}

function failedUpdate(url: string, source: string): UrlUpdate {
  const end = { outcome: outcome(url, { state: 'fetch-failed', sources: [source] }) };
  return { url, run: 'r', listings: [], documents: [], graphs: [], end };
}

function someUpdate(url: string, source: string, pick: (most: number) => number): UrlUpdate[] {
  const details = { sources: [source], run: `run-${pick(3)}` };
  if (pick(3) === 0)
    return [urlUpdate(url, { ...details, name: `Name ${pick(3)}`, ...names(pick) })];
  const documents = Array.from({ length: pick(3) }, (_, index) =>
    kept(url, `[${pick(2)},${index}]`),
  );
  const graphs = documents.flatMap((document) => recordsOf(url, document, pick));
  const distinct = [...new Map(graphs.map((g) => [g.graph, g])).values()];
  const recordProblems = distinct.flatMap((graph) => problemsOf(graph));
  const whole = { ...urlUpdateAt(url, documents, distinct, details), recordProblems };
  if (pick(2) === 0) return [whole];
  const { end, ...first } = whole;
  const rest = { ...first, documents: [], graphs: [], recordProblems: [] };
  return [first, { ...rest, ...(end === undefined ? {} : { end }) }];
}

/** Of some records, by what they say. */
function problemsOf({ graph, documentUrl: url, nquads }: RecordGraph): Problem[] {
  if (!nquads.includes('"Name 1"')) return [];
  return [{ kind: 'identifier-unusable', url, record: graph, value: 'nan' }];
}

function recordsOf(
  url: string,
  document: KeptDocument,
  pick: (most: number) => number,
): RecordGraph[] {
  return Array.from({ length: pick(4) }, () =>
    record(url, document, { key: `k${pick(5)}`, name: `Name ${pick(2)}`, ...names(pick) }),
  );
}

function names(pick: (most: number) => number) {
  return {
    recordIri: `https://doi.org/10.1234/${pick(4)}`,
    describes: Array.from({ length: pick(3) }, () => ({
      iri: `https://resource.example/${pick(5)}`,
      types: [],
      identifiers: [`doi:10.1234/${pick(4)}`, `id ${pick(9)}`],
    })),
  };
}

import { derivedGraphIri } from './derived-terms.ts';
import { derivedGraphs, type DerivedGraph } from '../../model/derived-graph.ts';
import type { Listing } from '../../model/target.ts';
import { memoize } from '../../text/collections.ts';
import { TextSet } from '../../text/text-set.ts';
import { viewsOf } from '../../views/record-views.ts';
import { documentMissing } from '../catalogue-fault.ts';
import { limitSharedNames, problemsWithPauses } from '../found-problems.ts';
import type { InterruptibleReading } from '../interruptible-reading.ts';
import { displayStatements } from '../shown-resource.ts';
import type { Snapshot, GraphPiece } from '../snapshot.ts';
import {
  type IndexedRecord,
  recordIndexStatements,
  resourceIriOfEntry,
} from './index-statements.ts';
import {
  type HarvestedCopy,
  ProblemWriter,
  recordOrigin,
  recordProvenance,
  runProvenance,
  sourceProvenance,
  tombstoneProvenance,
} from './provenance-and-problems.ts';
import { signpostStatements, viewStatements } from './view-statements.ts';

/** Selects derived graphs: all sources where absent, and the graphs that are left out. */
export interface DerivedSelection {
  readonly sources?: readonly string[] | undefined;
  readonly without: readonly DerivedGraph[];
  /**
   * After so many milliseconds a piece is yielded, which may be empty, so that other work gets a
   * turn. By default pieces have their usual size.
   */
  readonly turnMs?: number;
}

/** Each piece has a cost for the consumer, and a record has only a few hundred characters. */
const pieceCharacters = 2 ** 16;

/**
 * The derived graphs of a snapshot, in the order in which they are written. Each piece belongs to
 * one graph.
 */
export function* derivedStatements(
  snapshot: Snapshot,
  { sources, without, turnMs }: DerivedSelection,
): Generator<GraphPiece> {
  const wanted = sources && new Set(sources);
  for (const name of derivedGraphs.filter((each) => !without.includes(each))) {
    yield* inPieces(derivedGraphIri(name), writers[name](snapshot, wanted), turnMs);
  }
}

type Wanted = ReadonlySet<string> | undefined;

/** Yielded where a writer has read much without writing anything. */
const pause = '';

/**
 * The search facts of the records with each shared node once, then which record is shown for
 * resources that several describe.
 */
function* index(snapshot: Snapshot, wanted: Wanted): Generator<string> {
  const seen = new TextSet();
  const resources = new TextSet();
  const shared = new Map<string, Set<string>>();
  for (const record of indexedRecords(snapshot, wanted)) {
    for (const resource of resourcesOf(record)) {
      if (!resources.add(resource)) shared.set(resource, new Set());
    }
    yield recordIndexStatements(record, seen);
  }
  // Few resources are shared, so their records are read again instead of being kept in memory.
  if (shared.size === 0) return;
  for (const record of indexedRecords(snapshot, wanted)) {
    for (const resource of resourcesOf(record)) shared.get(resource)?.add(record.graph);
    yield pause;
  }
  for (const [resource, graphs] of shared) {
    yield displayStatements(snapshot, resource, graphs);
  }
}

function* indexedRecords(snapshot: Snapshot, wanted: Wanted): Generator<IndexedRecord> {
  const listingsOf = memoize((url) => snapshot.listingsOf(url), 1);
  for (const facts of snapshot.allFacts()) {
    if (wanted !== undefined && !isWanted(listingsOf(facts.documentUrl), wanted)) continue;
    yield { ...facts, search: snapshot.searchFactsOf(facts.graph) };
  }
}

/** The views of each record, with each shared node once. */
function* views(snapshot: Snapshot, wanted: Wanted): Generator<string> {
  const seen = new TextSet();
  for (const copy of copies(snapshot, wanted)) {
    const { graph, describes } = copy.facts;
    const origin = recordOrigin(copy);
    const nquads = snapshot.nquadsOf(graph) ?? '';
    yield* viewStatements(graph, viewsOf({ graph, describes, nquads, origin }), seen);
  }
}

/**
 * Counts the resources without views, because an earlier version stored their records without node
 * labels; only those of some sources where these are given.
 */
export function* readWithoutViews(
  snapshot: Snapshot,
  sources: readonly string[] | undefined,
): InterruptibleReading<number> {
  const wanted = sources && new Set(sources);
  let count = 0;
  for (const { documentUrl, describes } of snapshot.facts()) {
    yield;
    const nameless = describes.filter(({ iri, node }) => iri === undefined && node === undefined);
    if (nameless.length === 0) continue;
    if (isWanted(snapshot.listingsOf(documentUrl), wanted)) count += nameless.length;
  }
  return count;
}

/** The resource of each entry of a record. */
function resourcesOf({ graph, describes, search }: IndexedRecord): readonly string[] {
  return search.flatMap((facts, at) => {
    const described = describes[at];
    return described === undefined ? [] : [resourceIriOfEntry(graph, described, facts)];
  });
}

/**
 * Provenance of records, removed records, typed links, sources, then runs; for a selection of
 * sources, only what their records mention.
 */
function* provenance(snapshot: Snapshot, wanted: Wanted): Generator<string> {
  const [sources, runs] = [new Set<string>(), new Set<string>()];
  for (const copy of copies(snapshot, wanted)) {
    for (const { source } of copy.listings) sources.add(source);
    runs.add(copy.document.run);
    yield recordProvenance(copy);
  }
  yield* removals(snapshot, wanted, { sources, runs });
  for (const { listings, signposts } of snapshot.outcomes()) {
    if (signposts !== undefined && isWanted(listings, wanted)) {
      yield signpostStatements(signposts.links);
    } else yield pause;
  }
  for (const source of [...sources].toSorted()) yield sourceProvenance(source);
  for (const run of snapshot.runs().all()) {
    if (wanted === undefined || runs.has(run.run)) yield runProvenance(run);
  }
}

/** Each record with its retrieval. */
function* copies(snapshot: Snapshot, wanted: Wanted): Generator<HarvestedCopy> {
  const listingsOf = memoize((url) => snapshot.listingsOf(url), 1);
  const documentOf = memoize(
    (url) => memoize((sha256) => snapshot.documentFacts(url, sha256), 1),
    1,
  );
  for (const facts of snapshot.allFacts()) {
    const listings = listingsOf(facts.documentUrl);
    if (!isWanted(listings, wanted)) continue;
    const document = documentOf(facts.documentUrl)(facts.document);
    if (document === undefined) throw documentMissing(facts);
    yield { facts, document, listings };
  }
}

function* removals(
  snapshot: Snapshot,
  wanted: Wanted,
  { sources, runs }: Readonly<Record<'sources' | 'runs', Set<string>>>,
): Generator<string> {
  for (const tombstone of snapshot.tombstones()) {
    if (wanted !== undefined && !tombstone.sources.some((source) => wanted.has(source))) continue;
    for (const source of tombstone.sources) sources.add(source);
    if (tombstone.run !== undefined) runs.add(tombstone.run);
    yield tombstoneProvenance(tombstone);
  }
}

function isWanted(listings: readonly Listing[], wanted: Wanted): boolean {
  return wanted === undefined || listings.some(({ source }) => wanted.has(source));
}

/** All problems, in their order. */
function* problems(snapshot: Snapshot, wanted: Wanted): Generator<string> {
  const writer = new ProblemWriter();
  for (const found of limitSharedNames(problemsWithPauses(snapshot))) {
    const isOfOthers =
      wanted !== undefined && found?.sources.some((source) => wanted.has(source)) !== true;
    yield found === undefined || isOfOthers ? pause : writer.write(found);
  }
}

const writers = { index, views, provenance, problems } as const satisfies Record<
  DerivedGraph,
  (snapshot: Snapshot, wanted: Wanted) => Generator<string>
>;

function* inPieces(
  graph: string,
  texts: Iterable<string>,
  turnMs = Number.POSITIVE_INFINITY,
): Generator<GraphPiece> {
  let nquads = '';
  let since = performance.now();
  for (const text of texts) {
    nquads += text;
    if (nquads.length < pieceCharacters && performance.now() - since < turnMs) continue;
    yield { graph, nquads };
    nquads = '';
    since = performance.now();
  }
  if (nquads !== '') yield { graph, nquads };
}

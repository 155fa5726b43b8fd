import type { DerivedGraph } from '../../model/derived-graph.ts';
import type { Listing } from '../../model/target.ts';
import { memoize } from '../../text/collections.ts';
import { TextSet } from '../../text/text-set.ts';
import { viewsOf } from '../../views/record-views.ts';
import { documentMissing } from '../catalogue-fault.ts';
import { limitSharedNames, problemsWithPauses } from '../found-problems.ts';
import { readSearchFacts } from '../rows.ts';
import { displayStatements } from '../shown-resource.ts';
import type { Snapshot } from '../snapshot.ts';
import type { SeenNodes } from './derived-terms.ts';
import {
  type IndexedRecord,
  recordIndexStatements,
  resourceIriOfEntry,
  resourceName,
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

/**
 * The part of a derived graph that comes from one thing in the catalogue, such as a record, a run
 * or a problem. Units share nodes, and rarely single statements.
 */
export interface DerivedUnit {
  /** Unique in its graph, and the same in every state of the catalogue. */
  readonly key: string;
  /** Equal texts give equal statements; takes less time than writing these. */
  readonly inputs: () => string;
  /**
   * Writes the statements as N-Quads.
   * @param seen shared nodes that are already written; those of this unit are added
   */
  readonly write: (seen: SeenNodes) => Iterable<string>;
}

/**
 * The units of a derived graph in the order in which they are written; undefined at each pause,
 * where much was read without a unit.
 * @param sources only what the records of these sources give; all where absent
 */
export function* derivedUnits(
  snapshot: Snapshot,
  graph: DerivedGraph,
  sources: readonly string[] | undefined,
): Generator<DerivedUnit | undefined> {
  yield* unitsOf[graph](snapshot, sources && new Set(sources));
}

type Wanted = ReadonlySet<string> | undefined;
type Units = Generator<DerivedUnit | undefined>;

/** Whether one of the wanted sources lists a URL. */
export function isListedBy(listings: readonly Listing[], wanted: Wanted): boolean {
  return wanted === undefined || listings.some(({ source }) => wanted.has(source));
}

/** A unit whose statements take no longer to write than what determines them. */
function plainUnit(key: string, write: () => string): DerivedUnit {
  return { key, inputs: write, write: () => [write()] };
}

/**
 * The search facts of the records, then which record is shown for resources that several describe.
 */
function* index(snapshot: Snapshot, wanted: Wanted): Units {
  const resources = new TextSet();
  const shared = new Map<string, Set<string>>();
  for (const stored of storedSearch(snapshot, wanted)) {
    for (const resource of resourcesOf(stored)) {
      if (!resources.add(resource)) shared.set(resource, new Set());
    }
    const { graph, describes, text } = stored;
    yield {
      key: `record ${graph}`,
      inputs: () => `${JSON.stringify(describes)}${text ?? ''}`,
      write: (seen) => {
        const search = readSearchFacts(text);
        return [recordIndexStatements({ graph, describes, search }, seen)];
      },
    };
  }
  // Few resources are shared, so their records are read again instead of being kept in memory.
  if (shared.size === 0) return;
  for (const record of storedSearch(snapshot, wanted)) {
    for (const resource of resourcesOf(record)) shared.get(resource)?.add(record.graph);
    yield undefined;
  }
  for (const [resource, graphs] of shared) {
    yield plainUnit(`resource ${resource}`, () => displayStatements(snapshot, resource, graphs));
  }
}

/** A record with its search facts as they are stored; earlier versions stored none. */
interface StoredSearch extends Omit<IndexedRecord, 'search'> {
  readonly text: string | undefined;
}

function* storedSearch(snapshot: Snapshot, wanted: Wanted): Generator<StoredSearch> {
  const listingsOf = memoize((url) => snapshot.listingsOf(url), 1);
  for (const { graph, describes, documentUrl } of snapshot.allFacts()) {
    if (wanted !== undefined && !isListedBy(listingsOf(documentUrl), wanted)) continue;
    yield { graph, describes, text: snapshot.searchOf(graph) };
  }
}

/** The resource of each entry of a record. To read the facts takes most of the time. */
function resourcesOf({ graph, describes, text }: StoredSearch): readonly string[] {
  const named = describes.flatMap(({ iri }) => (iri && resourceName({ iri }, [])) ?? []);
  if (named.length === describes.length && text !== undefined) return named;
  return readSearchFacts(text).flatMap((facts, at) => {
    const described = describes[at];
    return described === undefined ? [] : [resourceIriOfEntry(graph, described, facts)];
  });
}

/** The views of each record. */
function* views(snapshot: Snapshot, wanted: Wanted): Units {
  for (const copy of copies(snapshot, wanted)) {
    const { facts } = copy;
    const { graph, describes } = facts;
    const origin = recordOrigin(copy);
    yield {
      key: graph,
      inputs: () =>
        JSON.stringify([describes, origin, facts.digest ?? snapshot.nquadsOf(graph) ?? '']),
      write: (seen) => {
        const nquads = snapshot.nquadsOf(graph) ?? '';
        return viewStatements(graph, viewsOf({ graph, describes, nquads, origin }), seen);
      },
    };
  }
}

/**
 * Provenance of records, removed records, typed links, sources, then runs; for a selection of
 * sources, only what their records mention.
 */
function* provenance(snapshot: Snapshot, wanted: Wanted): Units {
  const [sources, runs] = [new Set<string>(), new Set<string>()];
  for (const copy of copies(snapshot, wanted)) {
    for (const { source } of copy.listings) sources.add(source);
    runs.add(copy.document.run);
    yield {
      key: `record ${copy.facts.graph}`,
      inputs: () => JSON.stringify(copy),
      write: () => [recordProvenance(copy)],
    };
  }
  yield* removals(snapshot, wanted, { sources, runs });
  for (const { url, listings, signposts } of snapshot.outcomes()) {
    if (signposts !== undefined && isListedBy(listings, wanted)) {
      yield plainUnit(`links ${url}`, () => signpostStatements(signposts.links));
    } else yield undefined;
  }
  for (const source of [...sources].toSorted()) {
    yield plainUnit(`source ${source}`, () => sourceProvenance(source));
  }
  for (const run of snapshot.runs().all()) {
    if (wanted !== undefined && !runs.has(run.run)) continue;
    yield plainUnit(`run ${run.run}`, () => runProvenance(run));
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
    if (!isListedBy(listings, wanted)) continue;
    const document = documentOf(facts.documentUrl)(facts.document);
    if (document === undefined) throw documentMissing(facts);
    yield { facts, document, listings };
  }
}

function* removals(
  snapshot: Snapshot,
  wanted: Wanted,
  { sources, runs }: Readonly<Record<'sources' | 'runs', Set<string>>>,
): Units {
  for (const tombstone of snapshot.tombstones()) {
    if (wanted !== undefined && !tombstone.sources.some((source) => wanted.has(source))) continue;
    for (const source of tombstone.sources) sources.add(source);
    if (tombstone.run !== undefined) runs.add(tombstone.run);
    yield plainUnit(`removed ${tombstone.graph}`, () => tombstoneProvenance(tombstone));
  }
}

/** All problems, in their order. */
function* problems(snapshot: Snapshot, wanted: Wanted): Units {
  const writer = new ProblemWriter();
  for (const found of limitSharedNames(problemsWithPauses(snapshot))) {
    const isOfOthers =
      wanted !== undefined && found?.sources.some((source) => wanted.has(source)) !== true;
    if (found === undefined || isOfOthers) yield undefined;
    else {
      const { iri, text } = writer.write(found);
      yield plainUnit(iri, () => text);
    }
  }
}

const unitsOf = { index, views, provenance, problems } as const satisfies Record<
  DerivedGraph,
  (snapshot: Snapshot, wanted: Wanted) => Units
>;

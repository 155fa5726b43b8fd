import { resourceIriOfEntry } from '../catalogue/derived/index-statements.ts';
import { sourceNames } from '../catalogue/history.ts';
import type { InterruptibleReading } from '../catalogue/interruptible-reading.ts';
import { type ShownResource, shownValues } from '../catalogue/shown-resource.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import { preferredText } from '../facts/text/text-languages.ts';
import type { DescribedResource } from '../model/record.ts';
import type { AgeRange, Box, Period, SearchFacts } from '../model/search-facts.ts';
import { typeIri, typeName } from '../rdf/vocabularies.ts';
import { memoize } from '../text/collections.ts';
import type { ConditionName, SearchedEntries } from './conditions.ts';
import type { SearchFacetCounts } from './facets.ts';
import type { SearchRequest } from './search-request.ts';

/** The result of a search. */
export interface SearchAnswer {
  /** Number of resources found. */
  readonly total: number;
  /** The requested page of results. */
  readonly results: readonly SearchResult[];
  /** `after` of the request for the next page; absent if there is none. */
  readonly next?: string;
  /** Facet counts of all results; absent if none were requested. */
  readonly facets?: SearchFacetCounts;
  /** Number of records of an older version, which are not found before `rebuild`. */
  readonly unsearched: number;
  /** If nothing was found: names in the request that do not occur in the catalogue. */
  readonly unknown: readonly UnknownName[];
  /** If several conditions found nothing: for each, the number of resources found without it. */
  readonly withoutCondition?: ConditionCounts;
}

/** Numbers of resources by condition. */
export type ConditionCounts = { readonly [Name in ConditionName]?: number };

/** A resource with its records. */
export interface SearchResult {
  /** The IRI as published in the record that was found; absent if it has none. */
  readonly iri?: string;
  /**
   * The key of the resource, equal for all spellings and records: see `cdif:resource` in
   * docs/vocabulary.md. `show`, `kernel` and `signposting` accept it.
   */
  readonly key: string;
  readonly title?: string;
  /** IRIs. */
  readonly types: readonly string[];
  readonly description?: string;
  /** The graphs of the records that state title and types: see `speakingRecords`. */
  readonly from: { readonly title?: string; readonly types?: string };
  /** One name of each variable. */
  readonly variables: readonly string[];
  readonly periods: readonly Period[];
  readonly ages: readonly AgeRange[];
  readonly timeNames: readonly string[];
  readonly boxes: readonly Box[];
  readonly placeNames: readonly string[];
  /** Its records, the best match first, which states variables, times and places. */
  readonly records: readonly SearchedRecord[];
}

/** A record that describes a found resource. */
export interface SearchedRecord {
  /** The IRI of its graph. */
  readonly graph: string;
  readonly documentUrl: string;
  /** The names of the sources that list it, sorted. */
  readonly sources: readonly string[];
  /** Whether its facts about the resource match the conditions. */
  readonly matched: boolean;
}

/** A name in the request that does not occur in the catalogue. */
export interface UnknownName {
  readonly condition: 'source' | 'type';
  readonly asked: string;
  /** The existing names, in the form for conditions, the most frequent first. */
  readonly known: readonly string[];
}

/** The names in a request that do not exist, so that nothing can be found. */
export function findUnknownNames(
  { columns, entries }: SearchedEntries,
  { source = [], type = [] }: Pick<SearchRequest, 'source' | 'type'>,
): readonly UnknownName[] {
  const knownOf = (column: 'sources' | 'types'): readonly string[] => {
    const { names, entries: owners } = columns.get(column);
    const counts = names.names.map((name, number) => {
      const own = owners.ownersOf(number).filter((entry) => entries.live.has(entry));
      return { name, count: own.length };
    });
    const sorted = counts.toSorted((one, other) => other.count - one.count);
    return sorted.filter(({ count }) => count > 0).map(({ name }) => name);
  };
  const sources = source.length === 0 ? [] : knownOf('sources');
  const types = type.length === 0 ? [] : knownOf('types').map(typeName);
  return [
    ...source
      .filter((asked) => !sources.includes(asked))
      .map((asked) => ({ condition: 'source', asked, known: sources }) as const),
    ...type
      .filter((asked) => !types.includes(typeName(typeIri(asked) ?? asked)))
      .map((asked) => ({ condition: 'type', asked, known: types }) as const),
  ];
}

/** A resource that was found, independent of the state of an index. */
export interface ResultEntries {
  /** Its key: see `cdif:resource` in docs/vocabulary.md. */
  readonly key: string;
  /** The representative entry: graph IRI of its record, and index therein. */
  readonly graph: string;
  readonly place: number;
  /** The graph of each of its entries, and of the matching ones. */
  readonly graphs: readonly string[];
  readonly matched: readonly string[];
}

/** A search result with the search facts of its representative record. */
export interface FoundResource {
  readonly result: SearchResult;
  readonly facts: SearchFacts;
  /** The resource in that record. */
  readonly described: DescribedResource;
}

/** Reads the results; omits resources whose record was removed or changed meanwhile. */
export function* readSearchResults(
  snapshot: Snapshot,
  found: readonly ResultEntries[],
): InterruptibleReading<readonly FoundResource[]> {
  const results: FoundResource[] = [];
  for (const result of streamFoundResources(snapshot, found)) {
    results.push(result);
    yield;
  }
  return results;
}

const cachedRecords = 50;

/** As `readSearchResults`, each result read on iteration. */
export function* streamFoundResources(
  snapshot: Snapshot,
  found: Iterable<ResultEntries>,
): Generator<FoundResource> {
  // One record may describe thousands of results.
  const readRecord = memoize(
    (graph): ReadRecord => ({
      describes: snapshot.factsOf(graph)?.describes ?? [],
      search: snapshot.searchFactsOf(graph),
    }),
    cachedRecords,
  );
  for (const each of found) {
    const result = readFoundResource(snapshot, readRecord(each.graph), each);
    if (result !== undefined) yield result;
  }
}

/** The stored data of a record that results need. */
interface ReadRecord {
  readonly describes: readonly DescribedResource[];
  readonly search: readonly SearchFacts[];
}

function readFoundResource(
  snapshot: Snapshot,
  { describes, search }: ReadRecord,
  found: ResultEntries,
): FoundResource | undefined {
  const { key, graph, place } = found;
  const described = describes[place];
  const facts = search[place];
  if (described === undefined || facts === undefined) return undefined;
  if (resourceIriOfEntry(graph, described, facts) !== key) return undefined;
  const shown =
    found.graphs.length > 1
      ? shownValues(snapshot, key, new Set(found.graphs))
      : shownOfSingleRecord(graph, described, facts);
  const result: SearchResult = {
    key,
    ...(described.iri === undefined ? {} : { iri: described.iri }),
    ...formatShown(shown),
    variables: facts.variables.flatMap(({ names }) => names[0]?.text ?? []),
    periods: facts.times.periods,
    ages: facts.times.ages,
    timeNames: facts.times.names.map(({ text }) => text),
    boxes: facts.places.boxes,
    placeNames: facts.places.names.map(({ text }) => text),
    records: readSearchedRecords(snapshot, found),
  };
  return { result, facts, described };
}

function formatShown({
  title,
  types,
  description,
}: Omit<ShownResource, 'resource'>): Pick<
  SearchResult,
  'description' | 'from' | 'title' | 'types'
> {
  return {
    ...(title && { title: title.text }),
    types: types?.iris ?? [],
    from: { ...(title && { title: title.from }), ...(types && { types: types.from }) },
    ...(description && { description: description.text }),
  };
}

/** The displayed data of a resource with a single record. */
function shownOfSingleRecord(
  graph: string,
  { types }: DescribedResource,
  { texts }: SearchFacts,
): Omit<ShownResource, 'resource'> {
  const [title, description] = [preferredText(texts.titles), preferredText(texts.descriptions)];
  return {
    ...(title && { title: { ...title, from: graph } }),
    ...(types.length > 0 && { types: { iris: types, from: graph } }),
    ...(description && { description: { ...description, from: graph } }),
  };
}

/** The representative record first, the others sorted. */
function readSearchedRecords(
  snapshot: Snapshot,
  { graph, graphs, matched }: ResultEntries,
): readonly SearchedRecord[] {
  const others = [...new Set(graphs)].filter((each) => each !== graph).toSorted();
  const matching = new Set(matched);
  return [graph, ...others].flatMap((each) => {
    const documentUrl = snapshot.factsOf(each)?.documentUrl;
    if (documentUrl === undefined) return [];
    const sources = sourceNames(snapshot.listingsOf(documentUrl)).toSorted();
    return [{ graph: each, documentUrl, sources, matched: matching.has(each) }];
  });
}

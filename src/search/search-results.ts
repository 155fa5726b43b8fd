import { shownText } from '../facts/text/shown-text.ts';
import type { DescribedResource } from '../model/record.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { PausingReading } from '../store/in-turns.ts';
import { sourcesOf } from '../store/former-sources.ts';
import { resourceOf } from '../store/index-statements.ts';
import { shownOf, type ShownResource } from '../store/resource-claims.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { SearchedRecord, SearchResult } from './search-answer.ts';

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
}

/** Reads the results; omits resources whose record was removed or changed meanwhile. */
export function* readFound(
  snapshot: Snapshot,
  found: readonly ResultEntries[],
): PausingReading<readonly FoundResource[]> {
  const results: FoundResource[] = [];
  for (const result of foundOneByOne(snapshot, found)) {
    results.push(result);
    yield;
  }
  return results;
}

/** As `readFound`, each result read on iteration. */
export function* foundOneByOne(
  snapshot: Snapshot,
  found: Iterable<ResultEntries>,
): Generator<FoundResource> {
  const readRecord = createRecordReader(snapshot);
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

/** Number of cached records: one record may be behind thousands of results. */
const mostRemembered = 50;

function createRecordReader(snapshot: Snapshot): (graph: string) => ReadRecord {
  const records = new Map<string, ReadRecord>();
  return (graph) => {
    const known = records.get(graph);
    if (known !== undefined) return known;
    const { describes = [] } = snapshot.factsOf(graph) ?? {};
    const record = { describes, search: snapshot.searchFactsOf(graph) };
    if (records.size >= mostRemembered) records.clear();
    records.set(graph, record);
    return record;
  };
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
  if (resourceOf(graph, described, facts) !== key) return undefined;
  const shown =
    found.graphs.length > 1
      ? shownOf(snapshot, key, new Set(found.graphs))
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
  return { result, facts };
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
  const [title, description] = [shownText(texts.titles), shownText(texts.descriptions)];
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
  const meeting = new Set(matched);
  return [graph, ...others].flatMap((each) => {
    const documentUrl = snapshot.factsOf(each)?.documentUrl;
    if (documentUrl === undefined) return [];
    const sources = sourcesOf(snapshot.listingsOf(documentUrl)).toSorted();
    return [{ graph: each, documentUrl, sources, matched: meeting.has(each) }];
  });
}

import { shownText } from '../facts/text/shown-text.ts';
import type { DescribedResource } from '../model/record.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { PausingReading } from '../store/in-turns.ts';
import { sourcesOf } from '../store/former-sources.ts';
import { resourceOf } from '../store/index-statements.ts';
import { searchFactsOf } from '../store/kept-search.ts';
import { shownOf, type ShownResource } from '../store/resource-claims.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { SearchedRecord, SearchResult } from './search-answer.ts';

/** A resource that was found, by what does not depend on the state of an index. */
export interface ResultEntries {
  /** Its key: see `cdif:resource` in docs/vocabulary.md. */
  readonly key: string;
  /** The entry that stands for it: the IRI of the graph of its record, and its place there. */
  readonly graph: string;
  readonly place: number;
  /** The graphs of all records that describe it, and of those that meet the conditions. */
  readonly graphs: readonly string[];
  readonly matched: readonly string[];
}

/**
 * What is told of resources that were found; those are left out whose record has gone or is
 * another since they were found.
 */
export function* resultsOf(
  snapshot: Snapshot,
  found: readonly ResultEntries[],
): PausingReading<readonly SearchResult[]> {
  const results: SearchResult[] = [];
  for (const each of found) {
    const result = resultOf(snapshot, each);
    if (result !== undefined) results.push(result);
    yield;
  }
  return results;
}

function resultOf(snapshot: Snapshot, found: ResultEntries): SearchResult | undefined {
  const { key, graph, place } = found;
  const described = snapshot.factsOf(graph)?.describes[place];
  const facts = searchFactsOf(snapshot, graph)[place];
  if (described === undefined || facts === undefined) return undefined;
  if (resourceOf(graph, described, facts) !== key) return undefined;
  const { title, types, description } =
    new Set(found.graphs).size > 1
      ? shownOf(snapshot, key, new Set(found.graphs))
      : shownOfOne(graph, described, facts);
  return {
    key,
    ...(described.iri === undefined ? {} : { iri: described.iri }),
    ...(title && { title: title.text }),
    types: types?.iris ?? [],
    from: { ...(title && { title: title.from }), ...(types && { types: types.from }) },
    ...(description && { description: description.text }),
    variables: facts.variables.flatMap(({ names }) => names[0]?.text ?? []),
    periods: facts.times.periods,
    ages: facts.times.ages,
    timeNames: facts.times.names.map(({ text }) => text),
    boxes: facts.places.boxes,
    placeNames: facts.places.names.map(({ text }) => text),
    records: recordsOf(snapshot, found),
  };
}

/** What is shown of a resource that one record describes, which says it all. */
function shownOfOne(
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

/** The record of the result first, the others sorted. */
function recordsOf(
  snapshot: Snapshot,
  { graph, graphs, matched }: ResultEntries,
): readonly SearchedRecord[] {
  const others = [...new Set(graphs)].filter((each) => each !== graph).toSorted();
  return [graph, ...others].flatMap((each) => {
    const documentUrl = snapshot.factsOf(each)?.documentUrl;
    if (documentUrl === undefined) return [];
    const sources = sourcesOf(snapshot.listingsOf(documentUrl)).toSorted();
    return [{ graph: each, documentUrl, sources, matched: matched.includes(each) }];
  });
}

import type { SearchFacts } from '../model/search-facts.ts';
import type { Snapshot } from './snapshot.ts';

/** What the resources of a record can be searched by; nothing where an older program kept it. */
export function searchFactsOf(
  snapshot: Pick<Snapshot, 'searchOf'>,
  graph: string,
): readonly SearchFacts[] {
  return readSearchFacts(snapshot.searchOf(graph));
}

/** The same from the text that is kept of a record; nothing where there is none. */
export function readSearchFacts(kept: string | undefined): readonly SearchFacts[] {
  // Only expansion writes what is kept.
  return kept === undefined ? [] : (JSON.parse(kept) as readonly SearchFacts[]);
}

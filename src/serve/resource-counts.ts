import type { IndexContent } from '../search/index-content.ts';
import { searchContent } from '../search/search-index.ts';
import type { Snapshot } from '../store/snapshot.ts';

/** How many resources a search finds in all, and of each source. */
export interface ResourceCounts {
  readonly total: number;
  readonly ofSource: ReadonlyMap<string, number>;
}

/**
 * Counts resources, of which each may have several records, and which a search finds.
 * @param snapshot the state of the catalogue that the index is of
 */
export function countResources(index: IndexContent, snapshot: Snapshot): ResourceCounts {
  const { total, facets } = searchContent(index, snapshot, { limit: 0, facets: ['sources'] });
  const values = facets?.sources?.kind === 'values' ? facets.sources.values : [];
  return { total, ofSource: new Map(values.map(({ asked, count }) => [asked, count])) };
}

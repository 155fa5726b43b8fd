import type { ConditionName } from './conditions.ts';
import type { FacetName } from './facets.ts';
import type { Qualifiers } from './qualifiers.ts';

/** The texts of each condition in the syntax of `searchConditions`. */
export type SearchConditions = {
  readonly [Name in ConditionName]?: readonly string[] | undefined;
};

/**
 * A search request. All conditions must match, within the facts of one record about one resource.
 * Repeated conditions must all match, or any of them, as stated in `searchConditions`.
 */
export interface SearchRequest extends SearchConditions, Qualifiers {
  readonly sort?: SearchSort | undefined;
  /** Number of results to skip; default: 0. */
  readonly offset?: number | undefined;
  /** Maximum number of results; default: all. */
  readonly limit?: number | undefined;
  /** The facets to count. */
  readonly facets?: readonly FacetName[] | undefined;
  /** Maximum number of values of each facet, the most frequent first; default: all. */
  readonly facetLimit?: number | undefined;
}

/** Sort orders. `relevance` ranks by words, and equals `title` without words. */
export const searchSorts = ['relevance', 'title', 'time', 'modified'] as const;
export type SearchSort = (typeof searchSorts)[number];

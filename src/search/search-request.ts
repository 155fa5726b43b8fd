import type { ConditionName } from './conditions.ts';
import type { FacetName } from './facets.ts';
import type { Qualifiers } from './qualifiers.ts';

/** The texts of each condition, as people write them: see `searchConditions`. */
export type SearchConditions = {
  readonly [Name in ConditionName]?: readonly string[] | undefined;
};

/**
 * What is searched for. All conditions hold, each within what one record says of one resource; one
 * that is given several times holds each time, or once, as `searchConditions` says.
 */
export interface SearchRequest extends SearchConditions, Qualifiers {
  readonly sort?: SearchSort | undefined;
  /** How many of the first results are left out; none by default. */
  readonly offset?: number | undefined;
  /** How many results at most; all by default. */
  readonly limit?: number | undefined;
  /** The facets to count. */
  readonly facets?: readonly FacetName[] | undefined;
  /** How many values of each facet at most, the most frequent ones; all by default. */
  readonly facetLimit?: number | undefined;
}

/** How results are sorted; `relevance` is that of the words, and without any as `title`. */
export const searchSorts = ['relevance', 'title', 'time', 'modified'] as const;
export type SearchSort = (typeof searchSorts)[number];

import type { AgeRange, Box, Period } from '../model/search-facts.ts';
import type { ConditionName } from './conditions.ts';
import type { SearchFacetCounts } from './facets.ts';
import type { UnknownName } from './unknown-names.ts';

/** The result of a search. */
export interface SearchAnswer {
  /** Number of resources found. */
  readonly total: number;
  /** The requested page of results. */
  readonly results: readonly SearchResult[];
  /** Facet counts of all results; absent if none were requested. */
  readonly facets?: SearchFacetCounts;
  /**
   * Number of records written by an older version, which are not found until `rebuild` reads them.
   */
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
  /**
   * The graphs of the records that state title and types: see `speakingRecords`. Absent if no
   * record does.
   */
  readonly from: { readonly title?: string; readonly types?: string };
  /** One name of each variable. */
  readonly variables: readonly string[];
  readonly periods: readonly Period[];
  readonly ages: readonly AgeRange[];
  readonly timeNames: readonly string[];
  readonly boxes: readonly Box[];
  readonly placeNames: readonly string[];
  /**
   * All records that describe it, the best match first; variables, times and places are from that
   * one.
   */
  readonly records: readonly SearchedRecord[];
}

export interface SearchedRecord {
  /** The IRI of its graph. */
  readonly graph: string;
  readonly documentUrl: string;
  /** The names of the sources that list it, sorted. */
  readonly sources: readonly string[];
  /** Whether its facts about the resource match the conditions. */
  readonly matched: boolean;
}

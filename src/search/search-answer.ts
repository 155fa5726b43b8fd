import type { AgeRange, Box, Period } from '../model/search-facts.ts';
import type { ConditionName } from './conditions.ts';
import type { SearchFacetCounts } from './facets.ts';
import type { UnknownName } from './unknown-names.ts';

/** What a search found. */
export interface SearchAnswer {
  /** How many resources were found in all. */
  readonly total: number;
  /** Those of them that were asked for, in the order that was asked for. */
  readonly results: readonly SearchResult[];
  /** What was counted of all that was found; absent where nothing was to be counted. */
  readonly facets?: SearchFacetCounts;
  /** How many records an older program kept, which are not found until `rebuild` has read them. */
  readonly unsearched: number;
  /** Where nothing was found, the names that were asked for and that nothing has. */
  readonly unknown: readonly UnknownName[];
  /**
   * Where several conditions found nothing: of each, how many resources the others find without it.
   */
  readonly withoutCondition?: ConditionCounts;
}

/** A number of resources for each condition of a request. */
export type ConditionCounts = { readonly [Name in ConditionName]?: number };

/** A described resource, and the records behind it. */
export interface SearchResult {
  /** The IRI as the record that was found publishes it; absent where it has none. */
  readonly iri?: string;
  /**
   * The key under which the resource is one result, in whichever spelling and record: see
   * `cdif:resource` in docs/vocabulary.md. `show`, `kernel` and `signposting` accept it.
   */
  readonly key: string;
  readonly title?: string;
  /** IRIs. */
  readonly types: readonly string[];
  readonly description?: string;
  /**
   * The graphs of the records that say title and types: see `speakingRecords`. Absent where no
   * record says it.
   */
  readonly from: { readonly title?: string; readonly types?: string };
  /** One name of each of its variables. */
  readonly variables: readonly string[];
  readonly periods: readonly Period[];
  readonly ages: readonly AgeRange[];
  readonly timeNames: readonly string[];
  readonly boxes: readonly Box[];
  readonly placeNames: readonly string[];
  /**
   * All that describe it, the one that was found first; what is said of variables, times and places
   * is from that one.
   */
  readonly records: readonly SearchedRecord[];
}

export interface SearchedRecord {
  /** The IRI of its graph. */
  readonly graph: string;
  readonly documentUrl: string;
  /** The names of the sources that list it, sorted. */
  readonly sources: readonly string[];
  /** Whether what it says of the resource meets the conditions. */
  readonly matched: boolean;
}

import type { AgeRange, Box, Period } from '../../model/search-facts.ts';

/** What a search found. */
export interface SearchAnswer {
  /** How many resources were found in all. */
  readonly total: number;
  /** As many of them as were asked for, in the order that was asked for. */
  readonly results: readonly SearchResult[];
}

/** A described resource, and the records behind it. */
export interface SearchResult {
  /** The IRI under which it is one result, in whichever spelling and record: see `cdif:resource` in docs/vocabulary.md. */
  readonly resource: string;
  /** As the record that was found calls it; absent where it has no IRI. */
  readonly iri?: string;
  readonly title?: string;
  /** IRIs. */
  readonly types: readonly string[];
  /**
   * The graphs of the records that say title and types: see `speakingRecords`. Absent where no
   * record says it.
   */
  readonly from: { readonly title?: string; readonly types?: string };
  readonly periods: readonly Period[];
  readonly ages: readonly AgeRange[];
  readonly timeNames: readonly string[];
  readonly boxes: readonly Box[];
  readonly placeNames: readonly string[];
  /**
   * All that describe it, the one that was found first; what is said of times and places is from
   * that one.
   */
  readonly records: readonly SearchedRecord[];
}

export interface SearchedRecord {
  /** The IRI of its graph. */
  readonly graph: string;
  readonly documentUrl: string;
  /** The names of the sources that list it, sorted. */
  readonly sources: readonly string[];
}

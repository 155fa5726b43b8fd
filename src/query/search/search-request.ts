/** What is searched for: all conditions that are given hold, each within what one record says of one resource. */
export interface SearchRequest {
  /** West, south, east and north in degrees, separated by commas: `-10,35,5,45`. West may be greater than east. */
  readonly bbox?: string | undefined;
  /** WKT, longitude before latitude. */
  readonly geometry?: string | undefined;
  /** Words of the name of a place, its code, or its IRI or another identifier. */
  readonly place?: string | undefined;
  /** As ISO 8601 has it: `2001/2004-06`, `2017`, `../1950`. */
  readonly time?: string | undefined;
  /** Geologic: `300..250Ma`, or the name of an era. */
  readonly age?: string | undefined;
  /** Words, all of which are to be found. */
  readonly keyword?: string | undefined;
  /** The IRI, code or name of a controlled term. */
  readonly term?: string | undefined;
  /** The IRI or name of the vocabulary of `term`. */
  readonly scheme?: string | undefined;
  /** Words of the name or description of a variable, its code, or an IRI of what it is. */
  readonly variable?: string | undefined;
  /** The name, symbol, code or IRI of the unit of `variable`. */
  readonly unit?: string | undefined;
  /** The name or IRI of how `variable` was measured. */
  readonly technique?: string | undefined;
  /** Types as schema.org names them, or IRIs. */
  readonly type?: string | undefined;
  readonly source?: string | undefined;
  /** An ORCID, another IRI, or words that all stand in one name; in any role. */
  readonly person?: string | undefined;
  readonly organization?: string | undefined;
  /** As what `person` and `organization` are named: `creator`, or as a record calls it. */
  readonly role?: string | undefined;
  readonly funder?: string | undefined;
  /** A DOI, Handle, ARK or other identifier, in any spelling. */
  readonly identifier?: string | undefined;
  readonly licence?: string | undefined;
  readonly mediaType?: string | undefined;
  /** Changed by the publisher at that time or later. */
  readonly modifiedSince?: string | undefined;
  /** Whether places and times are to lie within what is asked for, all of each, rather than touch it. */
  readonly within?: boolean | undefined;
  readonly sort?: SearchSort | undefined;
  /** How many results at most. */
  readonly limit: number;
}

/** By what results are sorted; `relevance` is that of the words, and without any as `title`. */
export const searchSorts = ['relevance', 'title', 'time', 'modified'] as const;
export type SearchSort = (typeof searchSorts)[number];

/**
 * What one record says of one resource, in the form in which it is searched: places in WGS 84, times on one axis, texts without
 * markup, names in one spelling. It is derived from the record graph and says nothing that is not there. Everything in it is
 * sorted and there once, so that the order and the framing of a document change nothing.
 */
export interface SearchFacts {
  readonly places: PlaceFacts;
  readonly times: TimeFacts;
  readonly texts: TextFacts;
  readonly variables: readonly VariableFacts[];
  /**
   * How many files the resource comes in: a distribution is one, an archive counts as what the
   * record lists in it, a service is none; 0 where the record names no file. Absent where an older
   * program read the record. It is shown, and nothing is searched or named by it.
   */
  readonly files?: number;
}

/** Degrees of WGS 84. West is never greater than east: what lies across the antimeridian is two boxes. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface PlaceFacts {
  readonly boxes: readonly Box[];
  /** Each geometry that is more than a box. */
  readonly geometries: readonly DrawnGeometry[];
  readonly names: readonly Text[];
  /** What the place is called by in a gazetteer or register: IRIs in one spelling (`identifierName`), codes as written. */
  readonly identifiers: readonly string[];
}

/** A point, line or polygon, or several. */
export interface DrawnGeometry {
  /** Longitude before latitude (CRS84). */
  readonly wkt: string;
  /** Those of the boxes of the resource that hold it, so that what has no part in a geometry is known for a place of its own. */
  readonly boxes: readonly Box[];
}

export interface TimeFacts {
  readonly periods: readonly Period[];
  readonly ages: readonly AgeRange[];
  /** What is a time and no period: eras that are in no table, cycles, other calendars; and the names of eras that are. */
  readonly names: readonly Text[];
}

/**
 * A time of the calendar, at both ends as exact as it was said: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or with a time in UTC
 * (`YYYY-MM-DDThh:mm:ssZ`), years as ISO 8601 counts them (0000 is 1 BCE) with a sign where they need more than four digits
 * or are before 0000. An end covers all that its text covers: `2017` goes to the last second of that year.
 */
export interface Period {
  /** Absent where it is open. Never both are. */
  readonly start?: string;
  readonly end?: string;
}

/** A geologic time, in millions of years before present; `older` is never less than `younger`. */
export interface AgeRange {
  readonly older: number;
  readonly younger: number;
}

/** A text for people, without markup, entities and blanks around it. */
export interface Text {
  readonly text: string;
  /** As written, in lower case. */
  readonly language?: string;
}

export interface TextFacts {
  readonly titles: readonly Text[];
  readonly descriptions: readonly Text[];
  /** Whole, and in parts where several stand in one text; the labels of controlled terms as well. */
  readonly keywords: readonly Text[];
  readonly terms: readonly TermFacts[];
  readonly agents: readonly AgentFacts[];
  /** In the one spelling that `identifierName` gives. */
  readonly identifiers: readonly string[];
  /** The IRI of SPDX where it is known, else the IRI as published, else the text. */
  readonly licences: readonly string[];
  /** Media types without parameters, in lower case; names of formats as written. */
  readonly formats: readonly string[];
  /** Whether the data can be had; absent where the record does not say it. */
  readonly access?: Access;
  /** As `Period` writes the start of a time. */
  readonly issued?: string;
  readonly modified?: string;
}

/** Whether everybody can have the data, only some can, or nobody yet. */
export const accesses = ['open', 'restricted', 'embargoed'] as const;
export type Access = (typeof accesses)[number];

/** A term of a controlled vocabulary. */
export interface TermFacts {
  readonly label?: Text;
  /** As published. */
  readonly iri?: string;
  /** Its vocabulary: an IRI or a name. */
  readonly scheme?: string;
  readonly code?: string;
}

/** What a person or organisation is called by. */
export interface AgentNames {
  readonly names: readonly Text[];
  /** ORCID, ROR and others as https IRIs in one spelling; else as published. */
  readonly iris: readonly string[];
}

/** A person or organisation, and what it is to the resource. */
export interface AgentFacts extends AgentNames {
  readonly role: AgentRole;
  /** What a `Role` calls it, as written: `data curator`. */
  readonly roleName?: string;
  /** The organisations that it belongs to. Absent where none is said. */
  readonly affiliations?: readonly AgentNames[];
}

export type AgentRole =
  | 'contributor'
  | 'copyrightHolder'
  | 'creator'
  | 'editor'
  | 'funder'
  | 'maintainer'
  | 'provider'
  | 'publisher';

/** Something that was measured, observed or computed. */
export interface VariableFacts {
  /** `name` and `alternateName`. */
  readonly names: readonly Text[];
  readonly descriptions: readonly Text[];
  /** IRIs of what it is, such as its `propertyID`, as published. */
  readonly concepts: readonly string[];
  /** What `propertyID` says where that is no IRI. */
  readonly codes: readonly string[];
  /** Names, codes and IRIs. */
  readonly units: readonly string[];
  readonly techniques: readonly string[];
}

/** How the places of a source are to be read where its publisher writes them in another way than is usual. */
export interface PlaceReading {
  /** The order within a position, or of the first two numbers of a box, in texts where it can be either. */
  readonly axisOrder?: AxisOrder | undefined;
  /** A box whose west is greater than its east lies across the antimeridian (`split`), or has the two mixed up (`swap`). */
  readonly westGreaterThanEast?: WestGreaterThanEast | undefined;
}

export const axisOrders = ['lat-lon', 'lon-lat'] as const;
export type AxisOrder = (typeof axisOrders)[number];

export const westGreaterThanEast = ['split', 'swap'] as const;
export type WestGreaterThanEast = (typeof westGreaterThanEast)[number];

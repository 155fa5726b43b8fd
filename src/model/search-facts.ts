/**
 * The searchable content of one resource in one record: places in WGS 84, times on one axis, texts
 * without markup, names in canonical spelling. It is derived from the record graph and adds
 * nothing. Everything is sorted and unique, so that the order and framing of a document do not
 * matter.
 */
export interface SearchFacts {
  readonly places: PlaceFacts;
  readonly times: TimeFacts;
  readonly texts: TextFacts;
  readonly variables: readonly VariableFacts[];
  /**
   * The number of files of the resource: a distribution is one, an archive counts as the files that
   * the record lists in it, a service is none; 0 where the record names no file. Absent in records
   * of older programs. Displayed only, not searched.
   */
  readonly files?: number;
}

/** Degrees of WGS 84, west <= east: an area across the antimeridian is two boxes. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The places that a resource is about. */
export interface PlaceFacts {
  readonly boxes: readonly Box[];
  /** Each geometry that is more than a box. */
  readonly geometries: readonly DrawnGeometry[];
  readonly names: readonly Text[];
  /** Identifiers in a gazetteer: IRIs as `identifierName` spells them, codes as written. */
  readonly identifiers: readonly string[];
}

/** A point, line or polygon, or several. */
export interface DrawnGeometry {
  /** Longitude before latitude (CRS84). */
  readonly wkt: string;
  /** The boxes of the resource that contain it: other boxes are places of their own. */
  readonly boxes: readonly Box[];
}

/** The times that a resource is about. */
export interface TimeFacts {
  readonly periods: readonly Period[];
  readonly ages: readonly AgeRange[];
  /** Times that are no periods (unknown eras, cycles, other calendars), and names of known eras. */
  readonly names: readonly Text[];
}

/**
 * A calendar time, each end as exact as published: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or a time in
 * UTC (`YYYY-MM-DDThh:mm:ssZ`). Years are as in ISO 8601 (0000 is 1 BCE), signed where they need
 * more than four digits or are negative. An end includes all that its text covers: `2017` lasts to
 * the last second of that year.
 */
export interface Period {
  /** Absent where it is open. At most one end is. */
  readonly start?: string;
  readonly end?: string;
}

/** A geologic time, in millions of years before present; `older` is never less than `younger`. */
export interface AgeRange {
  readonly older: number;
  readonly younger: number;
}

/** A text for people, without markup, entities and surrounding blanks. */
export interface Text {
  readonly text: string;
  /** As written, in lower case. */
  readonly language?: string;
}

/** The texts, agents and identifiers of a resource. */
export interface TextFacts {
  readonly titles: readonly Text[];
  readonly descriptions: readonly Text[];
  /** Whole, and split where one text lists several; labels of controlled terms included. */
  readonly keywords: readonly Text[];
  readonly terms: readonly TermFacts[];
  readonly agents: readonly AgentFacts[];
  /** Spelled as `identifierName` does. */
  readonly identifiers: readonly string[];
  /** The SPDX IRI where it is known, else the IRI as published, else the text. */
  readonly licences: readonly string[];
  /** Media types without parameters, in lower case; format names as written. */
  readonly formats: readonly string[];
  /** The access to the data; absent where the record does not state it. */
  readonly access?: Access;
  /** As `Period` writes the start of a time. */
  readonly issued?: string;
  readonly modified?: string;
}

/** Access to the data: for everybody, for some, or for nobody yet. */
export const accessLevels = ['open', 'restricted', 'embargoed'] as const;
/** One of `accessLevels`. */
export type Access = (typeof accessLevels)[number];

/** A term of a controlled vocabulary. */
export interface TermFacts {
  readonly label?: Text;
  /** As published. */
  readonly iri?: string;
  /** Its vocabulary: an IRI or a name. */
  readonly scheme?: string;
  readonly code?: string;
}

/** The names of a person or organisation. */
export interface AgentNames {
  readonly names: readonly Text[];
  /** ORCID, ROR and others as https IRIs in one spelling; else as published. */
  readonly iris: readonly string[];
}

/** A person or organisation, and its role. */
export interface AgentFacts extends AgentNames {
  readonly role: AgentRole;
  /** The name of its `Role`, as written: `data curator`. */
  readonly roleName?: string;
  /** Its organisations. Absent where none is given. */
  readonly affiliations?: readonly AgentNames[];
}

/** The role of an agent, by the property that names the agent. */
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
  /** IRIs of the concept, such as its `propertyID`, as published. */
  readonly concepts: readonly string[];
  /** Values of `propertyID` that are not IRIs. */
  readonly codes: readonly string[];
  /** Names, codes and IRIs. */
  readonly units: readonly string[];
  readonly techniques: readonly string[];
}

/** How to read the places of a source whose publisher does not follow the usual conventions. */
export interface PlaceReading {
  /** The order of a position, or of the first two numbers of a box, in ambiguous texts. */
  readonly axisOrder?: AxisOrder | undefined;
  /** Whether such a box crosses the antimeridian (`split`), or has exchanged edges (`swap`). */
  readonly westGreaterThanEast?: WestGreaterThanEast | undefined;
}

/** The orders of the two numbers of a position: see `PlaceReading`. */
export const axisOrders = ['lat-lon', 'lon-lat'] as const;
/** One of `axisOrders`. */
export type AxisOrder = (typeof axisOrders)[number];

/** The readings of a box whose west exceeds its east: see `PlaceReading`. */
export const westGreaterThanEast = ['split', 'swap'] as const;
/** One of `westGreaterThanEast`. */
export type WestGreaterThanEast = (typeof westGreaterThanEast)[number];

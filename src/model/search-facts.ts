/**
 * The searchable content of one resource in one record: places in WGS 84, times on one axis, texts
 * without markup, names in canonical spelling. It is derived from the record graph alone. Lists are
 * sorted and unique, so that the order and framing of a document do not matter.
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
  /**
   * The order of a position, and of the first two numbers of a box, in ambiguous texts; or the
   * order of the four numbers of a box, which says nothing about other shapes.
   */
  readonly axisOrder?: AxisOrder | BoxOrder | undefined;
  /** Whether such a box crosses the antimeridian (`split`), or has exchanged edges (`swap`). */
  readonly westGreaterThanEast?: WestGreaterThanEast | undefined;
}

/** The orders of the two numbers of a position: see `PlaceReading`. */
export const axisOrders = ['lat-lon', 'lon-lat'] as const;

/** One of `axisOrders`. */
export type AxisOrder = (typeof axisOrders)[number];

/** The orders of the four numbers of a box that programs write: see `PlaceReading`. */
export const boxOrders = [
  // schema.org, GeoRSS.
  'south-west-north-east',
  // GeoJSON, DCAT-US 1.1, web map services.
  'west-south-east-north',
  // GBIF until 2025, DIF of NASA, attributes of NetCDF (ACDD).
  'south-north-west-east',
  // DataCite, ISO 19139, old GeoNetwork.
  'west-east-south-north',
  // FGDC, EML, `ENVELOPE` of CQL.
  'west-east-north-south',
  // Climate Data Store.
  'north-west-south-east',
  // GDAL: upper left, lower right.
  'west-north-east-south',
  // Map programs: upper right, lower left.
  'north-east-south-west',
  // Forms for people.
  'north-south-west-east',
  'north-south-east-west',
  'east-west-north-south',
] as const;

/** One of `boxOrders`. */
export type BoxOrder = (typeof boxOrders)[number];

/** The readings of a box whose west exceeds its east: see `PlaceReading`. */
export const westGreaterThanEast = ['split', 'swap'] as const;

/** One of `westGreaterThanEast`. */
export type WestGreaterThanEast = (typeof westGreaterThanEast)[number];

/** A correction that made a time readable. */
export type TimeRepair =
  /** Other separators or words than in ISO 8601: `2017.09.27`, `1999 - 2001`, `1950 to 1960`. */
  | 'separator'
  /** An English month name: `2008-Jan-1`. */
  | 'month-name'
  /** Missing leading zeros: `2001-6-29`, `843/912`. */
  | 'digits'
  /** Day or month before the year in digits, with only one possible date: `27/09/2017`. */
  | 'day-order'
  /** A year counted before or after Christ in letters: `500 BC`, `AD 79`. */
  | 'year-count'
  /** A duplicate, lettered or extended time zone: `+00:00Z`, `UTC`. */
  | 'zone'
  /** A time of day was missing after `T`, or it or its zone was not understood; the day counts. */
  | 'time-dropped'
  /** A decimal year (a month or a fraction), or an impossible month; the year counts. */
  | 'part-of-year'
  /** Seconds or milliseconds since 1970. */
  | 'epoch'
  /** An approximate time: `ca. 1850`, `66 ± 2 Ma`. It is taken as exact. */
  | 'about'
  /** An age before 2000 or by radiocarbon alone, taken as years before 1950. */
  | 'age-scale'
  /** The minus of an age was dropped. */
  | 'age-sign'
  /** The unit of a number, or a second reference system, contradicts the one that counts. */
  | 'unit-contradicts'
  /** Several values where one is expected; the first in alphabetical order counts. */
  | 'one-of-several'
  /** Only one end is an age: each of the two ends is a time of its own. */
  | 'ends-apart'
  /** The end has two digits of a year: `1998/99`. */
  | 'short-end'
  /** The end is empty or open in words: `2010/present`, `1999/`. */
  | 'open-end'
  /** One of the ends is declared unknown, and is taken as open: `2007/null`. */
  | 'end-unknown'
  /** The end was before the start; they were exchanged. */
  | 'reversed'
  /** Numbers of another property: `time:ProperInterval- 345/298 Ma`, `nominalPosition`. */
  | 'misplaced'
  /** Too many times: neighbours were merged into one period or age. */
  | 'merged';

/** Why a time is not searchable. */
export type TimeFault =
  /** It is declared unknown: `null/null`. */
  | 'null'
  /** It does not exist: 30 February, hour 25. */
  | 'impossible'
  /** It has two readings: `03/04/2017`, `2009/10`. */
  | 'ambiguous'
  /** A year that may lack a digit or have one too many: `201/2022`. */
  | 'year-digits'
  /** A number without a unit. */
  | 'number'
  /** A time without a value. */
  | 'empty';

/** Why a time is searchable as text only. */
export type TimeAsText =
  /** The name or IRI of an era that is not on the chart. */
  | 'unknown-era'
  /** It recurs: `R5/2008-03-01/P1M`, `--12`. */
  | 'cycle'
  /** Another calendar. */
  | 'calendar'
  /** Words: `the 1990s`. */
  | 'prose';

/** A remark on how a time was read. */
export type TimeRemark =
  | {
      readonly kind: 'time-repaired';
      /** For merged times their number. */
      readonly value: string;
      readonly repair: TimeRepair;
      /** The resulting time: `START/END`, or `OLDER/YOUNGER Ma`; for merged times their number. */
      readonly result: string;
    }
  | { readonly kind: 'time-unusable'; readonly value: string; readonly reason: TimeFault }
  | { readonly kind: 'time-as-text'; readonly value: string; readonly reason: TimeAsText };

/** A correction that made a geometry readable. */
export type GeometryRepair =
  /** Latitude and longitude were exchanged; in the usual order they would be off the map. */
  | 'axis-order'
  /** The four numbers of a box are in another order than the usual ones. */
  | 'box-order'
  /** Decimal commas instead of decimal points. */
  | 'decimal-commas'
  /** The south of a box was greater than its north. */
  | 'south-and-north-swapped'
  /** The west of a box was greater than its east, and the source is configured to swap them. */
  | 'west-and-east-swapped'
  /** Latitudes at most one degree beyond a pole, or longitudes slightly beyond 180. */
  | 'edges-cut'
  /** Longitudes beyond 180, as from 0 to 360. */
  | 'longitudes-wrapped'
  /** West and east were both the antimeridian, or more than 360 degrees apart. */
  | 'all-longitudes'
  /** A polygon boundary did not end where it began. */
  | 'ring-closed'
  /** WKT contained letters for hemispheres. */
  | 'letters-read'
  /** A property for one shape held another, such as WKT in `box`, or a polygon of two corners. */
  | 'other-shape'
  /** Too many places: neighbours were merged into one box. */
  | 'merged'
  /** The outlines are too long in total: their bounding boxes replace them. */
  | 'outlines-left-out';

/** How a geometry is ambiguous. */
export type GeometryDoubt =
  /** Both axis orders are on the map, and the text does not follow its standard. */
  | 'axis-order'
  /** The four numbers of a box are a place in several orders, none of which is more probable. */
  | 'box-order'
  /** West is greater than east: across the antimeridian, or exchanged. */
  | 'west-greater-than-east'
  /** A rectangle wider than half the globe: as written, or its complement on the other side. */
  | 'wide-rectangle'
  /** Vertices more than half the globe apart: across the antimeridian, or the long way round. */
  | 'long-edge';

/** Why a geometry gives no place. */
export type GeometryFault =
  /** No known notation. */
  | 'malformed'
  /** Too few numbers, or one of a pair is missing. */
  | 'incomplete'
  /** Several latitudes or longitudes, and nothing says how they pair. */
  | 'unpaired'
  /** Numbers whose order the record does not keep. */
  | 'unordered'
  /** A missing-value code such as -999. */
  | 'sentinel'
  /** What programs write where they have no place: `0 0 0 0`, the empty extent `0 0 -1 -1`. */
  | 'default'
  /** Numbers beyond 1000, as in metres on a projected map. */
  | 'projected'
  | 'latitude-out-of-range'
  | 'longitude-out-of-range'
  /** Its coordinate reference system is not known to be WGS 84. */
  | 'reference-system'
  /** Nested more deeply than geometries are. */
  | 'too-deep';

/** A remark on a geometry, reported as a problem of the same kind. */
export type GeometryRemark =
  | {
      readonly kind: 'geometry-repaired';
      /** As published; for merged places their number. */
      readonly value: string;
      readonly repair: GeometryRepair;
      /** The order of its numbers, where that was repaired. */
      readonly order?: AxisOrder | BoxOrder;
      /** The resulting boxes, `S W N E` each; for merged places their number. */
      readonly result: string;
    }
  | {
      readonly kind: 'geometry-doubtful';
      readonly value: string;
      readonly doubt: GeometryDoubt;
      /** The orders of its numbers that may be meant instead, where that is the doubt. */
      readonly orders?: readonly (AxisOrder | BoxOrder)[];
      /** The boxes of the chosen reading, `S W N E` each. */
      readonly taken: string;
    }
  | {
      readonly kind: 'geometry-unusable';
      readonly value: string;
      readonly reason: GeometryFault;
    };

/** Collects what was repaired in places and times, is doubtful, or cannot be used. */
export interface RemarkSink {
  add(remark: GeometryRemark | TimeRemark): void;
}

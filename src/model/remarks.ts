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
  /** A missing-value code such as -999; or the empty extent `0 0 -1 -1`. */
  | 'sentinel'
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
      /** The resulting boxes, `S W N E` each; for merged places their number. */
      readonly result: string;
    }
  | {
      readonly kind: 'geometry-doubtful';
      readonly value: string;
      readonly doubt: GeometryDoubt;
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

/** What was mended in a time to read it. */
export type TimeRepair =
  /** It stood in other signs or words than ISO 8601's: `2017.09.27`, `1999 - 2001`, `1950 to 1960`. */
  | 'separator'
  /** A month had its English name: `2008-Jan-1`. */
  | 'month-name'
  /** Zeros were missing in front: `2001-6-29`, `843/912`. */
  | 'digits'
  /** Day or month stood before the year in digits, and only one reading is a date: `27/09/2017`. */
  | 'day-order'
  /** A year was counted before or after Christ in letters: `500 BC`, `AD 79`. */
  | 'year-count'
  /** The zone was there twice, in letters, or with something behind it: `+00:00Z`, `UTC`. */
  | 'zone'
  /** A time of day was missing behind its `T`, or it or its zone was not understood; the day counts. */
  | 'time-dropped'
  /**
   * A part of a year stood behind its point, which can be a month or a fraction, or its month was
   * none; the year counts.
   */
  | 'part-of-year'
  /** A number of seconds or milliseconds since 1970. */
  | 'epoch'
  /** It said that it is only about right: `ca. 1850`, `66 ± 2 Ma`. It is taken as exact. */
  | 'about'
  /** It is an age before 2000 or by radiocarbon alone, taken for one in years before 1950. */
  | 'age-scale'
  /** An age had a minus, which is left out. */
  | 'age-sign'
  /** The unit of a number, or a second reference system, contradicts the one that counts. */
  | 'unit-contradicts'
  /**
   * There are several values in the place of one; the first in the order of their letters counts.
   */
  | 'one-of-several'
  /** Only one end is an age: each of the two ends is a time of its own. */
  | 'ends-apart'
  /** The end was two digits of a year: `1998/99`. */
  | 'short-end'
  /** The end was left empty or open in words: `2010/present`, `1999/`. */
  | 'open-end'
  /** One of the two ends said that it is unknown, and is taken as open: `2007/null`. */
  | 'end-unknown'
  /** The end was before the start; they were exchanged. */
  | 'reversed'
  /** Numbers in a text or below a name that is meant for others: `time:ProperInterval- 345/298 Ma`, `nominalPosition`. */
  | 'misplaced'
  /** There are so many times that neighbours share a period or age. */
  | 'merged';

/** Why a time is none that can be searched. */
export type TimeFault =
  /** It says that nothing is known: `null/null`. */
  | 'null'
  /** No calendar and no clock has it: 30 February, hour 25. */
  | 'impossible'
  /** It can be read in two ways: `03/04/2017`, `2009/10`. */
  | 'ambiguous'
  /** A year that may lack a digit or have one too many: `201/2022`. */
  | 'year-digits'
  /** A number of which nothing says what it counts. */
  | 'number'
  /** A time without anything in it that is one. */
  | 'empty';

/** Why a time is searchable as text only. */
export type TimeAsText =
  /** The name of an era, or an IRI of one, that is not on the chart. */
  | 'unknown-era'
  /** It comes again and again: `R5/2008-03-01/P1M`, `--12`. */
  | 'cycle'
  /** It is counted in another calendar. */
  | 'calendar'
  /** Words: `the 1990s`. */
  | 'prose';

/** What there is to say of how a time was read. */
export type TimeRemark =
  | {
      readonly kind: 'time-repaired';
      /** Of many together how many there are. */
      readonly value: string;
      readonly repair: TimeRepair;
      /** What it is now: `START/END`, or `OLDER/YOUNGER Ma`; of many together how many they became. */
      readonly result: string;
    }
  | { readonly kind: 'time-unusable'; readonly value: string; readonly reason: TimeFault }
  | { readonly kind: 'time-as-text'; readonly value: string; readonly reason: TimeAsText };

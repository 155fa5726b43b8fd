import type { Period } from '../../model/search-facts.ts';
import {
  decimalYear,
  firstSecond,
  firstYear,
  lastSecond,
  lastYear,
  type Moment,
  momentAt,
  momentText,
} from './moment.ts';

/** A period as numbers, and as full dates. */
export interface PeriodBounds {
  /**
   * In years, as ISO 8601 counts them, and their parts: 2017 for the start of 2017, -Infinity where it is open.
   */
  readonly begin: number;
  /** The last second that the period covers: just below 2018 for the end of 2017; Infinity where it is open. */
  readonly end: number;
  /** xsd:dateTime: `2017-01-01T00:00:00Z`. Absent where it is open. */
  readonly startDateTime?: string;
  readonly endDateTime?: string;
}

const form = /^([+-]?\d{4,6})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d):(\d\d)Z)?)?)?$/u;

/** The bounds of a period. @throws RangeError where an end is not written as `Period` says */
export function periodBounds({ start, end }: Period): PeriodBounds {
  return { ...startBounds(start), ...endBounds(end) };
}

/** The same as numbers alone, which takes half the time. */
export function periodYears({ start, end }: Period): Pick<PeriodBounds, 'begin' | 'end'> {
  return {
    begin: start === undefined ? -Infinity : firstYear(parse(start)),
    end: end === undefined ? Infinity : lastYear(parse(end)),
  };
}

function startBounds(text: string | undefined): Pick<PeriodBounds, 'begin' | 'startDateTime'> {
  if (text === undefined) return { begin: -Infinity };
  const second = firstSecond(parse(text));
  return { begin: decimalYear(second), startDateTime: dateTime(second) };
}

function endBounds(text: string | undefined): Pick<PeriodBounds, 'end' | 'endDateTime'> {
  if (text === undefined) return { end: Infinity };
  const second = lastSecond(parse(text));
  return { end: decimalYear(second), endDateTime: dateTime(second) };
}

function parse(text: string): Moment {
  const [year, month, day, ...clock] = (form.exec(text) ?? []).slice(1);
  if (year === undefined) throw new RangeError(`Not an end of a period: ${text}`);
  const [hours, minutes, seconds] = clock;
  return {
    year: Number(year),
    ...(month === undefined ? {} : { month: Number(month) }),
    ...(day === undefined ? {} : { day: Number(day) }),
    ...(hours === undefined
      ? {}
      : { second: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) }),
  };
}

/** XML Schema has no plus before years; 1.1 and ISO 8601 have a year 0000. */
function dateTime(second: number): string {
  return momentText(momentAt(second)).replace(/^\+/u, '');
}

import type { Period } from '../../model/search-facts.ts';
import {
  firstSecond,
  firstYear,
  lastSecond,
  lastYear,
  type Moment,
  momentAt,
  momentText,
} from './moment.ts';

/** A period as decimal years and as full dates. */
export interface PeriodBounds {
  /** Decimal year: 2017 for the start of 2017, -Infinity if open. */
  readonly begin: number;
  /** Decimal year of the last second: just below 2018 for the end of 2017, Infinity if open. */
  readonly end: number;
  /** xsd:dateTime: `2017-01-01T00:00:00Z`; absent if open. */
  readonly startDateTime?: string;
  readonly endDateTime?: string;
}

const momentForm = /^([+-]?\d{4,6})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d):(\d\d)Z)?)?)?$/u;

/**
 * The bounds of a period.
 * @throws RangeError if an end is not in the format of `Period`
 */
export function periodBounds(period: Period): PeriodBounds {
  const { start, end } = period;
  return {
    ...periodYears(period),
    ...(start !== undefined && { startDateTime: formatDateTime(firstSecond(parseMoment(start))) }),
    ...(end !== undefined && { endDateTime: formatDateTime(lastSecond(parseMoment(end))) }),
  };
}

/**
 * The bounds as decimal years only, in half the time.
 * @throws RangeError as `periodBounds`
 */
export function periodYears({ start, end }: Period): Pick<PeriodBounds, 'begin' | 'end'> {
  return {
    begin: start === undefined ? -Infinity : firstYear(parseMoment(start)),
    end: end === undefined ? Infinity : lastYear(parseMoment(end)),
  };
}

function parseMoment(text: string): Moment {
  const [year, month, day, ...clock] = (momentForm.exec(text) ?? []).slice(1);
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

/** XML Schema allows no plus sign; version 1.1 and ISO 8601 have a year 0000. */
function formatDateTime(second: number): string {
  return momentText(momentAt(second)).replace(/^\+/u, '');
}

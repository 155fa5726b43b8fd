import type { AgeRange, Period } from '../../model/search-facts.ts';
import { divideEvenly } from '../../text/collections.ts';
import {
  type CalendarMoment,
  firstSecond,
  firstYear,
  lastSecond,
  lastYear,
  momentAt,
  momentText,
} from './calendar.ts';

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

function parseMoment(text: string): CalendarMoment {
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

/** Formats a period as an ISO 8601 interval, with `..` for open ends (ISO 8601-2): `2017/..`. */
export function formatPeriod({ start = '..', end = '..' }: Period): string {
  return `${start}/${end}`;
}

/**
 * Merges neighbouring periods until at most `max`, at least four, are left. Periods without start
 * become one, and so do those without end. The result covers the input and does not depend on its
 * order; n log n.
 * @param periods without duplicates
 * @returns the input if it is not too long
 */
export function limitPeriods(periods: readonly Period[], max: number): readonly Period[] {
  if (periods.length <= max) return periods;
  const placed = periods
    .map((period): PlacedPeriod => ({ period, ...periodBounds(period) }))
    .toSorted(compareBegins);
  const closed = placed.filter(({ begin, end }) => begin > -Infinity && end < Infinity);
  return [
    placed.filter(({ begin }) => begin === -Infinity),
    ...divideEvenly(closed, max - 2),
    placed.filter(({ end }) => end === Infinity),
  ].flatMap(mergePlacedPeriods);
}

/** Merges neighbouring ages, as `limitPeriods`. */
export function limitAges(ages: readonly AgeRange[], max: number): readonly AgeRange[] {
  if (ages.length <= max) return ages;
  const sorted = ages.toSorted(
    (one, other) => other.older - one.older || other.younger - one.younger,
  );
  return divideEvenly(sorted, max).flatMap((group) => {
    const [oldest] = group;
    if (oldest === undefined) return [];
    const younger = group.reduce((least, age) => Math.min(least, age.younger), Infinity);
    return [{ older: oldest.older, younger }];
  });
}

interface PlacedPeriod {
  readonly period: Period;
  readonly begin: number;
  readonly end: number;
}

/** Breaks ties by text: equal starts can be written differently. */
function compareBegins(one: PlacedPeriod, other: PlacedPeriod): number {
  if (one.begin !== other.begin) return one.begin < other.begin ? -1 : 1;
  return formatPeriod(one.period) < formatPeriod(other.period) ? -1 : 1;
}

/**
 * One period from the first start to the last end.
 * @param placed sorted by start
 */
function mergePlacedPeriods(placed: readonly PlacedPeriod[]): readonly Period[] {
  const [first] = placed;
  if (first === undefined) return [];
  const last = placed.reduce((latest, each) => (each.end > latest.end ? each : latest), first);
  const { start } = first.period;
  const { end } = last.period;
  return [{ ...(start !== undefined && { start }), ...(end !== undefined && { end }) }];
}

import { trimEndOf } from '../../text/trim-end.ts';
import { type AgeUnit, readAgeUnit } from './age-units.ts';

/** What a number in a temporal reference system counts. */
export type TimeCount =
  | ({ readonly kind: 'age' } & AgeUnit)
  /** Years of the calendar, perhaps with a part of one. */
  | { readonly kind: 'calendar-year' }
  /** Seconds since 1970. */
  | { readonly kind: 'unix-time' }
  /** Another calendar or clock. */
  | { readonly kind: 'other' };

const inMillionYears: AgeUnit = { years: 1e6, isPast: true, isOtherScale: false };
const geologic = /^(?:chronometric)?geologictime$/u;

/**
 * What the numbers of a temporal reference system count, by the last part of its IRI or name: OGC's
 * `ChronometricGeologicTime` (Ma), `UnixTime` and Gregorian calendar, and such as `MillionsOfYearsAgo` or `BeforePresent`.
 */
export function countOf(referenceSystem: string): TimeCount {
  const local = trimEndOf(referenceSystem.slice(-200), '/#').split(/[/#:]/u).at(-1) ?? '';
  const name = local.toLowerCase().replaceAll(/[^a-z\d]/gu, '');
  if (geologic.test(name)) return { kind: 'age', ...inMillionYears };
  if (name === 'unixtime') return { kind: 'unix-time' };
  if (name.includes('gregorian') || name === 'iso8601') return { kind: 'calendar-year' };
  const unit = readAgeUnit(local);
  return unit === undefined ? { kind: 'other' } : { kind: 'age', ...unit };
}

/** Whether two say the same of a number. A year is one in a calendar and before present alike. */
export function isSameCount(one: TimeCount, other: TimeCount): boolean {
  if (one.kind !== 'age' || other.kind !== 'age') {
    return one.kind === other.kind || (one.kind === 'calendar-year' && isPlainYear(other));
  }
  return one.years === other.years;
}

function isPlainYear(count: TimeCount): boolean {
  return count.kind === 'age' && count.years === 1 && !count.isPast;
}

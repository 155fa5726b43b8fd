import { trimEndOf } from '../../text/trim-end.ts';
import { type AgeUnit, readAgeUnit } from './age-units.ts';

/** The unit counted by a temporal reference system. */
export type TimeCount =
  | ({ readonly kind: 'age' } & AgeUnit)
  /** Calendar years, perhaps with a fraction. */
  | { readonly kind: 'calendar-year' }
  /** Seconds since 1970. */
  | { readonly kind: 'unix-time' }
  /** Another calendar or clock. */
  | { readonly kind: 'other' };

const inMillionYears: AgeUnit = { years: 1e6, isPast: true, isOtherScale: false };
const geologic = /^(?:chronometric)?geologictime$/u;

/**
 * The unit of a temporal reference system, by the local part of its IRI or name: OGC's
 * `ChronometricGeologicTime` (Ma), `UnixTime` and Gregorian calendar, and names such as
 * `MillionsOfYearsAgo` or `BeforePresent`.
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

/**
 * Whether two units are compatible. A plain year is compatible with the calendar and with years
 * before present.
 */
export function isSameCount(one: TimeCount, other: TimeCount): boolean {
  if (one.kind !== 'age' || other.kind !== 'age') {
    return one.kind === other.kind || (one.kind === 'calendar-year' && isPlainYear(other));
  }
  return one.years === other.years;
}

function isPlainYear(count: TimeCount): boolean {
  return count.kind === 'age' && count.years === 1 && !count.isPast;
}

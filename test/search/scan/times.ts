import type { Span } from '../entry.ts';

const day = 86_400;
const openEnd = /^(?:|\.\.|open|present|now)$/iu;
const unknownEnd = /^(?:null|none|nan|unknown|<nil>|not defined|n\/a)$/iu;

/**
 * A text of a time, from its first to its last second; times without a zone are in UTC.
 * @returns undefined where it is none, and where both ends are open or unknown
 */
export function readTime(written: string): Span | undefined {
  const text = written.trim();
  const parts = text.split(/\s*\/\s*/u);
  const [first = '', second] = parts;
  if (parts.length > 2) return undefined;
  if (second === undefined) return first === '' ? undefined : readMoment(first);
  const start = endOfInterval(first);
  const end = endOfInterval(zonedAs(first, completed(first, second)));
  if (start === undefined || end === undefined || (start === 'open' && end === 'open'))
    return undefined;
  const from = start === 'open' ? -Infinity : start.start;
  const to = end === 'open' ? Infinity : end.end;
  return from <= to ? { start: from, end: to } : undefined;
}

function endOfInterval(text: string): Span | 'open' | undefined {
  return openEnd.test(text) || unknownEnd.test(text) ? 'open' : readMoment(text);
}

/** An end that leaves out what it has in common with the start: `1889-06/07`, `2001-02-03/05`. */
function completed(start: string, end: string): string {
  const isMonth = /^[+-]?\d{4,}-\d\d$/u.test(start);
  const isDay = /^[+-]?\d{4,}-\d\d-\d\d$/u.test(start);
  if (/^\d\d$/u.test(end) && (isMonth || isDay)) return start.slice(0, -2) + end;
  return /^\d\d-\d\d$/u.test(end) && isDay ? start.slice(0, -5) + end : end;
}

/** An end without a zone has that of the start (ISO 8601-1 §5.5.2.3). */
function zonedAs(start: string, end: string): string {
  const [zone] = /[+-]\d\d:?\d\d$/u.exec(/T/u.test(start) ? start : '') ?? [];
  return zone !== undefined && /T[\d:.]+$/u.test(end) ? end + zone : end;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const dateForm = /^([+-]?\d{4,9})(?:-(\d\d))?(?:-(\d\d))?T?$/u;
const namedMonth = /^(\d{4})-([a-z]{3,9})-(\d{1,2})$/iu;
const timeForm =
  /^([+-]?\d{4,9}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)? ?(Z|UTC|GMT|[+-]\d\d:?\d\d)?Z?$/iu;

function readMoment(text: string): Span | undefined {
  const [, year, month, date] = dateForm.exec(text) ?? [];
  if (year !== undefined) return readDate(year, month, date);
  const [, namedYear, name = '', namedDay] = namedMonth.exec(text) ?? [];
  if (namedYear !== undefined) {
    const at = months.indexOf(name.slice(0, 3).toLowerCase());
    return at < 0 ? undefined : readDate(namedYear, String(at + 1), namedDay);
  }
  return readDateTime(text);
}

function readDate(year: string, month?: string, date?: string): Span | undefined {
  // A year of five digits has a sign.
  if (/^\d{5}/u.test(year)) return undefined;
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(date ?? 1)];
  const start = seconds(y, m, d);
  if (start === undefined) return undefined;
  if (date !== undefined) return { start, end: start + day - 1 };
  const next = month === undefined || m === 12 ? seconds(y + 1, 1, 1) : seconds(y, m + 1, 1);
  return next === undefined ? undefined : { start, end: next - 1 };
}

function readDateTime(text: string): Span | undefined {
  const [, date, hour, minute, second, zone = 'Z'] = timeForm.exec(text) ?? [];
  if (date === undefined || Number(hour) > 24 || Number(minute) > 59) return undefined;
  const [, year = '', month, inMonth] = dateForm.exec(date) ?? [];
  const base = readDate(year, month, inMonth);
  if (base === undefined) return undefined;
  const start = base.start + Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0);
  const shifted = start - offset(zone);
  return { start: shifted, end: second === undefined ? shifted + 59 : shifted };
}

/** Seconds by which a clock is ahead of UTC. */
function offset(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/u.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/** Days from 1 January 1970 in the proleptic Gregorian calendar, without `Date`. */
function seconds(year: number, month: number, date: number): number | undefined {
  if (month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return undefined;
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  let days = before * 365 + leapDays;
  for (let each = 1; each < month; each += 1) days += daysIn(year, each);
  // 719,162 days lie between 1 January of the year 1 and 1 January 1970.
  return (days + date - 1 - 719_162) * day;
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** A year with a fraction is somewhere in that year. */
export function readDecimalYear(value: number): Span | undefined {
  const year = Math.floor(value);
  const [start, next] = [seconds(year, 1, 1), seconds(year + 1, 1, 1)];
  return start === undefined || next === undefined ? undefined : { start, end: next - 1 };
}

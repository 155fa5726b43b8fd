import type { Random } from '../../expand/random.ts';
import { chance } from './draft.ts';

/** A time as it is said: as exact as it has parts. Years are counted as in ISO 8601, 0 is 1 BCE. */
export interface Moment {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  /** In UTC. */
  readonly clock?: readonly [hour: number, minute: number, second: number];
}

/** Seconds since 1970 at which the time begins. */
export function beginOf({ year, month = 1, day = 1, clock = [0, 0, 0] }: Moment): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(clock[0], clock[1], clock[2]);
  return date.getTime() / 1000;
}

/** The last second of the time. */
export function endOf(moment: Moment): number {
  if (moment.clock !== undefined) return beginOf(moment);
  if (moment.day !== undefined) return beginOf(moment) + 86_399;
  const { year, month = 12 } = moment;
  return beginOf(month === 12 ? { year: year + 1 } : { year, month: month + 1 }) - 1;
}

/** In the years from `from` up to, but not including, `to`. */
export function momentIn(random: Random, from: number, to: number): Moment {
  const year = from + random.below(to - from);
  const precision = random.below(4);
  if (precision === 0) return { year };
  const month = 1 + random.below(12);
  if (precision === 1) return { year, month };
  const day = 1 + random.below(28);
  if (precision === 2) return { year, month, day };
  return { year, month, day, clock: [random.below(24), random.below(60), random.below(60)] };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Four digits, or more with a sign. */
export function yearText(year: number): string {
  const digits = String(Math.abs(year)).padStart(4, '0');
  if (year < 0) return `-${digits}`;
  return year > 9999 ? `+${digits}` : digits;
}

/** As ISO 8601 writes it; a time of the day in UTC. */
export function isoText({ year, month, day, clock }: Moment): string {
  if (month === undefined) return yearText(year);
  if (day === undefined) return `${yearText(year)}-${two(month)}`;
  const date = `${yearText(year)}-${two(month)}-${two(day)}`;
  return clock === undefined ? date : `${date}T${clock.map(two).join(':')}Z`;
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** One of the spellings of a time; only ISO 8601 in a typed literal. */
export function momentText(random: Random, moment: Moment, only?: 'iso'): string {
  const { year, month, day, clock } = moment;
  if (month === undefined || day === undefined) return isoText(moment);
  const date = `${yearText(year)}-${two(month)}-${two(day)}`;
  if (clock === undefined) {
    if (only !== undefined || year < 1000) return date;
    if (chance(random, 10)) return `${year}-${monthNames[month - 1]}-${day}`;
    return chance(random, 5) ? `${date}T` : date;
  }
  const time = clock.map(two).join(':');
  const iso = [
    `${date}T${time}Z`,
    `${date}T${time}+00:00`,
    `${date}T${time}`,
    zoned(random, moment),
  ];
  if (only !== undefined || year < 1000) return random.pick(iso);
  return random.pick([...iso, `${date} ${time} UTC`, `${date}T${time}+00:00Z`]);
}

/** The same moment on the clock of another zone. */
function zoned(random: Random, moment: Moment): string {
  const hours = random.pick([-9, -5, 1, 2, 10]);
  const shifted = new Date((beginOf(moment) + hours * 3600) * 1000);
  const local = {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    clock: [shifted.getUTCHours(), shifted.getUTCMinutes(), shifted.getUTCSeconds()],
  } as const;
  const zone = `${hours < 0 ? '-' : '+'}${two(Math.abs(hours))}:00`;
  return isoText(local).replace('Z', zone);
}

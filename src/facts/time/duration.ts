import { daysInMonth } from './calendar.ts';
import {
  cutTo,
  firstSecond,
  lastSecond,
  type Moment,
  momentAt,
  type Precision,
  precisionOf,
  secondsInDay,
} from './moment.ts';

/** A length of time, in the two units that are never the same. */
export interface Duration {
  readonly months: number;
  readonly seconds: number;
  /** The finest unit it is counted in. */
  readonly precision: Precision;
}

const form =
  /^P(?=\d|T\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,8})D)?(?:T(?=\d)(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,10})(?:[.,]\d+)?S)?)?$/u;

/** Reads a duration with designators, in whole numbers (ISO 8601:2004, 4.4.3.2). */
export function readDuration(text: string): Duration | undefined {
  const parts = form.exec(text.toUpperCase());
  if (parts === null) return undefined;
  const [years, months, weeks, days, ...clock] = parts.slice(1).map((part) => Number(part ?? 0));
  const [hours = 0, minutes = 0, seconds = 0] = clock;
  return {
    months: (years ?? 0) * 12 + (months ?? 0),
    seconds:
      ((weeks ?? 0) * 7 + (days ?? 0)) * secondsInDay + hours * 3600 + minutes * 60 + seconds,
    precision: precisionIn(parts.slice(1)),
  };
}

/** The last moment of what begins with a moment and lasts so long, as exact as the finer of the two. */
export function endOf(start: Moment, duration: Duration): Moment {
  const after = firstSecond(addMonths(momentAt(firstSecond(start)), duration.months));
  const end = Math.max(after + duration.seconds - 1, firstSecond(start));
  return cutTo(momentAt(end), finer(precisionOf(start), duration.precision));
}

/** The first moment of what ends with a moment and lasts so long, as exact as the finer of the two. */
export function startOf(end: Moment, duration: Duration): Moment {
  const after = momentAt(lastSecond(end) + 1 - duration.seconds);
  const start = Math.min(firstSecond(addMonths(after, -duration.months)), lastSecond(end));
  return cutTo(momentAt(start), finer(precisionOf(end), duration.precision));
}

/** As XML Schema adds them (Part 2, appendix E): on the last day of the month where there is no such day. */
function addMonths({ year, month, day, second }: Required<Moment>, months: number): Moment {
  const total = year * 12 + (month - 1) + months;
  const to = { year: Math.floor(total / 12), month: total - Math.floor(total / 12) * 12 + 1 };
  return { ...to, day: Math.min(day, daysInMonth(to.year, to.month)), second };
}

function precisionIn(parts: readonly (string | undefined)[]): Precision {
  const [, months, ...shorter] = parts;
  if (shorter.slice(2).some((part) => part !== undefined)) return 'second';
  if (shorter.some((part) => part !== undefined)) return 'day';
  return months === undefined ? 'year' : 'month';
}

function finer(one: Precision, other: Precision): Precision {
  const order: readonly Precision[] = ['year', 'month', 'day', 'second'];
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}

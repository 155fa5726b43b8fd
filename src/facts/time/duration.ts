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

/** A duration in its two incommensurable units. */
export interface Duration {
  readonly months: number;
  readonly seconds: number;
  /** The finest unit used. */
  readonly precision: Precision;
}

const durationForm =
  /^P(?=\d|T\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,8})D)?(?:T(?=\d)(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,10})(?:[.,]\d+)?S)?)?$/u;

/** Reads a duration with designators, in whole numbers (ISO 8601:2004, 4.4.3.2). */
export function readDuration(text: string): Duration | undefined {
  const parts = durationForm.exec(text.toUpperCase());
  if (parts === null) return undefined;
  const [years, months, weeks, days, ...clock] = parts.slice(1).map((part) => Number(part ?? 0));
  const [hours = 0, minutes = 0, seconds = 0] = clock;
  return {
    months: (years ?? 0) * 12 + (months ?? 0),
    seconds:
      ((weeks ?? 0) * 7 + (days ?? 0)) * secondsInDay + hours * 3600 + minutes * 60 + seconds,
    precision: finestUnit(parts.slice(1)),
  };
}

/** The last moment of an interval with a start and a duration, in the finer precision of both. */
export function endOf(start: Moment, duration: Duration): Moment {
  const after = firstSecond(addMonths(momentAt(firstSecond(start)), duration.months));
  const end = Math.max(after + duration.seconds - 1, firstSecond(start));
  return cutTo(momentAt(end), finerPrecision(precisionOf(start), duration.precision));
}

/** The first moment of an interval with an end and a duration, in the finer precision of both. */
export function startOf(end: Moment, duration: Duration): Moment {
  const after = momentAt(lastSecond(end) + 1 - duration.seconds);
  const start = Math.min(firstSecond(addMonths(after, -duration.months)), lastSecond(end));
  return cutTo(momentAt(start), finerPrecision(precisionOf(end), duration.precision));
}

/** Adds months as XML Schema does (Part 2, appendix E), clamped to the last day of the month. */
function addMonths({ year, month, day, second }: Required<Moment>, months: number): Moment {
  const total = year * 12 + (month - 1) + months;
  const to = { year: Math.floor(total / 12), month: total - Math.floor(total / 12) * 12 + 1 };
  return { ...to, day: Math.min(day, daysInMonth(to.year, to.month)), second };
}

function finestUnit(parts: readonly (string | undefined)[]): Precision {
  const [, months, ...shorter] = parts;
  if (shorter.slice(2).some((part) => part !== undefined)) return 'second';
  if (shorter.some((part) => part !== undefined)) return 'day';
  return months === undefined ? 'year' : 'month';
}

function finerPrecision(one: Precision, other: Precision): Precision {
  const order: readonly Precision[] = ['year', 'month', 'day', 'second'];
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}

import { dayNumber, dayWithNumber, daysInYear, weekStart } from './calendar.ts';
import { ambiguous, impossible, type MomentReading, wholeMoment } from './moment-reading.ts';
import { readNamedMonth } from './read-named-month.ts';
import { readCountedYear } from './read-counted-year.ts';
import type { TimeFault, TimeRepair } from '../../model/time-remarks.ts';

type Groups = readonly (string | undefined)[];

/** A way to write a day, a month or a year in digits, and what it means. */
interface DayForm {
  readonly form: RegExp;
  readonly read: (groups: Groups) => MomentReading;
}

const forms: readonly DayForm[] = [
  // ISO 8601: 20170308, 2017, 2017-03, 2017-03-08, -13000; and with single digits.
  { form: /^(\d{4})(\d{2})(\d{2})$/u, read: wholeDay([]) },
  { form: /^([+-]?)(\d+)(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/u, read: yearFirst },
  // Other separators; only of whole dates, since 2017.09 can be a number.
  { form: /^(\d{4})\.(\d{1,2})\.(\d{1,2})\.?$/u, read: wholeDay(['separator']) },
  { form: /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/u, read: wholeDay(['separator']) },
  { form: /^(\d{4})-(\d{3})$/u, read: ordinalDay },
  { form: /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/iu, read: weekOrDay },
  { form: /^(\d{4})[-\s]?Q([1-4])$/iu, read: quarter },
  { form: /^(\d{1,2})([-./\s])(\d{1,2})\2(\d{4})$/u, read: yearLast },
  {
    form: /^(\d{1,2})[-./](\d{4})$/u,
    read: ([, month, year]) => {
      return wholeMoment({ year: Number(year), month: Number(month) }, ['day-order']);
    },
  },
];

/**
 * Reads a day, week, month, quarter or year in any of the ways in which it is written.
 * @param text without a time of day
 * @returns undefined where it is none
 */
export function readDay(text: string): MomentReading | undefined {
  for (const { form, read } of forms) {
    const groups = form.exec(text);
    if (groups !== null) return read(groups);
  }
  return readCountedYear(text) ?? readNamedMonth(text);
}

function yearFirst([, sign = '', digits = '', ...rest]: Groups): MomentReading {
  const fault = yearFault(sign, digits.length);
  if (fault !== undefined) return { fault };
  const [month, day] = rest;
  const isPadded = digits.length < 4 || rest.some((part) => part?.length === 1);
  // Adding it leaves no zero with a sign.
  const year = 0 + Number(sign + digits);
  const reading = wholeMoment(
    {
      year,
      ...(month === undefined ? {} : { month: Number(month) }),
      ...(day === undefined ? {} : { day: Number(day) }),
    },
    isPadded ? ['digits'] : [],
  );
  return sign === '' && digits.length < 4 ? { ...reading, isShort: true } : reading;
}

/** Without a sign a year has four digits (ISO 8601, 4.1.2.4); with three it can be meant, with two it can be anything. */
function yearFault(sign: string, count: number): TimeFault | undefined {
  if (count > 10) return 'number';
  if (sign !== '' || count === 3 || count === 4) return undefined;
  return count < 3 ? 'number' : 'year-digits';
}

/** Three parts with nothing missing, in another form than ISO 8601's extended one. */
function wholeDay(repairs: readonly TimeRepair[]): (groups: Groups) => MomentReading {
  return ([, year, month, day]) => {
    return wholeMoment({ year: Number(year), month: Number(month), day: Number(day) }, repairs);
  };
}

function ordinalDay([, year, day]: Groups): MomentReading {
  const ofYear = Number(day);
  if (ofYear < 1 || ofYear > daysInYear(Number(year))) return impossible;
  return wholeMoment(
    dayWithNumber(dayNumber({ year: Number(year), month: 1, day: 1 }) + ofYear - 1),
  );
}

function weekOrDay([, year, week, weekday]: Groups): MomentReading {
  const start = weekStart(Number(year), Number(week));
  const isInYear = Number(week) > 0 && start < weekStart(Number(year) + 1, 1);
  if (!isInYear) return impossible;
  if (weekday !== undefined) return wholeMoment(dayWithNumber(start + Number(weekday) - 1));
  return { first: dayWithNumber(start), last: dayWithNumber(start + 6), repairs: [] };
}

function quarter([, text, number]: Groups): MomentReading {
  const year = Number(text);
  const month = Number(number) * 3;
  return { first: { year, month: month - 2 }, last: { year, month }, repairs: ['separator'] };
}

/** With points it is day, month, year; otherwise America writes the month first, and only one of them may be a month. */
function yearLast([, left = '', separator, right = '', year]: Groups): MomentReading {
  const isDayFirst = separator === '.' || Number(left) > 12 || left === right;
  if (!isDayFirst && Number(right) <= 12) return ambiguous;
  const [day, month] = isDayFirst ? [left, right] : [right, left];
  return wholeMoment({ year: Number(year), month: Number(month), day: Number(day) }, ['day-order']);
}

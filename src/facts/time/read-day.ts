import { dayNumber, dayWithNumber, daysInYear, weekStart } from './calendar.ts';
import { ambiguous, impossible, type MomentReading, wholeMoment } from './moment-reading.ts';
import { readNamedMonth } from './read-named-month.ts';
import { readCountedYear } from './read-counted-year.ts';
import type { TimeFault, TimeRepair } from '../../model/time-remarks.ts';

type DayGroups = readonly (string | undefined)[];

/** A numeric form of a day, month or year, and its reader. */
interface DayForm {
  readonly form: RegExp;
  readonly read: (groups: DayGroups) => MomentReading;
}

const forms: readonly DayForm[] = [
  // ISO 8601: 20170308, 2017, 2017-03, 2017-03-08, -13000; also with single digits.
  { form: /^(\d{4})(\d{2})(\d{2})$/u, read: completeDayReader([]) },
  { form: /^([+-]?)(\d+)(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/u, read: readYearFirst },
  // Other separators, only for complete dates, since 2017.09 may be a number.
  { form: /^(\d{4})\.(\d{1,2})\.(\d{1,2})\.?$/u, read: completeDayReader(['separator']) },
  { form: /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/u, read: completeDayReader(['separator']) },
  { form: /^(\d{4})-(\d{3})$/u, read: readOrdinalDay },
  { form: /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/iu, read: readWeekDate },
  { form: /^(\d{4})[-\s]?Q([1-4])$/iu, read: readQuarter },
  { form: /^(\d{1,2})([-./\s])(\d{1,2})\2(\d{4})$/u, read: readYearLast },
  {
    form: /^(\d{1,2})[-./](\d{4})$/u,
    read: ([, month, year]) => {
      return wholeMoment({ year: Number(year), month: Number(month) }, ['day-order']);
    },
  },
];

/**
 * Reads a day, week, month, quarter or year in any supported form.
 * @param text without a time of day
 * @returns undefined for other texts
 */
export function readDay(text: string): MomentReading | undefined {
  for (const { form, read } of forms) {
    const groups = form.exec(text);
    if (groups !== null) return read(groups);
  }
  return readCountedYear(text) ?? readNamedMonth(text);
}

function readYearFirst([, sign = '', digits = '', ...rest]: DayGroups): MomentReading {
  const fault = yearFault(sign, digits.length);
  if (fault !== undefined) return { fault };
  const [month, day] = rest;
  const isPadded = digits.length < 4 || rest.some((part) => part?.length === 1);
  // Adding 0 avoids -0.
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

/**
 * A year without sign has four digits (ISO 8601, 4.1.2.4). Three digits may be a year, two can be
 * anything.
 */
function yearFault(sign: string, count: number): TimeFault | undefined {
  if (count > 10) return 'number';
  if (sign !== '' || count === 3 || count === 4) return undefined;
  return count < 3 ? 'number' : 'year-digits';
}

/** A complete date, in another form than the extended one of ISO 8601. */
function completeDayReader(repairs: readonly TimeRepair[]): (groups: DayGroups) => MomentReading {
  return ([, year, month, day]) => {
    return wholeMoment({ year: Number(year), month: Number(month), day: Number(day) }, repairs);
  };
}

function readOrdinalDay([, year, day]: DayGroups): MomentReading {
  const ofYear = Number(day);
  if (ofYear < 1 || ofYear > daysInYear(Number(year))) return impossible;
  return wholeMoment(
    dayWithNumber(dayNumber({ year: Number(year), month: 1, day: 1 }) + ofYear - 1),
  );
}

function readWeekDate([, year, week, weekday]: DayGroups): MomentReading {
  const start = weekStart(Number(year), Number(week));
  const isInYear = Number(week) > 0 && start < weekStart(Number(year) + 1, 1);
  if (!isInYear) return impossible;
  if (weekday !== undefined) return wholeMoment(dayWithNumber(start + Number(weekday) - 1));
  return { first: dayWithNumber(start), last: dayWithNumber(start + 6), repairs: [] };
}

function readQuarter([, text, number]: DayGroups): MomentReading {
  const year = Number(text);
  const month = Number(number) * 3;
  return { first: { year, month: month - 2 }, last: { year, month }, repairs: ['separator'] };
}

/**
 * With dots the day comes first. Otherwise the month may come first, as in America, so the date is
 * only readable if one of the two numbers cannot be a month.
 */
function readYearLast([, left = '', separator, right = '', year]: DayGroups): MomentReading {
  const isDayFirst = separator === '.' || Number(left) > 12 || left === right;
  if (!isDayFirst && Number(right) <= 12) return ambiguous;
  const [day, month] = isDayFirst ? [left, right] : [right, left];
  return wholeMoment({ year: Number(year), month: Number(month), day: Number(day) }, ['day-order']);
}

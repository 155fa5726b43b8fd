import { periodText } from './period-text.ts';
import { ageBetween } from './read-age.ts';
import { ageText, readTime, repaired, type TimeReading } from './read-time.ts';

/**
 * Reads a time of which start and end stand apart: as an interval of the calendar, open where one is missing; or as the ages
 * from the older of two ages or eras to the younger, where one alone is only itself.
 */
export function readBetween(start: string | undefined, end: string | undefined): TimeReading {
  if (start === undefined || end === undefined) return readOneEnd(start, end);
  const ends = [readTime(start), readTime(end)] as const;
  const [first, last] = ends.map(({ ages }) => ages[0]);
  const value = `${start}/${end}`;
  const all = together(ends);
  if (first !== undefined && last !== undefined) {
    const { age, repairs } = ageBetween(first, last);
    const remarks = [...all.remarks, ...repaired(value, repairs, ageText(age))];
    return { ...all, ages: [age], remarks };
  }
  if (all.ages.length > 0) return apart(value, all);
  return ends.every(({ names }) => names.length > 0) ? all : readTime(value);
}

/** All that several readings say. */
export function together(readings: readonly TimeReading[]): TimeReading {
  return {
    periods: readings.flatMap(({ periods }) => periods),
    ages: readings.flatMap(({ ages }) => ages),
    names: [...new Set(readings.flatMap(({ names }) => names))],
    remarks: readings.flatMap(({ remarks }) => remarks),
  };
}

function readOneEnd(start: string | undefined, end: string | undefined): TimeReading {
  const alone = readTime(start ?? end ?? '');
  if (alone.ages.length > 0) return apart(start ?? end ?? '', alone);
  return alone.periods.length === 0 ? alone : readTime(`${start ?? '..'}/${end ?? '..'}`);
}

/** A time of which one end is an age, and the other is none: each stands for itself. */
function apart(value: string, reading: TimeReading): TimeReading {
  const result = [...reading.periods.map(periodText), ...reading.ages.map(ageText)].join(', ');
  const remarks = [...reading.remarks, ...repaired(value, ['ends-apart'], result)];
  return { ...reading, remarks };
}

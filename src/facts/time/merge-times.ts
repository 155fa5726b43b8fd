import { periodText } from './period-text.ts';
import { ageBetween } from './read-age.ts';
import { ageText, readTime, repaired, type TimeReading } from './read-time.ts';

/**
 * Reads a time with separate start and end: a calendar interval, open if one is missing; or the
 * range of two ages or eras. A single age stands for itself.
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
  if (all.ages.length > 0) return keepEndsApart(value, all);
  return ends.every(({ names }) => names.length > 0) ? all : readTime(value);
}

/** Concatenates readings; names without duplicates. */
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
  if (alone.ages.length > 0) return keepEndsApart(start ?? end ?? '', alone);
  return alone.periods.length === 0 ? alone : readTime(`${start ?? '..'}/${end ?? '..'}`);
}

/** If only one end is an age, both ends are kept separately. */
function keepEndsApart(value: string, reading: TimeReading): TimeReading {
  const result = [...reading.periods.map(periodText), ...reading.ages.map(ageText)].join(', ');
  const remarks = [...reading.remarks, ...repaired(value, ['ends-apart'], result)];
  return { ...reading, remarks };
}

import type { AgeRange } from '../../model/search-facts.ts';
import { readTime, type TimeReading } from './read-time.ts';

/**
 * Reads a time of which start and end stand apart: as an interval of the calendar, open where one is missing; or as the ages
 * from the older of two ages or eras to the younger, where one alone is only itself.
 */
export function readBetween(start: string | undefined, end: string | undefined): TimeReading {
  if (start === undefined || end === undefined) return readOneEnd(start, end);
  const ends = [readTime(start), readTime(end)] as const;
  const ages = ends.flatMap((reading) => reading.ages);
  if (ends.every((reading) => reading.ages.length > 0)) {
    return { ...together(ends), ages: [span(ages)] };
  }
  if (ages.length > 0 || ends.every(({ names }) => names.length > 0)) return together(ends);
  return readTime(`${start}/${end}`);
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
  return alone.periods.length === 0 ? alone : readTime(`${start ?? '..'}/${end ?? '..'}`);
}

function span(ages: readonly AgeRange[]): AgeRange {
  return {
    older: Math.max(...ages.map(({ older }) => older)),
    younger: Math.min(...ages.map(({ younger }) => younger)),
  };
}

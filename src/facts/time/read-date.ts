import { momentText } from './moment.ts';
import { earliestYear, isFault } from './moment-reading.ts';
import { readMoment } from './read-moment.ts';
import { isUnknownTime } from './unknown-time.ts';

/** A date of publishing, changing and the like. */
export interface ReadDate {
  /** As `Period` writes the start of a time, as exact as it was said. */
  readonly start: string;
}

/**
 * Reads a date in any of the ways in which it is written (`readMoment`). Total: any text, in time linear in its length.
 * @returns undefined where it is no date, or could be two
 */
export function readDate(text: string): ReadDate | undefined {
  const date = text.trim();
  if (isUnknownTime(date)) return undefined;
  const reading = readMoment(date);
  if (reading === undefined || isFault(reading) || reading.isShort === true) return undefined;
  if (reading.first.year < earliestYear) return undefined;
  return { start: momentText(reading.first) };
}

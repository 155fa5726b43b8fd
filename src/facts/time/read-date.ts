import { momentText } from './moment.ts';
import { earliestYear, isFault } from './moment-reading.ts';
import { readMoment } from './read-moment.ts';
import { isUnknownTime } from './unknown-time.ts';

/** A date of publication, modification etc. */
export interface ReadDate {
  /** In the format of a start of `Period`, in the stated precision. */
  readonly start: string;
}

/**
 * Reads a date in any supported form (`readMoment`). Never throws; linear time.
 * @returns undefined for other texts, and for ambiguous dates
 */
export function readDate(text: string): ReadDate | undefined {
  const date = text.trim();
  if (isUnknownTime(date)) return undefined;
  const reading = readMoment(date);
  if (reading === undefined || isFault(reading) || reading.isShort === true) return undefined;
  if (reading.first.year < earliestYear) return undefined;
  return { start: momentText(reading.first) };
}

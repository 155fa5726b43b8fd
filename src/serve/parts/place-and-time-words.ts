import { boxAround } from '../../render/search-formats.ts';
import type { AgeRange, Box, Period } from '../../model/search-facts.ts';
import { formatDate, groupDigits } from '../../text/amounts.ts';

/**
 * A box in words: `60°S to 60°N, 120°E to 70°W`; a point has each coordinate once. West may be
 * greater than east.
 */
export function boxWords({ west, south, east, north }: Box): string {
  if (isWholeGlobe({ west, south, east, north })) return 'whole globe';
  const digits = Math.max(Math.abs(east - west), north - south) < 1 ? 2 : 1;
  const latitudes = rangeWords(latitude(south, digits), latitude(north, digits));
  if (east - west >= 360) return `${latitudes}, all longitudes`;
  return `${latitudes}, ${rangeWords(longitude(west, digits), longitude(east, digits))}`;
}

/** Whether a box has all longitudes and latitudes. */
export function isWholeGlobe({ west, south, east, north }: Box): boolean {
  return east - west >= 360 && south <= -90 && north >= 90;
}

/** The box around several boxes, which are two where they cross the antimeridian. */
export function boxesWords(boxes: readonly Box[]): string | undefined {
  const around = boxAround(boxes);
  return around && boxWords(around);
}

/** Both ends of a range, or one value where the ends are equal. */
export function rangeWords(first: string, last: string): string {
  return first === last ? first : `${first} to ${last}`;
}

function latitude(degrees: number, digits: number): string {
  return degreesWords(degrees, digits, ['S', 'N']);
}

function longitude(degrees: number, digits: number): string {
  return degreesWords(degrees, digits, ['W', 'E']);
}

function degreesWords(
  degrees: number,
  digits: number,
  [below, above]: readonly [string, string],
): string {
  const factor = 10 ** digits;
  const rounded = Math.round(Math.abs(degrees) * factor) / factor;
  if (rounded === 0 || rounded === 180) return `${rounded}°`;
  return `${rounded}°${degrees < 0 ? below : above}`;
}

/** A period in words, at most to the day: `1988-10-30 to 2019-12-20`, `since 2007`, `2017`. */
export function periodWords(period: Period): string {
  return periodOf(period, (day) => day);
}

/** The same period with dates as `formatDate` writes them. */
export function longPeriodWords(period: Period): string {
  return periodOf(period, formatDate);
}

function periodOf({ start, end }: Period, dayWords: (day: string) => string): string {
  const [first, last] = [start, end].map((moment) => {
    return moment === undefined ? undefined : dayWords(dayOf(moment));
  });
  if (first === undefined) return last === undefined ? 'always' : `until ${last}`;
  if (last === undefined) return `since ${first}`;
  return rangeWords(first, last);
}

function dayOf(moment: string): string {
  return moment.split('T')[0] ?? moment;
}

/** Ages in words: `300 to 250 Ma`. */
export function ageWords({ older, younger }: AgeRange): string {
  return `${rangeWords(ageNumber(older), ageNumber(younger))} Ma`;
}

function ageNumber(age: number): string {
  return age >= 1000 ? groupDigits(age) : String(age);
}

import type { Box, Period, PlaceFacts, TimeFacts } from '../model/search-facts.ts';
import { ageText } from './search-texts.ts';

/** The places of a resource: their names, else what registers call them; then where they are. */
export function placeLines({ names, identifiers, boxes }: PlaceFacts): readonly string[] {
  const called = names.length > 0 ? names.map(({ text }) => text) : identifiers;
  return [...called, ...boxes.map(boxWords)];
}

/** `46° N 7° E`, of a box its south-west and its north-east: `46° N 6° E to 47° N 7.5° E`. */
function boxWords({ west, south, east, north }: Box): string {
  const corners = [
    [south, west],
    [north, east],
  ].map(([latitude = 0, longitude = 0]) => {
    return `${degrees(latitude, 'N', 'S')} ${degrees(longitude, 'E', 'W')}`;
  });
  return [...new Set(corners)].join(' to ');
}

/** To some metres. */
function degrees(value: number, positive: string, negative: string): string {
  const rounded = Math.round(Math.abs(value) * 1e4) / 1e4;
  return `${rounded}° ${value < 0 ? negative : positive}`;
}

/** The times of a resource: periods, ages, and what is neither. */
export function timeTexts({ periods, ages, names }: TimeFacts): readonly string[] {
  return [...names.map(({ text }) => text), ...periods.map(periodWords), ...ages.map(ageText)];
}

function periodWords({ start, end }: Period): string {
  if (start === undefined) return `until ${end}`;
  if (end === undefined) return `from ${start}`;
  return start === end ? start : `${start} to ${end}`;
}

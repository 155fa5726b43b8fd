import type { AgeRange, Box, Period } from '../model/search-facts.ts';
import type { AskedFor } from '../search/asked-for.ts';
import { typeName } from '../rdf/type-name.ts';
import type { SearchResult } from '../search/search-answer.ts';

/** `2017`, `2007-06/..`, `2001/2004-12-31`. */
export function periodText({ start = '..', end = '..' }: Period): string {
  return start === end ? start : `${start}/${end}`;
}

/** `300..250 Ma`. */
export function ageText({ older, younger }: AgeRange): string {
  return older === younger ? `${older} Ma` : `${older}..${younger} Ma`;
}

/**
 * West, south, east, north in degrees: `-10.5,50,-9,51.25`. What is a point by these is named once.
 * @param digits behind the decimal point
 */
export function boxText({ west, south, east, north }: Box, digits: number): string {
  const factor = 10 ** digits;
  const edges = [west, south, east, north].map((edge) =>
    String(Math.round(edge * factor) / factor),
  );
  const [left, bottom, right, top] = edges;
  return (left === right && bottom === top ? edges.slice(0, 2) : edges).join(',');
}

/** The types as they can be asked for. */
export function typeNames({ types }: Pick<SearchResult, 'types'>): readonly string[] {
  return types.map(typeName);
}

/** The times of a result, as exact as they were said; those first that were asked for. */
export function timeTexts(
  { periods, ages, timeNames }: SearchResult,
  asked?: AskedFor,
): readonly string[] {
  const times = [
    ...periods.map((period) => ({ text: periodText(period), isAsked: asked?.hasPeriod(period) })),
    ...ages.map((age) => ({ text: ageText(age), isAsked: asked?.hasAge(age) })),
  ];
  const first = times.filter(({ isAsked }) => isAsked === true);
  const others = times.filter(({ isAsked }) => isAsked !== true);
  return [...[...first, ...others].map(({ text }) => text), ...timeNames];
}

/** The names of its places, else where they are. @param digits see `boxText` */
export function placeTexts(
  { placeNames, boxes }: Pick<SearchResult, 'boxes' | 'placeNames'>,
  digits: number,
): readonly string[] {
  return placeNames.length > 0 ? placeNames : boxes.map((box) => boxText(box, digits));
}

/** The sources of all records behind it, first those of the record whose title is shown. */
export function sourcesOf({
  records,
  from,
}: Pick<SearchResult, 'records' | 'from'>): readonly string[] {
  const titled = records.find(({ graph }) => graph === from.title)?.sources ?? [];
  const all = records.flatMap(({ sources }) => sources).toSorted();
  return [...new Set([...titled, ...all])];
}

import type { AgeRange, Box, Period } from '../model/search-facts.ts';
import { typeName } from '../rdf/vocabularies.ts';
import type { ConditionName } from '../search/conditions.ts';
import type { SearchResult } from '../search/search-answer.ts';
import type { BoxMatch, MatchReason, TimeMatcher } from '../search/why-found.ts';
import { groupBy } from '../text/collections.ts';

/** `2017`, `2007-06/..`, `2001/2004-12-31`. */
function periodText({ start = '..', end = '..' }: Period): string {
  return start === end ? start : `${start}/${end}`;
}

/** `300..250 Ma`. */
export function ageText({ older, younger }: AgeRange): string {
  return older === younger ? `${older} Ma` : `${older}..${younger} Ma`;
}

/**
 * West, south, east, north in degrees, `-10.5,50,-9,51.25`; a point has two numbers.
 * @param digits after the decimal point
 */
function boxText({ west, south, east, north }: Box, digits: number): string {
  const factor = 10 ** digits;
  const edges = [west, south, east, north].map((edge) =>
    String(Math.round(edge * factor) / factor),
  );
  const [left, bottom, right, top] = edges;
  return (left === right && bottom === top ? edges.slice(0, 2) : edges).join(',');
}

/** The types in the form that `--type` takes. */
export function typeNames({ types }: Pick<SearchResult, 'types'>): readonly string[] {
  return types.map(typeName);
}

/** The times of a result as exact as published; those that the search requested come first. */
export function timeTexts(
  { periods, ages, timeNames }: SearchResult,
  requested?: TimeMatcher,
): readonly string[] {
  const times = [
    ...periods.map((period) => ({
      text: periodText(period),
      isRequested: requested?.hasPeriod(period),
    })),
    ...ages.map((age) => ({ text: ageText(age), isRequested: requested?.hasAge(age) })),
  ];
  const first = times.filter(({ isRequested }) => isRequested === true);
  const others = times.filter(({ isRequested }) => isRequested !== true);
  return [...[...first, ...others].map(({ text }) => text), ...timeNames];
}

/** The names of its places, else their boxes. @param digits after the decimal point */
export function placeTexts(
  { placeNames, boxes }: Pick<SearchResult, 'boxes' | 'placeNames'>,
  digits: number,
): readonly string[] {
  return placeNames.length > 0 ? placeNames : boxes.map((box) => boxText(box, digits));
}

/** The sources of all its records, first those of the record whose title is shown. */
export function resultSources({
  records,
  from,
}: Pick<SearchResult, 'records' | 'from'>): readonly string[] {
  const titled = records.find(({ graph }) => graph === from.title)?.sources ?? [];
  const all = records.flatMap(({ sources }) => sources).toSorted();
  return [...new Set([...titled, ...all])];
}

/** A title, and a detail that distinguishes it from equal titles. */
export interface TitleText {
  readonly title: string;
  readonly detail?: string;
}

type Titled = Pick<SearchResult, 'description' | 'title' | 'variables'>;

/**
 * The titles of results. Equal titles get a detail: the variables that not all of them have, else
 * the part of the description that differs.
 */
export function distinctTitles(results: readonly Titled[]): readonly TitleText[] {
  const details = new Map<Titled, string>();
  for (const same of groupBy(results, titleOf).values()) {
    if (same.length > 1) addDetails(details, same);
  }
  return results.map((result) => {
    const detail = details.get(result);
    return { title: titleOf(result), ...(detail !== undefined && { detail }) };
  });
}

function titleOf({ title = '(no name)' }: Titled): string {
  return title;
}

function addDetails(details: Map<Titled, string>, same: readonly Titled[]): void {
  const ofVariables = variableDetails(same);
  const ofDescriptions = descriptionDetails(same);
  const counts = countsOf(ofVariables);
  const isOnly = (text: string | undefined): boolean => counts.get(text) === 1;
  for (const [at, result] of same.entries()) {
    const [variables, description] = [ofVariables[at], ofDescriptions[at]];
    const detail = isOnly(variables) ? (variables ?? description) : (description ?? variables);
    if (detail !== undefined) details.set(result, detail);
  }
}

/** The variables of each result that not all have. */
function variableDetails(same: readonly Titled[]): readonly (string | undefined)[] {
  const counts = countsOf(same.flatMap(({ variables }) => [...new Set(variables)]));
  return same.map(({ variables }) => {
    const own = variables.filter((name) => counts.get(name) !== same.length);
    return own.length === 0 ? undefined : own.join(', ');
  });
}

function countsOf<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** A longer common beginning of descriptions is left out. */
const shortStart = 20;

/** Each description without the common beginning; undefined where all are equal. */
function descriptionDetails(same: readonly Titled[]): readonly (string | undefined)[] {
  const all = [...new Set(same.map(({ description }) => description))];
  if (all.length === 1) return same.map(() => undefined);
  const start = sharedStart(all.flatMap((description) => description ?? []));
  return same.map(({ description = '' }) => {
    const rest = start > shortStart ? description.slice(start) : '';
    return rest === '' ? description || undefined : `…${rest}`;
  });
}

/** The length of the common beginning of texts, in whole words. */
function sharedStart([first = '', ...others]: readonly string[]): number {
  let length = others.length === 0 ? 0 : first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.lastIndexOf(' ', length) + 1;
}

/** Why a resource was found, in a few words: `“ocean” in title`, `box overlaps 38 %`. */
export function foundByText(foundBy: MatchReason): string {
  switch (foundBy.kind) {
    case 'words': {
      return `\u{201C}${foundBy.asked}\u{201D} in ${foundBy.part}`;
    }
    case 'box': {
      return boxMatchText(foundBy);
    }
    case 'period': {
      return `period ${foundBy.relation}`;
    }
    case 'age': {
      return `age ${foundBy.relation}`;
    }
    case 'name': {
      const { condition, name } = foundBy;
      return `${conditionTexts[condition] ?? condition}: ${name}`;
    }
  }
}

/** The names of conditions in a sentence, where they differ. */
const conditionTexts: { readonly [Name in ConditionName]?: string } = {
  mediaType: 'format',
  modifiedSince: 'changed',
};

function boxMatchText({ condition, relation, share }: BoxMatch): string {
  const called = condition === 'bbox' ? 'box' : 'geometry';
  if (share === undefined || relation === 'inside') return `${called} ${relation}`;
  const percent = Math.round(share * 100);
  return `${called} overlaps ${percent === 0 ? 'less than 1' : percent} %`;
}

import { groupedBy } from '../text/grouped-by.ts';
import type { SearchResult } from '../search/search-answer.ts';

/** A title, and what tells it from others of the same text. */
export interface TitleText {
  readonly title: string;
  readonly detail?: string;
}

type Titled = Pick<SearchResult, 'description' | 'title' | 'variables'>;

/**
 * The titles of results. Where several have the same, each has the variables that not all of these
 * have, else what is different in its description.
 */
export function titlesOf(results: readonly Titled[]): readonly TitleText[] {
  const details = new Map<Titled, string>();
  for (const same of groupedBy(results, titleOf).values()) {
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

/** Of each the variables that not all of them have. */
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

/** A beginning that all descriptions share is left out where it is longer. */
const shortStart = 20;

/** Of each its description without what all begin with; of none where all are the same. */
function descriptionDetails(same: readonly Titled[]): readonly (string | undefined)[] {
  const all = [...new Set(same.map(({ description }) => description))];
  if (all.length === 1) return same.map(() => undefined);
  const start = sharedStart(all.flatMap((description) => description ?? []));
  return same.map(({ description = '' }) => {
    const rest = start > shortStart ? description.slice(start) : '';
    return rest === '' ? description || undefined : `…${rest}`;
  });
}

/** How many characters of whole words texts have in common at their beginning. */
function sharedStart([first = '', ...others]: readonly string[]): number {
  let length = others.length === 0 ? 0 : first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.lastIndexOf(' ', length) + 1;
}

import { nearestKey } from '../text/nearest-key.ts';

/**
 * The ids of all rules, which searches can name; sorted. A test holds them to the catalogue of
 * rules, which is above the rooms that read this list.
 */
export const ruleIds = [
  'access',
  'date-form',
  'date-modified',
  'date-published',
  'description',
  'identifier',
  'iri',
  'metadata-contact',
  'metadata-date',
  'metadata-iri',
  'metadata-record',
  'rights',
  'title',
  'title-length',
] as const;

/** Other words for rules, as data managers say. */
const aliases: Readonly<Record<string, (typeof ruleIds)[number]>> = {
  abstract: 'description',
  contact: 'metadata-contact',
  doi: 'identifier',
  download: 'access',
  id: 'iri',
  licence: 'rights',
  license: 'rights',
  modified: 'date-modified',
  name: 'title',
  published: 'date-published',
  url: 'access',
};

/** The rule that a user names by its id or another word; undefined where there is none. */
export function findRuleId(text: string): string | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/gu, '-');
  return (
    ruleIds.find((id) => id === word) ?? (Object.hasOwn(aliases, word) ? aliases[word] : undefined)
  );
}

/** The ids of rules that a user may have meant, the nearest first; at most three. */
export function nearestRuleIds(text: string): readonly string[] {
  const word = text.trim().toLowerCase();
  const nearest = nearestKey(word, [...ruleIds, ...Object.keys(aliases)]);
  const meant = nearest === undefined ? [] : [findRuleId(nearest) ?? nearest];
  const parts = ruleIds.filter((id) => word.length > 2 && id.split('-').includes(word));
  return [...new Set([...meant, ...parts])].slice(0, 3);
}

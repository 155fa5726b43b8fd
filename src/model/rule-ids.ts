import { nearestKey } from '../text/nearest-key.ts';

/**
 * The ids of all rules, which searches can name; sorted. A test holds them to the catalogue of
 * rules, which is above the rooms that read this list.
 */
export const ruleIds = [
  'access',
  'accessible-for-free',
  'accessible-for-free-form',
  'alternate-name',
  'catalog',
  'citation',
  'croissant-checksum',
  'croissant-checksum-form',
  'croissant-cite-as',
  'croissant-conforms-to',
  'croissant-content-url',
  'croissant-data-type',
  'croissant-data-type-iri',
  'croissant-field',
  'croissant-id',
  'croissant-includes',
  'croissant-record-set',
  'croissant-reference',
  'croissant-source',
  'croissant-type',
  'date-created',
  'date-form',
  'date-modified',
  'date-published',
  'description',
  'description-length',
  'identifier',
  'identifier-description',
  'iri',
  'licence',
  'licence-iri',
  'licence-spdx',
  'measurement-technique',
  'metadata-contact',
  'metadata-date',
  'metadata-iri',
  'metadata-licence',
  'metadata-record',
  'publisher',
  'rights',
  'same-as',
  'semantic-version',
  'single-url',
  'single-version',
  'title',
  'title-length',
  'url',
] as const;

/** Other words for rules, as data managers say; a word may mean several rules. */
const aliases: Readonly<Record<string, readonly (typeof ruleIds)[number][]>> = {
  abstract: ['description'],
  contact: ['metadata-contact'],
  doi: ['identifier'],
  download: ['access'],
  id: ['iri'],
  licence: ['licence', 'rights'],
  license: ['licence', 'rights'],
  modified: ['date-modified'],
  name: ['title'],
  published: ['date-published'],
};

/**
 * The rules that a user names by their id or another word; empty where there is none. An equals
 * sign before the id means this rule alone.
 */
export function findRuleIds(text: string): readonly string[] {
  const [, exact] = /^\s*=\s*(\S+)\s*$/u.exec(text) ?? [];
  if (exact !== undefined) return ruleIds.filter((id) => id === exact);
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/gu, '-');
  const others = Object.hasOwn(aliases, word) ? aliases[word] : undefined;
  return others ?? ruleIds.filter((id) => id === word);
}

/** The ids of rules that a user may have meant, the nearest first; at most three. */
export function nearestRuleIds(text: string): readonly string[] {
  const word = text.trim().toLowerCase();
  const nearest = nearestKey(word, [...ruleIds, ...Object.keys(aliases)]);
  const meant = nearest === undefined ? [] : findRuleIds(nearest);
  const parts = ruleIds.filter((id) => word.length > 2 && id.split('-').includes(word));
  return [...new Set([...meant, ...parts])].slice(0, 3);
}

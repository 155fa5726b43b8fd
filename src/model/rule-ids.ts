import { nearestKey } from '../text/nearest-key.ts';

/**
 * The ids of all rules, which searches can name; sorted. The catalogue of rules, which is above
 * the rooms that read this list, has a rule for each.
 */
export const ruleIds = [
  'access',
  'access-route',
  'accessible-for-free',
  'accessible-for-free-form',
  'activity-used',
  'additional-type-form',
  'agent-affiliation',
  'agent-contact',
  'agent-form',
  'agent-identifier',
  'agent-identity',
  'agent-name',
  'agent-type',
  'alternate-name',
  'catalog',
  'catalog-record-form',
  'checksum',
  'checksum-algorithm',
  'checksum-value',
  'citation',
  'citation-form',
  'contributors',
  'creators',
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
  'date-precision',
  'date-published',
  'description',
  'description-length',
  'distribution',
  'distribution-agent',
  'distribution-catalog-type',
  'distribution-conforms-to',
  'distribution-download-type',
  'distribution-format',
  'distribution-format-form',
  'distribution-identifier',
  'distribution-name',
  'distribution-object',
  'distribution-type',
  'distribution-url',
  'distribution-url-form',
  'distribution-url-property',
  'funding',
  'grant',
  'grant-funder',
  'grant-identifier',
  'grant-name',
  'identifier',
  'identifier-description',
  'identifier-form',
  'identifier-scheme',
  'identifier-url',
  'identifier-value',
  'instrument-category',
  'instrument-name',
  'iri',
  'keyword-form',
  'keywords',
  'language',
  'licence',
  'licence-address',
  'licence-iri',
  'licence-spdx',
  'measurement-technique',
  'measurement-test',
  'measurement-value',
  'metadata-about',
  'metadata-contact',
  'metadata-date',
  'metadata-iri',
  'metadata-licence',
  'metadata-record',
  'place',
  'place-content',
  'place-form',
  'place-shape',
  'policies',
  'policy-name',
  'policy-text',
  'profile',
  'profile-form',
  'profile-pair',
  'profile-version',
  'property-id-form',
  'property-kind',
  'property-name',
  'property-value',
  'provider-contact',
  'publisher',
  'related-link-form',
  'related-link-name',
  'related-link-relation',
  'related-link-target',
  'related-link-type',
  'related-links',
  'resource-identifier',
  'rights',
  'role-agent',
  'role-name',
  'same-as',
  'semantic-version',
  'service-action',
  'service-documentation',
  'service-parameter-description',
  'service-parameter-name',
  'service-parameter-required',
  'service-target',
  'service-terms',
  'service-type',
  'service-url-template',
  'single-url',
  'single-version',
  'term-iri',
  'term-name',
  'term-scheme',
  'term-scheme-iri',
  'time',
  'time-form',
  'time-precision',
  'title',
  'title-length',
  'title-minimum',
  'type',
  'type-dataset',
  'url',
  'variable-description',
  'variable-description-length',
  'variable-name',
  'variable-name-length',
  'variable-property',
  'variable-range',
  'variables',
  'version',
] as const;

/** The id of a rule: a noun for what it asks for. */
export type RuleId = (typeof ruleIds)[number];

/** Other words for rules, as data managers say; a word may mean several rules. */
const aliases: Readonly<Record<string, readonly RuleId[]>> = {
  abstract: ['description'],
  author: ['creators'],
  contact: ['agent-contact', 'metadata-contact', 'provider-contact'],
  doi: ['identifier'],
  download: ['access', 'distribution-url'],
  format: ['distribution-format'],
  id: ['iri'],
  licence: ['licence', 'rights'],
  license: ['licence', 'rights'],
  modified: ['date-modified'],
  name: ['title'],
  orcid: ['agent-identifier'],
  published: ['date-published'],
  spatial: ['place'],
  temporal: ['time'],
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
  // `keyword` means the rule `keywords`.
  return others ?? ruleIds.filter((id) => id === word || id === `${word}s`);
}

/** The ids of rules that a user may have meant, the nearest first; at most three. */
export function nearestRuleIds(text: string): readonly string[] {
  const word = text.trim().toLowerCase();
  const nearest = nearestKey(word, [...ruleIds, ...Object.keys(aliases)]);
  const meant = nearest === undefined ? [] : findRuleIds(nearest);
  const parts = ruleIds.filter((id) => word.length > 2 && id.split('-').includes(word));
  return [...new Set([...meant, ...parts])].slice(0, 3);
}

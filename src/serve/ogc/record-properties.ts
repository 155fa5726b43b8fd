import { textForReader } from '../../facts/text/text-languages.ts';
import type { DescribedResource } from '../../model/record.ts';
import type {
  AgentFacts,
  AgentNames,
  AgentRole,
  SearchFacts,
  TermFacts,
  Text,
} from '../../model/search-facts.ts';
import { identifierName } from '../../rdf/identifiers.ts';
import { typeName } from '../../rdf/vocabularies.ts';
import { removeMailAddresses, undefinedIfMail } from '../../text/clean-text.ts';
import { groupBy } from '../../text/collections.ts';
import type { AgentDetail, ResourceDetails } from '../../views/details/resource-details.ts';
import { isLanguageTag } from '../negotiation.ts';
import { linkToWeb, type OgcApiLink } from './ogc-answers.ts';

/** A resource as one of its records describes it. */
export interface DescribedByRecord {
  readonly facts: SearchFacts;
  readonly described: DescribedResource;
  readonly details: ResourceDetails;
  /** The codes of the languages of the resource. */
  readonly resourceLanguages: readonly string[];
  readonly copyrightNotices: readonly string[];
  /** When the record took its current form. */
  readonly harvestedAt: string | undefined;
}

/** More values of a record are on the page of its resource only. */
const maxValues = { contacts: 100, keywords: 200, themes: 100 } as const;

/**
 * The `properties` of a record (OGC 20-004r1, recordCommonProperties.yaml); those without a value
 * are absent.
 * @param languages as `PageRequest.languages`
 */
export function recordProperties(record: DescribedByRecord, languages: readonly string[]) {
  const { facts, described, details, resourceLanguages, harvestedAt } = record;
  const { texts } = facts;
  // Of a resource with several records, a search shows the title of any of them.
  const title = textForReader(texts.titles, languages);
  return {
    updated: harvestedAt,
    ...languageProperties(title, texts),
    resourceLanguages: unlessEmpty(resourceLanguages.map((code) => ({ code }))),
    type: shownType(described),
    title: title?.text,
    description: textForReader(texts.descriptions, languages)?.text,
    keywords: unlessEmpty(keywordsOf(facts)),
    themes: unlessEmpty(themesOf(texts.terms)),
    externalIds: unlessEmpty(externalIds(described, details)),
    formats: unlessEmpty(texts.formats.map(formatOf)),
    contacts: unlessEmpty(contactsOf(texts.agents, details)),
    ...rightsOf(record),
  };
}

function unlessEmpty<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : values;
}

function languageProperties(
  title: Text | undefined,
  { titles, descriptions }: SearchFacts['texts'],
) {
  const own = title && languageTags(title)[0];
  const others = [...titles, ...descriptions].flatMap(languageTags).filter((tag) => tag !== own);
  return {
    ...(own !== undefined && { language: { code: own } }),
    languages: unlessEmpty([...new Set(others)].map((code) => ({ code }))),
  };
}

function languageTags({ language }: Text): readonly string[] {
  return language !== undefined && isLanguageTag(language) ? [language] : [];
}

/** The parameter `type` finds each type, `properties.type` is one: `Dataset` before others. */
function shownType({ types }: DescribedResource): string | undefined {
  const names = types.map(typeName);
  return names.find((name) => name === 'Dataset') ?? names[0];
}

function keywordsOf({ texts }: SearchFacts): readonly string[] {
  const keywords = texts.keywords.map(({ text }) => text);
  return [...new Set(keywords)].slice(0, maxValues.keywords);
}

/** Terms of a vocabulary; labels of others are among the keywords. */
function themesOf(terms: readonly TermFacts[]) {
  const concepts = terms.flatMap(({ label, iri, scheme, code }) => {
    const id = iri ?? code ?? label?.text;
    if (scheme === undefined || id === undefined) return [];
    const [link] = iri === undefined ? [] : linkToWeb({ rel: 'about', href: iri });
    return [{ scheme, concept: { id, title: label?.text, url: link?.href } }];
  });
  const byScheme = groupBy(concepts.slice(0, maxValues.themes), ({ scheme }) => scheme);
  return Array.from(byScheme, ([scheme, own]) => ({
    concepts: own.map(({ concept }) => concept),
    scheme,
  }));
}

/** The identifiers and the IRI of a resource, with the schemes of the parameter `externalIds`. */
function externalIds({ iri }: DescribedResource, { identifiers }: ResourceDetails) {
  const stated = identifiers.map(({ value, url }) => persistentId(url ?? value) ?? { value });
  const own = iri === undefined ? [] : [persistentId(iri) ?? { value: iri }];
  const known = [...stated, ...own].filter(({ value }) => undefinedIfMail(value) !== undefined);
  return known.filter(({ value }, at) => known.findIndex((each) => each.value === value) === at);
}

function persistentId(identifier: string) {
  const [, scheme, value] = /^(doi|hdl|ark):(.+)$/su.exec(identifierName(identifier)) ?? [];
  return scheme === undefined || value === undefined ? undefined : { scheme, value };
}

function formatOf(format: string) {
  return format.includes('/') ? { mediaType: format } : { name: format };
}

/** Words of ISO 19115-1 (CI_RoleCode) where it has one. */
const roleCodes = {
  contributor: 'contributor',
  copyrightHolder: 'rightsHolder',
  creator: 'author',
  editor: 'editor',
  funder: 'funder',
  maintainer: 'custodian',
  provider: 'resourceProvider',
  publisher: 'publisher',
} as const satisfies Record<AgentRole, string>;

/** Roles that organizations have, unless a record says otherwise. */
const organizationRoles: ReadonlySet<AgentRole> = new Set([
  'copyrightHolder',
  'funder',
  'provider',
  'publisher',
]);

/** Each person or organization once, with all its roles, and without mail addresses. */
function contactsOf(agents: readonly AgentFacts[], { agents: known }: ResourceDetails) {
  const kinds = new Map(known.map(({ name, iri, kind }: AgentDetail) => [name ?? iri, kind]));
  const contacts = agents.flatMap((agent) => {
    const { role, names, iris, affiliations = [] } = agent;
    const [name] = nameWithoutMail(agent);
    const identifier = undefinedIfMail(iris[0]);
    if (name === undefined) return [];
    const usual = organizationRoles.has(role) ? 'organization' : 'person';
    const kind = kinds.get(names[0]?.text) ?? usual;
    const [organization] = affiliations.flatMap((each) => nameWithoutMail(each));
    const own = kind === 'organization' ? { organization: name } : { name, organization };
    return [{ role: roleCodes[role], contact: { identifier, ...own } }];
  });
  const byAgent = groupBy(contacts, ({ contact }) => JSON.stringify(contact));
  return [...byAgent.values()].slice(0, maxValues.contacts).map((own) => {
    return Object.assign({}, own[0]?.contact, { roles: [...new Set(own.map(({ role }) => role))] });
  });
}

function nameWithoutMail({ names }: AgentNames): readonly string[] {
  return names.flatMap(({ text }) => removeMailAddresses(text) || []).slice(0, 1);
}

const spdx = 'https://spdx.org/licenses/';

/**
 * The SPDX identifier of a single licence; else `other`, with links to the licences
 * (/req/record-core/license). A licence without a link is text in `rights`.
 */
function rightsOf({ facts, details, copyrightNotices }: DescribedByRecord) {
  const { licences } = facts.texts;
  const [first, ...more] = licences;
  const isCommon = first?.startsWith(spdx) === true && more.length === 0;
  const license = isCommon ? first.slice(spdx.length) : 'other';
  const isLinked = isCommon || licenceLinks(licences).length > 0;
  const texts = [
    ...licences.filter((licence) => linkToWeb({ rel: 'license', href: licence }).length === 0),
    ...copyrightNotices,
    ...details.policies.flatMap(({ about, name }) => (about === 'rights' ? (name ?? []) : [])),
  ];
  return {
    ...(isLinked && { license }),
    ...(texts.length > 0 && { rights: [...new Set(texts)].join('\n') }),
  };
}

/** Links to licences; those that are only texts have none. */
export function licenceLinks(licences: readonly string[]): readonly OgcApiLink[] {
  return licences.flatMap((href) => linkToWeb({ rel: 'license', href }));
}

import { recordOrigin } from '../../catalogue/derived/provenance-and-problems.ts';
import { harvestedCopy } from '../../catalogue/find-records.ts';
import type { Snapshot } from '../../catalogue/snapshot.ts';
import { publishedTexts } from '../../facts/record/fact-texts.ts';
import { termIris } from '../../facts/record/properties.ts';
import { type FactNode, readRecordGraph } from '../../facts/record/record-graph.ts';
import { textForReader } from '../../facts/text/text-languages.ts';
import { periodBounds } from '../../facts/time/calendar.ts';
import type { DescribedResource, RecordOrigin } from '../../model/record.ts';
import type {
  AgentFacts,
  AgentRole,
  Period,
  SearchFacts,
  TermFacts,
  Text,
} from '../../model/search-facts.ts';
import { identifierName } from '../../rdf/identifiers.ts';
import { typeName } from '../../rdf/vocabularies.ts';
import { bboxOf, geometryOfBoxes } from '../../render/search-formats.ts';
import type { FoundResource } from '../../search/search-answer.ts';
import { removeMailAddresses, undefinedIfMail } from '../../text/clean-text.ts';
import { groupBy } from '../../text/collections.ts';
import { readDetails } from '../../views/details/read-details.ts';
import type {
  AgentDetail,
  FileDetail,
  Named,
  ResourceDetails,
} from '../../views/details/resource-details.ts';
import { signpostingRecord } from '../../views/signposting/read-signposting.ts';
import { isLanguageTag } from '../negotiation.ts';
import { pageKey } from '../page-keys.ts';
import { boundRecordText } from '../pages/dataset/find-dataset.ts';
import { datasetUrl } from '../parts/addresses.ts';
import type { Site } from '../site.ts';
import {
  collectionUrl,
  linkToWeb,
  ogcMediaTypes,
  ogcProfiles,
  type OgcApiLink,
} from './ogc-answers.ts';

/** Where a record is shown. */
export interface RecordPlace {
  readonly site: Site;
  readonly snapshot: Snapshot;
  /** The source whose collection has the record. */
  readonly source: string;
  /** As `PageRequest.languages`. */
  readonly languages: readonly string[];
}

/** The requirements class that each record claims, by which harvesters recognise records. */
const recordCore = 'http://www.opengis.net/spec/ogcapi-records-1/1.0/req/record-core';

/** At most so many values of a record have their own member; the dataset page has all of them. */
const maxValues = { contacts: 100, files: 100, keywords: 200, themes: 100 } as const;

/**
 * A resource as record of OGC API – Records (OGC 20-004r1, Record Core, in GeoJSON): its facts in
 * the record that was found, and links from the statements of that record. `docs/ogc.md` has the
 * mapping.
 * @throws {DamageFound} where a part of the record is missing in the catalogue
 */
export function recordFeature(found: FoundResource, place: RecordPlace) {
  const { result, facts, described } = found;
  const stated = readStatedRecord(found, place);
  const { site, source, languages } = place;
  const { titles, descriptions } = facts.texts;
  // Of a resource with several records, a search shows the title of any of them.
  const title = textForReader(titles, languages);
  const id = pageKey(result.key);
  const bbox = bboxOf(result.boxes);
  return {
    type: 'Feature',
    id,
    conformsTo: [recordCore],
    ...(bbox && { bbox }),
    geometry: geometryOfBoxes(result.boxes),
    time: recordTime(result.periods),
    properties: {
      updated: stated.harvestedAt,
      ...languageProperties(title, facts.texts),
      ...(stated.languages.length > 0 && {
        resourceLanguages: stated.languages.map((code) => ({ code })),
      }),
      type: typeOf(described),
      title: title?.text,
      description: textForReader(descriptions, languages)?.text,
      ...nonEmpty('keywords', keywordsOf(facts)),
      ...nonEmpty('themes', themesOf(facts.texts.terms)),
      ...nonEmpty('externalIds', externalIds(described, stated.details)),
      ...nonEmpty('formats', facts.texts.formats.map(formatOf)),
      ...nonEmpty('contacts', contactsOf(facts.texts.agents, stated.details)),
      ...rightsOf(facts.texts.licences, stated.details),
    },
    links: [
      ...ownLinks(site, source, id),
      ...alternateLinks(datasetUrl(site, result.key)),
      ...licenceLinks(facts.texts.licences),
      ...stated.links,
    ],
  };
}

function nonEmpty<Name extends string, Value>(name: Name, values: readonly Value[]) {
  return values.length === 0 ? {} : { [name]: values };
}

/** What the statements of a record say, beyond its search facts. */
interface StatedRecord {
  readonly details: ResourceDetails;
  /** The codes of the languages of the resource. */
  readonly languages: readonly string[];
  readonly links: readonly OgcApiLink[];
  /** When the record took its current form. */
  readonly harvestedAt: string | undefined;
}

const languageTerms = termIris('schema:inLanguage dcterms:language');
const languageCodes = termIris('schema:alternateName schema:identifier schema:value');

function readStatedRecord(
  { result, facts, described }: FoundResource,
  { snapshot, languages }: RecordPlace,
): StatedRecord {
  const graph = result.records[0]?.graph ?? '';
  const { nquads } = boundRecordText(snapshot.nquadsOf(graph) ?? '', {
    resource: described,
    maxOfProperty: maxValues.files,
  });
  const read = readRecordGraph({ graph, nquads });
  const details = readDetails(read, described, facts, languages);
  const graphFacts = snapshot.factsOf(graph);
  const copy = graphFacts && harvestedCopy(snapshot, graphFacts);
  const node = read.node(described.iri ?? described.node ?? '');
  return {
    details,
    languages: codesOfLanguages(node),
    links: [
      ...(copy ? originLinks(described, { read, origin: recordOrigin(copy) }) : []),
      ...fileLinks(details),
    ],
    harvestedAt: copy?.document.retrieval.at,
  };
}

function codesOfLanguages(node: FactNode): readonly string[] {
  const codes = node.values(languageTerms).flatMap((value) => {
    const written = [...publishedTexts(value, languageCodes), ...literalOf(value)];
    return written.filter(isLanguageTag).slice(0, 1);
  });
  return [...new Set(codes)];
}

function literalOf(value: ReturnType<FactNode['values']>[number]): readonly string[] {
  return value.kind === 'literal' ? [value.text] : [];
}

/** The landing page, and the document that was harvested. */
function originLinks(
  described: DescribedResource,
  {
    read,
    origin,
  }: { readonly read: ReturnType<typeof readRecordGraph>; readonly origin: RecordOrigin },
): readonly OgcApiLink[] {
  const sets = signpostingRecord(read, described, origin)?.sets ?? [];
  const page = sets.find(({ sender }) => sender === 'landing page')?.anchor;
  return [
    ...(page === undefined ? [] : linkToWeb({ rel: 'about', href: page, type: 'text/html' })),
    ...linkToWeb({ rel: 'via', href: origin.documentUrl, title: 'The harvested document' }),
  ];
}

function fileLinks({ files, distributions }: ResourceDetails): readonly OgcApiLink[] {
  const all: readonly (FileDetail & Named)[] = [...files, ...distributions];
  const links = all.flatMap(({ addresses, formats, name: title }) => {
    const type = formats.find((format) => format.includes('/'));
    return addresses.flatMap((href) => linkToWeb({ rel: 'enclosure', href, type, title }));
  });
  const byAddress = new Map(links.map((link) => [link.href, link]));
  return [...byAddress.values()].slice(0, maxValues.files);
}

/** The links that the standard requires (/req/records-api/record-response, /req/record-core). */
function ownLinks(site: Site, source: string, id: string): readonly OgcApiLink[] {
  return [
    {
      rel: 'self',
      href: collectionUrl(site, source, `/items/${id}`),
      type: ogcMediaTypes.geoJson,
      title: 'This record',
    },
    {
      rel: 'collection',
      href: collectionUrl(site, source),
      type: ogcMediaTypes.catalog,
      title: 'The collection of this record',
    },
    { rel: 'profile', href: ogcProfiles.record },
  ];
}

function alternateLinks(page: string): readonly OgcApiLink[] {
  return [
    { rel: 'alternate', href: page, type: 'text/html', title: 'This record as a page' },
    { rel: 'alternate', href: `${page}.jsonld`, type: 'application/ld+json' },
    { rel: 'alternate', href: `${page}.ttl`, type: 'text/turtle' },
  ];
}

/** RFC 3339 has years of four digits, ISO 8601 in records others, too. */
const fourDigitYear = /^\d{4}-/u;
const open = '..';

/**
 * The time around periods (OGC 20-004r1, /req/record-core/time-instant and time-interval): a day, a
 * moment, or an interval whose ends are both days or both moments. An end with a year beyond 0000 or
 * 9999 is open; null without a period between these years.
 */
function recordTime(periods: readonly Period[]) {
  const bounds = periods.map(periodBounds);
  const begin = bounds.toSorted((one, other) => one.begin - other.begin)[0]?.startDateTime;
  const end = bounds.toSorted((one, other) => other.end - one.end)[0]?.endDateTime;
  const isOutside = bounds.every((each) => each.end < 0 || each.begin >= 10_000);
  if (isOutside) return null;
  const ends = [begin, end].map((each) => (fourDigitYear.test(each ?? '') ? (each ?? open) : open));
  const isExact = periods.some(({ start, end: last }) => /T/u.test(`${start}${last}`));
  const [first, last] = isExact ? ends : ends.map((each) => each.replace(/T.*/u, ''));
  if (first !== last || first === open) return { interval: [first, last] };
  return isExact ? { timestamp: first } : { date: first };
}

function languageProperties(
  title: Text | undefined,
  { titles, descriptions }: SearchFacts['texts'],
) {
  const tagOf = ({ language }: Text): readonly string[] =>
    language !== undefined && isLanguageTag(language) ? [language] : [];
  const own = title && tagOf(title)[0];
  const others = [...titles, ...descriptions].flatMap(tagOf).filter((tag) => tag !== own);
  return {
    ...(own !== undefined && { language: { code: own } }),
    ...nonEmpty(
      'languages',
      [...new Set(others)].map((code) => ({ code })),
    ),
  };
}

/** The parameter `type` finds each type, `properties.type` is one: `Dataset` before others. */
function typeOf({ types }: DescribedResource): string | undefined {
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

/** The identifiers and the IRI of a resource, with the schemes that the parameter `externalIds` knows. */
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
    const [name] = names.flatMap(({ text }) => removeMailAddresses(text) || []);
    const identifier = undefinedIfMail(iris[0]);
    if (name === undefined) return [];
    const usual = organizationRoles.has(role) ? 'organization' : 'person';
    const kind = kinds.get(names[0]?.text) ?? usual;
    const [organization] = affiliations.flatMap((each) => each.names[0]?.text ?? []);
    const own = kind === 'organization' ? { organization: name } : { name, organization };
    return [{ role: roleCodes[role], contact: { identifier, ...own } }];
  });
  const byAgent = groupBy(contacts, ({ contact }) => JSON.stringify(contact));
  return [...byAgent.values()].slice(0, maxValues.contacts).flatMap((own) => {
    const roles = [...new Set(own.map(({ role }) => role))];
    return own.slice(0, 1).map(({ contact }) => ({ ...contact, roles }));
  });
}

const spdx = 'https://spdx.org/licenses/';

/**
 * The SPDX identifier of a single licence; else `other`, with links to the licences
 * (/req/record-core/license). A licence without a link is text in `rights`.
 */
function rightsOf(licences: readonly string[], { policies }: ResourceDetails) {
  const [first, ...more] = licences;
  const isCommon = first?.startsWith(spdx) === true && more.length === 0;
  const license = isCommon ? first.slice(spdx.length) : 'other';
  const isLinked = isCommon || licenceLinks(licences).length > 0;
  const texts = [
    ...licences.filter((licence) => linkToWeb({ rel: 'license', href: licence }).length === 0),
    ...policies.flatMap(({ about, name }) => (about === 'rights' ? (name ?? []) : [])),
  ];
  return {
    ...(isLinked && { license }),
    ...(texts.length > 0 && { rights: [...new Set(texts)].join('\n') }),
  };
}

function licenceLinks(licences: readonly string[]): readonly OgcApiLink[] {
  return licences.flatMap((href) => linkToWeb({ rel: 'license', href }));
}

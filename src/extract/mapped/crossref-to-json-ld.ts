import { isObject, type JsonObject } from '../../text/json.ts';
import { agentIriOf } from './datacite-agents.ts';
import {
  catalogRecordNode,
  compactObject,
  objectsIn,
  schemaOrgContext,
  trimmedText,
  trimmedTexts,
} from './json-ld-values.ts';
import {
  identifierIri,
  mergePropertyLists,
  PropertyLists,
  relatedWork,
  toDoiValue,
  toPropertyValue,
} from './related-works.ts';

/** schema.org's types by the `type` of Crossref and of CSL; else CreativeWork. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['article', 'ScholarlyArticle'],
  ['article-journal', 'ScholarlyArticle'],
  ['article-magazine', 'Article'],
  ['article-newspaper', 'NewsArticle'],
  ['book', 'Book'],
  ['book-chapter', 'Chapter'],
  ['book-part', 'Chapter'],
  ['book-section', 'Chapter'],
  ['chapter', 'Chapter'],
  ['database', 'DataCatalog'],
  ['dataset', 'Dataset'],
  ['dissertation', 'Thesis'],
  ['edited-book', 'Book'],
  ['journal', 'Periodical'],
  ['journal-article', 'ScholarlyArticle'],
  ['monograph', 'Book'],
  ['paper-conference', 'ScholarlyArticle'],
  ['peer-review', 'Review'],
  ['posted-content', 'ScholarlyArticle'],
  ['proceedings-article', 'ScholarlyArticle'],
  ['reference-book', 'Book'],
  ['report', 'Report'],
  ['software', 'SoftwareSourceCode'],
  ['thesis', 'Thesis'],
  ['webpage', 'WebPage'],
]);

/**
 * Maps the JSON of a work as Crossref gives it (a `message` of its REST API, or CSL-JSON by content
 * negotiation) to JSON-LD with schema.org terms; docs/decisions/0029 has the mapping.
 */
export function crossrefToJsonLd(work: JsonObject): JsonObject {
  const doi = trimmedText(work['DOI']);
  const iri = doi === undefined ? undefined : identifierIri(doi, 'DOI');
  const type = trimmedText(work['type']);
  const known = typeNames.get(type?.toLowerCase() ?? '');
  const { subjectOf = [], ...related } = mergePropertyLists(
    { isPartOf: convertVolume(work) },
    convertCrossrefFunders(work['funder']),
    convertRelations(work),
  );
  return compactObject({
    '@context': schemaOrgContext,
    '@id': iri,
    '@type': known ?? 'CreativeWork',
    additionalType: known === undefined ? type : undefined,
    name: trimmedTexts(work['title']),
    alternateName: [work['subtitle'], work['short-title'], work['original-title']].flatMap(
      trimmedTexts,
    ),
    description: trimmedTexts(work['abstract']).map(withoutTitle),
    identifier: convertCrossrefIdentifiers(work, doi),
    url: convertUrl(work),
    creator: convertCrossrefAgents(work['author']),
    editor: convertCrossrefAgents(work['editor']),
    translator: convertCrossrefAgents(work['translator']),
    publisher: namedOrganisation(work['publisher']),
    datePublished: firstDate(work, ['published', 'issued', 'published-online', 'published-print']),
    dateCreated: firstDate(work, ['content-created']),
    dateModified: firstDate(work, ['content-updated', 'update-date']),
    inLanguage: trimmedText(work['language']),
    keywords: [work['subject'], work['keyword'], work['categories']].flatMap(trimmedTexts),
    version: trimmedText(work['version']),
    license: convertLicences(work['license']),
    pagination: trimmedText(work['page']),
    distribution: convertLinks(work['link']),
    ...related,
    subjectOf: [
      ...subjectOf,
      catalogRecordNode({
        dateCreated: momentOf(work['created']),
        dateModified: momentOf(work['deposited']) ?? momentOf(work['indexed']),
      }),
    ].filter((each) => each !== undefined),
  });
}

/** Abstracts are JATS, whose first heading often is "Abstract". */
function withoutTitle(abstract: string): string {
  return abstract.replace(/^\s*<jats:title>\s*abstract\s*<\/jats:title>\s*/iu, '');
}

function convertCrossrefIdentifiers(work: JsonObject, doi: string | undefined): readonly unknown[] {
  const registered = doi === undefined ? [] : [toDoiValue(doi)];
  const isbn = trimmedTexts(work['ISBN']).map((value) => toPropertyValue(value, 'ISBN'));
  const others = trimmedTexts(work['alternative-id']);
  return [...registered, ...isbn, ...others];
}

/** The landing page. `URL` is the address at the resolver. */
function convertUrl(work: JsonObject): JsonObject | undefined {
  const { resource } = work;
  const primary = isObject(resource) ? resource['primary'] : undefined;
  const url =
    trimmedText(isObject(primary) ? primary['URL'] : undefined) ?? trimmedText(work['URL']);
  return url === undefined ? undefined : { '@id': url };
}

/** Authors in their order: persons by the parts of their name, else organisations. */
function convertCrossrefAgents(agents: unknown): JsonObject | undefined {
  const converted = objectsIn(agents).flatMap((agent) => {
    const given = trimmedText(agent['given']);
    const family = [agent['non-dropping-particle'], agent['family'], agent['suffix']]
      .flatMap(trimmedTexts)
      .join(' ');
    const parts = [given, family === '' ? undefined : family].filter((part) => part !== undefined);
    const literal = trimmedText(agent['name']) ?? trimmedText(agent['literal']);
    const name = parts.length > 0 ? parts.join(' ') : literal;
    if (name === undefined) return [];
    const orcid = trimmedText(agent['ORCID']);
    return [
      compactObject({
        '@id': orcid && agentIriOf(orcid, 'ORCID'),
        '@type': parts.length > 0 ? 'Person' : 'Organization',
        name,
        givenName: given,
        familyName: family === '' ? undefined : family,
        affiliation: objectsIn(agent['affiliation']).flatMap(({ name: organisation }) => {
          return namedOrganisation(organisation) ?? [];
        }),
      }),
    ];
  });
  return converted.length === 0 ? undefined : { '@list': converted };
}

function namedOrganisation(value: unknown): JsonObject | undefined {
  const name = trimmedText(value);
  return name === undefined ? undefined : { '@type': 'Organization', name };
}

/** The first of some dates, as ISO 8601 as exact as it is given. */
function firstDate(work: JsonObject, names: readonly string[]): string | undefined {
  const dates = names.map((name) => dateOf(work[name]));
  return dates.find((date) => date !== undefined);
}

/** CSL writes a date as `date-parts`, one list for a date and two for a range, or as a text. */
function dateOf(value: unknown): string | undefined {
  if (!isObject(value)) return trimmedText(value);
  const { 'date-parts': parts } = value;
  const [first]: readonly unknown[] = Array.isArray(parts) ? parts : [];
  const [year, ...others] = trimmedTexts(first);
  if (year === undefined || !/^\d{1,4}$/u.test(year)) return trimmedText(value['raw']);
  return [year.padStart(4, '0'), ...others.map((part) => part.padStart(2, '0'))].join('-');
}

/** When Crossref did something, in UTC. */
function momentOf(value: unknown): string | undefined {
  return isObject(value) ? (trimmedText(value['date-time']) ?? dateOf(value)) : undefined;
}

/** Licences of the version of record or of any version, each once; not those for text mining. */
function convertLicences(licences: unknown): readonly JsonObject[] {
  const urls = objectsIn(licences)
    .filter((licence) => trimmedText(licence['content-version']) !== 'tdm')
    .flatMap(({ URL: url }) => trimmedText(url) ?? []);
  return [...new Set(urls)].map((url) => ({ '@id': url }));
}

/** The journal, series or book that the work is in; none where it is not named. */
function convertVolume(work: JsonObject): readonly JsonObject[] {
  const [title] = trimmedTexts(work['container-title']);
  const issn = trimmedTexts(work['ISSN']);
  const isJournal = issn.length > 0 || /journal/u.test(trimmedText(work['type']) ?? '');
  const container = { '@type': isJournal ? 'Periodical' : 'CreativeWork', name: title, issn };
  const volume = trimmedText(work['volume']);
  if (title === undefined) return [];
  if (volume === undefined) return [compactObject(container)];
  return [
    compactObject({
      '@type': 'PublicationVolume',
      volumeNumber: volume,
      isPartOf: compactObject(container),
    }),
  ];
}

function convertCrossrefFunders(funders: unknown): PropertyLists['all'] {
  const lists = new PropertyLists();
  for (const funder of objectsIn(funders)) {
    const doi = trimmedText(funder['DOI']);
    const organisation = namedOrganisation(funder['name']);
    if (organisation === undefined) continue;
    const iri = doi === undefined ? undefined : identifierIri(doi, 'DOI');
    const agent = compactObject({ '@id': iri, ...organisation });
    const awards = trimmedTexts(funder['award']);
    if (awards.length === 0) lists.add('funder', agent);
    for (const identifier of awards) {
      lists.add('funding', { '@type': 'Grant', identifier, funder: agent });
    }
  }
  return lists.all;
}

/** Files; those for similarity checking are not for readers. */
function convertLinks(links: unknown): readonly JsonObject[] {
  return objectsIn(links)
    .filter((link) => trimmedText(link['intended-application']) !== 'similarity-checking')
    .flatMap((link) => {
      const url = trimmedText(link['URL']);
      const type = trimmedText(link['content-type']);
      const encodingFormat = type === 'unspecified' ? undefined : type;
      if (url === undefined) return [];
      return [
        compactObject({ '@type': 'DataDownload', contentUrl: { '@id': url }, encodingFormat }),
      ];
    });
}

/** References with a DOI are citations. */
function convertRelations(work: JsonObject): PropertyLists['all'] {
  const lists = new PropertyLists();
  for (const reference of objectsIn(work['reference'])) {
    const doi = trimmedText(reference['DOI']);
    const title = trimmedText(reference['article-title']);
    if (doi === undefined) continue;
    lists.add(
      ...relatedWork({ relation: 'references', identifier: doi, identifierType: 'DOI', title }),
    );
  }
  const { relation: relations } = work;
  for (const [relation, related] of Object.entries(isObject(relations) ? relations : {})) {
    for (const each of objectsIn(related)) {
      const identifier = trimmedText(each['id']);
      const identifierType = trimmedText(each['id-type']);
      if (identifier !== undefined) {
        lists.add(...relatedWork({ relation, identifier, identifierType }));
      }
    }
  }
  return lists.all;
}

import type { JsonObject } from '../../text/json.ts';
import {
  convertDataciteContributors,
  convertDataciteCreators,
  convertDataciteFunding,
  convertDatacitePublisher,
} from './datacite-agents.ts';
import { convertDatacitePlaces } from './datacite-places.ts';
import {
  catalogRecordNode,
  compactObject,
  conformsToIri,
  languageText,
  objectsIn,
  referenceOrText,
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

/** schema.org's types by DataCite's `resourceTypeGeneral`, in lower case; else CreativeWork. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['audiovisual', 'MediaObject'],
  ['book', 'Book'],
  ['bookchapter', 'Chapter'],
  ['collection', 'Collection'],
  ['computationalnotebook', 'SoftwareSourceCode'],
  ['conferencepaper', 'ScholarlyArticle'],
  ['datapaper', 'ScholarlyArticle'],
  ['dataset', 'Dataset'],
  ['dissertation', 'Thesis'],
  ['event', 'Event'],
  ['image', 'ImageObject'],
  ['journal', 'Periodical'],
  ['journalarticle', 'ScholarlyArticle'],
  ['outputmanagementplan', 'DigitalDocument'],
  ['peerreview', 'Review'],
  ['poster', 'Poster'],
  ['preprint', 'ScholarlyArticle'],
  ['presentation', 'PresentationDigitalDocument'],
  ['report', 'Report'],
  ['service', 'Service'],
  ['software', 'SoftwareSourceCode'],
  ['sound', 'AudioObject'],
]);

/**
 * Maps DataCite metadata (the attributes of DataCite's JSON, kernel 4) to JSON-LD with schema.org
 * terms; docs/decisions/0029 has the mapping. Statements about the DataCite record itself go to a
 * catalogue record under `subjectOf`, as in CDIF.
 * @param record further statements about the metadata record, by schema.org's property
 */
export function dataciteToJsonLd(
  attributes: JsonObject,
  record: Readonly<Record<string, unknown>> = {},
): JsonObject {
  const doi = trimmedText(attributes['doi']);
  const iri = doi === undefined ? undefined : identifierIri(doi, 'DOI');
  const url = trimmedText(attributes['url']);
  const { subjectOf = [], ...related } = convertRelatedWorks(attributes);
  return compactObject({
    '@context': schemaOrgContext,
    '@id': iri,
    ...convertDataciteType(attributes['types']),
    ...convertTitles(attributes),
    ...convertDescriptions(attributes),
    identifier: convertDataciteIdentifiers(attributes, doi),
    url: url === undefined ? undefined : { '@id': url },
    creator: convertDataciteCreators(attributes['creators']),
    ...mergePropertyLists(
      convertDataciteContributors(attributes['contributors']),
      convertDataciteFunding(attributes['fundingReferences']),
    ),
    publisher: convertDatacitePublisher(attributes['publisher']),
    ...convertDates(attributes),
    inLanguage: trimmedText(attributes['language']),
    keywords: objectsIn(attributes['subjects']).flatMap(convertSubject),
    version: trimmedText(attributes['version']),
    ...convertRights(attributes['rightsList']),
    ...convertFiles(attributes),
    spatialCoverage: convertDatacitePlaces(attributes['geoLocations']),
    ...related,
    subjectOf: [
      ...subjectOf,
      catalogRecordNode({
        dateCreated: trimmedText(attributes['created']),
        dateModified: trimmedText(attributes['updated']),
        [conformsToIri]: trimmedTexts(attributes['schemaVersion']).map(referenceOrText),
        ...record,
      }),
    ].filter((each) => each !== undefined),
  });
}

function convertDataciteType(types: unknown): JsonObject {
  const [{ resourceTypeGeneral, resourceType } = {}] = objectsIn(types);
  const general = trimmedText(resourceTypeGeneral);
  const known = typeNames.get(general?.toLowerCase() ?? '');
  const own = trimmedText(resourceType);
  const words = [known === undefined ? general : undefined, own];
  const more = words.filter((word) => word?.toLowerCase() !== known?.toLowerCase());
  return compactObject({
    '@type': known ?? 'CreativeWork',
    additionalType: [...new Set(more.filter((word) => word !== undefined))],
  });
}

/** A title without a type is the name; translations, subtitles and others are further names. */
function convertTitles({ titles }: JsonObject): JsonObject {
  const texts = objectsIn(titles).flatMap(({ title, titleType, lang }) => {
    const text = trimmedText(title);
    if (text === undefined) return [];
    const isMain = trimmedText(titleType) === undefined;
    return [{ isMain, value: languageText(text, trimmedText(lang)) }];
  });
  const main = texts.some(({ isMain }) => isMain) ? texts.filter(({ isMain }) => isMain) : texts;
  return compactObject({
    name: main.map(({ value }) => value),
    alternateName: texts.filter((each) => !main.includes(each)).map(({ value }) => value),
  });
}

function isAbstract({ descriptionType }: JsonObject): boolean {
  return descriptionType === 'Abstract';
}

/** The abstract comes first; `SeriesInformation` names the series, not the resource. */
function convertDescriptions({ descriptions }: JsonObject): JsonObject {
  const all = objectsIn(descriptions).filter(
    ({ descriptionType }) => trimmedText(descriptionType) !== 'SeriesInformation',
  );
  const ordered = [...all.filter(isAbstract), ...all.filter((each) => !isAbstract(each))];
  return compactObject({
    description: ordered.flatMap(({ description, lang }) => {
      const text = trimmedText(description);
      return text === undefined ? [] : [languageText(text, trimmedText(lang))];
    }),
  });
}

function convertDataciteIdentifiers(
  attributes: JsonObject,
  doi: string | undefined,
): readonly unknown[] {
  const own = objectsIn(attributes['identifiers']).map(({ identifier, identifierType }) => {
    return { text: trimmedText(identifier), type: trimmedText(identifierType) };
  });
  const alternate = objectsIn(attributes['alternateIdentifiers']).map((each) => {
    const type = trimmedText(each['alternateIdentifierType']);
    return { text: trimmedText(each['alternateIdentifier']), type };
  });
  const others = [...own, ...alternate].filter(({ text }) => text !== undefined);
  // DataCite's JSON has alternate identifiers under both names.
  const values = others.map(({ text = '', type }) => toPropertyValue(text, type));
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
  const registered = doi === undefined ? [] : [toDoiValue(doi)];
  return [...registered, ...distinct.values()];
}

/**
 * `Issued` is the date of publication, else the year; `Coverage` (kernel 4.6) and `Collected` are
 * the times that the resource is about.
 */
function convertDates({ dates, publicationYear }: JsonObject): JsonObject {
  const ofType = (...types: readonly string[]): readonly string[] =>
    objectsIn(dates)
      .filter(({ dateType }) => types.includes(trimmedText(dateType) ?? ''))
      .flatMap(({ date }) => trimmedText(date) ?? []);
  const [issued = trimmedText(publicationYear)] = ofType('Issued');
  return compactObject({
    datePublished: issued,
    dateCreated: ofType('Created')[0],
    dateModified: ofType('Updated').toSorted().at(-1),
    temporalCoverage: [...new Set(ofType('Coverage', 'Collected'))],
    copyrightYear: ofType('Copyrighted')[0]?.slice(0, 4),
  });
}

function convertSubject(subject: JsonObject): readonly (JsonObject | string)[] {
  const text = trimmedText(subject['subject']);
  const iri = trimmedText(subject['valueUri']);
  const scheme = trimmedText(subject['schemeUri']) ?? trimmedText(subject['subjectScheme']);
  const code = trimmedText(subject['classificationCode']);
  if (text === undefined) return [];
  const name = languageText(text, trimmedText(subject['lang']));
  if (iri === undefined && scheme === undefined && code === undefined) return [name];
  const term = {
    '@id': iri !== undefined && /^(?:https?:\/\/|urn:)\S+$/iu.test(iri) ? iri : undefined,
    '@type': 'DefinedTerm',
    name,
    termCode: code,
    inDefinedTermSet: scheme === undefined ? undefined : referenceOrText(scheme),
  };
  return [compactObject(term)];
}

/** Statements about access, which are not licences. */
const accessRights =
  /^info:eu-repo\/semantics\/\w+access$|\/access_right\/|^(?:open|closed|restricted|embargoed) access$/iu;

function convertRights(rightsList: unknown): JsonObject {
  const licences = new Map<string, JsonObject | string>();
  const conditions = new Set<string>();
  for (const { rights, rightsUri, rightsIdentifier } of objectsIn(rightsList)) {
    const uri = trimmedText(rightsUri);
    const text = trimmedText(rights) ?? trimmedText(rightsIdentifier);
    const said = [uri, text].find((each) => each !== undefined && accessRights.test(each));
    const value = uri ?? text;
    if (said !== undefined) conditions.add(said);
    else if (value !== undefined) licences.set(value, referenceOrText(value));
  }
  return compactObject({
    license: [...licences.values()],
    conditionsOfAccess: [...conditions].map(referenceOrText),
  });
}

/** Files that DataCite knows by address; formats and sizes are of the whole resource. */
function convertFiles(attributes: JsonObject): JsonObject {
  const encodingFormat = trimmedTexts(attributes['formats']);
  const files = trimmedTexts(attributes['contentUrl']);
  return compactObject({
    encodingFormat,
    size: trimmedTexts(attributes['sizes']),
    distribution: files.map((file) => ({
      '@type': 'DataDownload',
      contentUrl: { '@id': file },
    })),
  });
}

function convertRelatedWorks(attributes: JsonObject): PropertyLists['all'] {
  const lists = new PropertyLists();
  for (const related of objectsIn(attributes['relatedIdentifiers'])) {
    const identifier = trimmedText(related['relatedIdentifier']);
    const relation = trimmedText(related['relationType']);
    if (identifier === undefined || relation === undefined) continue;
    const identifierType = trimmedText(related['relatedIdentifierType']);
    lists.add(...relatedWork({ relation, identifier, identifierType }));
  }
  return lists.all;
}

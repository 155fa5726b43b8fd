import { persistentUrl } from '../../rdf/identifiers.ts';
import type { JsonObject } from '../../text/json.ts';
import {
  catalogRecordNode,
  compactObject,
  languageText,
  referenceOrText,
  schemaOrgContext,
  trimmedText,
} from './json-ld-values.ts';
import { PropertyLists, relatedWork } from './related-works.ts';
import type { XmlNode } from './xml-tree.ts';

/** schema.org's types by the last word of `dc:type` (DCMI Types, OpenAIRE, COAR), in lower case. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['article', 'ScholarlyArticle'],
  ['book', 'Book'],
  ['bookpart', 'Chapter'],
  ['collection', 'Collection'],
  ['conferenceobject', 'ScholarlyArticle'],
  ['conferencepaper', 'ScholarlyArticle'],
  ['dataset', 'Dataset'],
  ['doctoralthesis', 'Thesis'],
  ['event', 'Event'],
  ['image', 'ImageObject'],
  ['journalarticle', 'ScholarlyArticle'],
  ['masterthesis', 'Thesis'],
  ['movingimage', 'VideoObject'],
  ['preprint', 'ScholarlyArticle'],
  ['report', 'Report'],
  ['service', 'Service'],
  ['software', 'SoftwareSourceCode'],
  ['sound', 'AudioObject'],
  ['stillimage', 'ImageObject'],
]);

/** schema.org's property for an element of Dublin Core whose text is kept as it is. */
const textProperties: ReadonlyMap<string, string> = new Map([
  ['title', 'name'],
  ['alternative', 'alternateName'],
  ['creator', 'creator'],
  ['contributor', 'contributor'],
  ['publisher', 'publisher'],
  ['description', 'description'],
  ['abstract', 'description'],
  ['tableOfContents', 'description'],
  ['subject', 'keywords'],
  ['language', 'inLanguage'],
  ['format', 'encodingFormat'],
  ['medium', 'encodingFormat'],
  ['extent', 'size'],
  ['issued', 'datePublished'],
  ['created', 'dateCreated'],
  ['modified', 'dateModified'],
  ['spatial', 'spatialCoverage'],
  ['temporal', 'temporalCoverage'],
  ['rightsHolder', 'copyrightHolder'],
  ['source', 'isBasedOn'],
]);

/** Elements that relate the resource to another. */
const relations: ReadonlySet<string> = new Set(
  'conformsTo hasFormat hasPart hasVersion isFormatOf isPartOf isReferencedBy isReplacedBy isVersionOf references relation replaces requires isRequiredBy'.split(
    ' ',
  ),
);

/**
 * Maps Dublin Core in XML (`oai_dc:dc`, or a container with DCMI Terms) to JSON-LD with schema.org
 * terms; docs/decisions/0029 has the mapping. Elements are matched by local name.
 * @param record further statements about the metadata record, by schema.org's property
 */
export function dublinCoreToJsonLd(
  container: XmlNode,
  record: Readonly<Record<string, unknown>> = {},
): JsonObject {
  const lists = new PropertyLists();
  const identifiers: string[] = [];
  const dates: string[] = [];
  for (const { localName, text: written, attributes } of container.children) {
    const text = trimmedText(written);
    if (text === undefined) continue;
    if (localName === 'identifier' || localName === 'bibliographicCitation') {
      if (localName === 'identifier') identifiers.push(text);
      else lists.add('creditText', text);
    } else if (localName === 'date') dates.push(text);
    else addElement(localName, text, { lists, language: trimmedText(attributes.get('lang')) });
  }
  const { type = [], datePublished = earliest(dates), subjectOf = [], ...properties } = lists.all;
  return compactObject({
    '@context': schemaOrgContext,
    ...convertTypes(type),
    ...convertIdentifiers(identifiers),
    datePublished,
    ...properties,
    subjectOf: [...subjectOf, catalogRecordNode(record)].filter((each) => each !== undefined),
  });
}

interface ElementContext {
  readonly lists: PropertyLists;
  readonly language: string | undefined;
}

function addElement(name: string, text: string, { lists, language }: ElementContext): void {
  const property = textProperties.get(name);
  if (name === 'type') lists.add('type', text);
  else if (name === 'coverage')
    lists.add(isTime(text) ? 'temporalCoverage' : 'spatialCoverage', text);
  else if (name === 'license') lists.add('license', referenceOrText(text));
  else if (name === 'rights' || name === 'accessRights') addRights(text, lists);
  else if (relations.has(name)) {
    // A citation in words leads nowhere.
    const isAddress = /^(?:https?:\/\/|urn:)\S+$/iu.test(text) || persistentUrl(text) !== undefined;
    if (isAddress) lists.add(...relatedWork({ relation: name, identifier: text }));
  } else if (property === 'isBasedOn') lists.add(property, referenceOrText(text));
  else if (property !== undefined) lists.add(property, withLanguage(property, text, language));
}

const languageProperties: ReadonlySet<string> = new Set([
  'alternateName',
  'description',
  'keywords',
  'name',
]);

function withLanguage(
  property: string,
  text: string,
  language: string | undefined,
): JsonObject | string {
  return languageProperties.has(property) ? languageText(text, language) : text;
}

/** Years, dates and periods, also as DCMI Period; anything else is a place. */
function isTime(text: string): boolean {
  return /^-?\d{4}(?:-\d{2}|[/\s]|$)|^(?:name=[^;]*;\s*)?(?:start|end)\s*=/iu.test(text);
}

/** An address is a licence unless it says who has access; words may say anything. */
function addRights(text: string, lists: PropertyLists): void {
  const isAddress = /^(?:https?:\/\/|info:)\S+$/iu.test(text);
  const isAccess = /^info:eu-repo\/semantics\/|\/access_right\//iu.test(text);
  if (isAddress && !isAccess) lists.add('license', { '@id': text });
  else lists.add('conditionsOfAccess', isAddress ? { '@id': text } : text);
}

/** Repositories give the dates of accession and availability, too, which are later. */
function earliest(dates: readonly string[]): string | undefined {
  return dates.toSorted().find((date) => /^\d{4}/u.test(date)) ?? dates[0];
}

function convertTypes(types: readonly unknown[]): JsonObject {
  const texts = types.flatMap((type) => trimmedText(type) ?? []);
  const known = texts.find((text) => typeNames.has(lastWord(text)));
  const found = known && typeNames.get(lastWord(known));
  return compactObject({
    '@type': found ?? 'CreativeWork',
    additionalType: texts.filter((text) => text !== known),
  });
}

function lastWord(text: string): string {
  return (text.split(/[/#:]/u).at(-1) ?? '').toLowerCase().replaceAll(/[^a-z]/gu, '');
}

/** The only DOI names the resource; the first web address leads to its landing page. */
function convertIdentifiers(texts: readonly string[]): JsonObject {
  const dois = texts.flatMap((text) => {
    const found = persistentUrl(text);
    return found?.scheme === 'doi' ? [found.url] : [];
  });
  const distinct = new Set(dois.map((doi) => doi.toLowerCase()));
  const addresses = texts.filter((text) => /^https?:\/\/\S+$/iu.test(text));
  const page = addresses.find((text) => persistentUrl(text)?.scheme !== 'doi') ?? addresses[0];
  return compactObject({
    '@id': distinct.size === 1 ? dois[0] : undefined,
    identifier: texts,
    url: page === undefined ? undefined : { '@id': page },
  });
}

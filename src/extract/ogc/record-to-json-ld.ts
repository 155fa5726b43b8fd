import { isObject, type JsonObject } from '../json-document.ts';
import { contactsOf } from './contacts.ts';
import { placeOf } from './place.ts';
import { linkProperties } from './record-links.ts';
import { compacted, iriOrText, linksOf, objectsOf, textOf, textsOf } from './values.ts';

const schemaOrg = 'http://schema.org/';
const catalogRecord = 'http://www.w3.org/ns/dcat#CatalogRecord';
const conformsToIri = 'http://purl.org/dc/terms/conformsTo';

/** schema.org's types by the value of `type`, which OGC 20-004r1 leaves to the publisher. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['application', 'SoftwareApplication'],
  ['collection', 'Collection'],
  ['dataset', 'Dataset'],
  ['map', 'Map'],
  ['series', 'Dataset'],
  ['service', 'WebAPI'],
  ['software', 'SoftwareApplication'],
]);

type Convert = (value: unknown) => unknown;

/**
 * Record properties with a schema.org counterpart (OGC 20-004r1, requirements class Record Core);
 * `docs/decisions/0008` has the whole mapping.
 */
const propertyMapping: readonly (readonly [from: string, to: string, convert: Convert])[] = [
  ['title', 'name', textOf],
  ['description', 'description', textOf],
  ['resourceLanguages', 'inLanguage', convertLanguages],
  ['formats', 'encodingFormat', convertFormats],
  ['license', 'license', (value) => textsOf(value).map(iriOrText)],
  ['rights', 'copyrightNotice', textsOf],
];

/**
 * Converts a record of OGC API Records to JSON-LD with schema.org terms. Statements about the
 * record itself (`created`, `updated`, `language`, `conformsTo`) go to a catalogue record under
 * `subjectOf`, as in CDIF.
 */
export function ogcRecordToJsonLd(record: JsonObject): JsonObject {
  const properties = isObject(record['properties']) ? record['properties'] : {};
  const links = linkProperties(linksOf(record));
  const converted = propertyMapping.map(([from, to, convert]) => [to, convert(properties[from])]);
  const described = Object.fromEntries(converted) as JsonObject; // pairs of name and value
  const id = textOf(record['id']);
  const isIri = id !== undefined && /^(?:https?:\/\/|urn:)\S+$/iu.test(id);
  return compacted({
    '@context': { '@vocab': schemaOrg },
    '@id': isIri ? id : undefined,
    ...convertType(textOf(properties['type'])),
    ...described,
    identifier: convertIdentifiers(id, properties),
    keywords: [...textsOf(properties['keywords']), ...convertThemes(properties['themes'])],
    spatialCoverage: placeOf(record),
    temporalCoverage: convertTime(record['time'] ?? properties['time']),
    ...contactsOf(properties['contacts']),
    ...links,
    license: [described['license'] ?? [], links['license'] ?? []].flat(),
    subjectOf: recordNode(record, properties),
  });
}

function convertType(type: string | undefined): JsonObject {
  if (type === undefined) return { '@type': 'CreativeWork' };
  if (/^https?:\/\//iu.test(type)) return { '@type': type };
  const known = typeNames.get(type.toLowerCase());
  return known === undefined
    ? { '@type': 'CreativeWork', additionalType: type }
    : { '@type': known };
}

/** The `id`, which is unique in its collection, and external identifiers. */
function convertIdentifiers(id: string | undefined, properties: JsonObject): readonly unknown[] {
  const external = objectsOf(properties['externalIds']).map(({ scheme, value }) => {
    const text = textOf(value);
    const propertyID = textOf(scheme);
    if (text === undefined || propertyID === undefined) return text;
    return { '@type': 'PropertyValue', propertyID: iriOrText(propertyID), value: text };
  });
  return [id, ...external].filter((each) => each !== undefined);
}

function convertThemes(themes: unknown): readonly JsonObject[] {
  return objectsOf(themes).flatMap((theme) => {
    const scheme = textOf(theme['scheme']);
    const inDefinedTermSet = scheme === undefined ? undefined : iriOrText(scheme);
    return [theme['concepts']].flat().flatMap((concept) => {
      const { id, title, url } = isObject(concept) ? concept : { id: concept };
      const termCode = textOf(id);
      if (termCode === undefined) return [];
      const name = textOf(title) ?? termCode;
      const link = textOf(url);
      const term = { '@type': 'DefinedTerm', name, termCode, inDefinedTermSet };
      return [compacted({ ...term, url: link === undefined ? undefined : { '@id': link } })];
    });
  });
}

function convertLanguages(value: unknown): readonly string[] {
  return [value].flat().flatMap((each) => textsOf(isObject(each) ? each['code'] : each));
}

function convertFormats(value: unknown): readonly string[] {
  return [value]
    .flat()
    .flatMap((each) => textsOf(isObject(each) ? (each['mediaType'] ?? each['name']) : each));
}

/** A date, a time or an interval with possibly open ends, as in schema.org. */
function convertTime(time: unknown): string | undefined {
  if (!isObject(time)) return textOf(time);
  const { interval, date, timestamp } = time;
  if (!Array.isArray(interval)) return textOf(date) ?? textOf(timestamp);
  const [begin = '..', end = '..'] = interval.map((each) => textOf(each) ?? '..');
  return begin === '..' && end === '..' ? undefined : `${begin}/${end}`;
}

/** The metadata record; undefined where nothing is said about it. */
function recordNode(record: JsonObject, properties: JsonObject): JsonObject | undefined {
  const self = linksOf(record).find(({ rel }) => rel === 'self');
  const node = compacted({
    dateCreated: textOf(properties['created']),
    dateModified: textOf(properties['updated']),
    inLanguage: convertLanguages(properties['language']),
    url: self === undefined ? undefined : { '@id': self.href },
    [conformsToIri]: textsOf(record['conformsTo']).map(iriOrText),
  });
  return Object.keys(node).length === 0 ? undefined : { '@type': catalogRecord, ...node };
}

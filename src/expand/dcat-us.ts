import { dcatUsDetectionFields, isDcatUsSchema } from '../model/page-types.ts';
import { geo } from '../rdf/vocabularies.ts';
import {
  asArray,
  containersIn,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from '../text/json.ts';
import { bundledContexts, recogniseContext } from './contexts/bundled-contexts.ts';
import { dcatUs3IriFields, dcatUsIriFields } from './contexts/dcat-us-contexts.ts';

/** An absolute IRI, perhaps in need of repair, but not a sentence with a colon. */
const absolute = /^[a-z][a-z\d+.-]*:(?:\/\/|\S+$)/iu;

/**
 * Prepares a DCAT-US catalogue (`data.json`, Project Open Data v1.1 or DCAT-US 3.0) or a single
 * entry for expansion, in place: adds the context of its schema where it has none or an unusable
 * one, and turns values that are not IRIs into text in IRI fields such as `license`, since they
 * would become relative IRIs. A catalogue of version 3.0 becomes a list of all that it lists, and
 * geometries in it become texts. Other documents are not changed.
 */
export function prepareDcatUs(document: JsonContainer): void {
  if (!isObject(document)) return;
  if (isDcatUs3(document)) prepareVersion3(document);
  else if (isDcatUs(document)) prepareVersion1(document);
}

function prepareVersion1(document: JsonObject): void {
  if (!hasContext(document['@context'])) document['@context'] = urlOf('DCAT-US 1.1');
  for (const entry of [document, ...objectsIn(document['dataset'])]) {
    mendIris(entry, dcatUsIriFields);
    for (const part of ['contactPoint', 'distribution']) {
      for (const node of objectsIn(entry[part])) mendIris(node, dcatUsIriFields);
    }
  }
}

function isDcatUs(document: JsonObject): boolean {
  const { '@context': context, conformsTo, dataset } = document;
  if (hasContext(context)) return isContextOf(context, 'DCAT-US 1.1');
  if (typeof context === 'string' && isContextOf(context, 'DCAT-US 1.1')) return true;
  if (typeof conformsTo === 'string' && isDcatUsSchema(conformsTo)) return true;
  return objectsIn(dataset).some(isEntry);
}

function isContextOf(context: JsonValue | undefined, name: string): boolean {
  return typeof context === 'string' && recogniseContext(context)?.bundled.name === name;
}

function urlOf(name: string): string {
  return bundledContexts.find((bundled) => bundled.name === name)?.urls[0] ?? name;
}

/**
 * Whether a context is usable: `catalog.jsonld` alone is a file name that people copied without the
 * file.
 */
function hasContext(context: JsonValue | undefined): boolean {
  if (typeof context === 'string') return absolute.test(context.trim());
  return context !== undefined && context !== null;
}

function isEntry(entry: JsonObject): boolean {
  if (typeof entry['title'] !== 'string' || '@context' in entry) return false;
  return dcatUsDetectionFields.filter((field) => field in entry).length > 1;
}

const version3 = /dcat-us[/ -]?v?3/iu;

/**
 * Whether a document is of version 3.0: by its context, or without a usable one by what it claims,
 * or by its types, which have no prefix in that version. Catalogues were moved to it that kept the
 * context of version 1.1.
 */
function isDcatUs3(document: JsonObject): boolean {
  const { '@context': context, '@type': type, dataset } = document;
  if (isContextOf(context, 'DCAT-US 3.0')) return true;
  if (hasContext(context) && !isContextOf(context, 'DCAT-US 1.1')) return false;
  const claims = objectsIn(document['conformsTo']).flatMap((claim) => Object.values(claim));
  const claimed = [...asArray(document['conformsTo'] ?? []), ...claims];
  if (claimed.some((claim) => typeof claim === 'string' && version3.test(claim))) return true;
  const entries = objectsIn(dataset).filter(isEntry);
  return entries.some((entry) => type === 'Catalog' || entry['@type'] === 'Dataset');
}

/** The properties of a catalogue for what it lists. */
const listingFields = ['dataset', 'service', 'datasetSeries', 'catalog', 'hasPart'] as const;

function prepareVersion3(document: JsonObject): void {
  if (!isContextOf(document['@context'], 'DCAT-US 3.0')) {
    document['@context'] = urlOf('DCAT-US 3.0');
  }
  for (const container of containersIn(document, '@context')) {
    if (isObject(container)) mendVersion3(container);
  }
  for (const node of [document, ...objectsIn(document['@graph'])]) {
    if (isCatalogue(node)) listMembers(node);
  }
}

function mendVersion3(node: JsonObject): void {
  mendIris(node, dcatUs3IriFields);
  for (const field of ['bbox', 'centroid', 'geometry']) {
    const value = node[field];
    if (!isObject(value) || !('coordinates' in value)) continue;
    node[field] = { '@value': JSON.stringify(value), '@type': geo.geoJSONLiteral };
  }
}

/** The type that a catalogue gets, also in the parts of one that is read item by item. */
const listType = 'schema:ItemList';

function isCatalogue(node: JsonObject): boolean {
  const types = asArray(node['@type'] ?? []);
  const isTyped = ['Catalog', 'dcat:Catalog', listType].some((type) => types.includes(type));
  return isTyped || 'dataset' in node;
}

/**
 * Turns a catalogue into a mere list: of its datasets and those of series and catalogues in it, of
 * series and services. Statements about the catalogue itself are not kept.
 */
function listMembers(catalogue: JsonObject): void {
  const members: JsonValue[] = [];
  const pending = [catalogue];
  for (const each of pending) {
    for (const member of listingFields.flatMap((field) => asArray(each[field] ?? []))) {
      if (isObject(member) && isCatalogue(member)) pending.push(member);
      else members.push(member, ...takeSeriesMembers(member));
    }
  }
  for (const name of Object.keys(catalogue)) {
    if (!['@context', '@graph', '@id'].includes(name)) delete catalogue[name];
  }
  catalogue['@type'] = listType;
  catalogue['dataset'] = members;
}

/** Takes the described datasets out of a series, which keeps their names. */
function takeSeriesMembers(series: JsonValue): readonly JsonObject[] {
  if (!isObject(series)) return [];
  const { seriesMember: members = [] } = series;
  const described = objectsIn(members).filter((member) => Object.keys(member).length > 1);
  if (described.length > 0) {
    series['seriesMember'] = asArray(members).flatMap((member) =>
      isObject(member) ? (member['@id'] ?? []) : member,
    );
  }
  return described;
}

function mendIris(node: JsonObject, fields: readonly string[]): void {
  for (const field of fields) {
    const value = node[field];
    if (value === undefined) continue;
    node[field] = Array.isArray(value) ? value.map(textUnlessIri) : textUnlessIri(value);
  }
}

function textUnlessIri(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return absolute.test(text) ? text : { '@value': value };
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return value === undefined ? [] : asArray(value).filter(isObject);
}

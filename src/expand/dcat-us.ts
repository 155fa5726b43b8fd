import { dcatUsDetectionFields, isDcatUsSchema } from '../model/page-types.ts';
import { parseUrl } from '../text/parsed-url.ts';
import {
  asArray,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from '../text/json.ts';

/** An absolute IRI, perhaps in need of repair, but not a sentence with a colon. */
const absolute = /^[a-z][a-z\d+.-]*:(?:\/\/|\S+$)/iu;

/**
 * Prepares a DCAT-US catalogue (`data.json`, Project Open Data v1.1) or a single entry for
 * expansion, in place: adds the context of its schema where it has none or an unusable one, and
 * turns values that are not IRIs into text in IRI fields such as `license`, since they would become
 * relative IRIs. Other documents are not changed.
 */
export function prepareDcatUs(document: JsonContainer): void {
  if (!isObject(document) || !isDcatUs(document)) return;
  if (!hasContext(document['@context'])) document['@context'] = dcatUsContextUrl;
  for (const entry of [document, ...objectsIn(document['dataset'])]) {
    mendIris(entry);
    for (const part of ['contactPoint', 'distribution']) objectsIn(entry[part]).forEach(mendIris);
  }
}

function isDcatUs(document: JsonObject): boolean {
  const { '@context': context, conformsTo, dataset } = document;
  if (hasContext(context)) return typeof context === 'string' && isDcatUsContext(context);
  if (typeof context === 'string' && isDcatUsContext(`https://${context.trim()}`)) return true;
  if (typeof conformsTo === 'string' && isDcatUsSchema(conformsTo)) return true;
  return objectsIn(dataset).some(isEntry);
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

function mendIris(node: JsonObject): void {
  for (const field of Object.keys(iriFields)) {
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

/** The context URL that documents use; the bundled context serves all spellings. */
const dcatUsContextUrl = 'https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld';

const hosts: ReadonlySet<string> = new Set(['project-open-data.cio.gov', 'resources.data.gov']);
const contextPath = /\/v1\.1(?:\/|$)/u;

/** Whether a URL is one of those used for the context of DCAT-US 1.1. */
export function isDcatUsContext(url: string): boolean {
  // Parsing a URL is slow, and nearly all documents have another context.
  const parsed = url.includes('/v1.1') ? parseUrl(url) : undefined;
  if (parsed === undefined) return false;
  const { protocol, hostname, pathname } = parsed;
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    hosts.has(hostname) &&
    contextPath.test(pathname)
  );
}

/** Fields with IRIs as values; other values there become text (`prepareDcatUs`). */
const iriFields = {
  accessURL: 'dcat:accessURL',
  conformsTo: 'dcterms:conformsTo',
  describedBy: 'http://www.w3.org/2007/05/powder-s#describedby',
  downloadURL: 'dcat:downloadURL',
  hasEmail: 'vcard:hasEmail',
  landingPage: 'dcat:landingPage',
  license: 'dcterms:license',
  references: 'dcterms:references',
  systemOfRecords: 'pod:systemOfRecords',
} as const;

/**
 * Fields with texts or objects as values. `isPartOf` is the identifier of another entry, which need
 * not be an IRI.
 */
const otherFields = {
  ...termsOf(
    'pod',
    'accessLevel bureauCode dataQuality describedByType primaryITInvestmentUII',
    'programCode',
  ),
  ...termsOf(
    'dcterms',
    'accrualPeriodicity description format identifier isPartOf issued language',
    'modified publisher rights spatial temporal title',
  ),
  ...termsOf('dcat', 'contactPoint dataset distribution keyword mediaType theme'),
  ...termsOf('vcard', 'fn'),
  ...termsOf('foaf', 'name'),
  ...termsOf('org', 'subOrganizationOf'),
};

/** Maps each name to the term of the same name in a vocabulary. */
function termsOf(prefix: string, ...names: readonly string[]): Record<string, string> {
  const all = names.flatMap((each) => each.split(' '));
  return Object.fromEntries(all.map((name) => [name, `${prefix}:${name}`]));
}

/**
 * A context for the fields of DCAT-US 1.1 (Project Open Data Metadata Schema v1.1, "Mapping to
 * DCAT"; see `docs/decisions/0008`). Dates, `spatial` (west, south, east, north) and `temporal`
 * stay text.
 */
export const dcatUsContext: JsonObject = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  org: 'http://www.w3.org/ns/org#',
  pod: 'https://project-open-data.cio.gov/v1.1/schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  ...otherFields,
  ...Object.fromEntries(
    Object.entries(iriFields).map(([field, iri]) => [field, { '@id': iri, '@type': '@id' }]),
  ),
};

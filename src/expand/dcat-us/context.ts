import type { JsonObject } from '../json.ts';
import { parsedUrl } from '../../text/parsed-url.ts';

/** The context URL that documents use; the bundled context serves all spellings. */
export const dcatUsContextUrl = 'https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld';

const hosts: ReadonlySet<string> = new Set(['project-open-data.cio.gov', 'resources.data.gov']);
const contextPath = /\/v1\.1(?:\/|$)/u;

/** Whether a URL is one of those used for the context of DCAT-US 1.1. */
export function isDcatUsContext(url: string): boolean {
  // Parsing a URL is slow, and nearly all documents have another context.
  const parsed = url.includes('/v1.1') ? parsedUrl(url) : undefined;
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
  accessLevel: 'pod:accessLevel',
  accrualPeriodicity: 'dcterms:accrualPeriodicity',
  bureauCode: 'pod:bureauCode',
  contactPoint: 'dcat:contactPoint',
  dataQuality: 'pod:dataQuality',
  dataset: 'dcat:dataset',
  describedByType: 'pod:describedByType',
  description: 'dcterms:description',
  distribution: 'dcat:distribution',
  fn: 'vcard:fn',
  format: 'dcterms:format',
  identifier: 'dcterms:identifier',
  isPartOf: 'dcterms:isPartOf',
  issued: 'dcterms:issued',
  keyword: 'dcat:keyword',
  language: 'dcterms:language',
  mediaType: 'dcat:mediaType',
  modified: 'dcterms:modified',
  name: 'foaf:name',
  primaryITInvestmentUII: 'pod:primaryITInvestmentUII',
  programCode: 'pod:programCode',
  publisher: 'dcterms:publisher',
  rights: 'dcterms:rights',
  spatial: 'dcterms:spatial',
  subOrganizationOf: 'org:subOrganizationOf',
  temporal: 'dcterms:temporal',
  theme: 'dcat:theme',
  title: 'dcterms:title',
} as const;

/** The names of the fields with IRIs as values. */
export const dcatUsIriFields: readonly string[] = Object.keys(iriFields);

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

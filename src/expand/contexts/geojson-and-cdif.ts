import { schemaOrgNamespace } from '../../rdf/vocabularies.ts';
import type { JsonObject } from '../../text/json.ts';
import { schemaOrgTerms } from '../schema-org/context.ts';
import { mapToIris, mapToNamespace } from './define-terms.ts';

const geojson = 'https://purl.org/geojson/vocab#';

/** The context of GeoJSON-LD: the members of GeoJSON (RFC 7946) in its vocabulary. */
export const geoJsonContext: JsonObject = {
  '@version': 1.1,
  id: '@id',
  type: '@type',
  geojson,
  ...mapToNamespace(
    geojson,
    'Feature FeatureCollection GeometryCollection LineString MultiLineString MultiPoint',
    'MultiPolygon Point Polygon geometry properties',
  ),
  bbox: { '@id': `${geojson}bbox`, '@container': '@list' },
  coordinates: { '@id': `${geojson}coordinates`, '@container': '@list' },
  features: { '@id': `${geojson}features`, '@container': '@set' },
};

const cdi = 'http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/';
const csvw = 'http://www.w3.org/ns/csvw#';
const dcat = 'http://www.w3.org/ns/dcat#';
const dcterms = 'http://purl.org/dc/terms/';
const dqv = 'http://www.w3.org/ns/dqv#';
const geosparql = 'http://www.opengis.net/ont/geosparql#';
const prov = 'http://www.w3.org/ns/prov#';
const spdx = 'http://spdx.org/rdf/terms#';
const time = 'http://www.w3.org/2006/time#';

const cdifPrefixes = {
  cdi,
  csvw,
  dcat,
  dcterms,
  dqv,
  geosparql,
  prov,
  schema: schemaOrgNamespace,
  sf: 'http://www.opengis.net/ont/sf#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  spdx,
  time,
};

/**
 * The prefixes of the CDIF building blocks. The context of a block has some of them and no terms.
 */
export const cdifBlocksContext: JsonObject = {
  '@version': 1.1,
  ...cdifPrefixes,
  ada: 'https://ada.astromat.org/metadata/',
  bios: 'https://bioschemas.org/',
  cdif: 'https://w3id.org/cdif/',
  ex: 'https://example.org/',
  nxs: 'https://manual.nexusformat.org/classes/',
  oas: 'https://spec.openapis.org/oas/3.1#',
  wd: 'https://www.wikidata.org/entity/',
  xas: 'https://w3id.org/cdif/xas/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

/** CDIF's context for metadata without prefixes, with all terms of schema.org. */
export function createCdifContext(): JsonObject {
  return {
    '@version': 1.1,
    ...mapToNamespace(schemaOrgNamespace, ...schemaOrgTerms, 'query-input'),
    ...mapToIris(schemaOrgNamespace, 'contentUrl inDefinedTermSet url'),
    ...mapToNamespace(
      cdi,
      'InstanceVariable StructuredDataSet TabularTextDataSet arrayBase characterSet',
      'decimalPositions defaultDecimalSeparator defaultDigitalGroupSeparator defaultValue',
      'describedUnitOfMeasure displayLabel escapeCharacter fileSize fileSizeUofM format',
      'hasPhysicalMapping headerIsCaseSensitive index intendedDataType isDelimited isFixedWidth',
      'isRequired length locator maximumLength minimumLength nullSequence physicalDataType',
      'qualifies role scale simpleUnitOfMeasure treatConsecutiveDelimitersAsOne uses',
    ),
    ...mapToIris(cdi, 'formats_InstanceVariable'),
    ...mapToNamespace(
      csvw,
      'commentPrefix delimiter header headerRowCount lineTerminators quoteChar skipBlankRows',
      'skipColumns skipInitialSpace skipRows tableDirection textDirection trim',
    ),
    ...mapToNamespace(dcat, 'CatalogRecord'),
    ...mapToNamespace(dcterms, 'conformsTo'),
    ...mapToNamespace(dqv, 'QualityMeasurement hasQualityMeasurement isMeasurementOf'),
    ...mapToNamespace(geosparql, 'asWKT crs hasGeometry wktLiteral'),
    ...mapToNamespace(prov, 'Activity used wasDerivedFrom wasGeneratedBy'),
    ...mapToNamespace(spdx, 'Checksum algorithm checksum checksumValue'),
    ...mapToNamespace(
      time,
      'Instant ProperInterval TimePosition hasBeginning hasEnd inTimePosition numericPosition',
    ),
    ...mapToIris(time, 'hasTRS intervalFinishedBy intervalStartedBy'),
    ...cdifPrefixes,
  };
}

import type { JsonObject } from '../../text/json.ts';
import { mapToIris, mapToNamespace } from './define-terms.ts';

const dcat = 'http://www.w3.org/ns/dcat#';
const dcterms = 'http://purl.org/dc/terms/';
const foaf = 'http://xmlns.com/foaf/0.1/';
const locn = 'http://www.w3.org/ns/locn#';
const org = 'http://www.w3.org/ns/org#';
const skos = 'http://www.w3.org/2004/02/skos/core#';
const vcard = 'http://www.w3.org/2006/vcard/ns#';
const prefixes = { dcat, dcterms, foaf, org, skos, vcard };

const pod = 'https://project-open-data.cio.gov/v1.1/schema#';

/** The fields of DCAT-US 1.1 with IRIs as values; other values there become text. */
const dcatUsIris: JsonObject = {
  ...mapToIris(dcat, 'accessURL downloadURL landingPage'),
  ...mapToIris(dcterms, 'conformsTo license references'),
  ...mapToIris(pod, 'systemOfRecords'),
  ...mapToIris(vcard, 'hasEmail'),
  describedBy: { '@id': 'http://www.w3.org/2007/05/powder-s#describedby', '@type': '@id' },
};

/** The names of those fields. */
export const dcatUsIriFields: readonly string[] = Object.keys(dcatUsIris);

/**
 * A context for the fields of DCAT-US 1.1 (Project Open Data Metadata Schema v1.1, "Mapping to
 * DCAT"; see `docs/decisions/0008`). Dates, `spatial` (west, south, east, north) and `temporal`
 * stay text. `isPartOf` is the identifier of another entry, which need not be an IRI.
 */
export const dcatUsContext: JsonObject = {
  ...prefixes,
  pod,
  ...mapToNamespace(
    pod,
    'accessLevel bureauCode dataQuality describedByType primaryITInvestmentUII programCode',
  ),
  ...mapToNamespace(
    dcterms,
    'accrualPeriodicity description format identifier isPartOf issued language modified',
    'publisher rights spatial temporal title',
  ),
  ...mapToNamespace(dcat, 'contactPoint dataset distribution keyword mediaType theme'),
  ...mapToNamespace(vcard, 'fn'),
  ...mapToNamespace(foaf, 'name'),
  ...mapToNamespace(org, 'subOrganizationOf'),
  ...dcatUsIris,
};

const adms = 'http://www.w3.org/ns/adms#';
const dcatUs = 'http://data.resources.gov/ontology/dcat-us#';
const dqv = 'http://www.w3.org/ns/dqv#';
const prov = 'http://www.w3.org/ns/prov#';
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#';
const spdx = 'http://spdx.org/rdf/terms#';
const xsd = 'http://www.w3.org/2001/XMLSchema#';

const dcatUs3Iris: JsonObject = {
  ...mapToIris(adms, 'representationTechnique sample status supportedSchema'),
  ...mapToIris(
    dcat,
    'accessService accessURL catalog compressFormat contactPoint dataset distribution downloadURL',
    'endpointDescription endpointURL first hadRole hasCurrentVersion hasVersion inSeries',
    'landingPage last mediaType packageFormat previousVersion qualifiedRelation record',
    'seriesMember servesDataset service theme themeTaxonomy',
  ),
  ...mapToIris(
    dcatUs,
    'accessRestriction cuiRestriction describedBy geographicBoundingBox liabilityStatement',
    'metadataDistribution restrictionStatus specificRestriction useRestriction',
  ),
  ...mapToIris(
    dcterms,
    'accessRights accrualPeriodicity conformsTo contributor creator format hasPart',
    'isReferencedBy language license provenance publisher relation replaces rights rightsHolder',
    'source spatial subject temporal',
  ),
  ...mapToIris(dqv, 'expectedDataType hasQualityMeasurement inDimension isMeasurementOf'),
  ...mapToIris(foaf, 'homepage page primaryTopic'),
  ...mapToIris(org, 'memberOf subOrganizationOf'),
  ...mapToIris(prov, 'agent qualifiedAttribution wasAttributedTo wasGeneratedBy wasUsedBy'),
  ...mapToIris(skos, 'inScheme'),
  ...mapToIris(spdx, 'algorithm checksum'),
  ...mapToIris(vcard, 'address hasEmail tel'),
  ...mapToIris('http://data.europa.eu/r5r/', 'availability'),
  ...mapToIris('http://purl.org/linked-data/sdmx/2009/attribute#', 'unitMeasure'),
  ...mapToIris('http://schema.org/', 'image'),
  ...mapToIris('http://www.w3.org/ns/odrl/2/', 'hasPolicy'),
  category: { '@id': `${dcterms}type`, '@type': '@id' },
  otherIdentifier: { '@id': `${adms}identifier`, '@type': '@id' },
};

/** The fields of DCAT-US 3.0 with IRIs as values; other values there become text. */
export const dcatUs3IriFields: readonly string[] = Object.keys(dcatUs3Iris);

/** Fields with a text for each language, such as `titleMap`. */
const languageMaps = {
  ...mapToNamespace(dcat, 'keyword'),
  ...mapToNamespace(dcatUs, 'purpose restrictionNote'),
  ...mapToNamespace(dcterms, 'abstract description title'),
  ...mapToNamespace(rdfs, 'label'),
  ...mapToNamespace(skos, 'altLabel definition prefLabel scopeNote'),
  attributionText: 'http://schema.theodi.org/odrs#attributionText',
};

const typed = (namespace: string, name: string, type: string): JsonObject => ({
  [name]: { '@id': namespace + name, '@type': xsd + type },
});

/** The classes, which have the names of classes of other vocabularies. */
const classes = {
  ...mapToNamespace(adms, 'Identifier'),
  ...mapToNamespace(
    dcat,
    'Catalog CatalogRecord DataService Dataset DatasetSeries Distribution Relationship',
  ),
  ...mapToNamespace(
    dcatUs,
    'AccessRestriction CUIRestriction GeographicBoundingBox LiabilityStatement UseRestriction',
  ),
  ...mapToNamespace(
    dcterms,
    'LicenseDocument Location MediaType PeriodOfTime ProvenanceStatement RightsStatement Standard',
  ),
  ...mapToNamespace(dqv, 'Metric QualityMeasurement'),
  ...mapToNamespace(foaf, 'Agent Document'),
  ...mapToNamespace(org, 'Organization'),
  ...mapToNamespace(prov, 'Activity Attribution'),
  ...mapToNamespace(skos, 'Concept ConceptScheme'),
  ...mapToNamespace(spdx, 'Checksum'),
  ...mapToNamespace(vcard, 'Address Kind'),
};

/** Classes in which some terms have another meaning, by name and by compact IRI. */
const scoped = (name: string, prefixed: string, terms: JsonObject): JsonObject => {
  const definition = { '@id': prefixed, '@context': terms };
  return { [name]: definition, [prefixed]: definition };
};

/**
 * A context for the fields of DCAT-US 3.0 (JSON Schemas of GSA/dcat-us, which map each field to a
 * term), with the terms and prefixes of the context that was withdrawn. Codes such as those of
 * languages and media types stay texts.
 */
export const dcatUs3Context: JsonObject = {
  '@version': 1.1,
  ...prefixes,
  adms,
  'dcat-us': dcatUs,
  dqv,
  locn,
  prov,
  spdx,
  gsp: 'http://www.opengis.net/ont/geosparql#',
  rdfs,
  schema: 'http://schema.org/',
  xsd,
  ...classes,
  ...dcatUs3Iris,
  ...languageMaps,
  ...Object.fromEntries(
    Object.entries(languageMaps).map(([name, iri]) => [
      `${name}Map`,
      { '@id': iri, '@container': '@language' },
    ]),
  ),
  ...mapToNamespace(adms, 'schemaAgency versionNotes'),
  ...mapToNamespace(dcat, 'bbox centroid endDate startDate version'),
  ...typed(dcat, 'byteSize', 'nonNegativeInteger'),
  ...typed(dcat, 'spatialResolutionInMeters', 'decimal'),
  ...typed(dcat, 'temporalResolution', 'duration'),
  ...mapToNamespace(dcatUs, 'cuiBannerMarking designationIndicator requiredIndicatorPerAuthority'),
  ...typed(dcatUs, 'eastBoundingLongitude', 'decimal'),
  ...typed(dcatUs, 'northBoundingLatitude', 'decimal'),
  ...typed(dcatUs, 'southBoundingLatitude', 'decimal'),
  ...typed(dcatUs, 'westBoundingLongitude', 'decimal'),
  ...mapToNamespace(dcterms, 'bibliographicCitation created identifier issued modified'),
  ...mapToNamespace(dqv, 'value'),
  ...mapToNamespace(foaf, 'firstname givenName name'),
  ...mapToNamespace(locn, 'adminUnitL1 adminUnitL2 geometry postCode postName thoroughfare'),
  ...mapToNamespace(skos, 'notation'),
  ...mapToNamespace(spdx, 'licenseText'),
  ...typed(spdx, 'checksumValue', 'hexBinary'),
  ...mapToNamespace(
    vcard,
    'country-name family-name fn given-name locality organization-name postal-code region',
    'street-address',
  ),
  creators: 'http://purl.org/dc/elements/1.1/creator',
  publishers: 'http://purl.org/dc/elements/1.1/publisher',
  characterEncoding: 'http://www.w3.org/2011/content#characterEncoding',
  ...scoped('Identifier', 'adms:Identifier', { version: `${dcterms}version` }),
  ...scoped('Kind', 'vcard:Kind', { title: `${vcard}title` }),
};

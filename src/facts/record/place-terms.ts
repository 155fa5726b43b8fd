import { vocabulary } from '../../rdf/vocabularies.ts';

const schema = vocabulary(
  'http://schema.org/',
  'GeoCircle',
  'Place',
  'additionalProperty',
  'address',
  'addressCountry',
  'addressLocality',
  'addressRegion',
  'alternateName',
  'box',
  'circle',
  'contentLocation',
  'geo',
  'geoMidpoint',
  'geoRadius',
  'identifier',
  'latitude',
  'line',
  'location',
  'longitude',
  'name',
  'polygon',
  'propertyID',
  'sameAs',
  'spatial',
  'spatialCoverage',
  'subjectOf',
  'text',
  'unitCode',
  'unitText',
  'url',
  'value',
);
const dcterms = vocabulary(
  'http://purl.org/dc/terms/',
  'Location',
  'identifier',
  'spatial',
  'title',
);
const dcat = vocabulary('http://www.w3.org/ns/dcat#', 'bbox', 'centroid');
/** GeoSPARQL 1.1. */
const geo = vocabulary(
  'http://www.opengis.net/ont/geosparql#',
  'Feature',
  'asGML',
  'asGeoJSON',
  'asWKT',
  'hasBoundingBox',
  'hasCentroid',
  'hasDefaultGeometry',
  'hasGeometry',
);
const locn = vocabulary('http://www.w3.org/ns/locn#', 'geographicName', 'geometry');
/** WGS84 Geo Positioning. */
const wgs84 = vocabulary('http://www.w3.org/2003/01/geo/wgs84_pos#', 'lat', 'location', 'long');
const skos = vocabulary(
  'http://www.w3.org/2004/02/skos/core#',
  'altLabel',
  'exactMatch',
  'prefLabel',
);
const rdfs = vocabulary('http://www.w3.org/2000/01/rdf-schema#', 'label');
const owl = vocabulary('http://www.w3.org/2002/07/owl#', 'sameAs');

/** Properties of places, by what is read from them. All IRIs are in the canonical namespaces. */
export const placeTerms = {
  /** From a resource to the places that it is about. */
  coverage: [schema.spatialCoverage, schema.spatial, dcterms.spatial, schema.contentLocation],
  /** From a resource to where it is. */
  location: [schema.location],
  /** Classes of resources that are places themselves. */
  classes: [schema.Place, dcterms.Location, geo.Feature],
  /** From a place or resource to a node with geometry in it, or to a text that is one. */
  geometryNodes: [
    schema.geo,
    geo.hasGeometry,
    geo.hasDefaultGeometry,
    geo.hasBoundingBox,
    geo.hasCentroid,
    dcat.bbox,
    dcat.centroid,
    locn.geometry,
    wgs84.location,
  ],
  /** Texts that say themselves what they are. */
  geometryTexts: [geo.asWKT, geo.asGeoJSON, geo.asGML],
  /** Texts of numbers. */
  forms: {
    [schema.box]: 'box',
    [schema.circle]: 'circle',
    [schema.line]: 'line',
    [schema.polygon]: 'polygon',
  },
  latitude: [schema.latitude, wgs84.lat],
  longitude: [schema.longitude, wgs84.long],
  circle: { midpoint: [schema.geoMidpoint], radius: [schema.geoRadius] },
  quantity: { value: [schema.value, schema.name], unit: [schema.unitText, schema.unitCode] },
  additionalProperty: [schema.additionalProperty],
  propertyId: [schema.propertyID],
  value: [schema.value],
  descriptions: [schema.subjectOf],
  text: [schema.text],
  names: [
    schema.name,
    schema.alternateName,
    dcterms.title,
    rdfs.label,
    skos.prefLabel,
    skos.altLabel,
    locn.geographicName,
  ],
  address: [schema.address],
  addressParts: [schema.addressLocality, schema.addressRegion, schema.addressCountry],
  identifiers: [schema.identifier, schema.sameAs, dcterms.identifier, owl.sameAs, skos.exactMatch],
  identifierValue: [schema.value, schema.url],
} as const;

import { termIri, termIris } from './vocabulary-iris.ts';

/** Properties and classes of places, by what is read from them. */
export const placeTerms = {
  /** From a resource to the places that it is about. */
  coverage: termIris(
    'schema:spatialCoverage schema:spatial dcterms:spatial schema:contentLocation',
  ),
  /** From a resource to where it is located. */
  location: termIris('schema:location'),
  /** Classes of resources that are places themselves. */
  classes: termIris('schema:Place dcterms:Location geo:Feature'),
  /** From a place or resource to a node or text with a geometry. */
  geometryNodes: termIris(
    'schema:geo geo:hasGeometry geo:hasDefaultGeometry geo:hasBoundingBox geo:hasCentroid',
    'dcat:bbox dcat:centroid locn:geometry wgs84:location',
  ),
  /** Self-describing geometries. */
  geometryTexts: termIris('geo:asWKT geo:asGeoJSON geo:asGML'),
  /** Texts of numbers, by form. */
  forms: {
    [termIri('schema:box')]: 'box',
    [termIri('schema:circle')]: 'circle',
    [termIri('schema:line')]: 'line',
    [termIri('schema:polygon')]: 'polygon',
  },
  latitude: termIris('schema:latitude wgs84:lat'),
  longitude: termIris('schema:longitude wgs84:long'),
  circle: { midpoint: termIris('schema:geoMidpoint'), radius: termIris('schema:geoRadius') },
  quantity: {
    value: termIris('schema:value schema:name'),
    unit: termIris('schema:unitText schema:unitCode'),
  },
  additionalProperty: termIris('schema:additionalProperty'),
  propertyId: termIris('schema:propertyID'),
  value: termIris('schema:value'),
  descriptions: termIris('schema:subjectOf'),
  text: termIris('schema:text'),
  names: termIris(
    'schema:name schema:alternateName dcterms:title rdfs:label skos:prefLabel',
    'skos:altLabel locn:geographicName',
  ),
  address: termIris('schema:address'),
  addressParts: termIris('schema:addressLocality schema:addressRegion schema:addressCountry'),
  identifiers: termIris(
    'schema:identifier schema:sameAs dcterms:identifier owl:sameAs skos:exactMatch',
  ),
  identifierValue: termIris('schema:value schema:url'),
} as const;

const namespaces: ReadonlyMap<string, string> = new Map([
  /** DDI Cross-Domain Integration. */
  ['cdi', 'http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/'],
  /** Croissant; its namespace has no version. */
  ['cr', 'http://mlcommons.org/croissant/'],
  /** The older elements of Dublin Core, some of which have no successors in use. */
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dcat', 'http://www.w3.org/ns/dcat#'],
  /** DCAT-US 3.0. */
  ['dcat-us', 'http://data.resources.gov/ontology/dcat-us#'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  /** Data Quality Vocabulary. */
  ['dqv', 'http://www.w3.org/ns/dqv#'],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['geojson', 'https://purl.org/geojson/vocab#'],
  /** GeoSPARQL 1.1. */
  ['geo', 'http://www.opengis.net/ont/geosparql#'],
  /** Terms of SOSO's examples of geologic time. */
  ['gstime', 'http://schema.geoschemas.org/contexts/temporal#'],
  ['locn', 'http://www.w3.org/ns/locn#'],
  ['owl', 'http://www.w3.org/2002/07/owl#'],
  /** DCAT-US 1.1. */
  ['pod', 'https://project-open-data.cio.gov/v1.1/schema#'],
  ['prov', 'http://www.w3.org/ns/prov#'],
  ['qudt', 'http://qudt.org/schema/qudt/'],
  ['rdfs', 'http://www.w3.org/2000/01/rdf-schema#'],
  ['schema', 'http://schema.org/'],
  ['skos', 'http://www.w3.org/2004/02/skos/core#'],
  ['sosa', 'http://www.w3.org/ns/sosa/'],
  ['spdx', 'http://spdx.org/rdf/terms#'],
  ['ssn', 'http://www.w3.org/ns/ssn/'],
  /** OWL-Time. Capitalised properties are not defined, but occur in SOSO's examples. */
  ['time', 'http://www.w3.org/2006/time#'],
  ['vcard', 'http://www.w3.org/2006/vcard/ns#'],
  /** WGS84 Geo Positioning. */
  ['wgs84', 'http://www.w3.org/2003/01/geo/wgs84_pos#'],
]);

/**
 * The IRI of a prefixed name, such as `schema:name`, in the canonical namespaces.
 * @throws TypeError for a prefix that readers of records do not use
 */
export function termIri(prefixedName: string): string {
  const [prefix = '', name = ''] = prefixedName.split(':');
  const namespace = namespaces.get(prefix);
  if (namespace === undefined)
    throw new TypeError(`no namespace has the prefix of ${prefixedName}`);
  return namespace + name;
}

/** The IRIs of prefixed names that are separated by blanks; see `termIri`. */
export function termIris(...prefixedNames: readonly string[]): readonly string[] {
  return prefixedNames.flatMap((names) => names.split(' ')).map(termIri);
}

/** Names of agents beyond the general labels. */
const agentNames = termIris('schema:legalName vcard:fn vcard:organization-name foaf:name');
const codes = termIris('schema:termCode skos:notation');
const links = termIris('schema:url');
const sameAs = termIris('schema:sameAs owl:sameAs skos:exactMatch');
const identifiers = termIris('schema:identifier dcterms:identifier dc:identifier');
const identifierValues = termIris('schema:value');
const distributions = termIris('schema:distribution dcat:distribution');
const labels = termIris('schema:name skos:prefLabel rdfs:label dcterms:title');
const license = termIris('schema:license dcterms:license');
const licences = [
  ...license,
  ...termIris('schema:conditionsOfAccess dcterms:rights dcterms:accessRights dc:rights'),
] as const;

/** Properties of texts, by what is read from them. */
export const textTerms = {
  /** Names of any node. */
  labels,
  allLabels: [...labels, ...termIris('schema:alternateName skos:altLabel')],
  labelsAndCodes: [...labels, ...codes],
  /** `schema:title` is not defined by schema.org, but used. */
  titles: termIris('schema:name schema:headline schema:title dcterms:title dc:title'),
  alternativeTitles: termIris('schema:alternateName'),
  descriptions: termIris(
    'schema:description schema:abstract schema:disambiguatingDescription',
    'dcterms:description dcterms:abstract dc:description',
  ),
  /** Of a node in place of a text. */
  textsOfNode: [...termIris('schema:text schema:value schema:description'), ...labels],
  /** Keywords and terms, by use. */
  terms: {
    about: termIris('schema:about'),
    type: termIris('schema:additionalType'),
    keyword: termIris('schema:keywords dcat:keyword dcat:theme dcterms:subject dc:subject'),
    technique: termIris('schema:measurementTechnique schema:measurementMethod'),
  },
  /** Classes of subjects that have records of their own, and so are no keywords. */
  noSubjects: termIris(
    'schema:CreativeWork schema:DataCatalog schema:Dataset schema:DigitalDocument',
    'schema:Event schema:Place dcat:CatalogRecord',
  ),
  schemes: termIris('schema:inDefinedTermSet skos:inScheme'),
  codes,
  links,
  /** Pages about something. */
  pages: [...links, termIri('dcat:landingPage')],
  sameAs,
  identifiers,
  identifierValues,
  identifiersAndSame: [...identifiers, ...sameAs],
  labelsAndLinks: [...labels, ...links],
  linksAndIdentifiers: [...links, ...identifiers],
  linksAndSame: [...links, ...sameAs],
  /** Everything by which something may be known elsewhere. */
  addresses: [...links, ...sameAs, ...identifiers],
  valuesAndLinks: [...identifierValues, ...links],
  valuesAndAddresses: [...identifierValues, ...links, ...sameAs],
  valuesAndCodes: [...identifierValues, ...codes],
  /** Names of licences. */
  licenceNames: [
    ...labels,
    ...termIris('schema:alternateName skos:altLabel'),
    ...codes,
    ...identifiers,
  ],
  propertyIds: termIris('schema:propertyID'),
  /** Properties that only licences have. */
  license,
  licences,
  accessibleForFree: termIris('schema:isAccessibleForFree'),
  /** Statements about access, which some publishers put where licences belong. */
  accessStatements: [...licences, termIri('pod:accessLevel')],
  /** Of a node in place of a statement. */
  explanations: termIris('schema:text schema:description dcterms:description rdfs:comment'),
  /** Including the encodings of a resource. */
  distributions: [...distributions, termIri('schema:encoding')],
  formats: termIris(
    'schema:encodingFormat schema:fileFormat dcterms:format dc:format dcat:mediaType',
    'dcat:compressFormat dcat:packageFormat',
  ),
  issued: termIris('schema:datePublished dcterms:issued'),
  modified: termIris('schema:dateModified dcterms:modified'),
} as const;

/** Properties of distributions, their parts, and services. */
export const fileTerms = {
  distributions,
  parts: termIris('schema:hasPart dcterms:hasPart'),
  encodings: termIris('schema:encoding'),
  /** Addresses of the content; `contentURL` is a common misspelling. */
  contents: termIris('schema:contentUrl schema:contentURL dcat:downloadURL'),
  /** Addresses that lead to the content, and may be pages. */
  places: termIris('schema:url dcat:accessURL'),
  actions: termIris('schema:potentialAction'),
  targets: termIris('schema:target'),
  templates: termIris('schema:urlTemplate'),
  profiles: termIris('dcterms:conformsTo'),
  checksums: termIris('spdx:checksum'),
  sha256: termIris('schema:sha256'),
  algorithms: termIris('spdx:algorithm spdx:checksumAlgorithm'),
  checksumValues: termIris('spdx:checksumValue'),
} as const;

/** Properties of links and policies. */
export const relationTerms = {
  /** From a resource to qualified links. */
  links: termIris('schema:relatedLink'),
  linkNames: termIris('schema:linkRelationship'),
  linkTargets: termIris('schema:target'),
  policies: termIris('schema:publishingPrinciples'),
} as const;

/** Properties of people and organisations. */
export const agentTerms = {
  roles: {
    contributor: termIris('schema:contributor dcterms:contributor dc:contributor'),
    copyrightHolder: termIris('schema:copyrightHolder dcterms:rightsHolder'),
    creator: termIris('schema:creator schema:author dcterms:creator dc:creator'),
    editor: termIris('schema:editor'),
    funder: termIris('schema:funder schema:sponsor'),
    maintainer: termIris('schema:maintainer'),
    provider: termIris('schema:provider schema:sourceOrganization'),
    publisher: termIris('schema:publisher dcterms:publisher dc:publisher'),
  },
  /** Contributor properties without a role of their own, with role names. */
  namedRoles: [
    [termIri('schema:producer'), 'producer'],
    [termIri('schema:accountablePerson'), 'accountable person'],
  ],
  grants: termIris('schema:funding'),
  affiliations: termIris('schema:affiliation schema:worksFor schema:memberOf'),
  roleNames: termIris('schema:roleName schema:namedPosition'),
  names: [...labels, termIri('schema:alternateName'), ...agentNames],
  agentNames,
  givenNames: termIris('schema:givenName foaf:givenName vcard:given-name'),
  familyNames: termIris('schema:familyName foaf:familyName vcard:family-name'),
} as const;

/** Properties of variables. */
export const variableTerms = {
  /** Classes of variable descriptions. */
  classes: termIris('schema:PropertyValue schema:StatisticalVariable cdi:InstanceVariable'),
  variables: termIris('schema:variableMeasured sosa:observedProperty'),
  /** From a variable to its components. */
  parts: termIris('schema:variableMeasured schema:hasPart dcterms:hasPart'),
  /** From a variable to its components, and to attributes, codes and units. */
  attributes: termIris('schema:valueReference'),
  names: [...labels, ...termIris('schema:alternateName skos:altLabel cdi:name cdi:displayLabel')],
  descriptions: termIris(
    'schema:description schema:disambiguatingDescription skos:definition rdfs:comment',
    'cdi:definition',
  ),
  ids: termIris('schema:propertyID schema:identifier'),
  /** From a variable to term sets, and from these to their terms. */
  termSets: termIris('schema:subjectOf'),
  termSetClass: termIri('schema:DefinedTermSet'),
  /** A CDIF converter puts terms that it does not know in schema.org into its own namespace. */
  termsOfSet: [termIri('schema:hasDefinedTerm'), 'https://ex.org/unknown/hasDefinedTerm'],
  /** The measured property, whose name also names the variable. */
  properties: termIris('schema:measuredProperty sosa:observedProperty ssn:forProperty'),
  units: termIris('schema:unitText schema:unitCode qudt:hasUnit qudt:unit cdi:unitOfMeasureKind'),
  unitNames: [...labels, ...termIris('schema:termCode qudt:symbol qudt:ucumCode')],
  techniques: termIris('schema:measurementTechnique schema:measurementMethod sosa:usedProcedure'),
} as const;

/** Properties and classes of places, by what is read from them. */
export const placeTerms = {
  /** From a resource to the places that it is about. */
  coverage: termIris(
    'schema:spatialCoverage schema:spatial dcterms:spatial schema:contentLocation',
    'dcat-us:geographicBoundingBox',
  ),
  /** From a resource to where it is located. */
  location: termIris('schema:location'),
  /** Classes that some publishers write as properties, around a place or a shape. */
  wrappers: termIris('schema:Place'),
  /** Classes of resources that are places themselves. */
  classes: termIris('schema:Place dcterms:Location geo:Feature'),
  /** From a place or resource to a node or text with a geometry. */
  geometryNodes: termIris(
    'schema:geo geo:hasGeometry geo:hasDefaultGeometry geo:hasBoundingBox geo:hasCentroid',
    'dcat:bbox dcat:centroid locn:geometry wgs84:location schema:geometry geojson:geometry',
    'schema:features geojson:features schema:geometries geojson:geometries',
    // Classes that some publishers write as properties.
    'schema:GeoShape schema:GeoCoordinates schema:GeoCircle',
  ),
  /** Properties of GeoJSON in a record, as schema.org's context and GeoJSON-LD spell them. */
  geoJson: {
    types: termIris('schema:type'),
    coordinates: termIris('schema:coordinates geojson:coordinates'),
    geometry: termIris('schema:geometry geojson:geometry'),
    system: termIris('schema:crs geojson:crs'),
    properties: termIris('schema:properties geojson:properties'),
  },
  /** Boxes as west, south, east and north, perhaps with heights. */
  extents: termIris('schema:bbox geojson:bbox'),
  /** Those of the geometry nodes whose four numbers are such a box. */
  extentNodes: termIris('dcat:bbox'),
  /** Self-describing geometries. */
  geometryTexts: termIris('geo:asWKT geo:asGeoJSON geo:asGML geo:hasSerialization'),
  /** Texts of numbers, by form. */
  forms: {
    [termIri('schema:box')]: 'box',
    [termIri('schema:circle')]: 'circle',
    [termIri('schema:line')]: 'line',
    [termIri('schema:polygon')]: 'polygon',
  },
  latitude: termIris('schema:latitude wgs84:lat'),
  longitude: termIris('schema:longitude wgs84:long'),
  /** The sides of a box, in the order of an extent. */
  sides: termIris(
    'dcat-us:westBoundingLongitude dcat-us:southBoundingLatitude',
    'dcat-us:eastBoundingLongitude dcat-us:northBoundingLatitude',
  ),
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

/** Properties by which an array of numbers is coordinates, so that its order has a meaning. */
export const propertiesOfCoordinates: ReadonlySet<string> = new Set([
  ...placeTerms.coverage,
  ...placeTerms.extents,
  ...placeTerms.geoJson.coordinates,
  ...placeTerms.geometryNodes,
  ...Object.keys(placeTerms.forms),
]);

/**
 * Properties and classes of Croissant, which describes the content of files for machine learning.
 * Terms that a context does not declare fall into schema.org's namespace.
 */
export const croissantTerms = {
  /** Classes; files and file sets had names in schema.org's namespace before Croissant 1.0. */
  fileObject: termIris('cr:FileObject schema:FileObject'),
  fileSet: termIris('cr:FileSet schema:FileSet'),
  recordSet: termIris('cr:RecordSet'),
  field: termIris('cr:Field'),
  dataSource: termIris('cr:DataSource'),
  /** From a dataset to its record sets, and from these to their fields. */
  recordSets: termIris('cr:recordSet'),
  fields: termIris('cr:field'),
  subFields: termIris('cr:subField'),
  /** From a field, file or file set to what its data come from. */
  sources: termIris('cr:source'),
  containers: termIris('cr:containedIn schema:containedIn'),
  /** From a field to other fields. */
  fieldReferences: termIris('cr:references cr:parentField'),
  /** From a data source to a part of the dataset. */
  targets: termIris('cr:fileObject cr:fileSet cr:recordSet cr:field'),
  dataTypes: termIris('cr:dataType'),
  equivalents: termIris('cr:equivalentProperty schema:equivalentProperty'),
  /** Data that stand in the record. */
  embedded: termIris('cr:data cr:examples'),
  constants: termIris('cr:value schema:value'),
  live: termIris('cr:isLiveDataset'),
  md5: termIris('cr:md5 schema:md5'),
} as const;

/** Properties of times, by what is read from them. */
export const timeTerms = {
  /** From a resource to the times that it is about. */
  coverage: termIris(
    'schema:temporalCoverage schema:temporal dcterms:temporal schema:contentReferenceTime',
  ),
  /** From a time to its start and end. */
  start: termIris('time:hasBeginning dcat:startDate schema:startDate'),
  end: termIris('time:hasEnd dcat:endDate schema:endDate'),
  /** Texts of a moment, the most precise first. */
  moments: termIris(
    'time:inXSDDateTimeStamp time:inXSDDateTime time:inXSDDate time:inXSDgYearMonth',
    'time:inXSDgYear',
  ),
  /** From a moment to its date parts. */
  inParts: termIris('time:inDateTime'),
  parts: { year: termIris('time:year'), month: termIris('time:month'), day: termIris('time:day') },
  /** From a moment to its position in a reference system. */
  position: termIris('time:inTimePosition time:inTemporalPosition'),
  number: termIris('time:numericPosition time:NumericPosition'),
  /** Meant for names, but numbers occur. */
  nominal: termIris('time:nominalPosition time:NominalPosition'),
  referenceSystem: termIris('time:hasTRS'),
  unit: termIris(
    'gstime:GeologicTimeUnitAbbreviation gstime:geologicTimeUnitAbbreviation time:unitType',
    'schema:unitText schema:unitCode',
  ),
  /** Eras at the start and end of a time. */
  startedBy: termIris('time:intervalStartedBy'),
  finishedBy: termIris('time:intervalFinishedBy'),
  /** Eras that contain a time. */
  during: termIris('time:intervalEquals time:intervalDuring time:intervalIn'),
  value: termIris('schema:value'),
  names: termIris('schema:name skos:prefLabel rdfs:label dcterms:title'),
  descriptions: termIris('schema:description dcterms:description'),
} as const;

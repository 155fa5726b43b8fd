/** The IRIs of a vocabulary by local name; the types are the IRIs themselves. */
export type Vocabulary<Namespace extends string, Name extends string> = {
  readonly [Local in Name]: `${Namespace}${Local}`;
};

/** Declares the terms of a vocabulary that the program uses, so that a misspelt one does not compile. */
export function vocabulary<const Namespace extends string, const Name extends string>(
  namespace: Namespace,
  ...names: readonly Name[]
): Vocabulary<Namespace, Name> {
  const terms = names.map((name) => [name, namespace + name]);
  // `fromEntries` cannot know that there is an entry for each name.
  return Object.fromEntries(terms) as Vocabulary<Namespace, Name>;
}

/** RDF 1.1; rdf:JSON and rdf:dirLangString are JSON-LD 1.1's and RDF 1.2's. */
export const rdf = vocabulary(
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'JSON',
  'dirLangString',
  'first',
  'langString',
  'nil',
  'rest',
  'type',
);

export const rdfs = vocabulary('http://www.w3.org/2000/01/rdf-schema#', 'seeAlso');

/** XML Schema datatypes. */
export const xsd = vocabulary(
  'http://www.w3.org/2001/XMLSchema#',
  'boolean',
  'dateTime',
  'double',
  'hexBinary',
  'integer',
  'string',
);

export const prov = vocabulary(
  'http://www.w3.org/ns/prov#',
  'Activity',
  'Entity',
  'endedAtTime',
  'generatedAtTime',
  'invalidatedAtTime',
  'specializationOf',
  'startedAtTime',
  'wasDerivedFrom',
  'wasGeneratedBy',
  'wasInvalidatedBy',
);

export const dcat = vocabulary('http://www.w3.org/ns/dcat#', 'Catalog', 'CatalogRecord', 'dataset');

export const dcterms = vocabulary(
  'http://purl.org/dc/terms/',
  'conformsTo',
  'format',
  'identifier',
  'isPartOf',
  'isReferencedBy',
  'source',
  'title',
);

export const foaf = vocabulary('http://xmlns.com/foaf/0.1/', 'primaryTopic', 'topic');

/** In the one namespace in which we write it. */
export const schema = vocabulary(
  'http://schema.org/',
  'BreadcrumbList',
  'DataCatalog',
  'DataFeed',
  'DataFeedItem',
  'Dataset',
  'DigitalDocument',
  'ItemList',
  'ListItem',
  'about',
  'additionalType',
  'contentURL',
  'contentUrl',
  'creator',
  'dataFeedElement',
  'dataset',
  'distribution',
  'encoding',
  'encodingFormat',
  'hasPart',
  'headline',
  'identifier',
  'isPartOf',
  'item',
  'itemListElement',
  'license',
  'mainEntity',
  'name',
  'sameAs',
  'spatialCoverage',
  'subjectOf',
  'temporalCoverage',
  'url',
  'value',
  'variableMeasured',
);

/** The vocabulary of validation results. */
export const sh = vocabulary(
  'http://www.w3.org/ns/shacl#',
  'Info',
  'ValidationResult',
  'Violation',
  'Warning',
  'focusNode',
  'resultMessage',
  'resultSeverity',
  'sourceConstraintComponent',
  'value',
);

/** Our own terms; `docs/vocabulary.md` defines them. */
export const cdifGraph = vocabulary(
  'urn:cdif-graph:ns#',
  'claimsProfile',
  'direct',
  'dropped',
  'embedded',
  'etag',
  'folder',
  'foundBy',
  'gone',
  'interrupted',
  'lastModified',
  'lastmod',
  'link',
  'list',
  'memberOf',
  'metaTags',
  'microdata',
  'ogcRecord',
  'rdf',
  'rdfa',
  'rebuilt',
  'removedBecause',
  'route',
  'sha256',
  'sitemap',
  'unlisted',
  'urls',
);

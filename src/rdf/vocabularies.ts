import { isIri } from './iri.ts';

/** The words of a text, as a union of literal types. */
type WordsOf<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | WordsOf<Rest>
  : Text;

/** The IRIs of a vocabulary by local name; the types are the IRIs themselves. */
type Vocabulary<Namespace extends string, Name extends string> = {
  readonly [Local in Name]: `${Namespace}${Local}`;
};

/**
 * Declares the used terms of a vocabulary, so that a misspelt one does not compile.
 * @param names local names, separated by blanks
 */
function vocabulary<const Namespace extends string, const Names extends string>(
  namespace: Namespace,
  ...names: readonly Names[]
): Vocabulary<Namespace, WordsOf<Names>> {
  const terms = names.flatMap((each) => each.split(' ')).map((name) => [name, namespace + name]);
  // `fromEntries` cannot know that there is an entry for each name.
  return Object.fromEntries(terms) as Vocabulary<Namespace, WordsOf<Names>>;
}

const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** RDF 1.1; rdf:JSON and rdf:dirLangString are JSON-LD 1.1's and RDF 1.2's. */
export const rdf = vocabulary(
  rdfNamespace,
  'JSON dirLangString first langString nil object predicate rest type',
);

/** The membership property of a container. @param place from 1 */
export function rdfMember(place: number): string {
  return `${rdfNamespace}_${place}`;
}

/** RDF Schema. */
export const rdfs = vocabulary(
  'http://www.w3.org/2000/01/rdf-schema#',
  'Class label seeAlso subClassOf',
);

/** XML Schema datatypes. */
export const xsd = vocabulary(
  'http://www.w3.org/2001/XMLSchema#',
  'boolean dateTime decimal double float hexBinary integer nonNegativeInteger string',
);

/** PROV-O. */
export const prov = vocabulary(
  'http://www.w3.org/ns/prov#',
  'Activity Entity alternateOf endedAtTime generatedAtTime hadPrimarySource invalidatedAtTime',
  'specializationOf startedAtTime wasDerivedFrom wasGeneratedBy wasInvalidatedBy wasQuotedFrom',
  'wasRevisionOf',
);

/** DCAT 3. */
export const dcat = vocabulary(
  'http://www.w3.org/ns/dcat#',
  'Catalog Dataset Distribution accessURL byteSize compressFormat dataset distribution',
  'downloadURL endDate mediaType startDate version',
);

/** DCMI Metadata Terms. */
export const dcterms = vocabulary(
  'http://purl.org/dc/terms/',
  'accessRights conformsTo contributor created creator format identifier isPartOf',
  'isReferencedBy issued license modified publisher rights source spatial subject temporal',
  'title type',
);

/** FOAF. */
export const foaf = vocabulary('http://xmlns.com/foaf/0.1/', 'primaryTopic topic');

/** GeoSPARQL 1.1. */
export const geo = vocabulary(
  'http://www.opengis.net/ont/geosparql#',
  'asWKT geoJSONLiteral hasGeometry wktLiteral',
);

/** SPDX 2, whose checksums DCAT 3 uses. */
export const spdx = vocabulary(
  'http://spdx.org/rdf/terms#',
  'Checksum algorithm checksum checksumAlgorithm_sha256 checksumValue',
);

/** VoID, the Vocabulary of Interlinked Datasets. */
export const voidTerms = vocabulary(
  'http://rdfs.org/ns/void#',
  'Dataset dataDump feature subset triples',
);

/** SKOS. */
export const skos = vocabulary('http://www.w3.org/2004/02/skos/core#', 'inScheme notation');

/** The namespace of schema.org in the spelling that record graphs and the index have. */
export const schemaOrgNamespace = 'http://schema.org/';

/** Schema.org, in the namespace of `schemaOrgNamespace`. */
export const schema = vocabulary(
  schemaOrgNamespace,
  'BreadcrumbList DataCatalog DataFeed DataFeedItem DigitalDocument ItemList ListItem',
  'about additionalType affiliation contentURL contentUrl copyrightHolder creator',
  'dataFeedElement dataset distribution editor encoding encodingFormat funder hasPart headline',
  'identifier isPartOf item itemListElement license maintainer name provider sameAs',
  'spatialCoverage subjectOf temporalCoverage url value variableMeasured',
);

/** The namespace of SHACL. */
export const shaclNamespace = 'http://www.w3.org/ns/shacl#';

/** SHACL, and the SPARQL targets of SHACL Advanced Features. */
export const sh = vocabulary(
  shaclNamespace,
  'ConstraintComponent Info NodeShape PropertyShape SPARQLConstraintComponent SPARQLTarget',
  'ValidationResult Violation Warning alternativePath and ask class closed deactivated declare',
  'disjoint equals flags focusNode hasValue inversePath languageIn lessThan lessThanOrEquals',
  'maxExclusive maxInclusive maxLength message minExclusive minInclusive minLength namespace node',
  'nodeValidator not oneOrMorePath optional or parameter path pattern prefix prefixes property',
  'propertyValidator qualifiedValueShape resultMessage resultSeverity select severity',
  'sourceConstraintComponent sourceShape sparql target targetClass targetNode targetObjectsOf',
  'targetSubjectsOf validator value xone zeroOrMorePath zeroOrOnePath',
);

/** OWL. */
export const owl = vocabulary('http://www.w3.org/2002/07/owl#', 'Class imports');

/** Our own terms; `docs/vocabulary.md` defines them. */
export const cdifGraph = vocabulary(
  'urn:cdif-graph:ns#',
  'age agent agentName anchor begin boundingBox box change checkedAgainst claimsProfile concept',
  'contribution creators crossref datacite definition description descriptionFrom digitalObjectMutability',
  'digitalObjectPolicy direct',
  'dois dropped dublinCore east embedded end etag folded foldedCode foldedTitle folder foundBy gone inherits',
  'inheritsFrom interrupted iri keyword lastModified lastmod link linkSet list memberOf',
  'metaTags microdata name naming north oai ogcRecord older omittedCount omittedKind',
  'persistencyPolicy placeName rdf rdfa rebuilt recordProfile removedBecause resource',
  'resourceEntry roleName route sender sha256 sitemap south symbol technique term timeName',
  'titleFrom typeFrom typedLink undetermined unit unlisted unmetRule urls variable west younger',
);

const anySpelling = /^https?:\/\/(?:www\.)?schema\.org\//iu;

/** A predicate, class or datatype with schema.org's namespace spelt `http://schema.org/`. */
export function canonicalTerm(iri: string): string {
  return iri.replace(anySpelling, schemaOrgNamespace);
}

/** Prefixes by namespace, in the order of declaration. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ['http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/', 'cdi'],
  ['urn:cdif-graph:ns#', 'cdif'],
  ['http://www.w3.org/ns/csvw#', 'csvw'],
  ['http://www.w3.org/ns/dcat#', 'dcat'],
  ['http://purl.org/dc/terms/', 'dcterms'],
  ['http://www.w3.org/ns/dqv#', 'dqv'],
  ['http://xmlns.com/foaf/0.1/', 'foaf'],
  ['http://www.opengis.net/ont/geosparql#', 'geosparql'],
  ['http://www.w3.org/ns/odrl/2/', 'odrl'],
  ['http://www.w3.org/ns/prov#', 'prov'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf'],
  ['http://www.w3.org/2000/01/rdf-schema#', 'rdfs'],
  ['http://schema.org/', 'schema'],
  ['http://www.w3.org/ns/shacl#', 'sh'],
  ['http://www.w3.org/2004/02/skos/core#', 'skos'],
  ['http://spdx.org/rdf/terms#', 'spdx'],
  ['http://www.w3.org/2006/time#', 'time'],
  ['http://www.w3.org/2001/XMLSchema#', 'xsd'],
]);

/** The same namespaces by prefix. */
export const namespaceByPrefix: ReadonlyMap<string, string> = new Map(
  [...prefixes].map(([namespace, prefix]) => [prefix, namespace]),
);

/**
 * Local names that need no escaping: Turtle's `PN_LOCAL` allows more, with escapes and rules for
 * dots. All others are written as full IRIs.
 */
const plainName = /^\w[\w-]*$/;

/** The declarations of all prefixes in Turtle and TriG. */
export const prefixDeclarations: string = [...prefixes]
  .map(([namespace, prefix]) => `@prefix ${prefix}: <${namespace}> .\n`)
  .join('');

/** An IRI in a namespace that has a prefix: `dcat:Dataset`. */
export function prefixedName(iri: string): string | undefined {
  const localStart = Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1;
  const prefix = prefixes.get(iri.slice(0, localStart));
  if (prefix === undefined) return undefined;
  const local = iri.slice(localStart);
  return plainName.test(local) ? `${prefix}:${local}` : undefined;
}

/** The IRI of a prefixed name, in whichever case its prefix is written. */
function iriOfPrefixedName(name: string): string | undefined {
  const [, prefix = '', local = ''] = /^([a-z]+):(\w[\w-]*)$/iu.exec(name) ?? [];
  const namespace = namespaceByPrefix.get(prefix.toLowerCase());
  return namespace === undefined ? undefined : namespace + local;
}

/**
 * The IRI of a type as the index has it, from an IRI, a prefixed name, or a name of schema.org.
 * @returns undefined where the result is no IRI
 */
export function typeIri(name: string): string | undefined {
  const text = name.trim();
  const iri = /^\w+$/u.test(text) ? schemaOrgNamespace + text : (iriOfPrefixedName(text) ?? text);
  const canonical = canonicalTerm(iri);
  return isIri(canonical) ? canonical : undefined;
}

/** The shortest name of a type that `typeIri` accepts: `Dataset`, `dcat:Dataset`, else its IRI. */
export function typeName(iri: string): string {
  return (prefixedName(iri) ?? iri).replace(/^schema:/u, '');
}

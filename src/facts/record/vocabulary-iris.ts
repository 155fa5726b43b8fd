const namespaces: ReadonlyMap<string, string> = new Map([
  /** DDI Cross-Domain Integration. */
  ['cdi', 'http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/'],
  /** The older elements of Dublin Core, some of which have no successors in use. */
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dcat', 'http://www.w3.org/ns/dcat#'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
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

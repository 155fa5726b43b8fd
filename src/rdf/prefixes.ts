import { isIri } from './iri.ts';
import { canonicalTerm, schemaOrgNamespace } from './vocabularies.ts';

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

import { namespaceByPrefix } from '../rdf/prefixes.ts';
import { schemaOrgNamespace } from '../rdf/schema-org.ts';

/**
 * The prefixes that a query may use without declaring them, with their namespaces: those of the
 * Turtle that the program writes, and others that are usual in queries of research metadata.
 * `docs/queries.md` lists them.
 */
export const usualPrefixes: ReadonlyMap<string, string> = new Map([
  ...namespaceByPrefix,
  ['adms', 'http://www.w3.org/ns/adms#'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dct', 'http://purl.org/dc/terms/'],
  ['dctype', 'http://purl.org/dc/dcmitype/'],
  ['geo', 'http://www.opengis.net/ont/geosparql#'],
  ['geof', 'http://www.opengis.net/def/function/geosparql/'],
  ['locn', 'http://www.w3.org/ns/locn#'],
  ['owl', 'http://www.w3.org/2002/07/owl#'],
  ['qb', 'http://purl.org/linked-data/cube#'],
  ['qudt', 'http://qudt.org/schema/qudt/'],
  ['sdo', schemaOrgNamespace],
  ['sf', 'http://www.opengis.net/ont/sf#'],
  ['sosa', 'http://www.w3.org/ns/sosa/'],
  ['ssn', 'http://www.w3.org/ns/ssn/'],
  ['vcard', 'http://www.w3.org/2006/vcard/ns#'],
  ['void', 'http://rdfs.org/ns/void#'],
]);

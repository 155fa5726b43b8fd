import { identifierName } from '../rdf/identifier-name.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { cdifGraph, dcterms, foaf, prov } from '../rdf/vocabularies.ts';
import type { RecordFacts } from '../store/rows.ts';
import { entryNode } from '../store/index-nodes.ts';
import { about, resource } from '../store/own-terms.ts';
import { resourceName } from '../store/resource-name.ts';

/**
 * What the index says of a record, as far as it says which resources that describes: of each the IRI, the types and the name
 * under which it is one result, by an entry. N-Quads in the index graph, without blank nodes.
 */
export function recordHeads({
  graph,
  describes,
}: Pick<RecordFacts, 'graph' | 'describes'>): string {
  return describes
    .map((described, at) => {
      const entry = entryNode(graph, described.iri ?? String(at));
      const identifiers = described.identifiers.map(identifierName).toSorted();
      return about('index', entry, [
        [prov.wasDerivedFrom, resource(graph)],
        [foaf.primaryTopic, resource(described.iri)],
        [cdifGraph.resource, iriTerm(resourceName(described, identifiers) ?? entry)],
        ...described.types.map((type) => [dcterms.type, resource(type)] as const),
      ]);
    })
    .join('');
}

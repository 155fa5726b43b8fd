import { owl, sh } from '../../rdf/vocabularies.ts';
import type { GraphTerm, TermGraph } from './term-graph.ts';

/**
 * The prefixes that a query of shapes declares by `sh:prefixes`, as SPARQL (SHACL §5.2.1): nodes
 * with `sh:declare`, those that they import, and also what the official CDIF shapes have, lists of
 * nodes with `sh:prefix` and `sh:namespace`.
 */
export function prefixDeclarationsOf(graph: TermGraph, query: GraphTerm): string {
  const pending = [...graph.objects(query, sh.prefixes)];
  const seen = new Set<string>();
  const declarations: string[] = [];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    pending.push(
      ...(graph.list(node) ?? []),
      ...graph.objects(node, sh.declare),
      ...graph.objects(node, owl.imports),
    );
    const prefix = graph.object(node, sh.prefix)?.value;
    const namespace = graph.object(node, sh.namespace)?.value;
    if (prefix === undefined || namespace === undefined) continue;
    declarations.push(`PREFIX ${prefix}: <${namespace}>\n`);
  }
  return declarations.join('');
}

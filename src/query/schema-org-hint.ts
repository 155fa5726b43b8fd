import type { TermIri } from '@traqula/rules-sparql-1-1';
import { canonicalTerm, schemaOrgNamespace } from '../rdf/schema-org.ts';
import { extentOf, type QueryNode } from './query-tree.ts';

/**
 * The first IRI of a query, or namespace that it declares, that is of schema.org in another
 * spelling than the catalogue's.
 */
export function otherSchemaOrg(
  nodes: readonly QueryNode[],
  iriOf: (term: TermIri) => string,
): string | undefined {
  let first: { readonly iri: string; readonly at: number } | undefined;
  for (const node of nodes) {
    if (node.type !== 'term' || node.subType !== 'namedNode') continue;
    const iri = iriOf(node);
    const at = extentOf(node)?.start ?? Number.POSITIVE_INFINITY;
    if (canonicalTerm(iri) !== iri && at < (first?.at ?? Number.POSITIVE_INFINITY))
      first = { iri, at };
  }
  return first?.iri;
}

/** What to say where a query that has such an IRI finds nothing. */
export function schemaOrgHint(iri: string): string {
  const use = `PREFIX schema: <${schemaOrgNamespace}>`;
  return `nothing was found, and the query has ${iri}: the catalogue has ${canonicalTerm(iri)} for that, so write ${use}`;
}

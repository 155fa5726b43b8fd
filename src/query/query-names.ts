import type { ContextDefinition, Query, TermIri } from '@traqula/rules-sparql-1-1';
import { parsedUrl } from '../text/parsed-url.ts';
import type { QuerySource } from './query-source.ts';
import { extentOf, type QueryNode } from './query-tree.ts';
import { usualPrefixes } from './usual-prefixes.ts';

/** The IRIs of a query. */
export interface QueryNames {
  readonly iriOf: (term: TermIri) => string;
  /** The usual prefixes that the query uses and does not declare. */
  readonly undeclared: readonly string[];
}

/**
 * Reads the prefixes of a query.
 * @param nodes all of its nodes
 * @throws {QueryFault} for the first prefix that is neither declared nor usual, or the first IRI that
 * is relative to nothing
 */
export function readNames(
  { context }: Query,
  nodes: readonly QueryNode[],
  source: QuerySource,
): QueryNames {
  const { base, namespaces } = declared(context);
  const undeclared = new Set<string>();
  const unknown: { readonly detail: string; readonly at: number }[] = [];
  for (const node of nodes) {
    const at = extentOf(node)?.start ?? 0;
    if (!isPrefixed(node)) {
      if (base === undefined && isRelative(node)) unknown.push({ detail: notAbsolute, at });
    } else if (namespaces.has(node.prefix)) continue;
    else if (usualPrefixes.has(node.prefix)) undeclared.add(node.prefix);
    else unknown.push({ detail: notDeclared(node.prefix), at });
  }
  const [first] = unknown.toSorted((one, other) => one.at - other.at);
  if (first !== undefined) throw source.faultAt(first.detail, first.at);
  const namespaceOf = (prefix: string): string =>
    namespaces.get(prefix) ?? usualPrefixes.get(prefix) ?? '';
  const iriOf = (term: TermIri): string =>
    isPrefixed(term)
      ? namespaceOf(term.prefix) + localName(term, source)
      : absolute(term.value, base);
  return { iriOf, undeclared: [...undeclared].toSorted() };
}

const notAbsolute =
  'this IRI is relative to nothing; write it in full, or begin the query with BASE <…>';

function notDeclared(prefix: string): string {
  return `the prefix ${prefix}: is not declared; begin the query with PREFIX ${prefix}: <…>`;
}

function isRelative(node: QueryNode): boolean {
  return node.type === 'term' && node.subType === 'namedNode' && !scheme.test(node.value);
}

const scheme = /^[A-Za-z][\w+.-]*:/u;

interface Declarations {
  readonly base: string | undefined;
  readonly namespaces: ReadonlyMap<string, string>;
}

/** Each declaration is relative to the base before it. */
function declared(context: readonly ContextDefinition[]): Declarations {
  const namespaces = new Map<string, string>();
  let base: string | undefined;
  for (const definition of context) {
    const iri = absolute(definition.value.value, base);
    if (definition.subType === 'base') base = iri;
    else namespaces.set(definition.key, iri);
  }
  return { base, namespaces };
}

interface Prefixed {
  readonly prefix: string;
  readonly loc: TermIri['loc'];
}

function isPrefixed(node: object): node is Prefixed {
  return 'prefix' in node && typeof node.prefix === 'string';
}

/** From the text, since the parser loses what follows a second colon. */
function localName({ loc }: Prefixed, { decoded }: QuerySource): string {
  if (loc.sourceLocationType !== 'source') return '';
  const name = decoded.slice(loc.start, loc.end);
  return name.slice(name.indexOf(':') + 1).replaceAll(/\\(.)/gu, '$1');
}

function absolute(iri: string, base: string | undefined): string {
  if (base === undefined || scheme.test(iri)) return iri;
  return iri === '' ? base : (parsedUrl(iri, base)?.href ?? iri);
}

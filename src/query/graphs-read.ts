import type { Query, TermIri } from '@traqula/rules-sparql-1-1';
import type { GraphsRead, StatedGraphs } from '../engine/queries.ts';
import { ownGraphIri, ownGraphs, type OwnGraph } from '../store/own-terms.ts';
import { childrenOf, isNode, type QueryNode } from './query-tree.ts';

type IriOf = (term: TermIri) => string;

const ownByIri: ReadonlyMap<string, OwnGraph> = new Map(
  ownGraphs.map((graph) => [ownGraphIri(graph), graph]),
);

/** A part of a query, and whether its patterns read the default graph. */
interface Part {
  readonly node: object;
  readonly ofDefault: boolean;
}

/** Finds out which graphs a query reads. */
export function graphsRead(query: Query, iriOf: IriOf): GraphsRead {
  const stated = statedGraphs(query, iriOf);
  let ofDefault = query.subType === 'describe';
  let byName = false;
  const own = new Set<OwnGraph>();
  const pending: Part[] = [{ node: query, ofDefault: true }];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (isNode(part.node)) {
      ofDefault ||= part.ofDefault && isPatternOfTriples(part.node);
      byName ||= isRecordGraph(part.node, iriOf);
      const named = ownNamedBy(part.node, iriOf);
      if (named !== undefined) own.add(named);
    }
    for (const each of partsOf(part)) pending.push(each);
  }
  const inOrder = ownGraphs.filter((graph) => own.has(graph));
  if (stated === undefined) return { union: ofDefault, records: byName, own: inOrder };
  const records = [...stated.from, ...stated.fromNamed].some((iri) => !ownByIri.has(iri));
  return { union: false, records, own: inOrder, stated };
}

function statedGraphs({ datasets }: Query, iriOf: IriOf): StatedGraphs | undefined {
  const { clauses } = datasets;
  if (clauses.length === 0) return undefined;
  const irisOf = (type: 'default' | 'named'): readonly string[] =>
    clauses.flatMap(({ clauseType, value }) => (clauseType === type ? [iriOf(value)] : []));
  return { from: irisOf('default'), fromNamed: irisOf('named') };
}

/** Triples and paths, those of length zero among them: they find each node of the graph. */
function isPatternOfTriples(node: QueryNode): boolean {
  return node.type === 'pattern' && node.subType === 'bgp' && node.triples.length > 0;
}

/** Whether a node is `GRAPH` with a variable or the IRI of a record graph. */
function isRecordGraph(node: QueryNode, iriOf: IriOf): boolean {
  if (node.type !== 'pattern' || node.subType !== 'graph') return false;
  return node.name.subType === 'variable' || !ownByIri.has(iriOf(node.name));
}

/**
 * The derived graph that a term names, as an IRI or as a text that may be made an IRI or be
 * compared with one.
 */
function ownNamedBy(node: QueryNode, iriOf: IriOf): OwnGraph | undefined {
  if (node.type !== 'term') return undefined;
  if (node.subType === 'namedNode') return ownByIri.get(iriOf(node));
  return node.subType === 'literal' ? ownByIri.get(node.value) : undefined;
}

/** The parts of a part; declarations name nothing by themselves, and a template reads nothing. */
function partsOf({ node, ofDefault }: Part): readonly Part[] {
  if (!isNode(node)) return childrenOf(node).map((child) => ({ node: child, ofDefault }));
  if (node.type === 'contextDef') return [];
  const isGraph = node.type === 'pattern' && node.subType === 'graph';
  const template =
    node.type === 'query' && node.subType === 'construct' ? node.template : undefined;
  return childrenOf(node).map((child) => ({
    node: child,
    ofDefault: ofDefault && !isGraph && child !== template,
  }));
}

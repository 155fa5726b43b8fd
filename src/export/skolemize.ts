import { hash } from 'node:crypto';
import { iriTerm, isBlankNode, iterateStatements, type Statement } from '../rdf/n-quads.ts';
import type { GraphPiece } from '../catalogue/store.ts';
import { canonicalBlankNodeNames } from '../rdf/blank-nodes.ts';

/** Prefix of skolem IRIs. `/.well-known/genid/` IRIs (RDF 1.1, 3.5) would need a host of ours. */
export const genidPrefix = 'urn:cdif-graph:genid:';

/** 128 bits: among 10^10 blank nodes, the probability of a collision is about 10^-18. */
const genidDigits = 32;

/**
 * Replaces blank nodes by IRIs. An IRI is derived from the graph IRI and the statements about the
 * node (`canonicalBlankNodeNames`): it does not depend on labels or statement order, and graphs never
 * share one. A graph is held in memory from its first piece with blank nodes on.
 */
export async function* skolemized(pieces: AsyncIterable<GraphPiece>): AsyncGenerator<GraphPiece> {
  let held: GraphPiece[] = [];
  for await (const piece of pieces) {
    if (held.length > 0 && held[0]?.graph !== piece.graph) {
      yield* replaceBlankNodes(held);
      held = [];
    }
    if (held.length > 0 || hasBlankNodes(piece)) held.push(piece);
    else yield piece;
  }
  yield* replaceBlankNodes(held);
}

/** Whether any statement contains a blank node. */
export function hasBlankNodes(piece: GraphPiece): boolean {
  if (!piece.nquads.includes('_:')) return false;
  for (const statement of iterateStatements(piece)) if (hasBlankNodeTerm(statement)) return true;
  return false;
}

function hasBlankNodeTerm({ subject, object }: Statement): boolean {
  return isBlankNode(subject) || isBlankNode(object);
}

/** As `skolemized`, for one complete graph. */
export function skolemizedText(graph: GraphPiece): string {
  if (!hasBlankNodes(graph)) return graph.nquads;
  return Array.from(replaceBlankNodes([graph]), ({ nquads }) => nquads).join('');
}

/** @param pieces all pieces of a graph that contain blank nodes */
function* replaceBlankNodes(pieces: readonly GraphPiece[]): Generator<GraphPiece> {
  const names = canonicalBlankNodeNames(blankNodeStatements(pieces));
  const genids = new Map<string, string>();
  for (const [label, name] of names) {
    const digest = hash('sha256', `${pieces[0]?.graph ?? ''} ${name}`).slice(0, genidDigits);
    genids.set(label, iriTerm(genidPrefix + digest));
  }
  for (const piece of pieces) {
    const ending = ` ${iriTerm(piece.graph)} .\n`;
    let nquads = '';
    for (const { subject, predicate, object } of iterateStatements(piece)) {
      // A literal or an IRI never equals a blank node label.
      nquads += `${genids.get(subject) ?? subject} ${predicate} ${genids.get(object) ?? object}${ending}`;
    }
    yield { graph: piece.graph, nquads };
  }
}

function* blankNodeStatements(pieces: readonly GraphPiece[]): Generator<Statement> {
  for (const piece of pieces) {
    for (const statement of iterateStatements(piece)) {
      if (hasBlankNodeTerm(statement)) yield statement;
    }
  }
}

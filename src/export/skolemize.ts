import { hash } from 'node:crypto';
import { iriTerm } from '../rdf/n-quads.ts';
import type { GraphPiece } from '../store/store.ts';
import { blankNodeNames } from '../rdf/blank-node-names.ts';
import { isBlank, statementsOf, type Statement } from '../rdf/statement.ts';

/**
 * What the IRIs begin with. It is no `/.well-known/genid/` (RDF 1.1 Concepts §3.5), which needs a host of ours where
 * somebody would answer.
 */
export const genidPrefix = 'urn:cdif-graph:genid:';

/** 128 bits: with ten thousand million blank nodes, two with the same IRI are a matter of one in 10^18. */
const genidDigits = 32;

/**
 * Pieces with an IRI for each blank node. It is made of the graph's IRI and of what is said of the node
 * (`blank-node-names.ts`), so that the same graph gives the same IRIs whatever its labels and the order of its
 * statements, and two graphs never share one. A graph with blank nodes is held as a whole; what comes before the first
 * of them is not.
 */
export async function* skolemized(pieces: AsyncIterable<GraphPiece>): AsyncGenerator<GraphPiece> {
  let held: GraphPiece[] = [];
  for await (const piece of pieces) {
    if (held.length > 0 && held[0]?.graph !== piece.graph) {
      yield* withIris(held);
      held = [];
    }
    if (held.length > 0 || hasBlankNodes(piece)) held.push(piece);
    else yield piece;
  }
  yield* withIris(held);
}

/** Whether any of the statements has a blank node. */
export function hasBlankNodes(piece: GraphPiece): boolean {
  if (!piece.nquads.includes('_:')) return false;
  for (const statement of statementsOf(piece)) if (concernsBlankNodes(statement)) return true;
  return false;
}

function concernsBlankNodes({ subject, object }: Statement): boolean {
  return isBlank(subject) || isBlank(object);
}

/** The same of one whole graph. */
export function skolemizedText(graph: GraphPiece): string {
  if (!hasBlankNodes(graph)) return graph.nquads;
  return Array.from(withIris([graph]), ({ nquads }) => nquads).join('');
}

/** @param pieces all of a graph, but for what has no blank nodes */
function* withIris(pieces: readonly GraphPiece[]): Generator<GraphPiece> {
  const names = blankNodeNames(statementsOfAll(pieces));
  const genids = new Map<string, string>();
  for (const [label, name] of names) {
    const digest = hash('sha256', `${pieces[0]?.graph ?? ''} ${name}`).slice(0, genidDigits);
    genids.set(label, iriTerm(genidPrefix + digest));
  }
  for (const piece of pieces) {
    const ending = ` ${iriTerm(piece.graph)} .\n`;
    let nquads = '';
    for (const { subject, predicate, object } of statementsOf(piece)) {
      // A literal is never a label of a blank node, nor is an IRI.
      nquads += `${genids.get(subject) ?? subject} ${predicate} ${genids.get(object) ?? object}${ending}`;
    }
    yield { graph: piece.graph, nquads };
  }
}

function* statementsOfAll(pieces: readonly GraphPiece[]): Generator<Statement> {
  for (const piece of pieces) {
    for (const statement of statementsOf(piece)) {
      if (concernsBlankNodes(statement)) yield statement;
    }
  }
}

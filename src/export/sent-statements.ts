import type { GraphPiece } from '../catalogue/snapshot.ts';
import { type StoreDialect, storeDialects } from '../engine/store/store-dialects.ts';
import { iriTerm, iterateStatements, nameOfTerm, type StatementText } from '../rdf/n-quads.ts';

type Dialect = Pick<StoreDialect, 'sentTerm'>;

/** The IRI of a graph in a store of this dialect. */
export function sentGraph(graph: string, { sentTerm }: Dialect): string {
  return nameOfTerm(sentTerm(iriTerm(graph)));
}

/** The statements of a graph with the terms that are sent to a store of this dialect. */
export function sentStatements(text: StatementText, dialect?: Dialect): StatementText {
  if (dialect === undefined || dialect.sentTerm === storeDialects.standard.sentTerm) return text;
  const graph = sentGraph(text.graph, dialect);
  const ending = ` ${iriTerm(graph)} .\n`;
  let nquads = '';
  for (const triple of sentTriples(text, dialect)) nquads += triple + ending;
  return { graph, nquads };
}

/** The statements of a graph, without the graph and the final dot, as such a store gets them. */
export function* sentTriples(text: StatementText, { sentTerm }: Dialect): Generator<string> {
  for (const { subject, predicate, object } of iterateStatements(text)) {
    yield `${sentTerm(subject)} ${sentTerm(predicate)} ${sentTerm(object)}`;
  }
}

/** As `sentStatements`, for the pieces of graphs. */
export async function* sentPieces(
  pieces: AsyncIterable<GraphPiece>,
  dialect?: Dialect,
): AsyncGenerator<GraphPiece> {
  for await (const piece of pieces) yield sentStatements(piece, dialect);
}

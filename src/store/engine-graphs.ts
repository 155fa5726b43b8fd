import type { Store } from 'oxigraph';
import { isIri } from '../rdf/iri.ts';
import type { GraphPiece } from './store.ts';

/** A text is handed over in pieces of this size, so that a large one is not in memory twice. */
const pieceCharacters = 2 ** 22;

/**
 * Measured: one call a graph, without a transaction and without checking again what our writer made, is fastest. In a
 * transaction it takes 2.5 times as long: V8 then collects garbage hundreds of times while WebAssembly's memory grows.
 * Without one it hardly ever does, and neither memory that is grown beforehand nor several graphs a call save anything.
 */
export const engineLoadOptions = { format: 'nq', lenient: true, no_transaction: true } as const;

/** Puts statements into the engine, beside what is there. @throws what the engine throws */
export function loadPiece(store: Store, { nquads }: Pick<GraphPiece, 'nquads'>): void {
  store.load(nquads.length <= pieceCharacters ? nquads : piecesOf(nquads), engineLoadOptions);
}

/** Takes a whole graph out of the engine. */
export function dropGraph(store: Store, graph: string): void {
  store.update(`DROP SILENT GRAPH ${sparqlIri(graph)}`);
}

/** An IRI as SPARQL has it. @throws {TypeError} where it is none */
export function sparqlIri(iri: string): string {
  if (!isIri(iri)) throw new TypeError(`${iri} is no IRI`);
  return `<${iri}>`;
}

/** One call that takes pieces keeps the blank nodes of the whole text apart from all others, and together. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceCharacters) {
    yield text.slice(at, at + pieceCharacters);
  }
}

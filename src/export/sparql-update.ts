import { iriTerm } from '../rdf/n-quads.ts';
import { statementsOf, type StatementText } from '../rdf/statement.ts';
import type { Change, GraphPiece } from '../store/store.ts';
import { changedStatements } from './changed-statements.ts';
import { skolemized, skolemizedText } from './skolemize.ts';

/**
 * What an operation may hold. Virtuoso 7.2 compiles an operation to SQL of at most 10,000 lines
 * (about 2,500 statements of `INSERT DATA`) and 10 MB.
 */
const statementsPerOperation = 1000;
const charactersPerOperation = 2 ** 20;

/**
 * Changes as operations of SPARQL 1.1 Update, each of which ends with a line that holds a semicolon
 * and nothing else. Blank nodes become IRIs (`skolemize.ts`), since a label means a node within one
 * operation alone (§4.1.4) and Virtuoso refuses labels in `INSERT DATA`. A graph with blank nodes
 * is dropped and inserted as a whole, since the other store may have blank nodes in it that no
 * `DELETE DATA` can name; so is each of our own.
 * @param skolemize whether the other store has IRIs for blank nodes already, so that no graph must
 * be dropped
 */
export async function* sparqlUpdate(
  changes: AsyncIterable<Change>,
  skolemize: boolean,
): AsyncGenerator<string> {
  for await (const change of changes) {
    if (change.kind === 'own') yield* ownPiece(change);
    else yield* graphChange(change, skolemize);
  }
}

/**
 * Whole graphs as operations of SPARQL 1.1 Update: each is dropped, in case that it is there, and
 * inserted.
 * @param pieces in which a graph's pieces follow one upon another
 */
export async function* sparqlUpdateOfAll(
  pieces: AsyncIterable<GraphPiece>,
): AsyncGenerator<string> {
  let current: string | undefined;
  for await (const piece of skolemized(pieces)) {
    if (piece.graph !== current) yield drop(piece.graph);
    current = piece.graph;
    yield* inParts('INSERT', piece);
  }
}

/** Our own graphs are new as a whole, and have no blank nodes. */
function* ownPiece(piece: StatementText): Generator<string> {
  if (piece.nquads === '') yield drop(piece.graph);
  else yield* inParts('INSERT', piece);
}

function* graphChange(change: Change & { kind: 'record' }, skolemize: boolean): Generator<string> {
  const { graph, removed, added, isWhole } = changedStatements(change, skolemize);
  if (change.after === '') {
    yield drop(graph);
  } else if (isWhole) {
    yield drop(graph);
    yield* inParts('INSERT', { graph, nquads: skolemizedText({ graph, nquads: added }) });
  } else {
    yield* inParts('DELETE', { graph, nquads: removed });
    yield* inParts('INSERT', { graph, nquads: added });
  }
}

function drop(graph: string): string {
  return `DROP SILENT GRAPH ${iriTerm(graph)}\n;\n`;
}

function* inParts(verb: 'INSERT' | 'DELETE', text: StatementText): Generator<string> {
  let [triples, count] = ['', 0];
  for (const { subject, predicate, object } of statementsOf(text)) {
    const triple = `${subject} ${predicate} ${sparqlTerm(object)} .\n`;
    const isFull =
      count === statementsPerOperation || triples.length + triple.length > charactersPerOperation;
    if (isFull && count > 0) {
      yield operation(verb, text.graph, triples);
      [triples, count] = ['', 0];
    }
    triples += triple;
    count += 1;
  }
  if (count > 0) yield operation(verb, text.graph, triples);
}

function operation(verb: 'INSERT' | 'DELETE', graph: string, triples: string): string {
  return `${verb} DATA { GRAPH ${iriTerm(graph)} {\n${triples}} }\n;\n`;
}

/**
 * A term of N-Quads as SPARQL has it. The two have the same escapes, but SPARQL reads `\u` before all others (§19.2), so that
 * a backslash with a `u` behind it would be read in two ways.
 */
function sparqlTerm(term: string): string {
  if (!term.includes('\\')) return term;
  return term.replaceAll(/\\(.)([uU]?)/gsu, (escape, of: string, next: string) =>
    of === '\\' && next !== '' ? `\\\\\\u00${next === 'u' ? '75' : '55'}` : escape,
  );
}

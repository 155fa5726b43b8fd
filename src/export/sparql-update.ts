import { iriTerm } from '../rdf/n-quads.ts';
import { statementsOf, type StatementText } from '../rdf/statement.ts';
import type { Change, GraphPiece } from '../store/store.ts';
import { changedStatements } from './changed-statements.ts';
import { skolemized, skolemizedText } from './skolemize.ts';

/**
 * Limits of an operation: Virtuoso 7.2 compiles an operation to at most 10,000 lines of SQL (about
 * 2,500 statements of `INSERT DATA`) and 10 MB.
 */
const statementsPerOperation = 1000;
const charactersPerOperation = 2 ** 20;

/**
 * Changes as SPARQL 1.1 Update operations, each ended by a line with a single semicolon. Blank
 * nodes become IRIs, because labels are local to one operation (§4.1.4) and Virtuoso refuses them
 * in `INSERT DATA`. Graphs with blank nodes are dropped and inserted as a whole, because `DELETE
 * DATA` cannot name blank nodes in the other store; derived graphs are, too.
 * @param skolemize whether the other store already has IRIs instead of blank nodes, so that no
 *   graph has to be dropped
 */
export async function* sparqlUpdate(
  changes: AsyncIterable<Change>,
  skolemize: boolean,
): AsyncGenerator<string> {
  for await (const change of changes) {
    if (change.kind === 'own') yield* replaceDerivedGraph(change);
    else yield* updateRecordGraph(change, skolemize);
  }
}

/**
 * Complete graphs as SPARQL 1.1 Update operations: each is dropped, if it exists, and inserted.
 * @param pieces the pieces of each graph must be consecutive
 */
export async function* sparqlUpdateOfAll(
  pieces: AsyncIterable<GraphPiece>,
): AsyncGenerator<string> {
  let current: string | undefined;
  for await (const piece of skolemized(pieces)) {
    if (piece.graph !== current) yield dropGraph(piece.graph);
    current = piece.graph;
    yield* splitIntoOperations('INSERT', piece);
  }
}

/** Derived graphs are replaced as a whole, and contain no blank nodes. */
function* replaceDerivedGraph(piece: StatementText): Generator<string> {
  if (piece.nquads === '') yield dropGraph(piece.graph);
  else yield* splitIntoOperations('INSERT', piece);
}

function* updateRecordGraph(
  change: Change & { kind: 'record' },
  skolemize: boolean,
): Generator<string> {
  const { graph, removed, added, isWhole } = changedStatements(change, skolemize);
  if (change.after === '') {
    yield dropGraph(graph);
  } else if (isWhole) {
    yield dropGraph(graph);
    yield* splitIntoOperations('INSERT', {
      graph,
      nquads: skolemizedText({ graph, nquads: added }),
    });
  } else {
    yield* splitIntoOperations('DELETE', { graph, nquads: removed });
    yield* splitIntoOperations('INSERT', { graph, nquads: added });
  }
}

function dropGraph(graph: string): string {
  return `DROP SILENT GRAPH ${iriTerm(graph)}\n;\n`;
}

function* splitIntoOperations(verb: 'INSERT' | 'DELETE', text: StatementText): Generator<string> {
  let [triples, count] = ['', 0];
  for (const { subject, predicate, object } of statementsOf(text)) {
    const triple = `${subject} ${predicate} ${formatSparqlTerm(object)} .\n`;
    const isFull =
      count === statementsPerOperation || triples.length + triple.length > charactersPerOperation;
    if (isFull && count > 0) {
      yield formatOperation(verb, text.graph, triples);
      [triples, count] = ['', 0];
    }
    triples += triple;
    count += 1;
  }
  if (count > 0) yield formatOperation(verb, text.graph, triples);
}

function formatOperation(verb: 'INSERT' | 'DELETE', graph: string, triples: string): string {
  return `${verb} DATA { GRAPH ${iriTerm(graph)} {\n${triples}} }\n;\n`;
}

/**
 * An N-Quads term in SPARQL syntax. The escapes are the same, but SPARQL decodes `\u` before all
 * others (§19.2), so a backslash before a `u` would be ambiguous.
 */
function formatSparqlTerm(term: string): string {
  if (!term.includes('\\')) return term;
  return term.replaceAll(/\\(.)([uU]?)/gsu, (escape, of: string, next: string) =>
    of === '\\' && next !== '' ? `\\\\\\u00${next === 'u' ? '75' : '55'}` : escape,
  );
}

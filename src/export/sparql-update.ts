import { iriTerm } from '../rdf/n-quads.ts';
import { statementsOf, type Statement, type StatementText } from '../rdf/statement.ts';
import type { Change } from '../store/store.ts';
import { changedStatements } from './changed-statements.ts';
import { skolemizedText } from './skolemize.ts';

/** What an operation may hold where its statements need not stay together; stores take a request into memory. */
const statementsAtOnce = 5000;
/** What it may hold where they must, as those of a graph with blank nodes. A larger graph gets IRIs for them. */
const maxTogether = 50_000;

/**
 * Changes as operations of SPARQL 1.1 Update, each of which ends with a line that holds a semicolon and nothing else. A blank
 * node is of one operation (§4.1.4: labels are of one), so a graph that has any is dropped and inserted as a whole; so is each
 * of our own. No label comes in two operations.
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
    yield* together({ graph, nquads: added });
  } else {
    yield* inParts('DELETE', { graph, nquads: removed });
    yield* inParts('INSERT', { graph, nquads: added });
  }
}

function drop(graph: string): string {
  return `DROP SILENT GRAPH ${iriTerm(graph)}\n;\n`;
}

function* together(text: StatementText): Generator<string> {
  const statements = [...statementsOf(text)];
  if (statements.length <= maxTogether) yield* operation('INSERT', text.graph, statements);
  else yield* inParts('INSERT', { graph: text.graph, nquads: skolemizedText(text) });
}

function* inParts(verb: 'INSERT' | 'DELETE', text: StatementText): Generator<string> {
  let part: Statement[] = [];
  for (const statement of statementsOf(text)) {
    part.push(statement);
    if (part.length < statementsAtOnce) continue;
    yield* operation(verb, text.graph, part);
    part = [];
  }
  if (part.length > 0) yield* operation(verb, text.graph, part);
}

function* operation(
  verb: 'INSERT' | 'DELETE',
  graph: string,
  statements: readonly Statement[],
): Generator<string> {
  yield `${verb} DATA { GRAPH ${iriTerm(graph)} {\n`;
  for (const { subject, predicate, object } of statements) {
    yield `${subject} ${predicate} ${sparqlTerm(object)} .\n`;
  }
  yield '} }\n;\n';
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

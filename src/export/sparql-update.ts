import type { GraphChange, GraphPiece } from '../catalogue/store.ts';
import { iriTerm, iterateStatements, type StatementText } from '../rdf/n-quads.ts';
import { hasBlankNodes, skolemized, skolemizedText } from './skolemize.ts';

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
export async function* updateOfChanges(
  changes: AsyncIterable<GraphChange>,
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
export async function* updateOfAllGraphs(
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
  change: GraphChange & { kind: 'record' },
  skolemize: boolean,
): Generator<string> {
  const { graph, removed, added, isWhole } = compareStatements(change, skolemize);
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
  for (const { subject, predicate, object } of iterateStatements(text)) {
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

/** The difference between two versions of a record graph, as N-Quads. */
interface ChangedStatements {
  readonly graph: string;
  readonly removed: string;
  readonly added: string;
  /**
   * Whether `removed` and `added` are the complete old and new graph. Graphs with blank nodes are
   * replaced as a whole, because a blank node has no name by which to delete a single statement.
   */
  readonly isWhole: boolean;
}

/**
 * Compares the two versions of a changed record graph.
 * @param skolemize whether blank nodes become IRIs, so that no graph has to be replaced as a whole
 */
export function compareStatements(
  { graph, before, after }: GraphChange & { kind: 'record' },
  skolemize: boolean,
): ChangedStatements {
  const textOf = (nquads: string): StatementText => ({
    graph,
    nquads: skolemize ? skolemizedText({ graph, nquads }) : nquads,
  });
  const [was, is] = [textOf(before), textOf(after)];
  if (hasBlankNodes(was) || hasBlankNodes(is)) {
    return { graph, removed: was.nquads, added: is.nquads, isWhole: true };
  }
  const removed = linesMissingIn(was.nquads, is.nquads);
  return { graph, removed, added: linesMissingIn(is.nquads, was.nquads), isWhole: false };
}

/** The lines of `text` that are missing in `other`. */
function linesMissingIn(text: string, other: string): string {
  if (text === '' || other === '') return text;
  const others = new Set(other.split('\n'));
  return text
    .split('\n')
    .flatMap((line) => (others.has(line) ? [] : [`${line}\n`]))
    .join('');
}

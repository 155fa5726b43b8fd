import { countLines } from '../text/text-position.ts';
import { canonicalBlankNodeNames } from './blank-nodes.ts';
import {
  isBlankNode,
  InvalidStatementError,
  iterateStatements,
  type Statement,
  type StatementText,
} from './n-quads.ts';

/**
 * The longest text whose statements are compared, in characters, since parsed graphs take many
 * times the memory of their text; longer texts must be equal.
 */
const maxCharacters = 2 ** 22;
/**
 * The most statements with blank nodes that are compared; the most regular graph of this size takes
 * about two seconds.
 */
const maxJoined = 10_000;

/**
 * Whether two texts are the same graph: equal statements, whatever their order and blank node
 * labels (RDF 1.1 Concepts §3.6). False also for equal graphs that are very long or very regular,
 * or have very many blank nodes (`canonicalBlankNodeNames`).
 * @param one as `other`, each statement once, in the form of `iterateStatements`
 */
export function graphsEqual(one: StatementText, other: StatementText): boolean {
  if (one.nquads === other.nquads) return true;
  if (Math.max(one.nquads.length, other.nquads.length) > maxCharacters) return false;
  if (countLines(one.nquads) !== countLines(other.nquads)) return false;
  try {
    return statementsEqual(one, other);
  } catch (error) {
    // A text damaged on disk is not kept in place of a valid one.
    if (error instanceof InvalidStatementError) return false;
    throw error;
  }
}

function statementsEqual(one: StatementText, other: StatementText): boolean {
  const [first, second] = [partsOf(one), partsOf(other)];
  // Checks that need no blank node names come first: most different graphs fail them.
  return (
    sameLines(first.plain, second.plain) &&
    sameLines(withoutLabels(first.joined), withoutLabels(second.joined)) &&
    first.joined.length <= maxJoined &&
    sameLines(withNames(first.joined), withNames(second.joined))
  );
}

/** The lines without blank nodes, and the statements with blank nodes. */
function partsOf(text: StatementText) {
  const plain: string[] = [];
  const joined: Statement[] = [];
  for (const statement of iterateStatements(text)) {
    if (isBlankNode(statement.subject) || isBlankNode(statement.object)) joined.push(statement);
    else plain.push(lineOf(statement, (term) => term));
  }
  return { plain, joined };
}

function withoutLabels(statements: readonly Statement[]): string[] {
  return statements.map((each) => lineOf(each, (term) => (isBlankNode(term) ? '_' : term)));
}

/** All names in a graph are unique, so equal lines map one graph to the other. */
function withNames(statements: readonly Statement[]): string[] {
  const names = canonicalBlankNodeNames(statements);
  return statements.map((each) => lineOf(each, (term) => names.get(term) ?? term));
}

function lineOf(
  { subject, predicate, object }: Statement,
  written: (term: string) => string,
): string {
  return `${written(subject)} ${predicate} ${written(object)}`;
}

function sameLines(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const sorted = other.toSorted();
  return one.toSorted().every((line, index) => line === sorted[index]);
}

import { splitLines } from '../text/text-position.ts';
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
/** Characters compared at once at the common beginning and end of two texts. */
const chunk = 256;

/**
 * Whether two texts are the same graph: equal statements, whatever their order and blank node
 * labels (RDF 1.1 Concepts §3.6). Never true for different graphs. False also for equal graphs that
 * are very long, have very many blank nodes, or need an unbounded search to match their blank nodes
 * (`canonicalBlankNodeNames`).
 * @param one as `other`, each statement once, in the form of `iterateStatements`
 */
export function graphsEqual(one: StatementText, other: StatementText): boolean {
  if (one.nquads === other.nquads) return true;
  if (Math.max(one.nquads.length, other.nquads.length) > maxCharacters) return false;
  if (splitLines(one.nquads) !== splitLines(other.nquads)) return false;
  try {
    return statementsEqual(one, other);
  } catch (error) {
    // A text damaged on disk is not kept in place of a valid one.
    if (error instanceof InvalidStatementError) return false;
    throw error;
  }
}

function statementsEqual(one: StatementText, other: StatementText): boolean {
  // Checks that need no blank node names come first: most different graphs fail them.
  const differing = differingParts(one, other);
  const [first, second] = [partsOf(differing.one), partsOf(differing.other)];
  if (!sameLines(first.plain, second.plain)) return false;
  if (!sameLines(withoutLabels(first.joined), withoutLabels(second.joined))) return false;
  const [all, others] = [partsOf(one).joined, partsOf(other).joined];
  return all.length <= maxJoined && sameLines(withNames(all), withNames(others));
}

/** Both texts without their common leading and trailing lines. */
function differingParts(
  one: StatementText,
  other: StatementText,
): { readonly one: StatementText; readonly other: StatementText } {
  const [first, second] = [one.nquads, other.nquads];
  // Chunk by chunk: one character at a time takes ten times as long.
  const most = Math.min(first.length, second.length) - chunk;
  let start = 0;
  while (start <= most && first.startsWith(second.slice(start, start + chunk), start)) {
    start += chunk;
  }
  start = first.lastIndexOf('\n', start - 1) + 1;
  let alike = 0;
  while (alike <= most - start && isAlike(first, second, alike)) alike += chunk;
  // The first line within the common end may differ in its beginning.
  const end = first.indexOf('\n', first.length - alike) + 1;
  const tail = end === 0 ? 0 : first.length - end;
  const middle = ({ graph, nquads }: StatementText): StatementText => ({
    graph,
    nquads: nquads.slice(start, nquads.length - tail),
  });
  return { one: middle(one), other: middle(other) };
}

/** Whether the chunks that end `fromEnd` characters before the end are equal. */
function isAlike(one: string, other: string, fromEnd: number): boolean {
  const ending = other.slice(other.length - fromEnd - chunk, other.length - fromEnd);
  return one.endsWith(ending, one.length - fromEnd);
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

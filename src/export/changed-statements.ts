import type { StatementText } from '../rdf/statement.ts';
import type { Change } from '../store/store.ts';
import { hasBlankNodes, skolemizedText } from './skolemize.ts';

/** The difference between two versions of a record graph, as N-Quads. */
export interface ChangedStatements {
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
export function changedStatements(
  { graph, before, after }: Change & { kind: 'record' },
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

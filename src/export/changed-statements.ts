import type { StatementText } from '../rdf/statement.ts';
import type { Change } from '../store/store.ts';
import { hasBlankNodes, skolemizedText } from './skolemize.ts';

/** How a record graph came to say something else, as statements of it in N-Quads. */
export interface ChangedStatements {
  readonly graph: string;
  readonly removed: string;
  readonly added: string;
  /**
   * Whether `removed` is all it said and `added` all it says: a blank node has no name by which a statement of it could be taken
   * out alone.
   */
  readonly isWhole: boolean;
}

/** @param skolemize whether blank nodes become IRIs, so that no graph goes as a whole; see `skolemize.ts` */
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
  const removed = linesBut(was.nquads, is.nquads);
  return { graph, removed, added: linesBut(is.nquads, was.nquads), isWhole: false };
}

/** The lines of a text that another does not have. */
function linesBut(text: string, other: string): string {
  if (text === '' || other === '') return text;
  const others = new Set(other.split('\n'));
  return text
    .split('\n')
    .flatMap((line) => (others.has(line) ? [] : [`${line}\n`]))
    .join('');
}

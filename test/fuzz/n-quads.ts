import { Parser } from 'n3';
import { Store } from 'oxigraph';
import type { Outcome } from '../../src/model/outcome.ts';
import type { DerivationOutput } from '../../src/model/record.ts';
import { wrongIf } from './fuzzing.ts';

/** Where the N-Quads of a record are read by others as something else than they are counted as. They throw at what is none. */
export function misreadingsOf(outcome: Outcome<DerivationOutput>): readonly unknown[] {
  if (outcome.kind !== 'produced' || outcome.value.kind !== 'graph') return [];
  const { nquads, quads, graph } = outcome.value.graph;
  const parsed = new Parser({ format: 'N-Quads' }).parse(nquads);
  const store = new Store();
  store.load(nquads, { format: 'application/n-quads' });
  return [
    ...parsed.filter((quad) => quad.graph.value !== graph),
    ...wrongIf(parsed.length !== quads || store.size !== quads, nquads),
  ];
}

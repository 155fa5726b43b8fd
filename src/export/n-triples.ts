import type { Serialisation } from './serialisation.ts';
import { statementsOf } from '../rdf/statement.ts';

/**
 * N-Triples: the union of the graphs. A statement in several graphs is repeated, to keep memory
 * bounded.
 */
export const nTriples: Serialisation = () => ({
  head: '',
  *write(piece) {
    for (const { subject, predicate, object } of statementsOf(piece)) {
      yield `${subject} ${predicate} ${object} .\n`;
    }
  },
  end: () => '',
});

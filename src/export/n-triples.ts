import type { Serialisation } from './serialisation.ts';
import { statementsOf } from '../rdf/statement.ts';

/** N-Triples: the union of the graphs. A statement that several graphs make comes as often: none is kept in mind. */
export const nTriples: Serialisation = () => ({
  head: '',
  *write(piece) {
    for (const { subject, predicate, object } of statementsOf(piece)) {
      yield `${subject} ${predicate} ${object} .\n`;
    }
  },
  end: () => '',
});

import { createGroupedStatements } from './grouped-statements.ts';
import { prefixDeclarations } from '../rdf/prefixes.ts';
import type { Serialisation } from './serialisation.ts';
import { statementsOf } from '../rdf/statement.ts';

/** Turtle: the union of the graphs, separated by empty lines. */
export const turtle: Serialisation = () => {
  const statements = createGroupedStatements();
  let current: string | undefined;
  return {
    head: prefixDeclarations,
    *write(piece) {
      if (piece.graph !== current) yield `${statements.end()}\n`;
      current = piece.graph;
      for (const statement of statementsOf(piece)) yield statements.add(statement);
    },
    end: () => statements.end(),
  };
};

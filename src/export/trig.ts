import { iriTerm } from '../rdf/n-quads.ts';
import { createGroupedStatements } from './grouped-statements.ts';
import { prefixDeclarations } from '../rdf/prefixes.ts';
import type { Serialisation } from './serialisation.ts';
import { statementsOf } from '../rdf/statement.ts';

/** TriG: one block a graph. */
export const trig: Serialisation = () => {
  const statements = createGroupedStatements('  ');
  let current: string | undefined;

  function end(): string {
    return current === undefined ? '' : `${statements.end()}}\n`;
  }
  return {
    head: prefixDeclarations,
    *write(piece) {
      if (piece.graph !== current) yield `${end()}\n${iriTerm(piece.graph)} {\n`;
      current = piece.graph;
      for (const statement of statementsOf(piece)) yield statements.add(statement);
    },
    end,
  };
};

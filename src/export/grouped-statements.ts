import { iriTerm } from '../rdf/n-quads.ts';
import { rdf } from '../rdf/vocabularies.ts';
import { turtleTerm } from './turtle-term.ts';
import type { Statement } from '../rdf/statement.ts';

/** Writes statements as Turtle, abbreviating repeated subjects with `;` and predicates with `,`. */
export interface GroupedStatements {
  /** @returns the text of one more statement, without the final dot */
  add(statement: Statement): string;
  /** @returns the final dot of the last statement; empty if there is none */
  end(): string;
}

const type = iriTerm(rdf.type);

/**
 * Creates a writer for consecutive statements.
 * @param indent prefix of each line
 */
export function createGroupedStatements(indent = ''): GroupedStatements {
  let last: Statement | undefined;

  function end(): string {
    const ending = last === undefined ? '' : ' .\n';
    last = undefined;
    return ending;
  }
  return {
    add(statement) {
      const { subject, predicate, object } = statement;
      const sameSubject = subject === last?.subject;
      if (sameSubject && predicate === last?.predicate) return `, ${turtleTerm(object)}`;
      const verb = predicate === type ? 'a' : turtleTerm(predicate);
      const before = sameSubject ? ` ;\n${indent}  ` : `${end()}${indent}${turtleTerm(subject)} `;
      last = statement;
      return `${before}${verb} ${turtleTerm(object)}`;
    },
    end,
  };
}

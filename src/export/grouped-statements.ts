import { iriTerm } from '../rdf/n-quads.ts';
import { rdf } from '../rdf/vocabularies.ts';
import { turtleTerm } from './turtle-term.ts';
import type { Statement } from '../rdf/statement.ts';

/** Writes statements as Turtle, with `;` and `,` where they follow one upon another about the same. */
export interface GroupedStatements {
  /** @returns the text for one more statement, which leaves its sentence open */
  add(statement: Statement): string;
  /** @returns what ends the sentence; nothing where none is open */
  end(): string;
}

const type = iriTerm(rdf.type);

/** @param indent stands before each line */
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

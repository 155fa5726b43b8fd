import { iriTerm, iterateStatements, literalParts, type Statement } from '../rdf/n-quads.ts';
import { prefixDeclarations, prefixedName, rdf } from '../rdf/vocabularies.ts';
import type { ExportFormat, Serialisation } from './export-format.ts';
import { jsonLd } from './json-ld.ts';

/** Turtle: the union of the graphs, separated by empty lines. */
export const turtle: Serialisation = () => {
  const statements = new GroupedStatements();
  let current: string | undefined;
  return {
    head: prefixDeclarations,
    *write(piece) {
      if (piece.graph !== current) yield `${statements.end()}\n`;
      current = piece.graph;
      for (const statement of iterateStatements(piece)) yield statements.add(statement);
    },
    end: () => statements.end(),
  };
};

/** TriG: one block a graph. */
const trig: Serialisation = () => {
  const statements = new GroupedStatements('  ');
  let current: string | undefined;

  function end(): string {
    return current === undefined ? '' : `${statements.end()}}\n`;
  }
  return {
    head: prefixDeclarations,
    *write(piece) {
      if (piece.graph !== current) yield `${end()}\n${iriTerm(piece.graph)} {\n`;
      current = piece.graph;
      for (const statement of iterateStatements(piece)) yield statements.add(statement);
    },
    end,
  };
};

const type = iriTerm(rdf.type);

/** Writes statements as Turtle, abbreviating repeated subjects with `;` and predicates with `,`. */
class GroupedStatements {
  readonly #indent: string;
  #last: Statement | undefined;

  /** @param indent prefix of each line */
  constructor(indent = '') {
    this.#indent = indent;
  }

  /** @returns the text of one more statement, without the final dot */
  add(statement: Statement): string {
    const { subject, predicate, object } = statement;
    const isSame = subject === this.#last?.subject;
    if (isSame && predicate === this.#last?.predicate) return `, ${turtleTerm(object)}`;
    const indent = this.#indent;
    const verb = predicate === type ? 'a' : turtleTerm(predicate);
    const before = isSame ? ` ;\n${indent}  ` : `${this.end()}${indent}${turtleTerm(subject)} `;
    this.#last = statement;
    return `${before}${verb} ${turtleTerm(object)}`;
  }

  /** @returns the final dot of the last statement; empty if there is none */
  end(): string {
    const ending = this.#last === undefined ? '' : ' .\n';
    this.#last = undefined;
    return ending;
  }
}

/** An N-Quads term in Turtle or TriG, with prefixed names for IRIs and datatypes. */
function turtleTerm(term: string): string {
  if (term.startsWith('<')) return prefixedName(term.slice(1, -1)) ?? term;
  // Strings have the same escapes in both (Turtle `STRING_LITERAL_QUOTE`), blank nodes the same
  // labels.
  if (!term.endsWith('>')) return term;
  const { escaped, datatype } = literalParts(term);
  const name = datatype === undefined ? undefined : prefixedName(datatype.slice(1, -1));
  return name === undefined ? term : `"${escaped}"^^${name}`;
}

/** N-Triples of all graphs. A statement in several graphs is repeated, to keep memory bounded. */
const nTriples: Serialisation = () => ({
  head: '',
  *write(piece) {
    for (const { subject, predicate, object } of iterateStatements(piece)) {
      yield `${subject} ${predicate} ${object} .\n`;
    }
  },
  end: () => '',
});

/** N-Quads: the stored canonical statements, one a line, without duplicates. */
const nQuads: Serialisation = () => ({
  head: '',
  *write({ nquads }) {
    yield nquads;
  },
  end: () => '',
});

/** The serialisation of each export format. */
export const serialisations = {
  nq: nQuads,
  trig,
  nt: nTriples,
  ttl: turtle,
  jsonld: jsonLd,
} satisfies Record<ExportFormat, Serialisation>;

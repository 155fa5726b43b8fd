/** A statement without its graph. Each term is text as in N-Quads. */
export interface Statement {
  /** An IRI in angle brackets or a blank node. */
  readonly subject: string;
  /** An IRI in angle brackets. */
  readonly predicate: string;
  readonly object: string;
}

/** What should be a line of N-Quads is none of the graph. */
export class NoStatementError extends TypeError {
  override readonly name = 'NoStatementError' as const;

  constructor(graph: string) {
    super(`a line that is no statement of ${graph}`);
  }
}

/** Statements of one graph, as the store has them. */
export interface StatementText {
  /** The IRI of the graph. */
  readonly graph: string;
  /** As N-Quads, in whole lines. */
  readonly nquads: string;
}

/**
 * The statements of a piece, one by one. It relies on the form in which the store has them: a line each, all in the
 * graph of the piece, one blank between terms (canonical N-Quads, RDF Dataset Canonicalization §5).
 * @throws {NoStatementError} where a line is not of the graph, which is a mistake in the store
 */
export function* statementsOf({ graph, nquads }: StatementText): Generator<Statement> {
  const ending = ` <${graph}> .`;
  for (let start = 0, end = 0; start < nquads.length; start = end + 1) {
    end = nquads.indexOf('\n', start);
    if (end === -1 || !nquads.endsWith(ending, end)) {
      throw new NoStatementError(graph);
    }
    // Neither IRIs nor blank nodes have a blank in them, so whatever comes after the second one is the object.
    const afterSubject = nquads.indexOf(' ', start);
    const afterPredicate = nquads.indexOf(' ', afterSubject + 1);
    yield {
      subject: nquads.slice(start, afterSubject),
      predicate: nquads.slice(afterSubject + 1, afterPredicate),
      object: nquads.slice(afterPredicate + 1, end - ending.length),
    };
  }
}

/** Whether a term is a blank node. */
export function isBlank(term: string): boolean {
  return term.startsWith('_:');
}

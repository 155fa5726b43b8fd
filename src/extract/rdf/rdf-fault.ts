/** Where and why a text is not in the syntax that it should be. */
export interface RdfFaultFacts {
  readonly detail: string;
  /** From 1. */
  readonly line: number;
  /** From 1; only where the parser knows it. */
  readonly column?: number;
}

/** Ends the reading of a text that is not in the syntax that it should be. */
export class RdfFault extends Error {
  override readonly name = 'RdfFault' as const;
  readonly facts: RdfFaultFacts;

  constructor(facts: RdfFaultFacts) {
    super(facts.detail);
    this.facts = facts;
  }
}

/** What a document may have no more of. */
export interface RdfLimits {
  readonly statements: number;
  /** Of all its terms written out: with prefixes and entities a small text can stand for a very large one. */
  readonly characters: number;
}

/** Ends the reading of a text that says more than is read. */
export class RdfExcess extends Error {
  override readonly name = 'RdfExcess' as const;
  readonly limit: keyof RdfLimits;
  readonly max: number;

  constructor(limit: keyof RdfLimits, max: number) {
    super(`more than ${max} ${limit}`);
    this.limit = limit;
    this.max = max;
  }
}

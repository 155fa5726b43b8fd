import type { RdfMendKind } from '../../model/problem.ts';

/** Where and why a text is not in the syntax that it should be. */
export interface RdfFaultFacts {
  readonly detail: string;
  /** From 1. */
  readonly line: number;
  /** From 1; only where the parser knows it. */
  readonly column?: number;
}

/** Something that was wrong in a text and could mean one thing only. */
export interface RdfMend {
  readonly what: RdfMendKind;
  /** The word it is in; empty where there is none. */
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

/** So many of a kind are told one by one. */
export const maxTold = 20;

/** The first of many, and how many more there are. */
export interface Told<T> {
  readonly first: readonly T[];
  readonly omitted: number;
}

/** What is wrong in a text that could be read nevertheless. */
export interface RdfRemarks {
  /** Lines of N-Triples and N-Quads that were lost. */
  readonly lines: Told<RdfFaultFacts>;
  /** Statements, blocks and elements of other syntaxes that were lost. */
  readonly parts: Told<RdfFaultFacts>;
  readonly mends: Told<RdfMend>;
}

const none = { first: [], omitted: 0 };

/** Where nothing is wrong. */
export const noRemarks: RdfRemarks = { lines: none, parts: none, mends: none };

/** Keeps the first of what it is given, and counts the others. */
export class FirstOf<T> implements Told<T> {
  readonly first: T[] = [];
  omitted = 0;

  add(each: T): void {
    if (this.first.length < maxTold) this.first.push(each);
    else this.omitted += 1;
  }

  /** How many there are. */
  get count(): number {
    return this.first.length + this.omitted;
  }
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

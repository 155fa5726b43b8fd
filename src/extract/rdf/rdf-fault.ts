import type { RdfMendKind } from '../../model/problem.ts';

/** The position and description of a syntax fault. */
export interface RdfFaultFacts {
  readonly detail: string;
  /** From 1. */
  readonly line: number;
  /** From 1; only where known. */
  readonly column?: number;
}

/** A repaired fault that had only one reading. */
export interface RdfMend {
  readonly what: RdfMendKind;
  /** The word around it; empty without one. */
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

/** How many of a kind are listed. */
export const maxTold = 20;

/** The first items, and the count of the others. */
export interface Told<T> {
  readonly first: readonly T[];
  readonly omitted: number;
}

/** Faults in a readable text. */
export interface RdfRemarks {
  readonly lines: Told<RdfFaultFacts>;
  /** Lost statements, blocks and elements of other syntaxes. */
  readonly parts: Told<RdfFaultFacts>;
  readonly mends: Told<RdfMend>;
}

const none = { first: [], omitted: 0 };

/** No faults. */
export const noRemarks: RdfRemarks = { lines: none, parts: none, mends: none };

/** Collects the first items and counts the others. */
export class FirstOf<T> implements Told<T> {
  readonly first: T[] = [];
  omitted = 0;

  add(each: T): void {
    if (this.first.length < maxTold) this.first.push(each);
    else this.omitted += 1;
  }

  get count(): number {
    return this.first.length + this.omitted;
  }
}

/** A syntax fault that ends parsing. */
export class RdfFault extends Error {
  override readonly name = 'RdfFault' as const;
  readonly facts: RdfFaultFacts;

  constructor(facts: RdfFaultFacts) {
    super(facts.detail);
    this.facts = facts;
  }
}

/** Limits of a document. */
export interface RdfLimits {
  readonly statements: number;
  /**
   * Of all expanded terms: with prefixes and entities a small text can stand for a very large one.
   */
  readonly characters: number;
}

/** An exceeded limit, which ends parsing. */
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

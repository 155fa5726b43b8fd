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
const maxBoundedItems = 20;

/** Collects the first items and counts the others. */
export class BoundedList<T> {
  readonly first: T[] = [];
  omitted = 0;

  add(each: T): void {
    if (this.first.length < maxBoundedItems) this.first.push(each);
    else this.omitted += 1;
  }

  get count(): number {
    return this.first.length + this.omitted;
  }
}

/** Faults in a readable text. */
export interface RdfRemarks {
  readonly lines: BoundedList<RdfFaultFacts>;
  /** Lost statements, blocks and elements of other syntaxes. */
  readonly parts: BoundedList<RdfFaultFacts>;
  readonly mends: BoundedList<RdfMend>;
}

/** A fault at an offset in a text. */
export interface OffsetFault {
  readonly detail: string;
  readonly offset: number;
}

/** The options of parsing a faulty document in parts. */
export interface PartOptions {
  readonly baseIri: string;
  /** For a part with expanded entities, and for text repeated for parts that are parsed alone. */
  readonly maxCharacters: number;
}

/** Documents with more faults are rejected; a faulty part costs as much as a hundred good ones. */
export const maxFaults = 10_000;
/** Characters parsed at a time; where there is a fault, line by line or part by part. */
export const batchCharacters = 65_536;

/** No faults. */
export const noRemarks: RdfRemarks = {
  lines: new BoundedList(),
  parts: new BoundedList(),
  mends: new BoundedList(),
};

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

/** The used part of an RDF/JS term (RDF/JS data model specification §2). */
export interface RdfTerm {
  readonly termType: string;
  /** The IRI, the label without `_:`, or the text. */
  readonly value: string;
  /** Language of a literal; empty without one. */
  readonly language?: string;
  /** RDF 1.2 §3.4. */
  readonly direction?: string | null | undefined;
  readonly datatype?: { readonly value: string };
}

/** A statement of an RDF/JS parser. */
export interface Quad {
  readonly subject: RdfTerm;
  readonly predicate: RdfTerm;
  readonly object: RdfTerm;
  /** Of type `DefaultGraph` outside named graphs. */
  readonly graph: RdfTerm;
}

/**
 * Receives the statements of a document in order.
 * @throws {RdfExcess} beyond a limit
 */
export type QuadSink = (quad: Quad) => void;

import type { Outcome } from './outcome.ts';

/** `derive` is extract and expand in one. */
export type StageName = 'discover' | 'fetch' | 'extract' | 'expand' | 'derive' | 'load';

/**
 * A stage of the harvest: takes one input and yields outcomes. Concurrency, cancellation,
 * back-pressure and reporting belong to the code that joins the stages (`pipeline/`).
 */
export interface Stage<In, Out> {
  readonly name: StageName;
  /** Anything it throws is a bug, and becomes `internal-error` for this input. */
  process(input: In, context: StageContext): AsyncIterable<Outcome<Out>>;
}

export interface StageContext {
  /** Aborted when the run must end: a stage stops at its next wait. */
  readonly signal: AbortSignal;
  /** The clock, passed in so that tests do not depend on it. */
  readonly now: () => Date;
  /** Present where work that takes too much time or memory is given up. */
  readonly watch?: WorkWatch;
}

/**
 * Why processing of an input, or of a part of it, was given up: it exhausted its time or its
 * memory.
 */
export type Exhaustion =
  | { readonly kind: 'record-timed-out'; readonly timeoutMs: number }
  | { readonly kind: 'record-out-of-memory'; readonly maxBytes: number };

/** Observes the processing of one input. A repetition has the same parts in the same order. */
export interface WorkWatch {
  /** Called regularly by long work between outcomes. */
  goesOn(): void;
  /**
   * Called when a part starts that may take too much.
   * @returns the reason to leave the part out, if it was given up before
   */
  begins(): Exhaustion | undefined;
  /** Called when that part has ended. */
  ends(): void;
}

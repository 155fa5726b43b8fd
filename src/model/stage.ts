import type { Outcome } from './outcome.ts';

/** `derive` is extract and expand in one. */
export type StageName = 'discover' | 'fetch' | 'extract' | 'expand' | 'derive' | 'load';

/**
 * One step of the harvest. It takes one input and yields what came of it. Concurrency, cancellation,
 * back-pressure and reporting belong to the code that joins the stages (`pipeline/`), not to a stage.
 */
export interface Stage<In, Out> {
  readonly name: StageName;
  /** Whatever it throws is a bug, and becomes `internal-error` for this one input. */
  process(input: In, context: StageContext): AsyncIterable<Outcome<Out>>;
}

export interface StageContext {
  /** Aborted when the run is to end: a stage stops at its next wait. */
  readonly signal: AbortSignal;
  /** The clock, passed in so that tests do not depend on it. */
  readonly now: () => Date;
  /** Present where work that takes too much time or memory is given up. */
  readonly watch?: WorkWatch;
}

/** Why work on an input, or on a part of it, was given up: it exhausted its time or its memory. */
export type Exhaustion =
  | { readonly kind: 'record-timed-out'; readonly timeoutMs: number }
  | { readonly kind: 'record-out-of-memory'; readonly maxBytes: number };

/**
 * Is told how work on one input goes on. The parts of the work are the same, in the same order,
 * whenever it is done again.
 */
export interface WorkWatch {
  /** Called now and then by what takes long before it yields an outcome. */
  goesOn(): void;
  /**
   * Called when a part begins that may take too much.
   * @returns why the part is to be left out, where it was given up before
   */
  begins(): Exhaustion | undefined;
  /** Called when that part has ended. */
  ends(): void;
}

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
}

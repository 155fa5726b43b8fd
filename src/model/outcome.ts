import type { Problem } from './problem.ts';
import type { ContextSupply } from './remote-context.ts';

/**
 * The result of a stage for its input. `produced` may carry problems that do not prevent the value
 * (a repaired IRI, an unknown character set). `failed` may carry further problems besides its
 * cause. `noted` is a problem that loses nothing and belongs to no value; only discovery has such.
 */
export type Outcome<T> =
  | { readonly kind: 'produced'; readonly value: T; readonly problems?: readonly Problem[] }
  | {
      readonly kind: 'skipped';
      readonly url: string;
      readonly reason: SkipReason;
      /** For a record with `type-not-wanted`: its types, as `typesOfRecord` gives them. */
      readonly types?: string;
    }
  | { readonly kind: 'failed'; readonly problem: Problem; readonly problems?: readonly Problem[] }
  | { readonly kind: 'noted'; readonly problem: Problem; readonly problems?: readonly Problem[] };

/** All problems of an outcome, its cause first. */
export function problemsOfOutcome(outcome: Outcome<unknown>): readonly Problem[] {
  if (outcome.kind === 'skipped') return [];
  const { problems = [] } = outcome;
  return outcome.kind === 'produced' ? problems : [outcome.problem, ...problems];
}

/** Why an input was correctly ignored. */
export type SkipReason =
  /** The response is the same as before. */
  | 'not-modified'
  /** The URL does not match `include`, or matches `exclude`. */
  | 'excluded'
  /** It is not in the sample of URLs that is visited. */
  | 'not-sampled'
  /** This or another source has listed the URL already. */
  | 'already-listed'
  /** The listing says that it was deleted, and the catalogue does not have it. */
  | 'deleted'
  /** The JSON-LD describes the page (breadcrumbs, the site) instead of a resource. */
  | 'page-furniture'
  /** The page offers metadata for the same resource that is labelled as CDIF. */
  | 'outranked'
  /** The page or list holds the same record twice. */
  | 'repeated-on-page'
  /** The record describes none of the `types` that its source wants. */
  | 'type-not-wanted'
  /** The JSON is a JSON Schema, a JSON-LD context or a frame, and no metadata. */
  | 'template';

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

/** What a stage gets besides its input. */
export interface StageContext {
  /** Aborted when the run must end: a stage stops at its next wait. */
  readonly signal: AbortSignal;
  /** The clock, passed in so that tests do not depend on it. */
  readonly now: () => Date;
  /** Present where work that takes too much time or memory is given up. */
  readonly watch?: WorkMonitor | undefined;
  /** The contexts besides bundled ones; none by default. Of one input: see `ContextSupply`. */
  readonly contexts?: ContextSupply | undefined;
}

/** Why processing of an input or a part was given up: it exhausted its time or its memory. */
export type Exhaustion =
  | { readonly kind: 'record-timed-out'; readonly timeoutMs: number }
  | { readonly kind: 'record-out-of-memory'; readonly maxBytes: number };

/** Observes the processing of one input. A repetition has the same parts in the same order. */
export interface WorkMonitor {
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

import { Fault } from '../model/fault.ts';
import type { Outcome, Stage, StageContext } from '../model/outcome.ts';
import type { RunPhase } from '../model/run-costs.ts';
import type { RunMeter } from './report/run-meter.ts';

/**
 * Runs one input through a stage. An exception is a bug and becomes the problem `internal-error`,
 * so that one document cannot end a harvest. A fault is thrown on, since the next input would meet
 * it, too. After an abort the outcomes just end, whatever is thrown.
 * @param url of the input, for the internal error
 * @throws {Fault} as the stage does
 */
export async function* runStage<In, Out>(
  stage: Stage<In, Out>,
  input: In,
  url: string,
  context: StageContext,
): AsyncGenerator<Outcome<Out>> {
  try {
    for await (const outcome of stage.process(input, context)) {
      yield outcome;
      if (context.signal.aborted) return;
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    if (context.signal.aborted) return;
    yield internalError(stage.name, url, error);
  }
}

/** The outcome of an input for which a stage threw an exception. */
export function internalError(stage: string, url: string, error: unknown): Outcome<never> {
  const known = error instanceof Error ? error : new Error(String(error));
  return {
    kind: 'failed',
    problem: {
      kind: 'internal-error',
      url,
      stage,
      detail: `${known.name}: ${known.message}`,
      stack: known.stack ?? '',
    },
  };
}

/** What a phase is counted for: the run, and a source. */
interface Measured {
  readonly meter: RunMeter;
  readonly ledger: { spent(phase: RunPhase, ms: number): void };
}

/** Begins to measure a phase. @returns ends the measurement; a second call does nothing */
export function startPhase(phase: RunPhase, { meter, ledger }: Measured): () => void {
  const stop = meter.phases.begin(phase);
  return () => ledger.spent(phase, stop());
}

/**
 * Passes items on, and measures only the time of waiting for them, not of using them.
 * @param begin called when an item is awaited; the function that it returns, when the item is there
 */
export async function* timeItems<T>(
  items: AsyncIterable<T>,
  begin: () => () => void,
): AsyncGenerator<T> {
  let stop = begin();
  try {
    for await (const item of items) {
      stop();
      yield item;
      stop = begin();
    }
  } finally {
    stop();
  }
}

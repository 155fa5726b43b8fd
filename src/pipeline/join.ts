import { Fault } from '../model/fault.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Stage, StageContext } from '../model/stage.ts';

/**
 * Runs one input through a stage. What the stage throws is a bug of ours: it becomes the problem `internal-error`, so
 * that one document cannot end a night's harvest. A fault goes on its way, since no further input would fare better.
 * After an abort whatever is thrown is its consequence: the outcomes just end.
 * @param url what an internal error is about
 * @throws {Fault} what the stage throws of that class
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

/** The outcome of an input that met a bug in `stage`. */
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

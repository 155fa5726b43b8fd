import { Fault } from '../model/fault.ts';
import type { Outcome, Stage, StageContext } from '../model/outcome.ts';
import type { ProblemOf } from '../model/problem.ts';

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
  return { kind: 'failed', problem: internalProblem(stage, url, error) };
}

/** The problem of an input for which a part of the program threw an exception. */
export function internalProblem(
  stage: string,
  url: string,
  error: unknown,
): ProblemOf<'internal-error'> {
  const known = error instanceof Error ? error : new Error(String(error));
  const detail = `${known.name}: ${known.message}`;
  return { kind: 'internal-error', url, stage, detail, stack: known.stack ?? '' };
}

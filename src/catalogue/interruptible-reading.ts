import { setImmediate } from 'node:timers/promises';

/** A long read of a catalogue that can pause at each step, such as a row. */
export type InterruptibleReading<Result> = Generator<unknown, Result, void>;

/** How long a read blocks the event loop between pauses, in milliseconds. */
const usualTurnMs = 20;

/** Runs a read without pauses. */
export function readWithoutPauses<Result>(reading: InterruptibleReading<Result>): Result {
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** Runs a read inside a generator that yields other values too: yields undefined at each pause. */
export function* yieldPauses<Result>(
  reading: InterruptibleReading<Result>,
): Generator<undefined, Result> {
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
    yield undefined;
  }
}

/**
 * Runs a read and yields to the event loop regularly, so that signals are handled.
 * @param turnMs time between two pauses, in milliseconds
 * @throws the signal's reason when it is aborted
 */
export async function readWithPauses<Result>(
  reading: InterruptibleReading<Result>,
  signal?: AbortSignal,
  turnMs = usualTurnMs,
): Promise<Result> {
  signal?.throwIfAborted();
  let turn = performance.now();
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
    if (performance.now() - turn < turnMs) continue;
    await setImmediate();
    signal?.throwIfAborted();
    turn = performance.now();
  }
}

/**
 * Runs work that can be postponed, unless the signal is or gets aborted.
 * @returns undefined where the work was postponed
 */
export async function skipWhenAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result | undefined> {
  try {
    signal?.throwIfAborted();
    return await work();
  } catch (error) {
    if (signal?.aborted === true && error === signal.reason) return undefined;
    throw error;
  }
}

import { setImmediate } from 'node:timers/promises';

/** A reading of much of a catalogue, which can be paused at each step, such as a row. */
export type PausingReading<Result> = Generator<unknown, Result, void>;

/** So long a reading goes on before others have their turn. */
const usualTurnMs = 20;

/** Reads without letting others have their turn. */
export function readAtOnce<Result>(reading: PausingReading<Result>): Result {
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** The same reading as a part of one that also yields something else: undefined at each step. */
export function* pausing<Result>(reading: PausingReading<Result>): Generator<undefined, Result> {
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
    yield undefined;
  }
}

/**
 * Lets others have their turn now and then, so that a long reading does not keep a signal waiting.
 * @param turnMs so long it reads before others have their turn, in milliseconds
 * @throws the signal's reason when it is aborted
 */
export async function readInTurns<Result>(
  reading: PausingReading<Result>,
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
 * Does what can be left to another time, unless the signal is or gets aborted.
 * @returns undefined where it was left
 */
export async function untilAborted<Result>(
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

import { setImmediate } from 'node:timers/promises';

/** A reading of much of a catalogue, which pauses after each thousand rows or so. */
export type PausingReading<Result> = Generator<void, Result, void>;

/** Rows that are read between two pauses. */
export const rowsAPause = 1000;

/** Reads without letting others have their turn. */
export function readAtOnce<Result>(reading: PausingReading<Result>): Result {
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Lets others have their turn at each pause, so that a long reading does not keep a signal waiting.
 * @throws the signal's reason when it is aborted
 */
export async function readInTurns<Result>(
  reading: PausingReading<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted();
    const step = reading.next();
    if (step.done === true) return step.value;
    await setImmediate();
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { WriterRecord } from './rows.ts';
import { CatalogueLockedFault } from './writer-lock.ts';

/** How long to wait for a catalogue that another process writes to. */
export interface LockWait {
  /** Infinity where the end does not matter. */
  readonly longestMs: number;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Called once, when the waiting begins. */
  readonly onWait?: (holder: WriterRecord) => void;
}

/** A process that is killed tells nobody, so there is nothing but to ask again. */
const pollMs = 1000;

/**
 * Opens a catalogue as soon as no other process writes to it.
 * @param open throws {CatalogueLockedFault} as long as one does
 * @param wait without it, the catalogue is opened now or not at all
 * @throws {CatalogueLockedFault} where the time is over; the signal's reason; what `open` throws
 */
export async function openUnlocked<Opened>(open: () => Opened, wait?: LockWait): Promise<Opened> {
  const deadline = performance.now() + (wait?.longestMs ?? 0);
  for (let isFirst = true; ; isFirst = false) {
    try {
      return open();
    } catch (error) {
      const left = deadline - performance.now();
      if (!(error instanceof CatalogueLockedFault) || wait === undefined || left <= 0) throw error;
      if (isFirst) wait.onWait?.(error.holder);
      await sleepFor(Math.min(left, pollMs), wait.signal);
    }
  }
}

/** @throws the signal's reason when it is aborted */
async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await sleep(ms, undefined, { signal });
}

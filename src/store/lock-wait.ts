import { setTimeout as sleep } from 'node:timers/promises';
import type { WriterRecord } from './rows.ts';
import { CatalogueLockedFault } from './writer-lock.ts';

/** How long to wait for the writer lock of another process. */
export interface LockWait {
  /** Infinity for no limit. */
  readonly longestMs: number;
  /** Aborts the wait. */
  readonly signal: AbortSignal;
  /** Called once, when the wait starts. */
  readonly onWait?: (holder: WriterRecord) => void;
}

/** A killed process notifies nobody, so the lock is polled. */
const pollMs = 1000;

/**
 * Opens a catalogue as soon as no other process writes to it.
 * @param open throws {CatalogueLockedFault} while another process holds the lock
 * @param wait without it there is a single attempt
 * @throws {CatalogueLockedFault} after the time limit; the signal's reason; whatever `open` throws
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

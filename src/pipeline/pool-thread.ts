import { WorkerThread } from '../threads/worker-thread.ts';
import type { DeriveTask } from './derive-task.ts';
import type { DeriveBatch } from './derive-thread.ts';

/**
 * Inputs that a thread has at once at most: one to work on, and others for the time that a commit
 * keeps the main thread.
 */
const mostTasks = 24;
/** What it holds of them in memory before no further one is sent. */
const mostBytes = 4_194_304;
/** So much work is sent ahead of it at most, where more than one waits. */
const mostAheadMs = 250;

/** One thread of a `DerivePool` and the tasks it has. */
export class PoolThread<In> extends WorkerThread<DeriveTask<In>, DeriveBatch> {
  #overdue: DeriveTask<In> | undefined;

  /** Whether the task that it works on was found to take long. */
  get isOverdue(): boolean {
    return this.first !== undefined && this.first === this.#overdue;
  }

  get hasRoom(): boolean {
    let [bytes, ms] = [0, 0];
    for (const { facts, chargedMs } of this.tasks) {
      bytes += facts.bytes;
      ms += chargedMs;
    }
    // One that is worked on and one behind it keep the thread busy.
    const isBusy = this.load >= mostTasks || (ms >= mostAheadMs && this.load > 1);
    return !isBusy && bytes < mostBytes;
  }

  /** The task that it works on takes long: those that it has not begun with are for others. */
  markOverdue(): void {
    this.#overdue = this.first;
    this.recall();
  }
}

import { Worker } from 'node:worker_threads';
import type { AskedRecord } from '../store/ask-records.ts';
import type { QueryControl } from '../store/queries.ts';
import type { RecordViewName, RecordViewOf } from './record-view.ts';
import type { ViewTask } from './view-thread.ts';

/** A view that could not be had within its time. */
export class ViewTimeoutError extends Error {
  override readonly name = 'ViewTimeoutError' as const;

  constructor(timeoutMs: number) {
    super(`it took longer than ${timeoutMs / 1000} seconds`);
  }
}

/**
 * Threads in which records are viewed, so that it takes as many processors as there are, and can be given up. A thread is started
 * when there is something for it to do; one that fails, or is given up, is replaced by the next task.
 */
export class ViewThreads {
  readonly #size: number;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #waiting: (() => void)[] = [];

  /** @param size the most there are at once */
  constructor(size: number) {
    this.#size = size;
  }

  /**
   * Views some records in a thread, when one is free. The time begins then.
   * @throws {ViewTimeoutError}; the signal's reason when it is aborted; what the thread threw
   */
  async view<Name extends RecordViewName>(
    view: Name,
    records: readonly AskedRecord[],
    control: QueryControl,
  ): Promise<readonly RecordViewOf<Name>[]> {
    const worker = await this.#take();
    try {
      // The thread answers with what the view gives.
      const views = (await exchange(worker, { view, records }, control)) as RecordViewOf<Name>[];
      this.#idle.push(worker);
      return views;
    } catch (error) {
      this.#all.delete(worker);
      // It has nothing open that could be left undone.
      await worker.terminate();
      throw error;
    } finally {
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    const threads = [...this.#all];
    this.#all.clear();
    this.#idle.length = 0;
    await Promise.all(threads.map(async (worker) => worker.terminate()));
  }

  async #take(): Promise<Worker> {
    while (this.#idle.length === 0 && this.#all.size >= this.#size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#idle.pop() ?? this.#start();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./view-thread.js', import.meta.url));
    // Whoever asks listens too; where nobody does, an error would end the process.
    worker.on('error', () => undefined);
    this.#all.add(worker);
    return worker;
  }
}

async function exchange(
  worker: Worker,
  task: ViewTask,
  { timeoutMs, signal }: QueryControl,
): Promise<unknown> {
  signal?.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  const settled = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error('the thread ended'));
      const onAbort = (): void => reject(signal?.reason);
      worker.on('message', resolve).on('error', reject).on('exit', onExit);
      signal?.addEventListener('abort', onAbort);
      // Not by a signal as option: Node forgets to remove the listener when there are several at once and its collector of
      // garbage has run.
      settled.signal.addEventListener('abort', () => {
        worker.off('message', resolve).off('error', reject).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
      });
      if (timeoutMs !== undefined) {
        timer = setTimeout(() => reject(new ViewTimeoutError(timeoutMs)), timeoutMs);
      }
      worker.postMessage(task, []);
    });
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}

import { WorkerThread, type TaskControl, type ThreadOptions } from './worker-thread.ts';

/**
 * A pool of equal worker threads, each with one task at a time. Threads start on demand, and a
 * failed thread is replaced for the next task.
 */
export class ThreadPool<Task, Part> {
  readonly #options: ThreadOptions;
  readonly #size: number;
  readonly #threads = new Set<WorkerThread<Task, Part>>();
  readonly #idle: WorkerThread<Task, Part>[] = [];
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  /** @param size the most there are at once */
  constructor(options: ThreadOptions, size: number) {
    this.#options = options;
    this.#size = size;
  }

  /** As `WorkerThread.run`, when a thread is free. */
  async *run(task: Task, control: TaskControl = {}): AsyncGenerator<Part> {
    const thread = await this.#take();
    let isDone = false;
    try {
      yield* thread.run(task, control);
      isDone = true;
      this.#idle.push(thread);
    } finally {
      if (!isDone) {
        this.#threads.delete(thread);
        await thread.close();
      }
      this.#waiting.shift()?.();
    }
  }

  /** Terminates the threads. Running and waiting tasks fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all([...this.#threads].map(async (thread) => thread.close()));
  }

  async #take(): Promise<WorkerThread<Task, Part>> {
    while (!this.#isClosed && this.#idle.length === 0 && this.#threads.size >= this.#size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (this.#isClosed) throw new Error('The threads were closed.');
    const thread = this.#idle.pop() ?? new WorkerThread<Task, Part>(this.#options);
    this.#threads.add(thread);
    return thread;
  }
}

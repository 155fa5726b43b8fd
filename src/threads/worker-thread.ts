import { Worker } from 'node:worker_threads';
import { systemClock } from './clock.ts';
import { type TaskReply, TaskState, type ThreadReply, type ThreadRequest } from './answer-tasks.ts';

/** The program and limits of a thread. */
export interface ThreadOptions {
  /** The built file. It calls `answerTasks`, and loads no native modules, so it can be ended. */
  readonly script: URL;
  /** The thread's `workerData`. */
  readonly data?: unknown;
  /** Limit of the heap in bytes, without buffers. */
  readonly heapBytes?: number;
  readonly stackMb?: number;
  /** What new objects may take before garbage is collected, in megabytes; by default 48. */
  readonly youngMb?: number;
}

/** The time limit and cancellation of a task. */
export interface TaskControl {
  /** The longest time without a part or a step, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when the thread has finished the task; some parts may not be taken yet. */
  readonly onDone?: () => void;
}

/** A task exceeded its time limit. */
export class ThreadTimeout extends Error {
  override readonly name = 'ThreadTimeout';
  readonly timeoutMs: number;
  /** Where the last step was. */
  readonly place: number;

  constructor(timeoutMs: number, place: number) {
    super(`it took longer than ${timeoutMs / 1000} seconds`);
    this.timeoutMs = timeoutMs;
    this.place = place;
  }
}

/** A task exceeded the heap of its thread. */
export class ThreadOutOfMemory extends Error {
  override readonly name = 'ThreadOutOfMemory';
  /** Where the last step was. */
  readonly place: number;

  constructor(place: number) {
    super('it took more memory than a worker thread may use');
    this.place = place;
  }
}

/**
 * The task was recalled, or its thread ended because of another task: it can be run again. Later
 * tasks fail first, so that putting each back at the front of a queue keeps their order.
 */
export class TaskAbandoned extends Error {
  override readonly name = 'TaskNotDone';
}

/** A task that the thread has not finished. */
class PendingTask<Task, Part> {
  readonly task: Task;
  readonly control: TaskControl;
  readonly state = new TaskState();
  readonly #replies: (() => TaskReply<Part>)[] = [];
  #wake = (): void => undefined;

  constructor(task: Task, control: TaskControl) {
    this.task = task;
    this.control = control;
  }

  add(reply: () => TaskReply<Part>): void {
    this.#replies.push(reply);
    this.#wake();
  }

  fail(error: unknown): void {
    this.add(() => {
      throw error;
    });
  }

  async next(): Promise<TaskReply<Part>> {
    for (;;) {
      const reply = this.#replies.shift();
      if (reply !== undefined) return reply();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/**
 * A worker thread that runs tasks one after the other and yields the results of each part by part.
 * It keeps the process alive only while it has tasks.
 */
export class WorkerThread<Task, Part> {
  readonly #worker: Worker;
  #pending: readonly PendingTask<Task, Part>[] = [];
  #stopTimer = (): void => undefined;
  #isReady = false;
  #isWaiting = false;
  #hasEnded = false;
  #begunAt = 0;

  constructor({ script, data, heapBytes, stackMb, youngMb }: ThreadOptions) {
    const worker = new Worker(script, {
      workerData: data,
      resourceLimits: {
        maxOldGenerationSizeMb: heapBytes === undefined ? undefined : heapBytes / 2 ** 20,
        maxYoungGenerationSizeMb: youngMb,
        stackSizeMb: stackMb,
      },
    });
    worker.on('message', (reply: ThreadReply<Part>) => this.#receive(reply));
    worker.on('error', (error: unknown) => this.#end(this.#reasonFor(error)));
    worker.on('exit', (code) => this.#end(new Error(`The thread ended with exit code ${code}.`)));
    worker.unref();
    this.#worker = worker;
  }

  /** Whether the thread has ended. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The unfinished tasks. */
  get tasks(): readonly Task[] {
    return this.#pending.map(({ task }) => task);
  }

  /** The number of unfinished tasks. */
  get load(): number {
    return this.#pending.length;
  }

  /** The current task. */
  get first(): Task | undefined {
    return this.#pending[0]?.task;
  }

  /** The time spent on the current task so far, in milliseconds of the process clock. */
  get workingMs(): number {
    return this.#isReady ? systemClock.now() - this.#begunAt : 0;
  }

  /** Whether the thread waits until a part is taken. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /**
   * Runs a task after those before it. Each part is computed when the part before was taken. A
   * started task that exceeds its time limit, is aborted or is left before its end terminates the
   * thread.
   * @throws {ThreadTimeout}; {ThreadOutOfMemory}; {TaskAbandoned}; the signal's reason; an error
   * with the message of the task's error; {Error} where the thread ended
   */
  run(task: Task, control: TaskControl = {}): AsyncGenerator<Part> {
    control.signal?.throwIfAborted();
    const pending = new PendingTask<Task, Part>(task, control);
    if (this.#hasEnded) pending.fail(new TaskAbandoned());
    else {
      this.#send({ kind: 'task', task, memory: pending.state.memory });
      this.#pending = [...this.#pending, pending];
      if (this.load === 1) this.#watchFirst();
    }
    return this.#partsOf(pending);
  }

  /** Recalls the tasks that the thread has not started. */
  recall(): void {
    for (const pending of this.#pending.slice(1).toReversed()) {
      this.#recallTask(pending, new TaskAbandoned());
    }
  }

  /** Terminates the thread at once. @param reason the error of the current task */
  async close(reason: unknown = new Error('The thread was closed.')): Promise<void> {
    this.#end(reason);
    await this.#worker.terminate();
  }

  async *#partsOf(pending: PendingTask<Task, Part>): AsyncGenerator<Part> {
    const { signal } = pending.control;
    const onAbort = (): void => this.#abandon(pending, signal?.reason);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted === true) onAbort();
    try {
      for (;;) {
        const { parts, isLast } = await pending.next();
        for (const part of parts) yield part;
        if (isLast) return;
        this.#requestMore(pending);
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#abandon(pending, undefined);
    }
  }

  #receive(reply: ThreadReply<Part>): void {
    const [first] = this.#pending;
    if (reply === 'ready') {
      this.#isReady = true;
      this.#watchFirst();
    } else if (first !== undefined) {
      const { error, isLast } = reply;
      if (error === undefined) first.add(() => reply);
      else first.fail(Object.assign(new Error(), error));
      this.#stopTimer();
      this.#isWaiting = !isLast;
      if (!isLast) return;
      this.#remove(first);
      first.control.onDone?.();
    }
  }

  #requestMore(pending: PendingTask<Task, Part>): void {
    if (pending !== this.#pending[0]) return;
    this.#isWaiting = false;
    this.#send({ kind: 'more' });
    this.#startTimer(pending);
  }

  /** Ends a task for which nobody waits any more. */
  #abandon(pending: PendingTask<Task, Part>, reason: unknown): void {
    if (this.#pending.includes(pending) && !this.#recallTask(pending, reason))
      this.#end(reason, pending);
  }

  #recallTask(pending: PendingTask<Task, Part>, reason: unknown): boolean {
    if (!pending.state.claim()) return false;
    this.#remove(pending);
    pending.fail(reason);
    return true;
  }

  #remove(pending: PendingTask<Task, Part>): void {
    const isFirst = pending === this.#pending[0];
    this.#pending = this.#pending.filter((each) => each !== pending);
    if (isFirst) this.#watchFirst();
  }

  /** Starts timing the current task; loading the thread does not count. */
  #watchFirst(): void {
    const [first] = this.#pending;
    this.#stopTimer();
    this.#begunAt = systemClock.now();
    if (first === undefined) this.#worker.unref();
    else {
      this.#worker.ref();
      this.#startTimer(first);
    }
  }

  #startTimer(pending: PendingTask<Task, Part>): void {
    const { state } = pending;
    const { timeoutMs } = pending.control;
    if (timeoutMs === undefined || !this.#isReady) return;
    const { steps } = state;
    this.#stopTimer = whenStillDue(timeoutMs, () => {
      if (state.steps === steps) this.#end(new ThreadTimeout(timeoutMs, state.place));
      else this.#startTimer(pending);
    });
  }

  #reasonFor(error: unknown): unknown {
    const isOutOfMemory =
      error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isOutOfMemory ? new ThreadOutOfMemory(this.#pending[0]?.state.place ?? 0) : error;
  }

  /** @param reason the error of `failed`, by default the current task; others are abandoned */
  #end(reason: unknown, failed = this.#pending[0]): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stopTimer();
    this.#worker.removeAllListeners();
    // It may fail while it ends; an error without a listener would end the process.
    this.#worker.on('error', () => undefined);
    void this.#worker.terminate();
    for (const pending of this.#pending.toReversed()) {
      pending.fail(pending === failed ? reason : new TaskAbandoned());
    }
    this.#pending = [];
  }

  #send(request: ThreadRequest<Task>): void {
    this.#worker.postMessage(request, []);
  }
}

/**
 * Calls back after `ms` milliseconds of the process, once all messages that threads sent by then
 * have been received.
 * @returns a function that cancels the call
 */
export function whenStillDue(ms: number, call: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const cancel = systemClock.after(ms, () => (immediate = setImmediate(call)));
  return () => {
    cancel();
    clearImmediate(immediate);
  };
}

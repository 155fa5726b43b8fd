import { Worker } from 'node:worker_threads';
import { systemClock } from './clock.ts';
import { type TaskReply, TaskState, type ThreadReply, type ThreadRequest } from './messages.ts';

/** The program and limits of a thread. */
export interface ThreadOptions {
  /** The built file. It calls `answerTasks`, and loads no native modules, so it can be ended. */
  readonly script: URL;
  /** Its `workerData`. */
  readonly data?: unknown;
  /** Of its heap. Buffers are not in it. */
  readonly heapBytes?: number;
  readonly stackMb?: number;
}

/** The time limit and cancellation of a task. */
export interface TaskControl {
  /** The longest time without a part or a step, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The thread is done with the task, which may have parts that were not taken yet. */
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
class AskedTask<Task, Part> {
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
  #asked: readonly AskedTask<Task, Part>[] = [];
  #stopTimer = (): void => undefined;
  #isReady = false;
  #isWaiting = false;
  #hasEnded = false;
  #begunAt = 0;

  constructor({ script, data, heapBytes, stackMb }: ThreadOptions) {
    const worker = new Worker(script, {
      workerData: data,
      resourceLimits: {
        maxOldGenerationSizeMb: heapBytes === undefined ? undefined : heapBytes / 2 ** 20,
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
    return this.#asked.map(({ task }) => task);
  }

  /** The number of unfinished tasks. */
  get load(): number {
    return this.#asked.length;
  }

  /** The task that the thread works on. */
  get first(): Task | undefined {
    return this.#asked[0]?.task;
  }

  /** The working time on that task so far, in milliseconds of the process clock. */
  get workingMs(): number {
    return this.#isReady ? systemClock.now() - this.#begunAt : 0;
  }

  /** Whether the thread waits until a part is taken. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /**
   * Asks a task. The thread makes a part of it when the one before was taken. Further tasks may be
   * asked meanwhile; they are done in order. One that takes longer than it may, is aborted, or is
   * left before its end, costs the thread, unless it was not begun with.
   * @throws {ThreadTimeout | ThreadOutOfMemory | TaskNotDone}; the signal's reason; an error that
   * says what the task threw; Error where the thread ended
   */
  run(task: Task, control: TaskControl = {}): AsyncGenerator<Part> {
    control.signal?.throwIfAborted();
    const asked = new AskedTask<Task, Part>(task, control);
    if (this.#hasEnded) asked.fail(new TaskAbandoned());
    else {
      this.#send({ kind: 'task', task, memory: asked.state.memory });
      this.#asked = [...this.#asked, asked];
      if (this.load === 1) this.#watchFirst();
    }
    return this.#partsOf(asked);
  }

  /** Recalls the tasks that the thread has not started. */
  recall(): void {
    for (const asked of this.#asked.slice(1).toReversed())
      this.#takeBack(asked, new TaskAbandoned());
  }

  /** Terminates the thread at once. @param reason why the task that it works on fails */
  async close(reason: unknown = new Error('The thread was closed.')): Promise<void> {
    this.#end(reason);
    await this.#worker.terminate();
  }

  async *#partsOf(asked: AskedTask<Task, Part>): AsyncGenerator<Part> {
    const { signal } = asked.control;
    const onAbort = (): void => this.#giveUp(asked, signal?.reason);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted === true) onAbort();
    try {
      for (;;) {
        const { parts, isLast } = await asked.next();
        for (const part of parts) yield part;
        if (isLast) return;
        this.#goOn(asked);
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#giveUp(asked, undefined);
    }
  }

  #receive(reply: ThreadReply<Part>): void {
    const [first] = this.#asked;
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

  #goOn(asked: AskedTask<Task, Part>): void {
    if (asked !== this.#asked[0]) return;
    this.#isWaiting = false;
    this.#send({ kind: 'more' });
    this.#startTimer(asked);
  }

  /** Nobody waits for a task any more. */
  #giveUp(asked: AskedTask<Task, Part>, reason: unknown): void {
    if (this.#asked.includes(asked) && !this.#takeBack(asked, reason)) this.#end(reason, asked);
  }

  #takeBack(asked: AskedTask<Task, Part>, reason: unknown): boolean {
    if (!asked.state.claim()) return false;
    this.#remove(asked);
    asked.fail(reason);
    return true;
  }

  #remove(asked: AskedTask<Task, Part>): void {
    const isFirst = asked === this.#asked[0];
    this.#asked = this.#asked.filter((each) => each !== asked);
    if (isFirst) this.#watchFirst();
  }

  /** Times the task that it works on from now. What loading takes is not a task's. */
  #watchFirst(): void {
    const [first] = this.#asked;
    this.#stopTimer();
    this.#begunAt = systemClock.now();
    if (first === undefined) this.#worker.unref();
    else {
      this.#worker.ref();
      this.#startTimer(first);
    }
  }

  #startTimer(asked: AskedTask<Task, Part>): void {
    const {
      state,
      control: { timeoutMs },
    } = asked;
    if (timeoutMs === undefined || !this.#isReady) return;
    const { steps } = state;
    this.#stopTimer = whenStillDue(timeoutMs, () => {
      if (state.steps === steps) this.#end(new ThreadTimeout(timeoutMs, state.place));
      else this.#startTimer(asked);
    });
  }

  #reasonFor(error: unknown): unknown {
    const isOutOfMemory =
      error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    return isOutOfMemory ? new ThreadOutOfMemory(this.#asked[0]?.state.place ?? 0) : error;
  }

  /** @param reason why a task fails, by default the one that it works on; others are not done */
  #end(reason: unknown, failed = this.#asked[0]): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stopTimer();
    this.#worker.removeAllListeners();
    // It may fail while it is being ended; an error that nobody listens to would end the process.
    this.#worker.on('error', () => undefined);
    void this.#worker.terminate();
    for (const asked of this.#asked.toReversed()) {
      asked.fail(asked === failed ? reason : new TaskAbandoned());
    }
    this.#asked = [];
  }

  #send(request: ThreadRequest<Task>): void {
    this.#worker.postMessage(request, []);
  }
}

/**
 * Calls back after so many milliseconds of the process, when all that the threads have sent by then
 * has been received.
 * @returns how to take that back
 */
export function whenStillDue(ms: number, call: () => void): () => void {
  let isTakenBack = false;
  const stop = systemClock.after(ms, () => {
    setImmediate(() => {
      if (!isTakenBack) call();
    });
  });
  return () => {
    isTakenBack = true;
    stop();
  };
}

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

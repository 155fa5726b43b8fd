import { parentPort } from 'node:worker_threads';

/** Reports the progress of a task. */
export type TaskProgress = Pick<TaskState, 'step'>;

/** Parts that are computed one by one. A return value of a generator is the last part. */
type Parts<Part> = Iterable<Part, Part | undefined> | AsyncIterable<Part, Part | undefined>;

type Answer<Task, Part> = (task: Task, progress: TaskProgress) => Parts<Part>;

/**
 * Runs the tasks sent by the `WorkerThread` of this thread, one after the other. Each part of a
 * result is sent, and the next one computed once it was taken. Errors are passed to the caller.
 */
export function answerTasks<Task, Part>(answer: Answer<Task, Part>): void {
  let onTaken: (() => void) | undefined;
  let last = Promise.resolve();

  async function work(task: Task, state: TaskState): Promise<void> {
    const parts = answer(task, state);
    const iterator =
      Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
    for (;;) {
      const { done: isLast = false, value } = await iterator.next();
      const taken = new Promise<void>((resolve) => (onTaken = resolve));
      send({ parts: value === undefined ? [] : [value], isLast });
      if (isLast) return;
      await taken;
    }
  }

  async function begin(task: Task, state: TaskState): Promise<void> {
    // Otherwise the task was recalled.
    if (state.claim()) await work(task, state).catch(fail);
  }

  parentPort?.on('message', (request: ThreadRequest<Task>) => {
    if (request.kind === 'more') {
      onTaken?.();
      return;
    }
    // The next task may arrive while one runs.
    last = last.then(async () => begin(request.task, new TaskState(request.memory)));
  });
  parentPort?.postMessage('ready', []);
}

/** Sends plain data, since cloning loses parts of some errors. */
function fail(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack = '' } = error;
  send({ parts: [], isLast: true, error: { name, message, stack } });
}

function send(reply: TaskReply<unknown>): void {
  parentPort?.postMessage(reply, []);
}

/**
 * A message to a thread: a task with the shared memory of its `TaskState`, or the notice that a
 * part was taken.
 */
export type ThreadRequest<Task> =
  | { readonly kind: 'task'; readonly task: Task; readonly memory: SharedArrayBuffer }
  | { readonly kind: 'more' };

/** A message from a thread: that it is loaded, or the next reply of its current task. */
export type ThreadReply<Part> = 'ready' | TaskReply<Part>;

/** The next part of the current task, its end, or its failure. */
export interface TaskReply<Part> {
  readonly parts: readonly Part[];
  /** The error of the task; its last reply. */
  readonly error?: Pick<Error, 'name' | 'message' | 'stack'>;
  /** Otherwise the thread waits for `more`. */
  readonly isLast: boolean;
}

/** The state of a task in shared memory, readable by both threads without messages. */
export class TaskState {
  /** The claim, the number of steps, and the place of the last step. */
  readonly #numbers: Int32Array<SharedArrayBuffer>;

  /** @param memory that of the other side, or none for the first */
  constructor(memory = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)) {
    this.#numbers = new Int32Array(memory);
  }

  /** The shared memory, to be passed to the other thread. */
  get memory(): SharedArrayBuffer {
    return this.#numbers.buffer;
  }

  get steps(): number {
    return Atomics.load(this.#numbers, 1);
  }

  /** Where the last step was. */
  get place(): number {
    return Atomics.load(this.#numbers, 2);
  }

  /**
   * Claims a task: the worker thread to start it, the main thread to recall it.
   * @returns whether this call was the first
   */
  claim(): boolean {
    return Atomics.compareExchange(this.#numbers, 0, 0, 1) === 0;
  }

  /**
   * Records a step, which restarts the time limit.
   * @param place a number of the caller's that says where the work is; unchanged by default
   */
  step(place = this.place): void {
    Atomics.store(this.#numbers, 2, place);
    Atomics.add(this.#numbers, 1, 1);
  }
}

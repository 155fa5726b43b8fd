/** What a thread is sent: a task, with the memory of its `TaskState`; or that a part was taken. */
export type ThreadRequest<Task> =
  | { readonly kind: 'task'; readonly task: Task; readonly memory: SharedArrayBuffer }
  | { readonly kind: 'more' };

/** What a thread sends: that it is loaded, or what comes next of the task that it works on. */
export type ThreadReply<Part> = 'ready' | TaskReply<Part>;

export interface TaskReply<Part> {
  readonly parts: readonly Part[];
  /** What the task threw: its last reply. */
  readonly error?: Pick<Error, 'name' | 'message' | 'stack'>;
  /** Otherwise the thread waits for `more`. */
  readonly isLast: boolean;
}

/** What both sides know of a task at any time, when no message could be waited for. */
export class TaskState {
  /** Whether the task is claimed, how many steps its work has made, and at which place it is. */
  readonly #numbers: Int32Array<SharedArrayBuffer>;

  /** @param memory that of the other side, or none for the first */
  constructor(memory = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)) {
    this.#numbers = new Int32Array(memory);
  }

  /** To be handed to the other side. */
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
   * The thread claims a task to begin with it, the main thread to take it back.
   * @returns whether nobody has claimed it before
   */
  claim(): boolean {
    return Atomics.compareExchange(this.#numbers, 0, 0, 1) === 0;
  }

  /**
   * Tells that the work goes on, so that its time begins anew.
   * @param place where it is, by a number of the caller's; by default where it was
   */
  step(place = this.place): void {
    Atomics.store(this.#numbers, 2, place);
    Atomics.add(this.#numbers, 1, 1);
  }
}

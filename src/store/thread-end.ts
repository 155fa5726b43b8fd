/** What new memory says: a thread that has only begun has loaded no native module yet, and can be ended as one that computes. */
const computing = 0;
const elsewhere = 1;
const ending = 2;

/** Thrown in a thread that is to end, so that it goes no further. */
export class ThreadEnding extends Error {
  override readonly name = 'ThreadEnding';

  constructor() {
    super('The thread is to end.');
  }
}

/**
 * What a thread and its owner agree on about its end, in memory that they share. Ended by force while it is in a native
 * module such as that of LMDB, a thread takes the whole process with it: the module is refused what it asks of Node, and
 * gives up. So its owner ends it by force only before it loads any, and while it computes; otherwise it ends by itself.
 * `process.exit` knows nothing of this, so who calls that waits for the owner before.
 */
export class ThreadEnd {
  /** What the other side is made with. */
  readonly memory: SharedArrayBuffer;
  readonly #state: Int32Array;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#state = new Int32Array(memory);
  }

  /**
   * For the owner: says once and for all that the thread is to end.
   * @returns whether the thread computes or has only begun, and so is to be ended by force: it will do nothing else any more
   */
  askToEnd(): boolean {
    return Atomics.exchange(this.#state, 0, ending) === computing;
  }

  /**
   * For the thread: does what takes long and calls no native module. It does not return where the owner ends the thread.
   * @throws {ThreadEnding} before it begins, where the thread is to end
   */
  compute<Result>(work: () => Result): Result {
    if (Atomics.compareExchange(this.#state, 0, elsewhere, computing) === ending) {
      throw new ThreadEnding();
    }
    try {
      return work();
    } finally {
      this.goElsewhere();
    }
  }

  /** For the thread: to be called before it loads the first native module. It does not return where the owner ends the thread. */
  goElsewhere(): void {
    const before = Atomics.compareExchange(this.#state, 0, computing, elsewhere);
    // The owner has seen it compute, and is about to end it by force, whatever it would do next.
    if (before === ending) Atomics.wait(this.#state, 0, ending);
  }
}

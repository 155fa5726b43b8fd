import type { Exhaustion, WorkWatch } from '../model/stage.ts';

/** A part of the work on an input, by number, that is left out, and why. */
export interface GivenUpPart {
  readonly part: number;
  readonly exhaustion: Exhaustion;
}

/** What a thread tells of its work while it computes, when no message of it could be waited for. */
export class SharedProgress {
  /**
   * How often the work went on, and which part of it is being done: parts of an input count from 1,
   * none is 0.
   */
  readonly #counts: Int32Array<SharedArrayBuffer>;

  /** @param memory that of the other end, or none for the first */
  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.#counts = new Int32Array(memory);
  }

  /** To be handed to the other end. */
  get memory(): SharedArrayBuffer {
    return this.#counts.buffer;
  }

  get steps(): number {
    return Atomics.load(this.#counts, 0);
  }

  /** The part that is being done, by number; 0 for none. */
  get part(): number {
    return Atomics.load(this.#counts, 1);
  }

  /**
   * Follows the work on one input.
   * @param givenUp the parts that are to be left out
   */
  watch(givenUp: readonly GivenUpPart[]): WorkWatch {
    let parts = 0;
    Atomics.store(this.#counts, 1, 0);
    return {
      goesOn: () => void Atomics.add(this.#counts, 0, 1),
      begins: () => {
        parts += 1;
        const left = givenUp.find(({ part }) => part === parts);
        if (left !== undefined) return left.exhaustion;
        Atomics.add(this.#counts, 0, 1);
        Atomics.store(this.#counts, 1, parts);
        return undefined;
      },
      ends: () => void Atomics.store(this.#counts, 1, 0),
    };
  }
}

/**
 * A piece of work that whoever claims it first may have: the thread that was sent it, or the pool.
 */
export function createClaim(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** Claims a piece of work. @returns whether nobody has claimed it before */
export function claimWork(claim: SharedArrayBuffer): boolean {
  return Atomics.compareExchange(new Int32Array(claim), 0, 0, 1) === 0;
}

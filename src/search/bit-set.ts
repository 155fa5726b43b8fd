/** Numbers that can be gone through: an array of them, or a set. */
export interface Numbers {
  forEach(visit: (number: number) => void): void;
}

/** A set of small whole numbers, one bit a number, such as the entries that meet a condition. */
export class BitSet implements Numbers {
  #words: Uint32Array;

  /** @param capacity above its greatest number; more are taken in as they come */
  constructor(capacity = 0) {
    this.#words = new Uint32Array(wordsFor(capacity));
  }

  /** All numbers from 0 to below `count`. */
  static full(count: number): BitSet {
    const set = new BitSet(count);
    set.#words.fill(allBits, 0, count >>> 5);
    for (let number = count & ~31; number < count; number += 1) set.add(number);
    return set;
  }

  /** The numbers that are in all of some sets; none where there is no set. */
  static inAll([first, ...others]: readonly BitSet[]): BitSet {
    const found = new BitSet();
    if (first !== undefined) found.addAll(first);
    for (const other of others) found.keepAll(other);
    return found;
  }

  add(number: number): void {
    const word = number >>> 5;
    if (word >= this.#words.length) this.#grow(word + 1);
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (number & 31));
  }

  delete(number: number): void {
    const word = number >>> 5;
    if (word < this.#words.length) {
      this.#words[word] = (this.#words[word] ?? 0) & ~(1 << (number & 31));
    }
  }

  has(number: number): boolean {
    return (((this.#words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
  }

  /** Takes in all numbers of another set. */
  addAll(other: BitSet): void {
    const theirs = other.#words;
    if (theirs.length > this.#words.length) this.#grow(theirs.length);
    for (const [at, word] of theirs.entries()) this.#words[at] = (this.#words[at] ?? 0) | word;
  }

  /** Keeps only the numbers that are in another set, too. */
  keepAll(other: BitSet): void {
    const ours = this.#words;
    for (const [at, word] of ours.entries()) ours[at] = word & (other.#words[at] ?? 0);
  }

  /** Removes all numbers of another set. */
  deleteAll(other: BitSet): void {
    const ours = this.#words;
    for (const [at, word] of ours.entries()) ours[at] = word & ~(other.#words[at] ?? 0);
  }

  /** Calls `visit` with each number, in ascending order. */
  forEach(visit: (number: number) => void): void {
    for (const [at, word] of this.#words.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) {
        visit(at * 32 + 31 - Math.clz32(rest & -rest));
      }
    }
  }

  get size(): number {
    let size = 0;
    this.forEach(() => (size += 1));
    return size;
  }

  #grow(words: number): void {
    const grown = new Uint32Array(Math.max(words, Math.ceil(this.#words.length * growth)));
    grown.set(this.#words);
    this.#words = grown;
  }
}

const allBits = 0xff_ff_ff_ff;
const growth = 1.5;

function wordsFor(capacity: number): number {
  return Math.ceil(capacity / 32);
}

/** A set of small non-negative integers, one bit each, such as entries that match. */
export class BitSet {
  #words: Uint32Array;

  /** @param capacity initial capacity; the set grows as needed */
  constructor(capacity = 0) {
    this.#words = new Uint32Array(Math.ceil(capacity / 32));
  }

  /** All numbers from 0 to `count` - 1. */
  static full(count: number): BitSet {
    const set = new BitSet(count);
    set.#words.fill(allBits, 0, count >>> 5);
    for (let number = count & ~31; number < count; number += 1) set.add(number);
    return set;
  }

  /** The numbers of one set that are not in the other. */
  static difference(one: BitSet, other: BitSet): BitSet {
    const set = BitSet.inAll([one]);
    set.deleteAll(other);
    return set;
  }

  /** The indices of non-zero values. */
  static ofNonZero(list: Uint8Array): BitSet {
    const set = new BitSet(list.length);
    for (let at = 0; at < list.length; at += 32) {
      const end = Math.min(at + 32, list.length);
      let word = 0;
      for (let number = at; number < end; number += 1) {
        if (list[number] !== 0) word |= 1 << (number & 31);
      }
      set.#words[at >>> 5] = word;
    }
    return set;
  }

  /** The intersection of sets; empty without sets. */
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

  /** Adds all numbers of another set. */
  addAll(other: BitSet): void {
    const theirs = other.#words;
    if (theirs.length > this.#words.length) this.#grow(theirs.length);
    const ours = this.#words;
    for (let at = 0; at < theirs.length; at += 1) ours[at] = (ours[at] ?? 0) | (theirs[at] ?? 0);
  }

  /** Removes all numbers that are not in another set. */
  keepAll(other: BitSet): void {
    const [ours, theirs] = [this.#words, other.#words];
    for (let at = 0; at < ours.length; at += 1) ours[at] = (ours[at] ?? 0) & (theirs[at] ?? 0);
  }

  /** Removes all numbers of another set. */
  deleteAll(other: BitSet): void {
    const [ours, theirs] = [this.#words, other.#words];
    for (let at = 0; at < ours.length; at += 1) ours[at] = (ours[at] ?? 0) & ~(theirs[at] ?? 0);
  }

  get size(): number {
    let size = 0;
    for (const word of this.#words) size += countBits(word);
    return size;
  }

  /** The size of the intersection with another set. */
  sizeWith(other: BitSet): number {
    const length = Math.min(this.#words.length, other.#words.length);
    let size = 0;
    for (let at = 0; at < length; at += 1) {
      size += countBits((this.#words[at] ?? 0) & (other.#words[at] ?? 0));
    }
    return size;
  }

  /** The numbers in ascending order, for loops over many of them. */
  toArray(): Int32Array {
    const numbers = new Int32Array(this.size);
    let count = 0;
    for (let at = 0; at < this.#words.length; at += 1) {
      for (let rest = this.#words[at] ?? 0; rest !== 0; rest &= rest - 1) {
        numbers[count] = at * 32 + 31 - Math.clz32(rest & -rest);
        count += 1;
      }
    }
    return numbers;
  }

  #grow(words: number): void {
    const grown = new Uint32Array(Math.max(words, Math.ceil(this.#words.length * growth)));
    grown.set(this.#words);
    this.#words = grown;
  }
}

const allBits = 0xff_ff_ff_ff;
const growth = 1.5;

/** Population count: adds neighbouring bits, pairs, fours etc. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

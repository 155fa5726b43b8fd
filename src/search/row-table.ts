import { doubleList } from './number-list.ts';

const leastSlots = 64;
/** Beyond this share of slots in use, finding the free one takes long. */
const fullest = 0.6;

/** Rows of so many numbers each, without repetition: the first has the number 0. */
export class RowTable {
  readonly #width: number;
  readonly #values = doubleList();
  /** Of each hash the number of a row and one more; 0 where there is none. */
  #slots = new Int32Array(leastSlots);
  #size = 0;

  /** @param width how many numbers a row has */
  constructor(width: number) {
    this.#width = width;
  }

  get size(): number {
    return this.#size;
  }

  /** All numbers, row behind row, to be read before more are added. */
  get values(): Float64Array {
    return this.#values.values;
  }

  /** The number of a row, which is added where it is not there. NaN is no number here. */
  add(row: readonly number[]): number {
    const slot = this.#slotOf(row);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    for (const value of row) this.#values.push(value);
    this.#size += 1;
    this.#slots[slot] = this.#size;
    if (this.#size > this.#slots.length * fullest) this.#grow();
    return this.#size - 1;
  }

  /** The slot of a row, or the free one where it would be. */
  #slotOf(row: readonly number[]): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(row) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] ?? 0;
      if (number === 0 || this.#holds(number - 1, row)) return slot;
    }
  }

  #holds(number: number, row: readonly number[]): boolean {
    const start = number * this.#width;
    return row.every((value, column) => this.#values.at(start + column) === value);
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let number = 0; number < this.#size; number += 1) {
      const start = number * this.#width;
      const row = [...this.values.subarray(start, start + this.#width)];
      this.#slots[this.#slotOf(row)] = number + 1;
    }
  }
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/** A multiplier that spreads the bits of its factor (Knuth, TAOCP 6.4). */
const spread = 2_654_435_761;

function hashOf(row: readonly number[]): number {
  let hash = 0;
  for (const value of row) {
    // 0 and -0 are equal.
    double[0] = value + 0;
    for (const half of halves) hash = Math.imul(hash ^ half, spread) ^ (hash >>> 15);
  }
  return hash ^ (hash >>> 16);
}

import { doubleList } from './number-list.ts';

const leastSlots = 64;
/** Share of used slots beyond which probing becomes slow. */
const fullest = 0.6;

/**
 * Fixed-width rows of numbers, without duplicates, numbered from 0 (open-addressing hash table).
 */
export class RowTable {
  readonly #width: number;
  readonly #values = doubleList();
  /** Row number plus 1 by hash; 0 for a free slot. */
  #slots = new Int32Array(leastSlots);
  #size = 0;

  /** @param width numbers per row */
  constructor(width: number) {
    this.#width = width;
  }

  get size(): number {
    return this.#size;
  }

  /** All rows in sequence; invalid after `add`. */
  get values(): Float64Array {
    return this.#values.values;
  }

  /** The number of a row, which is added if it is new. NaN is not supported. */
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

  /** The slot of a row, or the free slot for it. */
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

/** Multiplicative hashing (Knuth, TAOCP 6.4). */
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

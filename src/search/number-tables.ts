import { BitSet } from './bit-set.ts';

/** Share of owners that may be added before the inverse is rebuilt. */
const mostLater = 0.1;

/**
 * A many-to-many relation from owners, numbered in order of addition, to values, which are numbers
 * in another table. It can be read in both directions; the inverse is built lazily, and later
 * owners are added to it.
 */
export class Relation {
  /** The start of each owner's values; one more than owners. */
  readonly #starts = intList();
  readonly #values = intList();
  readonly #without = new BitSet();
  #greatest = -1;
  #inverse: Inverse | undefined;
  /** By value: the owners added after the inverse was built. */
  readonly #later = new Map<number, number[]>();

  constructor() {
    this.#starts.push(0);
  }

  get owners(): number {
    return this.#starts.length - 1;
  }

  /** Adds the next owner with its values in order. */
  add(values: Iterable<number>): void {
    for (const value of values) {
      this.#values.push(value);
      if (value > this.#greatest) this.#greatest = value;
    }
    const owner = this.owners;
    if (this.#starts.at(owner) === this.#values.length) this.#without.add(owner);
    this.#starts.push(this.#values.length);
    if (this.#inverse !== undefined) this.#addLater(owner, this.#inverse);
  }

  #addLater(owner: number, { count }: Inverse): void {
    if (owner - count > count * mostLater) {
      this.#inverse = undefined;
      this.#later.clear();
      return;
    }
    for (const value of this.valuesOf(owner)) {
      const owners = this.#later.get(value);
      if (owners === undefined) this.#later.set(value, [owner]);
      else if (owners.at(-1) !== owner) owners.push(owner);
    }
  }

  /** The values of an owner; invalid after `add`. */
  valuesOf(owner: number): Int32Array {
    return this.#values.values.subarray(this.#starts.at(owner), this.#starts.at(owner + 1));
  }

  /** The first value of an owner that has values. */
  firstValueOf(owner: number): number {
    return this.#values.at(this.#starts.at(owner));
  }

  /** The distinct owners of a value, ascending. */
  ownersOf(value: number): Int32Array {
    this.#inverse ??= invert(this);
    const { starts, owners } = this.#inverse;
    const start = starts[value];
    const first = start === undefined ? noOwners : owners.subarray(start, starts[value + 1]);
    const later = this.#later.get(value);
    return later === undefined ? first : Int32Array.of(...first, ...later);
  }

  /** Calls `visit` with each owner of the values; repeatedly for owners of several of them. */
  eachOwnerOf(values: BitSet, visit: (owner: number) => void): void {
    this.#inverse ??= invert(this);
    const { starts, owners } = this.#inverse;
    for (const value of values.toArray()) {
      const end = starts[value + 1] ?? 0;
      for (let at = starts[value] ?? end; at < end; at += 1) visit(owners[at] ?? 0);
    }
    for (const [value, later] of this.#later) if (values.has(value)) later.forEach(visit);
  }

  /** The owners with at least one of the values. */
  ownersOfAny(values: BitSet | readonly number[]): BitSet {
    const found = new BitSet(this.owners);
    if (values instanceof BitSet) this.eachOwnerOf(values, (owner) => found.add(owner));
    else for (const value of values) for (const owner of this.ownersOf(value)) found.add(owner);
    return found;
  }

  /** The owners whose values (at least one) are all in a set. */
  ownersOfOnly(values: BitSet): BitSet {
    const found = this.ownersOfAny(values);
    const { starts, allValues } = this;
    for (const owner of found.toArray()) {
      const end = starts[owner + 1] ?? 0;
      let at = starts[owner] ?? 0;
      while (at < end && values.has(allValues[at] ?? 0)) at += 1;
      if (at < end) found.delete(owner);
    }
    return found;
  }

  /** The owners without values. */
  get ownersWithout(): BitSet {
    return this.#without;
  }

  /** The start of each owner's values, for loops over many owners: see `allValues`. */
  get starts(): Int32Array {
    return this.#starts.values;
  }

  /** The values of all owners in sequence; the array may be longer. */
  get allValues(): Int32Array {
    return this.#values.values;
  }

  /** The greatest value; -1 without values. */
  get greatestValue(): number {
    return this.#greatest;
  }
}

interface Inverse {
  /** Number of owners included. */
  readonly count: number;
  /** The start of each value's owners; one more than values. */
  readonly starts: Int32Array;
  readonly owners: Int32Array;
}

const noOwners = new Int32Array(0);

/** Counting sort of owners by value. */
function invert(relation: Relation): Inverse {
  const { owners: count, starts: begins, allValues } = relation;
  const values = relation.greatestValue + 1;
  const last = new Int32Array(values).fill(-1);
  const starts = new Int32Array(values + 1);
  const eachOnce = (visit: (value: number, owner: number) => void): void => {
    last.fill(-1);
    for (let owner = 0; owner < count; owner += 1) {
      const end = begins[owner + 1] ?? 0;
      for (let at = begins[owner] ?? 0; at < end; at += 1) {
        const value = allValues[at] ?? 0;
        if (last[value] === owner) continue;
        last[value] = owner;
        visit(value, owner);
      }
    }
  };
  eachOnce((value) => {
    starts[value + 1] = (starts[value + 1] ?? 0) + 1;
  });
  for (let value = 0; value < values; value += 1) {
    starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
  }
  const places = starts.slice();
  const owners = new Int32Array(starts[values] ?? 0);
  eachOnce((value, owner) => {
    const place = places[value] ?? 0;
    owners[place] = owner;
    places[value] = place + 1;
  });
  return { count, starts, owners };
}

const leastSlots = 64;
/** Share of used slots beyond which probing becomes slow. */
const fullest = 0.6;

/** Rows of numbers, without duplicates, numbered from 0 (open-addressing hash table). */
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

  /** The numbers of the rows that pass a test. */
  rowsThat(test: (number: number) => boolean): BitSet {
    const found = new BitSet(this.#size);
    for (let number = 0; number < this.#size; number += 1) if (test(number)) found.add(number);
    return found;
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

const growth = 2;
const leastCapacity = 16;

/** A growing typed array. */
class NumberList<Values extends Float64Array | Int32Array> {
  #values: Values;
  #length = 0;
  readonly #make: (capacity: number) => Values;

  /** @param make creates a zeroed array of a given length */
  constructor(make: (capacity: number) => Values) {
    this.#make = make;
    this.#values = make(leastCapacity);
  }

  get length(): number {
    return this.#length;
  }

  /** The underlying array, which may be longer, and is replaced by `push`. */
  get values(): Values {
    return this.#values;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow();
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** @returns 0 if the index is out of range */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** Doubling is cheap: memory pages that are not written to are not allocated. */
  #grow(): void {
    const values = this.#make(this.#length * growth);
    values.set(this.#values);
    this.#values = values;
  }
}

/** A list of 32-bit integers. */
export function intList(): NumberList<Int32Array> {
  return new NumberList((capacity) => new Int32Array(capacity));
}

/** A list of doubles. */
export function doubleList(): NumberList<Float64Array> {
  return new NumberList((capacity) => new Float64Array(capacity));
}

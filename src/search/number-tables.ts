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
    set.#words.fill(0xff_ff_ff_ff, 0, count >>> 5);
    for (let number = count & ~31; number < count; number += 1) set.add(number);
    return set;
  }

  /** The intersection of sets; empty without sets. */
  static inAll([first, ...others]: readonly BitSet[]): BitSet {
    const found = first?.copy() ?? new BitSet();
    for (const other of others) found.keepAll(other);
    return found;
  }

  copy(): BitSet {
    const set = new BitSet();
    set.#words = this.#words.slice();
    return set;
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
    const grown = new Uint32Array(Math.max(words, Math.ceil(this.#words.length * 1.5)));
    grown.set(this.#words);
    this.#words = grown;
  }
}

/** Population count: adds neighbouring bits, pairs, fours etc. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

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
  readonly ownersWithoutValues = new BitSet();
  #greatestValue = -1;
  #inverse: Inverse | undefined;
  /** By value: the owners added after the inverse was built. */
  readonly #later = new Map<number, number[]>();

  constructor() {
    this.#starts.push(0);
  }

  /** The number of owners. */
  get size(): number {
    return this.#starts.length - 1;
  }

  /** The start of each owner's values, for loops over many owners: see `allValues`. */
  get starts(): Int32Array {
    return this.#starts.values;
  }

  /** The values of all owners in sequence; the array may be longer. */
  get allValues(): Int32Array {
    return this.#values.values;
  }

  /** Adds the next owner with its values in order. */
  add(values: Iterable<number>): void {
    const owner = this.size;
    for (const value of values) {
      this.#values.push(value);
      if (value > this.#greatestValue) this.#greatestValue = value;
    }
    if (this.#starts.at(owner) === this.#values.length) this.ownersWithoutValues.add(owner);
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
    return this.allValues.subarray(this.#starts.at(owner), this.#starts.at(owner + 1));
  }

  /** Calls `visit` with each value of an owner; faster than `valuesOf` for few values. */
  eachValueOf(owner: number, visit: (value: number) => void): void {
    const end = this.#starts.at(owner + 1);
    for (let at = this.#starts.at(owner); at < end; at += 1) visit(this.#values.at(at));
  }

  /** The first value of an owner that has values. */
  firstValueOf(owner: number): number {
    return this.#values.at(this.#starts.at(owner));
  }

  /** The distinct owners of a value, ascending. */
  ownersOf(value: number): Int32Array {
    this.#inverse ??= this.#invert();
    const { starts, owners } = this.#inverse;
    const start = starts[value];
    const first = start === undefined ? noOwners : owners.subarray(start, starts[value + 1]);
    const later = this.#later.get(value);
    return later === undefined ? first : Int32Array.of(...first, ...later);
  }

  /** Calls `visit` with each owner of the values; repeatedly for owners of several of them. */
  eachOwnerOf(values: BitSet, visit: (owner: number) => void): void {
    this.#inverse ??= this.#invert();
    const { starts, owners } = this.#inverse;
    for (const value of values.toArray()) {
      const end = starts[value + 1] ?? 0;
      for (let at = starts[value] ?? end; at < end; at += 1) visit(owners[at] ?? 0);
    }
    for (const [value, later] of this.#later) if (values.has(value)) later.forEach(visit);
  }

  /** The owners with at least one of the values. */
  ownersOfAny(values: BitSet | readonly number[]): BitSet {
    const found = new BitSet(this.size);
    if (values instanceof BitSet) this.eachOwnerOf(values, (owner) => found.add(owner));
    else for (const value of values) for (const owner of this.ownersOf(value)) found.add(owner);
    return found;
  }

  /** The owners whose values (at least one) are all in a set. */
  ownersOfOnly(values: BitSet): BitSet {
    const found = this.ownersOfAny(values);
    for (const owner of found.toArray()) {
      if (!this.valuesOf(owner).every((value) => values.has(value))) found.delete(owner);
    }
    return found;
  }

  /** Counting sort of owners by value. */
  #invert(): Inverse {
    const { size: count, starts: begins, allValues } = this;
    const values = this.#greatestValue + 1;
    const last = new Int32Array(values);
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
}

interface Inverse {
  /** Number of owners included. */
  readonly count: number;
  /** The start of each value's owners; one more than values. */
  readonly starts: Int32Array;
  readonly owners: Int32Array;
}

const noOwners = new Int32Array(0);

/** Rows of numbers, without duplicates, numbered from 0. */
export class RowTable {
  readonly #values = doubleList();
  readonly #numbers = new Map<string, number>();

  /** All rows in sequence; invalid after `add`. */
  get values(): Float64Array {
    return this.#values.values;
  }

  /** The number of a row, which is added if it is new. All rows have the same length. */
  add(row: readonly number[]): number {
    const key = row.join(' ');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    for (const value of row) this.#values.push(value);
    return number;
  }

  /** The numbers of the rows that pass a test. */
  rowsThat(test: (number: number) => boolean): BitSet {
    const { size } = this.#numbers;
    const found = new BitSet(size);
    for (let number = 0; number < size; number += 1) if (test(number)) found.add(number);
    return found;
  }
}

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
    const values = this.#make(this.#length * 2);
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

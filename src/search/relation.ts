import { BitSet } from './bit-set.ts';
import { intList } from './number-list.ts';

/** As a share of all owners, so many may come after the way back was made until it is made again. */
const mostLater = 0.1;

/**
 * Which values each of some owners has: owners are numbered in the order in which they come, values
 * are numbers of a table. It is read in both directions; the way back is made when it is asked for
 * first, and owners that come after that are added to it.
 */
export class Relation {
  /** Where the values of each owner begin; one more than there are owners. */
  readonly #starts = intList();
  readonly #values = intList();
  readonly #without = new BitSet();
  #greatest = -1;
  #inverse: Inverse | undefined;
  /** Of each value the owners that came after the way back was made. */
  readonly #later = new Map<number, number[]>();

  constructor() {
    this.#starts.push(0);
  }

  get owners(): number {
    return this.#starts.length - 1;
  }

  /** Adds the next owner with its values, in their order. */
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

  /** The values of an owner, to be read before more are added. */
  valuesOf(owner: number): Int32Array {
    return this.#values.values.subarray(this.#starts.at(owner), this.#starts.at(owner + 1));
  }

  /** The first value of an owner that has one. */
  firstValueOf(owner: number): number {
    return this.#values.at(this.#starts.at(owner));
  }

  /** The owners of a value, in ascending order and each once. */
  ownersOf(value: number): Int32Array {
    this.#inverse ??= inverseOf(this);
    const { starts, owners } = this.#inverse;
    const start = starts[value];
    const first = start === undefined ? noOwners : owners.subarray(start, starts[value + 1]);
    const later = this.#later.get(value);
    return later === undefined ? first : Int32Array.of(...first, ...later);
  }

  /** Calls `visit` with each owner of some values, of several values perhaps several times. */
  eachOwnerOf(values: BitSet, visit: (owner: number) => void): void {
    this.#inverse ??= inverseOf(this);
    const { starts, owners } = this.#inverse;
    for (const value of values.toArray()) {
      const end = starts[value + 1] ?? 0;
      for (let at = starts[value] ?? end; at < end; at += 1) visit(owners[at] ?? 0);
    }
    for (const [value, later] of this.#later) if (values.has(value)) later.forEach(visit);
  }

  /** The owners that have one of some values. */
  ownersOfAny(values: BitSet | readonly number[]): BitSet {
    const found = new BitSet(this.owners);
    if (values instanceof BitSet) this.eachOwnerOf(values, (owner) => found.add(owner));
    else for (const value of values) for (const owner of this.ownersOf(value)) found.add(owner);
    return found;
  }

  /** The owners whose values, one at least, are all in a set. */
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

  /** The owners that have no value. */
  get ownersWithout(): BitSet {
    return this.#without;
  }

  /** Where the values of each owner begin, for loops over many owners: see `allValues`. */
  get starts(): Int32Array {
    return this.#starts.values;
  }

  /** The values of all owners, side by side, in an array that may be longer. */
  get allValues(): Int32Array {
    return this.#values.values;
  }

  /** The greatest value; -1 where there is none. */
  get greatestValue(): number {
    return this.#greatest;
  }
}

interface Inverse {
  /** How many owners it is of. */
  readonly count: number;
  /** Where the owners of each value begin; one more than there are values. */
  readonly starts: Int32Array;
  readonly owners: Int32Array;
}

const noOwners = new Int32Array(0);

/** Counts the owners of each value, then puts them in their places. */
function inverseOf(relation: Relation): Inverse {
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

import { BitSet, type Numbers } from './bit-set.ts';
import { intList } from './number-list.ts';

/**
 * Which values each of some owners has: owners are numbered in the order in which they come, values
 * are numbers of a table. It is read in both directions; the way back is made when it is asked for
 * first.
 */
export class Relation {
  /** Where the values of each owner begin; one more than there are owners. */
  readonly #starts = intList();
  readonly #values = intList();
  #greatest = -1;
  #inverse: Inverse | undefined;

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
    this.#starts.push(this.#values.length);
    this.#inverse = undefined;
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
    return start === undefined ? noOwners : owners.subarray(start, starts[value + 1] ?? start);
  }

  /** The owners of each value, those of one value side by side. */
  allOwners(): Int32Array {
    this.#inverse ??= inverseOf(this);
    return this.#inverse.owners;
  }

  /** The owners that have one of some values. */
  ownersOfAny(values: Numbers): BitSet {
    const found = new BitSet(this.owners);
    values.forEach((value) => {
      for (const owner of this.ownersOf(value)) found.add(owner);
    });
    return found;
  }

  /** The owners whose values, one at least, are all in a set. */
  ownersOfOnly(values: BitSet): BitSet {
    const found = this.ownersOfAny(values);
    found.forEach((owner) => {
      if (!this.valuesOf(owner).every((value) => values.has(value))) found.delete(owner);
    });
    return found;
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

  trim(): void {
    this.#starts.trim();
    this.#values.trim();
  }
}

interface Inverse {
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
  return { starts, owners };
}

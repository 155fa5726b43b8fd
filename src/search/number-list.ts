const growth = 2;
const leastCapacity = 16;

/** Numbers of one type side by side, to which more are added. */
export class NumberList<Values extends Float64Array | Int32Array> {
  #values: Values;
  #length = 0;
  readonly #make: (capacity: number) => Values;

  /** @param make an array of so many numbers, all 0 */
  constructor(make: (capacity: number) => Values) {
    this.#make = make;
    this.#values = make(leastCapacity);
  }

  get length(): number {
    return this.#length;
  }

  /** The array in which they stand, which may be longer, and is another one after `push`. */
  get values(): Values {
    return this.#values;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow();
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** @returns 0 for what is not there */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** Pages of memory that are not written to yet take none. */
  #grow(): void {
    const values = this.#make(this.#length * growth);
    values.set(this.#values);
    this.#values = values;
  }
}

/** A list of whole numbers of 32 bits. */
export function intList(): NumberList<Int32Array> {
  return new NumberList((capacity) => new Int32Array(capacity));
}

/** A list of doubles. */
export function doubleList(): NumberList<Float64Array> {
  return new NumberList((capacity) => new Float64Array(capacity));
}

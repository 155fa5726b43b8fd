const growth = 2;
const leastCapacity = 16;

/** A growing typed array. */
export class NumberList<Values extends Float64Array | Int32Array> {
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

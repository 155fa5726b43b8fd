/** What numbers a column can hold: any, or whole ones up to 2³¹ or 2⁸, which need less memory. */
type Numbers = Float64Array | Int32Array | Uint8Array;

/** Numbers in a typed array that grows; an array of numbers may need three times the memory. */
export class Column<N extends Numbers = Float64Array> {
  readonly #create: (length: number) => N;
  #numbers: N;
  #length = 0;

  constructor(create: (length: number) => N) {
    this.#create = create;
    this.#numbers = create(1024);
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = this.#create(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  /** The number at an index, which must be within the column. */
  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  /** A view of some or all, valid until the next `push`. */
  slice(start = 0, end = this.#length): ArrayLike<number> {
    return this.#numbers.subarray(start, end);
  }
}

/** A column of any numbers. */
export function anyNumbers(): Column {
  return new Column((length) => new Float64Array(length));
}

/** A column of whole numbers below 2³¹. */
export function wholeNumbers(): Column<Int32Array> {
  return new Column((length) => new Int32Array(length));
}

/** A column of zeros and ones. */
export function bits(): Column<Uint8Array> {
  return new Column((length) => new Uint8Array(length));
}

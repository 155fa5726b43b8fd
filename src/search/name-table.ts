/** Numbers texts from 0, without duplicates. */
export class NameTable {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  get size(): number {
    return this.#names.length;
  }

  /** The number of a name, which is added if it is new. */
  add(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    return number;
  }

  /** The number of a name; undefined if it is missing. */
  numberOf(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** The numbers of the names that exist. */
  numbersOf(names: readonly string[]): readonly number[] {
    return names.flatMap((name) => this.#numbers.get(name) ?? []);
  }

  /** @throws RangeError for a number without name */
  nameOf(number: number): string {
    const name = this.#names[number];
    if (name === undefined) throw new RangeError(`no name has the number ${number}`);
    return name;
  }

  /** All names in the order of their numbers. */
  get names(): readonly string[] {
    return this.#names;
  }
}

import type { BitSet } from '../bit-set.ts';
import type { Column, Entry } from '../entry.ts';
import { NameTable } from '../name-table.ts';
import { Relation } from '../relation.ts';

/** Of each entry the numbers of values in some table. */
export class ValueColumn implements Column {
  readonly entries = new Relation();
  readonly #read: (entry: Entry) => Iterable<number>;

  constructor(read: (entry: Entry) => Iterable<number>) {
    this.#read = read;
  }

  add(entry: Entry): void {
    this.entries.add(this.#read(entry));
  }

  trim(): void {
    this.entries.trim();
  }
}

export interface NameColumnOptions {
  readonly read: (entry: Entry) => Iterable<string>;
  /** The spelling in which a name is compared; by default as it is. */
  readonly keyOf?: (name: string) => string;
}

/** Of each entry some names, each of which is in a table once. */
export class NameColumn implements Column {
  readonly names = new NameTable();
  readonly entries = new Relation();
  /** How a name is written where that is not how it is compared: of several spellings the least. */
  readonly #spellings = new Map<number, string>();
  readonly #read: NameColumnOptions['read'];
  readonly #keyOf: (name: string) => string;

  constructor({ read, keyOf = (name) => name }: NameColumnOptions) {
    this.#read = read;
    this.#keyOf = keyOf;
  }

  add(entry: Entry): void {
    this.entries.add(Array.from(this.#read(entry), (name) => this.#numberOf(name)));
  }

  /** The entries that have one of some names. */
  entriesWith(keys: readonly string[]): BitSet {
    return this.entries.ownersOfAny(this.names.numbersOf(keys));
  }

  spellingOf(number: number): string {
    return this.#spellings.get(number) ?? this.names.nameOf(number);
  }

  trim(): void {
    this.entries.trim();
  }

  #numberOf(name: string): number {
    const key = this.#keyOf(name);
    const number = this.names.add(key);
    if (key !== name) {
      const spelling = this.#spellings.get(number);
      if (spelling === undefined || name < spelling) this.#spellings.set(number, name);
    }
    return number;
  }
}

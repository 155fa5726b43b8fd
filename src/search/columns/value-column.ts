import type { Text } from '../../model/search-facts.ts';
import type { BitSet } from '../bit-set.ts';
import type { Column, Entry } from '../entry.ts';
import type { LabelTable } from '../label-table.ts';
import { NameTable } from '../name-table.ts';
import { Relation } from '../relation.ts';
import { Spellings } from '../spellings.ts';

/** Numbers of another table for each entry. */
export class ValueColumn implements Column {
  readonly entries = new Relation();
  readonly #read: (entry: Entry) => Iterable<number>;

  constructor(read: (entry: Entry) => Iterable<number>) {
    this.#read = read;
  }

  add(entry: Entry): void {
    this.entries.add(this.#read(entry));
  }
}

/** Labels of each entry, with their original spellings. */
export class LabelColumn implements Column {
  readonly entries = new Relation();
  readonly spellings = new Spellings();
  readonly #labels: LabelTable;
  readonly #read: (entry: Entry) => readonly Text[];

  constructor(labels: LabelTable, read: (entry: Entry) => readonly Text[]) {
    this.#labels = labels;
    this.#read = read;
  }

  add(entry: Entry): void {
    this.entries.add(this.#read(entry).map(({ text }) => this.#numberOf(text)));
  }

  #numberOf(text: string): number {
    const number = this.#labels.add(text);
    this.spellings.note(number, text);
    return number;
  }
}

export interface NameColumnOptions {
  readonly read: (entry: Entry) => Iterable<string>;
  /** Normalisation for comparison; none by default. */
  readonly keyOf?: (name: string) => string;
}

/** Names of each entry, without duplicates. */
export class NameColumn implements Column {
  readonly names = new NameTable();
  readonly entries = new Relation();
  readonly #spellings = new Spellings();
  readonly #read: NameColumnOptions['read'];
  readonly #keyOf: NameColumnOptions['keyOf'];

  constructor({ read, keyOf }: NameColumnOptions) {
    this.#read = read;
    this.#keyOf = keyOf;
  }

  add(entry: Entry): void {
    this.entries.add(Array.from(this.#read(entry), (name) => this.#numberOf(name)));
  }

  /** The entries with one of the given names. */
  entriesWith(keys: readonly string[]): BitSet {
    return this.entries.ownersOfAny(this.names.numbersOf(keys));
  }

  spellingOf(number: number): string {
    return this.#keyOf === undefined ? this.names.nameOf(number) : this.#spellings.of(number);
  }

  #numberOf(name: string): number {
    if (this.#keyOf === undefined) return this.names.add(name);
    const number = this.names.add(this.#keyOf(name));
    this.#spellings.note(number, name);
    return number;
  }
}

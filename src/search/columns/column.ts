import type { DescribedResource } from '../../model/record.ts';
import type { SearchFacts, Text } from '../../model/search-facts.ts';
import type { BitSet } from '../bit-set.ts';
import { Relation } from '../number-tables.ts';
import { type LabelTable, NameTable, Spellings } from '../text-tables.ts';

/** The search facts that one record states about one resource: the unit of the index. */
export interface IndexEntry {
  /** The key of the resource: `cdif:resource` in docs/vocabulary.md. */
  readonly resource: string;
  readonly described: DescribedResource;
  readonly facts: SearchFacts;
  /** The profiles that the record claims. */
  readonly profiles: readonly string[];
  /** The names of the sources that list the record; read lazily. */
  readonly sources: () => readonly string[];
}

/** One kind of facts of all entries, which are added in the order of their numbers. */
export interface IndexColumn {
  add(entry: IndexEntry): void;
}

/** Numbers of another table for each entry. */
export class ValueColumn implements IndexColumn {
  readonly entries = new Relation();
  readonly #read: (entry: IndexEntry) => Iterable<number>;

  constructor(read: (entry: IndexEntry) => Iterable<number>) {
    this.#read = read;
  }

  add(entry: IndexEntry): void {
    this.entries.add(this.#read(entry));
  }
}

/** Labels of each entry, with their original spellings. */
export class LabelColumn implements IndexColumn {
  readonly entries = new Relation();
  readonly spellings = new Spellings();
  readonly #labels: LabelTable;
  readonly #read: (entry: IndexEntry) => readonly Text[];

  constructor(labels: LabelTable, read: (entry: IndexEntry) => readonly Text[]) {
    this.#labels = labels;
    this.#read = read;
  }

  add(entry: IndexEntry): void {
    this.entries.add(this.#read(entry).map(({ text }) => this.#numberOf(text)));
  }

  #numberOf(text: string): number {
    const number = this.#labels.add(text);
    this.spellings.note(number, text);
    return number;
  }
}

interface NameColumnOptions {
  readonly read: (entry: IndexEntry) => Iterable<string>;
  /** Normalisation for comparison; none by default. */
  readonly keyOf?: (name: string) => string;
}

/** Names of each entry, without duplicates. */
export class NameColumn implements IndexColumn {
  readonly names = new NameTable();
  readonly entries = new Relation();
  readonly #spellings = new Spellings();
  readonly #read: NameColumnOptions['read'];
  readonly #keyOf: NameColumnOptions['keyOf'];

  constructor({ read, keyOf }: NameColumnOptions) {
    this.#read = read;
    this.#keyOf = keyOf;
  }

  add(entry: IndexEntry): void {
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

import { periodYears } from '../../facts/time/calendar.ts';
import type { DescribedResource } from '../../model/record.ts';
import type { AgeRange, Period, SearchFacts, Text } from '../../model/search-facts.ts';
import type { ProfileVerdict } from '../../model/validation.ts';
import { BitSet, doubleList, Relation, RowTable } from '../number-tables.ts';
import { type LabelTable, NameTable, Spellings } from '../text-tables.ts';

/** The search facts that one record states about one resource: the unit of the index. */
export interface IndexEntry {
  /** The key of the resource: `cdif:resource` in docs/vocabulary.md. */
  readonly resource: string;
  readonly described: DescribedResource;
  readonly facts: SearchFacts;
  /** The profiles that the record claims. */
  readonly profiles: readonly string[];
  /** How the record meets the profiles that it was checked against; empty if it was not checked. */
  readonly conformance: readonly ProfileVerdict[];
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

/** Names of each entry, without duplicates. */
export class NameColumn implements IndexColumn {
  readonly names = new NameTable();
  readonly entries = new Relation();
  readonly spellings = new Spellings();
  readonly #read: (entry: IndexEntry) => Iterable<string>;
  readonly #keyOf: (name: string) => string;

  /** @param keyOf normalises a name for comparison */
  constructor(read: (entry: IndexEntry) => Iterable<string>, keyOf = (name: string) => name) {
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

  #numberOf(name: string): number {
    const number = this.names.add(this.#keyOf(name));
    this.spellings.note(number, name);
    return number;
  }
}

/** A closed interval; infinite if open. */
export interface NumberSpan {
  readonly begin: number;
  readonly end: number;
}

/** The spans of entries on one axis, without duplicates. */
export class SpanColumn implements IndexColumn {
  readonly entries = new Relation();
  /** Begin and end of each span. */
  readonly #spans = new RowTable();
  readonly #read: (entry: IndexEntry) => readonly NumberSpan[];

  constructor(read: (entry: IndexEntry) => readonly NumberSpan[]) {
    this.#read = read;
  }

  add(entry: IndexEntry): void {
    this.entries.add(this.#read(entry).map(({ begin, end }) => this.#spans.add([begin, end])));
  }

  spanOf(number: number): NumberSpan {
    const { values } = this.#spans;
    return { begin: values[number * 2] ?? 0, end: values[number * 2 + 1] ?? 0 };
  }

  /** The entries with a span that overlaps the given one. */
  entriesOverlapping(span: NumberSpan): BitSet {
    const spans = this.#spans.rowsThat((number) => spansOverlap(this.spanOf(number), span));
    return this.entries.ownersOfAny(spans);
  }

  /** The entries whose spans (at least one) are all contained in the given one. */
  entriesWithin(span: NumberSpan): BitSet {
    const spans = this.#spans.rowsThat((number) => isSpanWithin(this.spanOf(number), span));
    return this.entries.ownersOfOnly(spans);
  }
}

/** Whether two spans overlap. */
export function spansOverlap(one: NumberSpan, other: NumberSpan): boolean {
  return one.begin <= other.end && one.end >= other.begin;
}

/** Whether `span` is contained in `other`. */
export function isSpanWithin(span: NumberSpan, other: NumberSpan): boolean {
  return span.begin >= other.begin && span.end <= other.end;
}

/** A period in decimal years. */
export function spanOfPeriod(period: Period): NumberSpan {
  return periodYears(period);
}

/** An age on an ascending axis of million years: 300 Ma is -300. */
export function spanOfAge({ older, younger }: AgeRange): NumberSpan {
  return { begin: -older, end: -younger };
}

/** Dates of modification, else of publication, in decimal years. */
export class DateColumn implements IndexColumn {
  readonly #changes = doubleList();

  add({ facts: { texts } }: IndexEntry): void {
    const date = texts.modified ?? texts.issued;
    this.#changes.push(date === undefined ? -Infinity : periodYears({ start: date }).begin);
  }

  /** -Infinity if the date is unknown. */
  changeOf(entry: number): number {
    return this.#changes.at(entry);
  }

  /** The entries changed at or after a time. */
  entriesSince(time: number): BitSet {
    const found = new BitSet(this.#changes.length);
    for (let entry = 0; entry < this.#changes.length; entry += 1) {
      if (this.changeOf(entry) >= time) found.add(entry);
    }
    return found;
  }
}

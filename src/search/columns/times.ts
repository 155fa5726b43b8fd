import { periodYears } from '../../facts/time/period-bounds.ts';
import type { AgeRange, Period } from '../../model/search-facts.ts';
import { BitSet } from '../bit-set.ts';
import type { Column, Entry } from '../entry.ts';
import { doubleList } from '../number-list.ts';
import { Relation } from '../relation.ts';
import { RowTable } from '../row-table.ts';

/** A closed interval; infinite if open. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** The spans of entries on one axis, without duplicates. */
export class Spans implements Column {
  readonly entries = new Relation();
  /** Begin and end of each span. */
  readonly #spans = new RowTable(2);
  readonly #read: (entry: Entry) => readonly Span[];

  constructor(read: (entry: Entry) => readonly Span[]) {
    this.#read = read;
  }

  /** The number of distinct spans. */
  get size(): number {
    return this.#spans.size;
  }

  /** Begin and end of all spans in sequence; invalid after `add`. */
  get bounds(): Float64Array {
    return this.#spans.values;
  }

  add(entry: Entry): void {
    this.entries.add(this.#read(entry).map(({ begin, end }) => this.#spans.add([begin, end])));
  }

  spanOf(number: number): Span {
    return { begin: this.bounds[number * 2] ?? 0, end: this.bounds[number * 2 + 1] ?? 0 };
  }

  /** The entries with a span that overlaps the given one. */
  entriesMeeting(asked: Span): BitSet {
    return this.entries.ownersOfAny(this.#spansThat((span) => spansMeet(span, asked)));
  }

  /** The entries whose spans (at least one) are all contained in the given one. */
  entriesWithin(asked: Span): BitSet {
    return this.entries.ownersOfOnly(this.#spansThat((span) => spanLiesIn(span, asked)));
  }

  #spansThat(isWanted: (span: Span) => boolean): BitSet {
    const { size } = this;
    const found = new BitSet(size);
    for (let number = 0; number < size; number += 1) {
      if (isWanted(this.spanOf(number))) found.add(number);
    }
    return found;
  }
}

/** Whether two spans overlap. */
export function spansMeet(one: Span, other: Span): boolean {
  return one.begin <= other.end && one.end >= other.begin;
}

/** Whether `span` is contained in `other`. */
export function spanLiesIn(span: Span, other: Span): boolean {
  return span.begin >= other.begin && span.end <= other.end;
}

/** A period in decimal years. */
export function spanOfPeriod(period: Period): Span {
  return periodYears(period);
}

/** An age on an ascending axis of million years: 300 Ma is -300. */
export function spanOfAge({ older, younger }: AgeRange): Span {
  return { begin: -older, end: -younger };
}

/** Dates of publication and modification in decimal years. */
export class Dates implements Column {
  /** NaN if unknown. */
  readonly #issued = doubleList();
  readonly #modified = doubleList();

  add({ facts }: Entry): void {
    this.#issued.push(yearOrNaN(facts.texts.issued));
    this.#modified.push(yearOrNaN(facts.texts.modified));
  }

  /** Date of modification, else of publication; NaN if both are unknown. */
  changeOf(entry: number): number {
    const modified = this.#modified.at(entry);
    return Number.isNaN(modified) ? this.#issued.at(entry) : modified;
  }

  /** The entries modified, or else published, at or after a time. */
  entriesSince(time: number): BitSet {
    const found = new BitSet(this.#issued.length);
    for (let entry = 0; entry < this.#issued.length; entry += 1) {
      if (this.changeOf(entry) >= time) found.add(entry);
    }
    return found;
  }
}

function yearOrNaN(time: string | undefined): number {
  return time === undefined ? Number.NaN : periodYears({ start: time }).begin;
}

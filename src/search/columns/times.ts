import { periodYears } from '../../facts/time/period-bounds.ts';
import type { AgeRange, Period } from '../../model/search-facts.ts';
import { BitSet } from '../bit-set.ts';
import type { Column, Entry } from '../entry.ts';
import { doubleList } from '../number-list.ts';
import { Relation } from '../relation.ts';
import { RowTable } from '../row-table.ts';

/** From one number to another, none of which is less than the first; infinite where it is open. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** Spans that entries have on one axis, each once. */
export class Spans implements Column {
  readonly entries = new Relation();
  /** Begin and end of each span. */
  readonly #spans = new RowTable(2);
  readonly #read: (entry: Entry) => readonly Span[];

  constructor(read: (entry: Entry) => readonly Span[]) {
    this.#read = read;
  }

  /** How many spans there are. */
  get size(): number {
    return this.#spans.size;
  }

  /** Begin and end of each span, one behind the other, to be read before more are added. */
  get bounds(): Float64Array {
    return this.#spans.values;
  }

  add(entry: Entry): void {
    this.entries.add(this.#read(entry).map(({ begin, end }) => this.#spans.add([begin, end])));
  }

  spanOf(number: number): Span {
    return { begin: this.bounds[number * 2] ?? 0, end: this.bounds[number * 2 + 1] ?? 0 };
  }

  /** The entries with a span that has a moment in common with another. */
  entriesMeeting(asked: Span): BitSet {
    return this.entries.ownersOfAny(this.#spansThat((span) => spansMeet(span, asked)));
  }

  /** The entries of whose spans all, one at least, lie in another. */
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

/** Whether two spans have a moment in common. */
export function spansMeet(one: Span, other: Span): boolean {
  return one.begin <= other.end && one.end >= other.begin;
}

/** Whether all of a span is in another. */
export function spanLiesIn(span: Span, other: Span): boolean {
  return span.begin >= other.begin && span.end <= other.end;
}

/** A period in years and their parts, as `periodBounds` counts them. */
export function spanOfPeriod(period: Period): Span {
  return periodYears(period);
}

/** An age on an axis of millions of years on which what is earlier is less: 300 Ma is -300. */
export function spanOfAge({ older, younger }: AgeRange): Span {
  return { begin: -older, end: -younger };
}

/** When the publisher says that resources were issued and modified, in years and their parts. */
export class Dates implements Column {
  /** NaN where nothing is said. */
  readonly #issued = doubleList();
  readonly #modified = doubleList();

  add({ facts }: Entry): void {
    this.#issued.push(startOf(facts.texts.issued));
    this.#modified.push(startOf(facts.texts.modified));
  }

  /** When an entry was modified, or else issued; NaN where neither is known. */
  changeOf(entry: number): number {
    const modified = this.#modified.at(entry);
    return Number.isNaN(modified) ? this.#issued.at(entry) : modified;
  }

  /** The entries that were modified, or else issued, at a time or later. */
  entriesSince(time: number): BitSet {
    const found = new BitSet(this.#issued.length);
    for (let entry = 0; entry < this.#issued.length; entry += 1) {
      if (this.changeOf(entry) >= time) found.add(entry);
    }
    return found;
  }
}

function startOf(time: string | undefined): number {
  return time === undefined ? Number.NaN : periodYears({ start: time }).begin;
}

import { periodYears } from '../../facts/time/period.ts';
import type { AgeRange, Period } from '../../model/search-facts.ts';
import { BitSet } from '../bit-set.ts';
import type { IndexColumn, IndexEntry } from './column.ts';
import { doubleList, Relation, RowTable } from '../number-tables.ts';

/** A closed interval; infinite if open. */
export interface NumberSpan {
  readonly begin: number;
  readonly end: number;
}

/** The spans of entries on one axis, without duplicates. */
export class SpanColumn implements IndexColumn {
  readonly entries = new Relation();
  /** Begin and end of each span. */
  readonly #spans = new RowTable(2);
  readonly #read: (entry: IndexEntry) => readonly NumberSpan[];

  constructor(read: (entry: IndexEntry) => readonly NumberSpan[]) {
    this.#read = read;
  }

  /** Begin and end of all spans in sequence; invalid after `add`. */
  get bounds(): Float64Array {
    return this.#spans.values;
  }

  add(entry: IndexEntry): void {
    this.entries.add(this.#read(entry).map(({ begin, end }) => this.#spans.add([begin, end])));
  }

  spanOf(number: number): NumberSpan {
    return { begin: this.bounds[number * 2] ?? 0, end: this.bounds[number * 2 + 1] ?? 0 };
  }

  /** The entries with a span that overlaps the given one. */
  entriesMeeting(asked: NumberSpan): BitSet {
    const spans = this.#spans.rowsThat((number) => spansOverlap(this.spanOf(number), asked));
    return this.entries.ownersOfAny(spans);
  }

  /** The entries whose spans (at least one) are all contained in the given one. */
  entriesWithin(asked: NumberSpan): BitSet {
    const spans = this.#spans.rowsThat((number) => isSpanWithin(this.spanOf(number), asked));
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

/** Dates of publication and modification in decimal years. */
export class DateColumn implements IndexColumn {
  /** NaN if unknown. */
  readonly #issued = doubleList();
  readonly #modified = doubleList();

  add({ facts }: IndexEntry): void {
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

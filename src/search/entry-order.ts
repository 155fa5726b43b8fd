import { compareTexts } from '../text/compare-texts.ts';
import { BitSet } from './bit-set.ts';
import type { Columns } from './columns/columns.ts';
import type { EntryTable } from './entry-table.ts';
import type { SearchSort } from './search-request.ts';

/** By what all entries can be put in order, whatever is searched for. */
export type FixedSort = Exclude<SearchSort, 'relevance'>;

/** All entries in an order, as they were when it was made. */
interface KeptOrder {
  readonly order: Int32Array;
  /** Of each entry its place in it, once that was needed. */
  places?: Int32Array;
  /** The entries that came since, or may stand elsewhere. */
  readonly changed: BitSet;
}

type Compare = (one: number, other: number) => number;

/** The orders of all entries, each made when it is asked for first. */
export class EntryOrders {
  readonly #entries: EntryTable;
  readonly #columns: Columns;
  /** Of a resource with several records the title that is shown. */
  readonly #shownTitles: ReadonlyMap<number, string>;
  readonly #kept = new Map<FixedSort, KeptOrder>();

  constructor(entries: EntryTable, columns: Columns, shownTitles: ReadonlyMap<number, string>) {
    this.#entries = entries;
    this.#columns = columns;
    this.#shownTitles = shownTitles;
  }

  /** To be told of entries that were added, or may have another title. */
  renew(entries: Iterable<number>): void {
    const changed = [...this.#kept.values()].map((kept) => kept.changed);
    for (const entry of entries) for (const each of changed) each.add(entry);
  }

  /** The title that is shown of the resource of an entry. */
  titleOf(entry: number): string | undefined {
    return this.#shownTitles.get(this.#entries.resourceOf(entry)) ?? this.#entries.titleOf(entry);
  }

  /**
   * All entries in an order: by title, by the time that begins last or by the last change, the
   * latest first. What has none comes last; ties are in the order of titles, keys of resources,
   * graphs and places in a record, so that the order is always the same.
   */
  by(sort: FixedSort): Int32Array {
    return this.#orderBy(sort).order;
  }

  /** The place of each entry in an order. */
  placesBy(sort: FixedSort): Int32Array {
    const kept = this.#orderBy(sort);
    if (kept.places !== undefined) return kept.places;
    const places = new Int32Array(kept.order.length);
    for (const [place, entry] of kept.order.entries()) places[entry] = place;
    kept.places = places;
    return places;
  }

  #orderBy(sort: FixedSort): KeptOrder {
    const kept = this.#kept.get(sort);
    if (kept?.changed.size === 0) return kept;
    const order = kept === undefined ? this.#sorted(sort) : this.#sortedAnew(sort, kept);
    const made: KeptOrder = { order, changed: new BitSet() };
    this.#kept.set(sort, made);
    return made;
  }

  #sorted(sort: FixedSort): Int32Array {
    if (sort !== 'title') return this.by('title').toSorted(this.#comparing(sort));
    const { size } = this.#entries;
    const folded = Array.from({ length: size }, (_, entry) => this.titleOf(entry)?.toLowerCase());
    // An array is sorted by a comparison in less time than a typed one.
    const sorted = Array.from(folded.keys()).toSorted(this.#comparingTitles((at) => folded[at]));
    return Int32Array.from(sorted);
  }

  /** The same as `#sorted` where few entries have changed. */
  #sortedAnew(sort: FixedSort, { order, changed }: KeptOrder): Int32Array {
    return merged(
      order.filter((entry) => !changed.has(entry)),
      changed.toArray(),
      sort === 'title'
        ? this.#comparingTitles((entry) => this.titleOf(entry)?.toLowerCase())
        : this.#comparing(sort),
    );
  }

  #comparingTitles(foldedOf: (entry: number) => string | undefined): Compare {
    const entries = this.#entries;
    const keyOf = (entry: number): string => entries.resources.nameOf(entries.resourceOf(entry));
    return (one, other) =>
      compareTitles(foldedOf(one), foldedOf(other)) ||
      compareTexts(this.titleOf(one) ?? '', this.titleOf(other) ?? '') ||
      compareTexts(keyOf(one), keyOf(other)) ||
      compareTexts(entries.graphOf(one), entries.graphOf(other)) ||
      entries.placeOf(one) - entries.placeOf(other);
  }

  #comparing(sort: keyof typeof valueOf): Compare {
    const places = this.placesBy('title');
    const value = valueOf[sort](this.#columns);
    const values = Float64Array.from(places, (_, entry) => value(entry));
    return (one, other) => {
      const [first = 0, second = 0] = [values[one], values[other]];
      // Of two that are infinite there is no difference.
      return first === second ? (places[one] ?? 0) - (places[other] ?? 0) : second - first;
    };
  }
}

/** Puts entries in their places among others that are in order. */
function merged(order: Int32Array, added: Int32Array, compare: Compare): Int32Array {
  const all = new Int32Array(order.length + added.length);
  let from = 0;
  let at = 0;
  for (const entry of added.toSorted(compare)) {
    const place = placeFor(entry, order, compare);
    all.set(order.subarray(from, place), at);
    at += place - from;
    all[at] = entry;
    at += 1;
    from = place;
  }
  all.set(order.subarray(from), at);
  return all;
}

/** How many of some entries that are in order come before another one. */
function placeFor(entry: number, order: Int32Array, compare: Compare): number {
  let [first, end] = [0, order.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (compare(order[middle] ?? 0, entry) < 0) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** By what entries are compared, where it is a number; the least where there is none. */
const valueOf = {
  // Ages are millions of years, and count where no year is known.
  time: (columns: Columns) => {
    const [periods, ages] = [columns.get('periods'), columns.get('ages')];
    return (entry: number) => {
      const own = periods.entries.valuesOf(entry);
      const spans = own.length > 0 ? own : ages.entries.valuesOf(entry);
      const begins = Array.from(spans, (span) =>
        own.length > 0 ? periods.spanOf(span).begin : ages.spanOf(span).begin * 1e6,
      );
      return begins.reduce((latest, begin) => Math.max(latest, begin), -Infinity);
    };
  },
  modified: (columns: Columns) => {
    const dates = columns.get('dates');
    return (entry: number) => {
      const change = dates.changeOf(entry);
      return Number.isNaN(change) ? -Infinity : change;
    };
  },
} as const;

/** What has no title comes last. */
function compareTitles(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  return compareTexts(one, other);
}

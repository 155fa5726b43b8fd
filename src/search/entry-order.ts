import { compareTexts } from '../text/compare-texts.ts';
import { BitSet } from './bit-set.ts';
import type { Columns } from './columns/columns.ts';
import type { EntryTable } from './entry-table.ts';
import type { SearchSort } from './search-request.ts';

/** Sort orders that do not depend on the conditions. */
export type FixedSort = Exclude<SearchSort, 'relevance'>;

/** A cached order of all entries. */
interface KeptOrder {
  readonly order: Int32Array;
  /** The rank of each entry; computed lazily. */
  places?: Int32Array;
  /** Entries that were added or may have moved since. */
  readonly changed: BitSet;
}

type Compare = (one: number, other: number) => number;

/** The orders of all entries, computed lazily and updated incrementally. */
export class EntryOrders {
  readonly #entries: EntryTable;
  readonly #columns: Columns;
  /** The displayed title of resources with several records. */
  readonly #shownTitles: ReadonlyMap<number, string>;
  readonly #kept = new Map<FixedSort, KeptOrder>();

  constructor(entries: EntryTable, columns: Columns, shownTitles: ReadonlyMap<number, string>) {
    this.#entries = entries;
    this.#columns = columns;
    this.#shownTitles = shownTitles;
  }

  /** Registers entries that were added or may have another title. */
  renew(entries: Iterable<number>): void {
    const changed = [...this.#kept.values()].map((kept) => kept.changed);
    for (const entry of entries) for (const each of changed) each.add(entry);
  }

  /** The displayed title of an entry's resource. */
  titleOf(entry: number): string | undefined {
    return this.#shownTitles.get(this.#entries.resourceOf(entry)) ?? this.#entries.titleOf(entry);
  }

  /**
   * All entries in an order: by title, by the latest start of a time, or by the last change; the
   * latter two descending. Entries without value come last. Ties are broken by title, resource key,
   * graph and place in the record, so that the order is deterministic.
   */
  by(sort: FixedSort): Int32Array {
    return this.#orderBy(sort).order;
  }

  /** The rank of each entry in an order. */
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
    // Plain arrays sort faster by a comparison function than typed arrays.
    const sorted = Array.from(folded.keys()).toSorted(this.#comparingTitles((at) => folded[at]));
    return Int32Array.from(sorted);
  }

  /** Merges changed entries into the previous order. */
  #sortedAnew(sort: FixedSort, { order, changed }: KeptOrder): Int32Array {
    return mergeSorted(
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

  #comparing(sort: keyof typeof sortValueReaders): Compare {
    const places = this.placesBy('title');
    const value = sortValueReaders[sort](this.#columns);
    const values = Float64Array.from(places, (_, entry) => value(entry));
    return (one, other) => {
      const [first = 0, second = 0] = [values[one], values[other]];
      // The difference of two infinities is NaN.
      return first === second ? (places[one] ?? 0) - (places[other] ?? 0) : second - first;
    };
  }
}

/** Inserts entries into a sorted order. */
function mergeSorted(order: Int32Array, added: Int32Array, compare: Compare): Int32Array {
  const all = new Int32Array(order.length + added.length);
  let from = 0;
  let at = 0;
  for (const entry of added.toSorted(compare)) {
    const place = findInsertionIndex(entry, order, compare);
    all.set(order.subarray(from, place), at);
    at += place - from;
    all[at] = entry;
    at += 1;
    from = place;
  }
  all.set(order.subarray(from), at);
  return all;
}

/** Binary search for the insertion index. */
function findInsertionIndex(entry: number, order: Int32Array, compare: Compare): number {
  let [first, end] = [0, order.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (compare(order[middle] ?? 0, entry) < 0) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** The numeric sort value of an entry; -Infinity if it has none. */
const sortValueReaders = {
  // Ages in million years count if there is no calendar time.
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

/** Entries without title come last. */
function compareTitles(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  return compareTexts(one, other);
}

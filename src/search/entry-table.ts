import { hash } from 'node:crypto';
import { compareTexts } from '../text/collections.ts';
import type { IndexColumns } from './columns/columns.ts';
import { BitSet, intList, Relation } from './number-tables.ts';
import { NameTable } from './text-tables.ts';

/** Entries to count by. */
export interface CountedEntries {
  /** Those of one resource consecutively. */
  readonly entries: Int32Array;
  /** The resource of each entry of the index. */
  readonly resources: Int32Array;
  /** The entries of resources with one entry, and the others grouped by resource. */
  readonly alone: BitSet;
  readonly shared: Int32Array;
}

/** Number of resources with an entry in a set. */
export function countDistinctResources(
  { resources, alone, shared }: CountedEntries,
  set: BitSet,
): number {
  let count = BitSet.inAll([alone, set]).size;
  let last = -1;
  for (const entry of shared) {
    const resource = resources[entry] ?? 0;
    if (resource === last || !set.has(entry)) continue;
    last = resource;
    count += 1;
  }
  return count;
}

/** @param take called with each value of each entry, and the resource */
export function forEachCountedValue(
  { starts, allValues }: Relation,
  { entries, resources }: CountedEntries,
  take: (value: number, resource: number) => void,
): void {
  for (const entry of entries) {
    const end = starts[entry + 1] ?? 0;
    for (let at = starts[entry] ?? 0; at < end; at += 1) {
      take(allValues[at] ?? 0, resources[entry] ?? 0);
    }
  }
}

/** Counts resources by value. Values of one resource must be added consecutively. */
export class ResourceCounter {
  readonly counts: Int32Array;
  /** The values with a count, unsorted. */
  readonly found: number[] = [];
  /** The resource counted last for each value, plus 1. */
  readonly #last: Int32Array;

  /** @param size number of possible values */
  constructor(size: number) {
    this.counts = new Int32Array(size);
    this.#last = new Int32Array(size);
  }

  add(value: number, resource: number): void {
    if (this.#last[value] === resource + 1) return;
    this.#last[value] = resource + 1;
    const count = this.counts[value] ?? 0;
    if (count === 0) this.found.push(value);
    this.counts[value] = count + 1;
  }
}

/** Data of every entry that all searches need. Entries are numbered in order of addition. */
export class EntryTable {
  /** Entries that are not removed. */
  readonly live = new BitSet();
  /** The keys of resources, and the resource of each entry. */
  readonly resources = new NameTable();
  readonly resourceOfEntry = new Relation();
  /** Entries of resources with several entries, including removed ones. */
  readonly #shared = new BitSet();
  /** The shared entries grouped by resource; undefined if outdated. */
  #grouped: Int32Array | undefined;
  /** The first entry of each resource. */
  readonly #firstOfResource = intList();
  /** The graph IRIs of all records, including removed ones. */
  readonly graphs = new NameTable();
  /** The first of the latest entries of each graph; the others follow it. */
  readonly #firstOfGraph: number[] = [];
  /** The graph of the record added last. */
  #record = 0;
  readonly #graphOfEntry = intList();
  /** The index of an entry in `describes` of its record. */
  readonly #places = intList();
  readonly #titles: (string | undefined)[] = [];

  /** The number of entries, including removed ones. */
  get size(): number {
    return this.#graphOfEntry.length;
  }

  /**
   * Adds a record; its entries are added next.
   * @param graph the IRI of its graph
   */
  addRecord(graph: string): void {
    this.#record = this.graphs.add(graph);
    this.#firstOfGraph[this.#record] = this.size;
  }

  /** Adds an entry of the record added last. */
  addEntry(resource: string, place: number, title: string | undefined): void {
    const [entry, number] = [this.size, this.resources.add(resource)];
    this.live.add(entry);
    this.resourceOfEntry.add([number]);
    if (number < this.#firstOfResource.length) {
      this.#shared.add(entry);
      this.#shared.add(this.#firstOfResource.at(number));
      this.#grouped = undefined;
    } else this.#firstOfResource.push(entry);
    this.#graphOfEntry.push(this.#record);
    this.#places.push(place);
    this.#titles.push(title);
  }

  /**
   * Removes the entries of a record.
   * @returns the removed entries
   */
  remove(graph: string): readonly number[] {
    const record = this.graphs.numberOf(graph);
    const removed: number[] = [];
    let entry = (record !== undefined && this.#firstOfGraph[record]) || 0;
    for (; entry < this.size && this.#graphOfEntry.at(entry) === record; entry += 1) {
      if (!this.live.has(entry)) continue;
      this.live.delete(entry);
      removed.push(entry);
    }
    return removed;
  }

  /** The graph IRI of an entry's record. */
  graphOf(entry: number): string {
    return this.graphs.nameOf(this.#graphOfEntry.at(entry));
  }

  /** The index of an entry in `describes` of its record. */
  placeOf(entry: number): number {
    return this.#places.at(entry);
  }

  /** The resource of an entry. */
  resourceOf(entry: number): number {
    return this.resourceOfEntry.firstValueOf(entry);
  }

  /** The title of a resource in the record of an entry. */
  titleOf(entry: number): string | undefined {
    return this.#titles[entry];
  }

  /** The entries of a resource in a set; by default the live ones. */
  entriesOf(resource: number, set = this.live): readonly number[] {
    return [...this.resourceOfEntry.ownersOf(resource)].filter((entry) => set.has(entry));
  }

  /** The shared entries in a set, grouped by resource. */
  sharedIn(set: BitSet): Int32Array {
    this.#grouped ??= this.#groupShared();
    return this.#grouped.filter((entry) => set.has(entry));
  }

  /** Prepares a set of entries for counting. */
  counted(set: BitSet): CountedEntries {
    const alone = set.copy();
    alone.deleteAll(this.#shared);
    const [first, shared] = [alone.toArray(), this.sharedIn(set)];
    const entries = new Int32Array(first.length + shared.length);
    entries.set(first);
    entries.set(shared, first.length);
    return { entries, resources: this.resourceOfEntry.allValues, alone, shared };
  }

  #groupShared(): Int32Array {
    const grouped: number[] = [];
    for (const entry of this.#shared.toArray()) {
      const resource = this.resourceOf(entry);
      if (this.#firstOfResource.at(resource) !== entry) continue;
      for (const each of this.resourceOfEntry.ownersOf(resource)) grouped.push(each);
    }
    return Int32Array.from(grouped);
  }
}

/** Sort orders that do not depend on the conditions. */
export type FixedSort = 'modified' | 'time' | 'title';

/** A cached order of all entries. */
interface CachedOrder {
  readonly order: Int32Array;
  /** The rank of each entry; computed lazily. */
  places?: Int32Array;
  /** Entries that were added or may have moved since. */
  readonly changed: BitSet;
}

type Compare = (one: number, other: number) => number;

/** The position of a resource in an order. It holds in every state of an index. */
export interface OrderPosition {
  /** See `sortValueReaders`; absent in the order by title, and if the resource has no value. */
  readonly value?: number | undefined;
  /** The displayed title, as `boundedText`. */
  readonly title?: string | undefined;
  /** The key of the resource, as `boundedText`. */
  readonly key: string;
}

/** The orders of all entries, computed lazily and updated incrementally. */
export class EntryOrders {
  readonly #entries: EntryTable;
  readonly #columns: IndexColumns;
  /** The displayed title of resources with several records. */
  readonly #shownTitles: ReadonlyMap<number, string>;
  readonly #cached = new Map<FixedSort, CachedOrder>();

  constructor(
    entries: EntryTable,
    columns: IndexColumns,
    shownTitles: ReadonlyMap<number, string>,
  ) {
    this.#entries = entries;
    this.#columns = columns;
    this.#shownTitles = shownTitles;
  }

  /** Registers entries that were added or may have another title. */
  renew(entries: Iterable<number>): void {
    const changed = [...this.#cached.values()].map((cached) => cached.changed);
    for (const entry of entries) for (const each of changed) each.add(entry);
  }

  /**
   * All entries in an order: by title, by the latest start of a time, or by the last change; the
   * latter two descending. Entries without value come last. Ties are broken by title, resource key,
   * graph and place in the record, so that the order is deterministic.
   */
  by(sort: FixedSort): Int32Array {
    return this.#orderBy(sort).order;
  }

  /** The position of an entry's resource. */
  positionOf(entry: number, sort: FixedSort): OrderPosition {
    const value = sort === 'title' ? -Infinity : sortValueReaders[sort](this.#columns)(entry);
    return {
      ...(value !== -Infinity && { value }),
      title: this.#titleOf(entry),
      key: this.#keyOf(entry),
    };
  }

  /** The index in `by(sort)` of the first entry after a position. */
  indexAfter(position: OrderPosition, sort: FixedSort): number {
    const order = this.by(sort);
    return findIndex(order.length, (at) => {
      const own = this.positionOf(order[at] ?? 0, sort);
      return comparePositions(own, position) > 0;
    });
  }

  /** The rank of each entry in an order. */
  placesBy(sort: FixedSort): Int32Array {
    const cached = this.#orderBy(sort);
    if (cached.places !== undefined) return cached.places;
    const places = new Int32Array(cached.order.length);
    for (const [place, entry] of cached.order.entries()) places[entry] = place;
    cached.places = places;
    return places;
  }

  #orderBy(sort: FixedSort): CachedOrder {
    const cached = this.#cached.get(sort);
    if (cached?.changed.size === 0) return cached;
    const order = cached === undefined ? this.#sorted(sort) : this.#mergeChanged(sort, cached);
    const made: CachedOrder = { order, changed: new BitSet() };
    this.#cached.set(sort, made);
    return made;
  }

  #sorted(sort: FixedSort): Int32Array {
    if (sort !== 'title') return this.by('title').toSorted(this.#comparing(sort));
    const { size } = this.#entries;
    const folded = Array.from({ length: size }, (_, entry) => this.#foldedTitle(entry));
    // Plain arrays sort faster by a comparison function than typed arrays.
    const sorted = Array.from(folded.keys()).toSorted(this.#comparingTitles((at) => folded[at]));
    return Int32Array.from(sorted);
  }

  /** Merges changed entries into the previous order. */
  #mergeChanged(sort: FixedSort, { order, changed }: CachedOrder): Int32Array {
    const compare =
      sort === 'title'
        ? this.#comparingTitles((entry) => this.#foldedTitle(entry))
        : this.#comparing(sort);
    const others = order.filter((entry) => !changed.has(entry));
    const merged: number[] = [];
    let from = 0;
    for (const entry of changed.toArray().toSorted(compare)) {
      const place = findInsertionIndex(entry, others, compare);
      for (; from < place; from += 1) merged.push(others[from] ?? 0);
      merged.push(entry);
    }
    for (; from < others.length; from += 1) merged.push(others[from] ?? 0);
    return Int32Array.from(merged);
  }

  /** The displayed title of an entry's resource. */
  #titleOf(entry: number): string | undefined {
    const entries = this.#entries;
    const title = this.#shownTitles.get(entries.resourceOf(entry)) ?? entries.titleOf(entry);
    return title === undefined ? undefined : boundedText(title);
  }

  #keyOf(entry: number): string {
    return boundedText(this.#entries.resources.nameOf(this.#entries.resourceOf(entry)));
  }

  #foldedTitle(entry: number): string | undefined {
    return this.#titleOf(entry)?.toLowerCase();
  }

  #comparingTitles(foldedOf: (entry: number) => string | undefined): Compare {
    const entries = this.#entries;
    const texts: SortedTexts<number> = {
      foldedOf,
      titleOf: (entry) => this.#titleOf(entry),
      keyOf: (entry) => this.#keyOf(entry),
    };
    return (one, other) =>
      compareByTexts(texts, one, other) ||
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

function findInsertionIndex(entry: number, order: Int32Array, compare: Compare): number {
  return findIndex(order.length, (at) => compare(order[at] ?? 0, entry) >= 0);
}

/** Binary search for the first index that passes a test, as all later ones do; or the length. */
function findIndex(length: number, passes: (at: number) => boolean): number {
  let [first, end] = [0, length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (passes(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}

/** The numeric sort value of an entry; -Infinity if it has none. */
const sortValueReaders = {
  // Ages in million years count if there is no calendar time.
  time: (columns: IndexColumns) => {
    const [periods, ages] = [columns.get('periods'), columns.get('ages')];
    return (entry: number) => {
      const own = periods.entries.valuesOf(entry);
      const begins =
        own.length > 0
          ? Array.from(own, (span) => periods.spanOf(span).begin)
          : Array.from(ages.entries.valuesOf(entry), (span) => ages.spanOf(span).begin * 1e6);
      return begins.reduce((latest, begin) => Math.max(latest, begin), -Infinity);
    };
  },
  modified: (columns: IndexColumns) => {
    const dates = columns.get('dates');
    return (entry: number) => dates.changeOf(entry);
  },
} as const;

/** The texts by which items are sorted. */
interface SortedTexts<Item> {
  readonly foldedOf: (item: Item) => string | undefined;
  readonly titleOf: (item: Item) => string | undefined;
  readonly keyOf: (item: Item) => string;
}

function compareByTexts<Item>(texts: SortedTexts<Item>, one: Item, other: Item): number {
  const { foldedOf, titleOf, keyOf } = texts;
  return (
    compareTitles(foldedOf(one), foldedOf(other)) ||
    compareTexts(titleOf(one) ?? '', titleOf(other) ?? '') ||
    compareTexts(keyOf(one), keyOf(other))
  );
}

const positionTexts: SortedTexts<OrderPosition> = {
  foldedOf: ({ title }) => title?.toLowerCase(),
  titleOf: ({ title }) => title,
  keyOf: ({ key }) => key,
};

function comparePositions(one: OrderPosition, other: OrderPosition): number {
  const [first, second] = [one.value ?? -Infinity, other.value ?? -Infinity];
  return first === second ? compareByTexts(positionTexts, one, other) : second - first;
}

/** Longer texts are sorted by their beginning and a hash, so that every position is short. */
const maxSortedLength = 300;
const hashDigits = 32;

function boundedText(text: string): string {
  if (text.length <= maxSortedLength) return text;
  const beginning = text.slice(0, maxSortedLength - hashDigits);
  return beginning + hash('sha256', text, 'hex').slice(0, hashDigits);
}

/** Entries without title come last. */
function compareTitles(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  return compareTexts(one, other);
}

import { compareTexts } from '../text/collections.ts';
import { BitSet } from './bit-set.ts';
import type { IndexColumns } from './columns/columns.ts';
import type { ConditionMatcher, SearchedEntries } from './conditions.ts';
import { countDistinctResources, type CountedEntries, type EntryTable } from './entry-table.ts';
import {
  type Facet,
  type FacetCounts,
  type FacetName,
  type SearchFacetCounts,
  searchFacets,
} from './facets.ts';
import type { RankedEntries } from './find-words.ts';
import type { ConditionCounts } from './search-answer.ts';
import type { ParsedCondition, ParsedSearch, SearchSort } from './search-request.ts';

/** The entries found by a search. */
export interface SearchSelection {
  /** Number of resources found. */
  readonly total: number;
  /** The requested page of resources in order: of each the first matching entry. */
  readonly firsts: readonly number[];
  /** All matching entries. */
  readonly meeting: BitSet;
  readonly facets?: SearchFacetCounts;
  /** See `SearchAnswer`. */
  readonly withoutCondition?: ConditionCounts;
}

interface SelectionInput extends SearchedEntries {
  readonly orders: EntryOrders;
  /** Cached facet counts of all entries: see `IndexContent`. */
  readonly wholeFacets: Map<string, FacetCounts>;
}

/** Finds the matching entries, sorts their resources and counts facets. */
export function selectEntries(from: SelectionInput, search: ParsedSearch): SearchSelection {
  const { entries, orders } = from;
  const { conditions, sort, offset, limit, facets } = search;
  const met = conditions.map((condition) => matchCondition(from, condition));
  const meeting = matchAll(entries, met);
  const ranks =
    sort === 'relevance' ? met.find((found) => found.ranks !== undefined)?.ranks : undefined;
  const ordering = { orders, sort: sort === 'relevance' ? 'title' : sort, ranks } as const;
  const firsts = firstOfEach(entries, meeting, ordering);
  const total = firsts.size;
  return {
    total,
    firsts: firstInOrder(firsts, ordering, offset + limit).slice(offset),
    meeting,
    ...(facets.length > 0 && { facets: countFacets(from, search, met) }),
    ...(total === 0 &&
      conditions.length > 1 && { withoutCondition: countWithoutEach(entries, search, met) }),
  };
}

/** The live entries that match all conditions. */
function matchAll(entries: EntryTable, met: readonly RankedEntries[]): BitSet {
  return BitSet.inAll([entries.live, ...met.map((found) => found.entries)]);
}

function countWithoutEach(
  entries: EntryTable,
  { conditions }: ParsedSearch,
  met: readonly RankedEntries[],
): ConditionCounts {
  return Object.fromEntries(
    conditions.map(({ name }, at) => {
      const meeting = matchAll(entries, met.toSpliced(at, 1));
      return [name, countDistinctResources(entries.counted(meeting), meeting)];
    }),
  );
}

function matchCondition(
  from: SearchedEntries,
  { repeated, finds }: ParsedCondition,
): RankedEntries {
  const [first, ...others] = finds.map((find) => applyCondition(find, from));
  if (first === undefined) return { entries: new BitSet() };
  for (const { entries, ranks } of others) {
    if (repeated === 'all') first.entries.keepAll(entries);
    else first.entries.addAll(entries);
    const sums = first.ranks;
    if (sums === undefined || ranks === undefined) continue;
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (ranks[at] ?? 0);
  }
  return first;
}

/** The result of a condition in its general form. */
export function applyCondition(find: ConditionMatcher, from: SearchedEntries): RankedEntries {
  const found = find(from);
  return found instanceof BitSet ? { entries: found } : found;
}

/** How to sort entries. */
interface Ordering {
  readonly orders: EntryOrders;
  readonly sort: FixedSort;
  /** By entry number; a greater rank comes first, before the sort order. */
  readonly ranks: Uint16Array | undefined;
}

/** The first entry of each resource. */
function firstOfEach(entries: EntryTable, meeting: BitSet, { orders, sort, ranks }: Ordering) {
  const shared = entries.sharedIn(meeting);
  if (shared.length === 0) return meeting;
  const firsts = BitSet.inAll([meeting]);
  const places = orders.placesBy(sort);
  const isBefore = (one: number, other: number): boolean => {
    const [rank = 0, otherRank = 0] = [ranks?.[one], ranks?.[other]];
    return rank === otherRank ? (places[one] ?? 0) < (places[other] ?? 0) : rank > otherRank;
  };
  let best = -1;
  for (const entry of shared) {
    const isSame = best >= 0 && entries.resourceOf(entry) === entries.resourceOf(best);
    if (isSame) firsts.delete(isBefore(entry, best) ? best : entry);
    if (!isSame || firsts.has(entry)) best = entry;
  }
  return firsts;
}

/** The first `count` entries in order. */
function firstInOrder(
  chosen: BitSet,
  { orders, sort, ranks }: Ordering,
  count: number,
): readonly number[] {
  const order = orders.by(sort);
  if (count === 0) return [];
  if (ranks === undefined) return takeInOrder(order, chosen, count);
  const numbers = countRanks(chosen, ranks);
  // The lowest rank needed for `count` entries.
  let least = numbers.length - 1;
  for (let above = numbers[least] ?? 0; above < count && least > 0; above += numbers[least] ?? 0) {
    least -= 1;
  }
  const byRank = Array.from(numbers, (): number[] => []);
  for (const entry of order) {
    const rank = ranks[entry] ?? 0;
    if (rank >= least && chosen.has(entry)) byRank[rank]?.push(entry);
  }
  return byRank.toReversed().flat().slice(0, count);
}

function takeInOrder(order: Int32Array, chosen: BitSet, count: number): readonly number[] {
  const first: number[] = [];
  for (const entry of order) {
    if (!chosen.has(entry)) continue;
    first.push(entry);
    if (first.length === count) break;
  }
  return first;
}

/** Number of entries by rank. */
function countRanks(chosen: BitSet, ranks: Uint16Array): Int32Array {
  const entries = chosen.toArray();
  let greatest = 0;
  for (const entry of entries) greatest = Math.max(greatest, ranks[entry] ?? 0);
  const counts = new Int32Array(greatest + 1);
  for (const entry of entries) {
    const rank = ranks[entry] ?? 0;
    counts[rank] = (counts[rank] ?? 0) + 1;
  }
  return counts;
}

/** A facet ignores its own conditions. Counts of all entries are cached. */
function countFacets(
  from: SelectionInput,
  search: ParsedSearch,
  met: readonly RankedEntries[],
): SearchFacetCounts {
  const { entries, columns, wholeFacets } = from;
  const { conditions, facets, facetLimit: limit, role } = search;
  const countedFor = (found: readonly RankedEntries[]): CountedEntries =>
    entries.counted(matchAll(entries, found));
  const meeting = countedFor(met);
  const countsOf = (name: FacetName): FacetCounts => {
    const { of, count }: Facet = searchFacets[name];
    const others = met.filter((_, at) => !of.some((own) => own === conditions[at]?.name));
    const counts = (): FacetCounts => {
      return count(columns, others.length === met.length ? meeting : countedFor(others), {
        limit,
        role,
      });
    };
    if (others.length > 0 || role !== undefined) return counts();
    const key = `${name} ${limit}`;
    const known = wholeFacets.get(key) ?? counts();
    wholeFacets.set(key, known);
    return known;
  };
  return Object.fromEntries(facets.map((name) => [name, countsOf(name)]));
}

/** Sort orders that do not depend on the conditions. */
type FixedSort = Exclude<SearchSort, 'relevance'>;

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
  readonly #columns: IndexColumns;
  /** The displayed title of resources with several records. */
  readonly #shownTitles: ReadonlyMap<number, string>;
  readonly #kept = new Map<FixedSort, KeptOrder>();

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
    const order = kept === undefined ? this.#sorted(sort) : this.#mergeChanged(sort, kept);
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
  #mergeChanged(sort: FixedSort, { order, changed }: KeptOrder): Int32Array {
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
  time: (columns: IndexColumns) => {
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
  modified: (columns: IndexColumns) => {
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

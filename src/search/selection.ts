import { BitSet } from './bit-set.ts';
import type { Find, Searched } from './conditions.ts';
import type { EntryOrders, FixedSort } from './entry-order.ts';
import { resourcesIn, type Counted, type EntryTable } from './entry-table.ts';
import {
  searchFacets,
  type Facet,
  type FacetCounts,
  type FacetName,
  type SearchFacetCounts,
} from './facets.ts';
import type { ReadCondition, Search } from './read-search.ts';
import type { ConditionCounts } from './search-answer.ts';
import type { Found } from './words-found.ts';

/** The entries found by a search. */
export interface Selection {
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

export interface SelectedFrom extends Searched {
  readonly orders: EntryOrders;
  /** Cached facet counts of all entries: see `IndexContent`. */
  readonly wholeFacets: Map<string, FacetCounts>;
}

/** Finds the matching entries, sorts their resources and counts facets. */
export function selectEntries(from: SelectedFrom, search: Search): Selection {
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
function matchAll(entries: EntryTable, met: readonly Found[]): BitSet {
  return BitSet.inAll([entries.live, ...met.map((found) => found.entries)]);
}

function countWithoutEach(
  entries: EntryTable,
  { conditions }: Search,
  met: readonly Found[],
): ConditionCounts {
  return Object.fromEntries(
    conditions.map(({ name }, at) => {
      const meeting = matchAll(entries, met.toSpliced(at, 1));
      return [name, resourcesIn(entries.counted(meeting), meeting)];
    }),
  );
}

function matchCondition(from: Searched, { repeated, finds }: ReadCondition): Found {
  const [first, ...others] = finds.map((find) => foundBy(find, from));
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
export function foundBy(find: Find, from: Searched): Found {
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
function countFacets(from: SelectedFrom, search: Search, met: readonly Found[]): SearchFacetCounts {
  const { entries, columns, wholeFacets } = from;
  const { conditions, facets, facetLimit: limit, role } = search;
  const countedFor = (found: readonly Found[]): Counted =>
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

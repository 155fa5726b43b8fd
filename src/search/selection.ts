import { groupBy } from '../text/collections.ts';
import type { RankedEntries } from './columns/columns.ts';
import type { ConditionMatcher, SearchedEntries } from './conditions.ts';
import {
  countDistinctResources,
  type EntryOrders,
  type EntryTable,
  type FixedSort,
} from './entry-table.ts';
import {
  type Facet,
  type FacetCounts,
  type FacetName,
  type SearchFacetCounts,
  searchFacets,
} from './facets.ts';
import { BitSet } from './number-tables.ts';
import type { ConditionCounts } from './search-answer.ts';
import { type ResultPosition, writeCursor } from './search-cursor.ts';
import type { ParsedCondition, ParsedSearch } from './search-request.ts';

/** The entries found by a search. */
export interface SearchSelection {
  /** Number of resources found. */
  readonly total: number;
  /** The requested page of resources in order: of each the first matching entry. */
  readonly firsts: readonly number[];
  /** The cursor of the next page; absent if there is none. */
  readonly next?: string;
  /** All matching entries. */
  readonly matching: BitSet;
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
export function selectEntries(input: SelectionInput, search: ParsedSearch): SearchSelection {
  const { entries, orders } = input;
  const { conditions, sort, offset, after, limit, facets, digest } = search;
  const matches = conditions.map((condition) => matchCondition(input, condition));
  const matching = matchAll(entries, matches);
  const ranks =
    sort === 'relevance' ? matches.find((found) => found.ranks !== undefined)?.ranks : undefined;
  const ordering = { orders, sort: sort === 'relevance' ? 'title' : sort, ranks } as const;
  const firsts = firstOfEach(entries, matching, ordering);
  const total = firsts.size;
  // One more than the page tells whether another page follows.
  const count = limit === 0 ? 0 : offset + limit + 1;
  const rest = firstInOrder(firsts, ordering, { after, count }).slice(offset);
  const page = rest.slice(0, limit);
  const last = rest.length > limit ? page.at(-1) : undefined;
  return {
    total,
    firsts: page,
    ...(last !== undefined && { next: writeCursor(positionOf(last, ordering), digest) }),
    matching,
    ...(facets.length > 0 && { facets: countFacets(input, search, matches) }),
    ...(total === 0 &&
      conditions.length > 1 && { withoutCondition: countWithoutEach(entries, search, matches) }),
  };
}

/** The live entries that match all conditions. */
function matchAll(entries: EntryTable, matches: readonly RankedEntries[]): BitSet {
  return BitSet.inAll([entries.live, ...matches.map((found) => found.entries)]);
}

function countWithoutEach(
  entries: EntryTable,
  { conditions }: ParsedSearch,
  matches: readonly RankedEntries[],
): ConditionCounts {
  return Object.fromEntries(
    conditions.map(({ name }, at) => {
      const matching = matchAll(entries, matches.toSpliced(at, 1));
      return [name, countDistinctResources(entries.counted(matching), matching)];
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
function firstOfEach(entries: EntryTable, matching: BitSet, { orders, sort, ranks }: Ordering) {
  const shared = entries.sharedIn(matching);
  if (shared.length === 0) return matching;
  const firsts = matching.copy();
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

function positionOf(entry: number, { orders, sort, ranks }: Ordering): ResultPosition {
  const rank = ranks?.[entry];
  return { ...orders.positionOf(entry, sort), ...(rank !== undefined && { rank }) };
}

/** The page of entries to take from an order. */
interface PageOfOrder {
  /** Only entries behind this position. */
  readonly after: ResultPosition | undefined;
  readonly count: number;
}

/** The first entries in order. */
function firstInOrder(
  chosen: BitSet,
  { orders, sort, ranks }: Ordering,
  { after, count }: PageOfOrder,
): readonly number[] {
  if (count === 0) return [];
  const order = orders.by(sort);
  const start = after === undefined ? 0 : orders.indexAfter(after, sort);
  if (ranks === undefined) return takeFirst(chosen, order.subarray(start), count);
  const rankOf = (entry: number): number => ranks[entry] ?? 0;
  const { rank = Infinity } = after ?? {};
  const equal =
    after === undefined
      ? []
      : takeFirst(chosen, order.subarray(start)).filter((entry) => rankOf(entry) === rank);
  const lower = takeFirst(chosen, order).filter((entry) => rankOf(entry) < rank);
  const byRank = groupBy(lower, rankOf);
  const ranked = [...byRank].toSorted(([one], [other]) => other - one);
  return [equal, ...ranked.map(([, entries]) => entries)].flat().slice(0, count);
}

function takeFirst(chosen: BitSet, order: Int32Array, count = Infinity): readonly number[] {
  const first: number[] = [];
  for (const entry of order) {
    if (chosen.has(entry)) first.push(entry);
    if (first.length === count) break;
  }
  return first;
}

/** A facet ignores its own conditions. Counts of all entries are cached. */
function countFacets(
  { entries, columns, wholeFacets }: SelectionInput,
  { conditions, facets, facetLimit: limit, role }: ParsedSearch,
  matches: readonly RankedEntries[],
): SearchFacetCounts {
  const countedAll = entries.counted(matchAll(entries, matches));
  const countsOf = (name: FacetName): FacetCounts => {
    const { of, count }: Facet = searchFacets[name];
    const others = matches.filter((_, at) => !of.some((own) => own === conditions[at]?.name));
    const key = `${name} ${limit}`;
    const isWhole = others.length === 0 && role === undefined;
    const known = isWhole ? wholeFacets.get(key) : undefined;
    if (known !== undefined) return known;
    const isAll = others.length === matches.length;
    const counted = isAll ? countedAll : entries.counted(matchAll(entries, others));
    const counts = count(columns, counted, { limit, role });
    if (isWhole) wholeFacets.set(key, counts);
    return counts;
  };
  return Object.fromEntries(facets.map((name) => [name, countsOf(name)]));
}

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
import type { ParsedCondition, ParsedSearch } from './search-request.ts';

/** The entries found by a search. */
export interface SearchSelection {
  /** Number of resources found. */
  readonly total: number;
  /** The requested page of resources in order: of each the first matching entry. */
  readonly firsts: readonly number[];
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
export function selectEntries(from: SelectionInput, search: ParsedSearch): SearchSelection {
  const { entries, orders } = from;
  const { conditions, sort, offset, limit, facets } = search;
  const matches = conditions.map((condition) => matchCondition(from, condition));
  const matching = matchAll(entries, matches);
  const ranks =
    sort === 'relevance' ? matches.find((found) => found.ranks !== undefined)?.ranks : undefined;
  const ordering = { orders, sort: sort === 'relevance' ? 'title' : sort, ranks } as const;
  const firsts = firstOfEach(entries, matching, ordering);
  const total = firsts.size;
  return {
    total,
    firsts: firstInOrder(firsts, ordering, offset + limit).slice(offset),
    matching,
    ...(facets.length > 0 && { facets: countFacets(from, search, matches) }),
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

/** The first `count` entries in order. */
function firstInOrder(
  chosen: BitSet,
  { orders, sort, ranks }: Ordering,
  count: number,
): readonly number[] {
  if (count === 0) return [];
  const first: number[] = [];
  for (const entry of orders.by(sort)) {
    if (!chosen.has(entry)) continue;
    first.push(entry);
    if (ranks === undefined && first.length === count) break;
  }
  if (ranks === undefined) return first;
  const byRank = groupBy(first, (entry) => ranks[entry] ?? 0);
  const ranked = [...byRank].toSorted(([one], [other]) => other - one);
  return ranked.flatMap(([, entries]) => entries).slice(0, count);
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

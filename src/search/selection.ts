import { BitSet } from './bit-set.ts';
import type { Find, Searched } from './conditions.ts';
import type { EntryOrders } from './entry-order.ts';
import type { EntryTable } from './entry-table.ts';
import { countFacets, type SearchFacetCounts } from './facets.ts';
import type { ReadCondition, Search } from './read-search.ts';
import type { Found } from './words-found.ts';

/** What a search found of an index. */
export interface Selection {
  /** How many resources were found in all. */
  readonly total: number;
  /** Those of them that were asked for, in the order that was asked for. */
  readonly page: readonly SelectedResource[];
  readonly facets?: SearchFacetCounts;
}

/** A resource by its entries, which are not the same in another state of the catalogue. */
export interface SelectedResource {
  /** The first of `matched`, which stands for it. */
  readonly entry: number;
  /** All of its entries that meet the conditions. */
  readonly matched: readonly number[];
}

export interface SelectedFrom extends Searched {
  readonly orders: EntryOrders;
}

/** Finds the entries that meet all conditions, puts their resources in order and counts facets. */
export function selectEntries(from: SelectedFrom, search: Search): Selection {
  const { entries, orders } = from;
  const { conditions, sort, offset, limit, facets } = search;
  const met = conditions.map((condition) => findAll(from, condition));
  const misses = missesOf(entries, met);
  const ranks =
    sort === 'relevance' ? met.find((found) => found.ranks !== undefined)?.ranks : undefined;
  const order = orders.by(sort === 'relevance' ? 'title' : sort);
  const ordered = inRanks(order, misses, ranks);
  const firsts = firstOfEach(entries, ordered);
  return {
    total: firsts.length,
    page: firsts.slice(offset, offset + limit).map((entry) => {
      const all = entries.entriesOf(entries.resourceOf(entry));
      const others = all.filter((each) => each !== entry && misses[each] === 0);
      return { entry, matched: [entry, ...others] };
    }),
    ...(facets.length > 0 && { facets: facetsOf(from, search, misses) }),
  };
}

/** Stands for a condition that no entry meets which was removed. */
const removed = 2 ** 31;

/** Of each entry the conditions that it does not meet, one bit each. */
function missesOf(entries: EntryTable, met: readonly Found[]): Uint32Array {
  const misses = new Uint32Array(entries.size);
  const add = (met: BitSet, bit: number): void => {
    for (let entry = 0; entry < misses.length; entry += 1) {
      if (!met.has(entry)) misses[entry] = (misses[entry] ?? 0) + bit;
    }
  };
  for (const [condition, found] of met.entries()) add(found.entries, 2 ** condition);
  add(entries.live, removed);
  return misses;
}

function findAll(from: Searched, { repeated, finds }: ReadCondition): Found {
  const [first, ...others] = finds.map((find) => foundBy(find, from));
  if (first === undefined) return { entries: new BitSet() };
  for (const { entries, ranks } of others) {
    if (repeated === 'all') first.entries.keepAll(entries);
    else first.entries.addAll(entries);
    for (const [entry, rank] of ranks?.entries() ?? []) {
      if (first.ranks !== undefined) first.ranks[entry] = (first.ranks[entry] ?? 0) + rank;
    }
  }
  return first;
}

function foundBy(find: Find, from: Searched): Found {
  const found = find(from);
  return found instanceof BitSet ? { entries: found } : found;
}

/** The entries that miss no condition, the best first, else in the given order. */
function inRanks(
  order: Int32Array,
  misses: Uint32Array,
  ranks: Uint16Array | undefined,
): readonly number[] {
  const byRank: number[][] = [];
  for (const entry of order) {
    if (misses[entry] !== 0) continue;
    const rank = ranks?.[entry] ?? 0;
    (byRank[rank] ??= []).push(entry);
  }
  return byRank.toReversed().flatMap((entries) => entries ?? []);
}

/** The first entry of each resource. */
function firstOfEach(entries: EntryTable, ordered: readonly number[]): readonly number[] {
  const seen = new BitSet(entries.resources.size);
  return ordered.filter((entry) => {
    const resource = entries.resourceOf(entry);
    if (seen.has(resource)) return false;
    seen.add(resource);
    return true;
  });
}

function facetsOf(
  from: Searched,
  { conditions, facets }: Search,
  misses: Uint32Array,
): SearchFacetCounts {
  const grouped = from.entries.groupedByResource();
  const meetingAll = grouped.filter((entry) => misses[entry] === 0);
  return countFacets(from, facets, (own) => {
    const bits = conditions.map(({ name }, number) => (own.includes(name) ? 2 ** number : 0));
    const left = bits.reduce((sum, bit) => sum + bit, 0);
    if (left === 0) return meetingAll;
    return grouped.filter((entry) => ((misses[entry] ?? 0) & ~left) === 0);
  });
}

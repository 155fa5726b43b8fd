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
    page: Array.from(firsts.subarray(offset, offset + limit), (entry) => {
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
  const add = (meeting: BitSet, bit: number): void => {
    for (let entry = 0; entry < misses.length; entry += 1) {
      if (!meeting.has(entry)) misses[entry] = (misses[entry] ?? 0) + bit;
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
): Int32Array {
  const chosen = keepMeeting(order, misses, 0);
  if (ranks === undefined) return chosen;
  const counts = new Int32Array(2 ** 16 + 1);
  for (const entry of chosen) {
    const behind = worst - (ranks[entry] ?? 0) + 1;
    counts[behind] = (counts[behind] ?? 0) + 1;
  }
  for (let rank = 1; rank < counts.length; rank += 1) {
    counts[rank] = (counts[rank] ?? 0) + (counts[rank - 1] ?? 0);
  }
  const sorted = new Int32Array(chosen.length);
  for (const entry of chosen) {
    const rank = worst - (ranks[entry] ?? 0);
    const place = counts[rank] ?? 0;
    sorted[place] = entry;
    counts[rank] = place + 1;
  }
  return sorted;
}

/** The place of the least rank where the greatest is the first. */
const worst = 2 ** 16 - 1;

/** Those of some entries that miss no condition but some, of which each has a bit. */
function keepMeeting(entries: Int32Array, misses: Uint32Array, left: number): Int32Array {
  const kept = new Int32Array(entries.length);
  let count = 0;
  for (const entry of entries) {
    if (((misses[entry] ?? 0) & ~left) !== 0) continue;
    kept[count] = entry;
    count += 1;
  }
  return kept.subarray(0, count);
}

/** The first entry of each resource. */
function firstOfEach(entries: EntryTable, ordered: Int32Array): Int32Array {
  const seen = new Uint8Array(entries.resources.size);
  const resources = entries.resourceOfEntry.allValues;
  const firsts = new Int32Array(ordered.length);
  let count = 0;
  for (const entry of ordered) {
    const resource = resources[entry] ?? 0;
    if (seen[resource] === 1) continue;
    seen[resource] = 1;
    firsts[count] = entry;
    count += 1;
  }
  return firsts.subarray(0, count);
}

function facetsOf(from: Searched, search: Search, misses: Uint32Array): SearchFacetCounts {
  const grouped = from.entries.groupedByResource();
  const meetingAll = keepMeeting(grouped, misses, 0);
  return countFacets(from, search, (own) => {
    const bits = search.conditions.map(({ name }, at) => (own.includes(name) ? 2 ** at : 0));
    const left = bits.reduce((sum, bit) => sum + bit, 0);
    return left === 0 ? meetingAll : keepMeeting(grouped, misses, left);
  });
}

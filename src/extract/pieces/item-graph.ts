import { HashIndex } from './hash.ts';
import { marks, relations } from './item-facts.ts';
import { groupItems, maxNamesakes, type ItemGroups } from './item-groups.ts';
import type { ItemTable } from './item-table.ts';

/** Which items refer to which, by index. */
export interface ItemGraph {
  readonly size: number;
  /** The items that an item refers to. */
  readonly targets: Edges;
  /** The items that refer to an item. */
  readonly sources: Edges;
}

/** The ends of arrows that begin at an item, each once. */
export type Edges = (item: number) => Int32Array;

/** What there is to know of how items belong together. */
export interface ItemRelations {
  /** What leads from an item to what goes into its piece. What is a record of its own is led to only from inside its group. */
  readonly graph: ItemGraph;
  /** The same without what leads from descriptions of pages and agents, which make nothing a part of themselves. */
  readonly partGraph: ItemGraph;
  readonly groups: ItemGroups;
  /** The lists in which an item is named, as items. */
  readonly listings: Edges;
  /** Whether an item has a name. */
  readonly isNamed: (hash: number) => boolean;
}

type Visit = (source: number, target: number) => void;

/**
 * Looks up the references of all items, which are forgotten afterwards.
 * @param areSeparate see `groupItems`
 */
export function relate(items: ItemTable, areSeparate: boolean): ItemRelations {
  const index = new HashIndex(items.ids.slice());
  const groups = groupItems(items, index, areSeparate);
  const { size } = items;
  const parts = { items, index, groups };
  const isFurniture = (item: number): boolean => items.is(item, marks.furniture);
  const graph = graphOf(size, (visit) => forEachEdge(parts, visit));
  const partGraph = graphOf(size, (visit) =>
    forEachEdge(parts, (source, target) => {
      if (!isFurniture(source)) visit(source, target);
    }),
  );
  const listings = graphOf(size, (visit) => {
    if (!areSeparate) forEachListed(parts, visit);
  }).sources;
  items.forgetReferences();
  const isNamed = (hash: number): boolean => !areSeparate && index.count(hash) > 0;
  return { graph, partGraph, groups, listings, isNamed };
}

/** @param forEach visits the edges in the order of their sources, the same each time */
function graphOf(size: number, forEach: (visit: Visit) => void): ItemGraph {
  const starts = new Int32Array(size + 1);
  forEach((source) => {
    starts[source + 1] = (starts[source + 1] ?? 0) + 1;
  });
  sumUp(starts);
  const ends = new Int32Array(starts[size] ?? 0);
  let count = 0;
  forEach((_, target) => {
    ends[count] = target;
    count += 1;
  });
  return { size, targets: edges(starts, ends), sources: reversed(starts, ends) };
}

interface Parts {
  readonly items: ItemTable;
  readonly index: HashIndex;
  readonly groups: ItemGroups;
}

function forEachEdge({ items, index, groups }: Parts, visit: Visit): void {
  for (let source = 0; source < items.size; source += 1) {
    const group = groups.groupOf(source);
    // What is one record hangs together whichever of its items is looked at first.
    if (group !== source) visit(source, group);
    else
      for (const member of groups.membersOf(source)) if (member !== source) visit(source, member);
    items.forEachReference(source, (reference, relation) => {
      if ((relation & relations.mentions) === 0 || index.count(reference) > maxNamesakes) return;
      for (const target of index.numbers(reference)) {
        if (groups.groupOf(target) !== group && !groups.isPinned(target)) visit(source, target);
      }
    });
  }
}

function forEachListed({ items, index }: Parts, visit: Visit): void {
  for (let source = 0; source < items.size; source += 1) {
    if (!items.is(source, marks.listing)) continue;
    items.forEachReference(source, (reference, relation) => {
      if ((relation & relations.lists) === 0 || index.count(reference) > maxNamesakes) return;
      for (const target of index.numbers(reference)) visit(source, target);
    });
  }
}

function reversed(starts: Int32Array, ends: Int32Array): Edges {
  const size = starts.length - 1;
  const reversedStarts = new Int32Array(size + 1);
  for (const target of ends) reversedStarts[target + 1] = (reversedStarts[target + 1] ?? 0) + 1;
  sumUp(reversedStarts);
  const free = reversedStarts.slice();
  const reversedEnds = new Int32Array(ends.length);
  for (let source = 0; source < size; source += 1) {
    for (const target of edges(starts, ends)(source)) {
      const at = free[target] ?? 0;
      reversedEnds[at] = source;
      free[target] = at + 1;
    }
  }
  return edges(reversedStarts, reversedEnds);
}

function edges(starts: Int32Array, ends: Int32Array): Edges {
  return (item) => ends.subarray(starts[item], starts[item + 1]);
}

/** Turns how many there are of each into where those of each begin. */
function sumUp(counts: Int32Array): void {
  for (let at = 1; at < counts.length; at += 1) {
    counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0);
  }
}

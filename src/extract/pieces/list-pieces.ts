import { marks } from './item-facts.ts';
import type { ItemRelations } from './item-graph.ts';
import { relate } from './item-graph.ts';
import type { IndexedList } from './list-index.ts';
import { rootsOf } from './piece-roots.ts';

/** A list and what becomes of it. */
export interface SplitList {
  readonly list: IndexedList;
  /** The item that speaks for each piece, by index, in document order. */
  readonly roots: Iterable<number>;
  /** How many items describe a page or an agent, and are there for nothing else. */
  readonly furniture: number;
  /** The items of the record that the piece of a root is, ascending. */
  readonly recordOf: (root: number) => readonly number[];
  /** The lists among the items in which these are named. */
  readonly listingsOf: (items: readonly number[]) => readonly number[];
  /** Whether an item of the graph is called so; see `hashOfName`. */
  readonly isNamed: (hash: number) => boolean;
  /**
   * The items of a piece, its root first.
   * @returns undefined where they are larger together than `maxBytes`
   */
  readonly itemsOf: (root: number, maxBytes: number) => readonly number[] | undefined;
}

/**
 * Says which items of a list belong together: those of a record and all that can be reached from them before the next
 * record begins, as the expand stage has it of a document that is read as a whole. Items of other lists than arrays and
 * graphs are published as self-contained.
 * @param chooseFrom see `rootsOf`
 */
export function split(
  list: IndexedList,
  chooseFrom: (ring: readonly number[]) => number,
): SplitList {
  const { items } = list;
  if (!list.isGraph) {
    return {
      list,
      furniture: 0,
      recordOf: (root) => [root],
      listingsOf: () => [],
      isNamed: () => false,
      roots: { [Symbol.iterator]: () => Array(items.size).keys() },
      itemsOf: (root, maxBytes) => (items.at(root).length > maxBytes ? undefined : [root]),
    };
  }
  const related = relate(items, items.areSeparate);
  const { graph, groups, listings, isNamed } = related;
  const { roots, furniture } = chooseRoots(list, related, chooseFrom);
  const isRoot = new Uint8Array(items.size);
  for (const root of roots) isRoot[root] = 1;
  const lengthOf = (item: number): number =>
    items.is(item, marks.listing) ? 0 : items.at(item).length;
  return {
    list,
    roots,
    furniture,
    isNamed,
    recordOf: (root) => [...groups.membersOf(root)],
    listingsOf: (some) => [...new Set(some.flatMap((item) => [...listings(item)]))],
    itemsOf: (root, maxBytes) =>
      reachableFrom(root, {
        targets: (item) => graph.targets(item).filter((target) => isRoot[target] !== 1),
        maxBytes,
        lengthOf,
      }),
  };
}

function chooseRoots(
  { items }: IndexedList,
  { partGraph, groups }: ItemRelations,
  chooseFrom: (ring: readonly number[]) => number,
): { readonly roots: readonly number[]; readonly furniture: number } {
  const all = rootsOf(partGraph, chooseFrom);
  const isIdle = (root: number): boolean =>
    items.is(root, marks.furniture | marks.bare) && !groups.isPinned(root);
  const roots = all.filter((root) => !isIdle(root));
  // Where there is nothing else, an agent is what the document describes.
  if (roots.every((root) => items.is(root, marks.listing)) && roots.length === 0) {
    return { roots: all, furniture: 0 };
  }
  const furniture = all.filter((root) => isIdle(root) && items.is(root, marks.furniture)).length;
  return { roots, furniture };
}

function reachableFrom(
  root: number,
  {
    targets,
    maxBytes,
    lengthOf,
  }: {
    readonly targets: (item: number) => Iterable<number>;
    readonly maxBytes: number;
    readonly lengthOf: (item: number) => number;
  },
): readonly number[] | undefined {
  const reached = new Set([root]);
  let bytes = 0;
  // A set visits what is added to it while it is visited.
  for (const item of reached) {
    bytes += lengthOf(item);
    if (bytes > maxBytes) return undefined;
    for (const target of targets(item)) reached.add(target);
  }
  return [...reached];
}

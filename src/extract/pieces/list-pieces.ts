import { HashIndex } from './hash.ts';
import { graphOf, type ItemGraph } from './item-graph.ts';
import type { IndexedList } from './list-index.ts';
import { rootsOf } from './piece-roots.ts';

/** A list and what becomes of it. */
export interface SplitList {
  readonly list: IndexedList;
  /** The item that speaks for each piece, by index, in document order. */
  readonly roots: Iterable<number>;
  /** The hash of what the piece of a root is called. */
  readonly nameOf: (root: number) => number;
  /**
   * The items of a piece, its root first.
   * @returns undefined where they are larger together than `maxBytes`
   */
  readonly itemsOf: (root: number, maxBytes: number) => readonly number[] | undefined;
}

/**
 * Says which items of a list belong together: an item that no other refers to and all that can be reached from it.
 * Items of other lists than arrays and graphs are published as self-contained.
 * @param chooseFrom see `rootsOf`
 */
export function split(
  list: IndexedList,
  chooseFrom: (ring: readonly number[]) => number,
): SplitList {
  const { items } = list;
  const nameOf = (root: number): number => items.names.at(root);
  if (!list.isGraph) {
    return {
      list,
      nameOf,
      roots: { [Symbol.iterator]: () => Array(items.size).keys() },
      itemsOf: (root, maxBytes) => (items.at(root).length > maxBytes ? undefined : [root]),
    };
  }
  const graph = graphOf(items);
  const itemsOf = (root: number, maxBytes: number): readonly number[] | undefined =>
    reachableFrom(root, graph, { maxBytes, lengthOf: (item) => items.at(item).length });
  return { list, nameOf, roots: rootsOf(graph, chooseFrom), itemsOf };
}

/**
 * Counts how many pieces of a file have the same name.
 * @param others the hashes of further names
 */
export function countNames(lists: readonly SplitList[], others: readonly number[]): HashIndex {
  let size = others.length;
  for (const { list } of lists) size += list.items.size;
  const names = new Float64Array(size);
  let at = 0;
  const note = (name: number): void => {
    names[at] = name;
    at += 1;
  };
  for (const { roots, nameOf } of lists) for (const root of roots) note(nameOf(root));
  for (const name of others) note(name);
  return new HashIndex(names.subarray(0, at));
}

function reachableFrom(
  root: number,
  { targets }: ItemGraph,
  {
    maxBytes,
    lengthOf,
  }: { readonly maxBytes: number; readonly lengthOf: (item: number) => number },
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

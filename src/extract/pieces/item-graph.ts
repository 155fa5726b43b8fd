import { HashIndex, noHash } from './hash.ts';
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

/** An `@id` that more items have than this (`nan`, an example) does not say which of them is meant. */
const maxNamesakes = 16;

/**
 * Looks up the references of all items. A list or catalogue among them is never a part of what refers to it, since it
 * would bring everything else with it. The references are forgotten afterwards.
 */
export function graphOf(items: ItemTable): ItemGraph {
  const index = new HashIndex(items.ids.slice());
  const starts = new Int32Array(items.size + 1);
  forEachEdge(items, index, (source) => {
    starts[source + 1] = (starts[source + 1] ?? 0) + 1;
  });
  sumUp(starts);
  const ends = new Int32Array(starts[items.size] ?? 0);
  let count = 0;
  // Edges come in the order of their sources, so that they fill up the starts by themselves.
  forEachEdge(items, index, (_, target) => {
    ends[count] = target;
    count += 1;
  });
  items.forgetReferences();
  return { size: items.size, targets: edges(starts, ends), sources: reversed(starts, ends) };
}

function forEachEdge(
  items: ItemTable,
  index: HashIndex,
  visit: (source: number, target: number) => void,
): void {
  for (let source = 0; source < items.size; source += 1) {
    const references = items.referencesOf(source);
    for (let at = 0; at < references.length; at += 1) {
      const reference = references[at] ?? noHash;
      if (index.count(reference) > maxNamesakes) continue;
      for (const target of index.numbers(reference)) {
        if (target !== source && !items.isList(target)) visit(source, target);
      }
    }
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

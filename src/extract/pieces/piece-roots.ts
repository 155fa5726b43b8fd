import type { ItemGraph } from './item-graph.ts';

/**
 * Chooses the items that pieces are made from, ascending: those that no other refers to, and one of each ring of items
 * that refer to each other and that nothing outside refers to. Every item can be reached from at least one of them.
 * Linear in items and references, and does not recurse.
 * @param chooseFrom says which item of a ring it is
 */
export function rootsOf(
  graph: ItemGraph,
  chooseFrom: (ring: readonly number[]) => number,
): readonly number[] {
  const roots: number[] = [];
  const inRings: number[] = [];
  const reached = new Uint8Array(graph.size);
  const order = finishingOrder(graph);
  // What a search left last is reached from nothing that comes later in this order but from its own ring.
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const item = order[at] ?? 0;
    if (reached[item] === 1) continue;
    walk(item, graph.targets, reached);
    const isAlone = graph.sources(item).length === 0;
    (isAlone ? roots : inRings).push(item);
  }
  // In document order, since choosing reads the file.
  for (const item of inRings.toSorted((one, other) => one - other)) {
    roots.push(chooseFrom(ringOf(item, graph)));
  }
  return roots.toSorted((one, other) => one - other);
}

/** All that leads to an item; where nothing outside its ring refers to it, that is the ring. */
function ringOf(item: number, { sources }: ItemGraph): readonly number[] {
  const ring = new Set([item]);
  // A set visits what is added to it while it is visited.
  for (const member of ring) for (const source of sources(member)) ring.add(source);
  return [...ring];
}

function walk(from: number, targets: ItemGraph['targets'], reached: Uint8Array): void {
  const pending = [from];
  reached[from] = 1;
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    for (const target of targets(item)) {
      if (reached[target] === 1) continue;
      reached[target] = 1;
      pending.push(target);
    }
  }
}

/** The items in the order in which a search in depth has seen all that each of them leads to. */
function finishingOrder({ size, targets }: ItemGraph): Int32Array {
  const order = new Int32Array(size);
  const seen = new Uint8Array(size);
  /** How many targets of an item have been looked at. */
  const looked = new Int32Array(size);
  let finished = 0;
  for (let start = 0; start < size; start += 1) {
    if (seen[start] === 1) continue;
    const path = [start];
    seen[start] = 1;
    for (let item = path.at(-1); item !== undefined; item = path.at(-1)) {
      const next = looked[item] ?? 0;
      const target = targets(item)[next];
      looked[item] = next + 1;
      if (target === undefined) {
        order[finished] = item;
        finished += 1;
        path.pop();
      } else if (seen[target] !== 1) {
        seen[target] = 1;
        path.push(target);
      }
    }
  }
  return order;
}

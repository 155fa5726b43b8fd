/** Compares by UTF-16 unit, whatever the locale. */
export function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** The items under each key, both in their order; `Map.groupBy` of ES2024, which Node 20 does not have. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Divides items into groups of about equal size, in order; at most one group for each item. */
export function divideEvenly<Item>(items: readonly Item[], groups: number): readonly Item[][] {
  const count = Math.min(groups, items.length);
  return Array.from({ length: count }, (_, group) => {
    const [from, to] = [group, group + 1].map((at) => Math.round((at * items.length) / count));
    return items.slice(from, to);
  });
}

/** Compares by UTF-16 unit, whatever the locale. */
export function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** The items under each key, both in their order: `Map.groupBy`, which Node 20 does not have. */
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

/** Longer texts are not stored; no vocabulary has such names. */
const maxCharacters = 500;

/**
 * Memoizes a function of a text. Harvested texts are unbounded, so the cache is cleared when it is
 * full.
 */
export function memoize<Result>(
  make: (text: string) => Result,
  maxTexts = 10_000,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    if (text.length > maxCharacters) return make(text);
    const known = results.get(text);
    if (known !== undefined || results.has(text)) return known as Result; // what `make` gave
    const result = make(text);
    if (results.size >= maxTexts) results.clear();
    results.set(text, result);
    return result;
  };
}

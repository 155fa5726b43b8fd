/** What waits for a moment, the earliest first: a binary heap, in which putting in and taking out costs the logarithm. */
export class DueQueue<Item> {
  readonly #heap: { readonly at: number; readonly item: Item }[] = [];

  /** The moment of the first one. */
  get next(): number | undefined {
    return this.#heap[0]?.at;
  }

  add(at: number, item: Item): void {
    const heap = this.#heap;
    let index = heap.length;
    const entry = { at, item };
    heap.push(entry);
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || parent.at <= at) break;
      heap[index] = parent;
      heap[above] = entry;
      index = above;
    }
  }

  /** Takes out one whose moment has come. */
  takeDue(now: number): Item | undefined {
    const [first] = this.#heap;
    if (first === undefined || first.at > now) return undefined;
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) this.#sink(last);
    return first.item;
  }

  /** Puts an entry in the place of the first, and down to where it belongs. */
  #sink(entry: { readonly at: number; readonly item: Item }): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const isRight = (heap[left + 1]?.at ?? Infinity) < (heap[left]?.at ?? Infinity);
      const below = isRight ? left + 1 : left;
      const child = heap[below];
      if (child === undefined || child.at >= entry.at) break;
      heap[index] = child;
      index = below;
    }
    heap[index] = entry;
  }
}

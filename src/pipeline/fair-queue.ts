/**
 * Items that wait, each for an owner. Owners take turns, so one with many items delays no other.
 */
export class FairQueue<Item> {
  /** By owner, in the order of their turns. None is empty. */
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Those for whom items wait, in the order of their turns. */
  owners(): Iterable<string> {
    return this.#lines.keys();
  }

  add(owner: string, item: Item): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [item]);
    else line.push(item);
    this.#size += 1;
  }

  /** Puts an item that was taken before the others of its owner. */
  putBack(owner: string, item: Item): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [item]);
    else line.unshift(item);
    this.#size += 1;
  }

  /** Whether an item waits for an owner that may go. */
  has(mayGo: (owner: string) => boolean): boolean {
    for (const owner of this.#lines.keys()) if (mayGo(owner)) return true;
    return false;
  }

  /**
   * The first item of the first owner that may go. The owner's next turn comes after all others.
   */
  take(mayGo: (owner: string) => boolean): Item | undefined {
    for (const [owner, line] of this.#lines) {
      if (!mayGo(owner)) continue;
      const item = line.shift();
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /** Takes out one item, where it waits. */
  delete(owner: string, item: Item): void {
    const line = this.#lines.get(owner);
    const index = line?.indexOf(item) ?? -1;
    if (line === undefined || index === -1) return;
    line.splice(index, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#size -= 1;
  }

  /** Takes out all items that a test picks. */
  remove(test: (item: Item) => boolean): readonly Item[] {
    const removed: Item[] = [];
    for (const [owner, line] of this.#lines) {
      const rest: Item[] = [];
      for (const item of line) (test(item) ? removed : rest).push(item);
      if (rest.length === line.length) continue;
      if (rest.length === 0) this.#lines.delete(owner);
      else this.#lines.set(owner, rest);
    }
    this.#size -= removed.length;
    return removed;
  }
}

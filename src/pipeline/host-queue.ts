import type { Host } from '../web/hosts.ts';
import type { SlotReservation } from '../web/turns.ts';
import type { Target } from '../model/target.ts';

/**
 * When a host queue can hand out a target: `idle` has none, `busy` must wait for a target to end.
 */
type HostAvailability =
  | { readonly kind: 'ready' | 'idle' | 'busy' }
  | { readonly kind: 'later'; readonly at: number };

/** The targets of one host, those that wait and those in progress. Its sources take turns. */
export class HostQueue {
  readonly name: string;
  /** Undefined for files: no server is there that could be overburdened. */
  readonly #host: Host | undefined;
  readonly #waiting = new FairQueue<Target>();
  readonly #inProgress = new Map<Target, SlotReservation | undefined>();
  /** The time for which the frontier has it in its `DueQueue`. */
  dueAt: number | undefined;

  constructor(name: string, host: Host | undefined) {
    this.name = name;
    this.#host = host;
    host?.hold();
  }

  add(target: Target): void {
    this.#waiting.add(target.source, target);
  }

  /**
   * Call only when `ready`. A turn at the host is reserved until the target is requested or done.
   */
  take(mayGo: (source: string) => boolean): Target | undefined {
    const target = this.#waiting.take(mayGo);
    if (target === undefined) return undefined;
    const mayAsk = this.#host?.opening().kind === 'now';
    this.#inProgress.set(target, mayAsk ? this.#host?.reserve() : undefined);
    return target;
  }

  /** Whether a target of an admissible source waits. */
  has(mayGo: (source: string) => boolean): boolean {
    return this.#waiting.has(mayGo);
  }

  done(target: Target): void {
    const reservation = this.#inProgress.get(target);
    this.#inProgress.delete(target);
    reservation?.end();
  }

  /** Whether no target waits or is in progress. */
  get isEmpty(): boolean {
    return this.#waiting.size + this.#inProgress.size === 0;
  }

  /** Ends the interest in the host. */
  leave(): void {
    this.#host?.letGo();
  }

  /**
   * The targets of a host that was given up are handed out at once: each gets the problem that says
   * so.
   */
  get standing(): HostAvailability {
    if (this.#waiting.size === 0) return { kind: 'idle' };
    if (this.#host === undefined) return { kind: 'ready' };
    const opening = this.#host.opening();
    if (opening.kind === 'never') return { kind: 'ready' };
    if (this.#inProgress.size >= this.#host.atOnce) return { kind: 'busy' };
    return opening.kind === 'now' ? { kind: 'ready' } : opening;
  }
}

/** Items that wait for a time, the earliest first: a binary heap. Times are in milliseconds. */
export class DueQueue<Item> {
  readonly #heap: { readonly at: number; readonly item: Item }[] = [];

  /** The time of the first item. */
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

  /** Takes out an item whose time has come. */
  takeDue(now: number): Item | undefined {
    const [first] = this.#heap;
    if (first === undefined || first.at > now) return undefined;
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) this.#sink(last);
    return first.item;
  }

  /** Puts an entry in place of the first one, and sinks it to where it belongs. */
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

/** Items that wait, each of an owner. Owners take turns, so one with many items delays no other. */
export class FairQueue<Item> {
  /** By owner, in the order of their turns. None is empty. */
  readonly #byOwner = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The owners of items that wait, in the order of their turns. */
  owners(): Iterable<string> {
    return this.#byOwner.keys();
  }

  add(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner);
    if (items === undefined) this.#byOwner.set(owner, [item]);
    else items.push(item);
    this.#size += 1;
  }

  /** Puts an item that was taken back, before the other items of its owner. */
  putBack(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner);
    if (items === undefined) this.#byOwner.set(owner, [item]);
    else items.unshift(item);
    this.#size += 1;
  }

  /** Whether an item of an admissible owner waits. */
  has(mayGo: (owner: string) => boolean): boolean {
    for (const owner of this.#byOwner.keys()) if (mayGo(owner)) return true;
    return false;
  }

  /** Takes the first item of the first admissible owner, whose next turn comes after all others. */
  take(mayGo: (owner: string) => boolean): Item | undefined {
    for (const [owner, items] of this.#byOwner) {
      if (!mayGo(owner)) continue;
      const item = items.shift();
      this.#byOwner.delete(owner);
      if (items.length > 0) this.#byOwner.set(owner, items);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /** Takes out one item if it waits. */
  delete(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner);
    const index = items?.indexOf(item) ?? -1;
    if (items === undefined || index === -1) return;
    items.splice(index, 1);
    if (items.length === 0) this.#byOwner.delete(owner);
    this.#size -= 1;
  }

  /** Takes out all items that pass a test. */
  remove(test: (item: Item) => boolean): readonly Item[] {
    const removed: Item[] = [];
    for (const [owner, items] of this.#byOwner) {
      const rest: Item[] = [];
      for (const item of items) (test(item) ? removed : rest).push(item);
      if (rest.length === items.length) continue;
      if (rest.length === 0) this.#byOwner.delete(owner);
      else this.#byOwner.set(owner, rest);
    }
    this.#size -= removed.length;
    return removed;
  }
}

import type { Host } from '../web/host.ts';
import type { SlotReservation } from '../web/request-slots.ts';
import type { Target } from '../model/target.ts';

/**
 * When a host queue can hand out a target: `idle` has none, `busy` must wait for a target to end.
 */
type HostAvailability =
  | { readonly kind: 'ready' | 'idle' | 'busy' }
  | { readonly kind: 'later'; readonly at: number };

/** A host, as far as its queue needs it. */
export type FrontierHost = Pick<Host, 'atOnce' | 'hold' | 'opening' | 'release' | 'reserve'>;

/** The targets of one host: those that wait and those in progress. Sources take turns. */
export class HostQueue {
  readonly name: string;
  /** Undefined for files and delivered content: no server is there that could be overburdened. */
  readonly #host: FrontierHost | undefined;
  readonly #waiting = new FairQueue<Target>();
  readonly #inProgress = new Map<Target, SlotReservation | undefined>();
  /** The time for which the frontier has it in its `DueQueue`. */
  dueAt: number | undefined;

  constructor(name: string, host: FrontierHost | undefined) {
    this.name = name;
    this.#host = host;
    host?.hold();
  }

  add(target: Target): void {
    this.#waiting.add(target.source, target);
  }

  /**
   * Takes the next target of an admissible source; call only when `ready`. A turn at the host is
   * reserved until the target is requested or done.
   */
  take(mayGo: (source: string) => boolean): Target | undefined {
    const target = this.#waiting.take(mayGo);
    if (target === undefined) return undefined;
    const isAvailable = this.#host?.opening().kind === 'now';
    this.#inProgress.set(target, isAvailable ? this.#host?.reserve() : undefined);
    return target;
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
    this.#host?.release();
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

/** Items that wait for a time, the earliest first. Times are in milliseconds. */
export class DueQueue<Item> {
  /** Sorted by time. Most items come with the latest time, so they are inserted at the end. */
  readonly #waiting: { readonly at: number; readonly item: Item }[] = [];

  /** The time of the first item. */
  get next(): number | undefined {
    return this.#waiting[0]?.at;
  }

  add(at: number, item: Item): void {
    const before = this.#waiting.findLastIndex((each) => each.at <= at);
    this.#waiting.splice(before + 1, 0, { at, item });
  }

  /** Takes out an item whose time has come. */
  takeDue(now: number): Item | undefined {
    const { next } = this;
    return next === undefined || next > now ? undefined : this.#waiting.shift()?.item;
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
    this.#itemsOf(owner).push(item);
    this.#size += 1;
  }

  /** Puts an item that was taken back, before the other items of its owner. */
  putBack(owner: string, item: Item): void {
    this.#itemsOf(owner).unshift(item);
    this.#size += 1;
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

  /** Takes out all items that pass a test. */
  remove(test: (item: Item) => boolean): readonly Item[] {
    const removed: Item[] = [];
    for (const [owner, items] of this.#byOwner) {
      const rest = items.filter((item) => !test(item));
      removed.push(...items.filter((item) => test(item)));
      if (rest.length === 0) this.#byOwner.delete(owner);
      else this.#byOwner.set(owner, rest);
    }
    this.#size -= removed.length;
    return removed;
  }

  /** The items of an owner, to which one is added. */
  #itemsOf(owner: string): Item[] {
    const known = this.#byOwner.get(owner);
    if (known !== undefined) return known;
    const items: Item[] = [];
    this.#byOwner.set(owner, items);
    return items;
  }
}

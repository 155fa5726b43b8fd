import type { Host } from '../http/host.ts';
import type { Reservation } from '../http/turn.ts';
import type { Target } from '../model/target.ts';
import { FairQueue } from './fair-queue.ts';

/** When the next target of a host can be handed out; `idle` where none waits, `busy` until something changes. */
export type LineStanding =
  | { readonly kind: 'ready' | 'idle' | 'busy' }
  | { readonly kind: 'later'; readonly at: number };

/**
 * The targets of one host that wait to be handed out, for which its sources take turns, and those
 * that are in progress.
 */
export class HostLine {
  readonly name: string;
  /** Absent for files, whose URLs have a host, but nobody there who could be overburdened. */
  readonly #host: Host | undefined;
  readonly #waiting = new FairQueue<Target>();
  readonly #inProgress = new Map<Target, Reservation | undefined>();
  /** The moment it waits for in the queue of those that wait for one. */
  dueAt: number | undefined;

  constructor(name: string, host: Host | undefined) {
    this.name = name;
    this.#host = host;
    host?.hold();
  }

  add(target: Target): void {
    this.#waiting.add(target.source, target);
  }

  /** To be called only when it is ready. The place at the host is kept until the target is done, or asked for. */
  take(mayGo: (source: string) => boolean): Target | undefined {
    const target = this.#waiting.take(mayGo);
    if (target === undefined) return undefined;
    const mayAsk = this.#host?.opening().kind === 'now';
    this.#inProgress.set(target, mayAsk ? this.#host?.reserve() : undefined);
    return target;
  }

  /** Whether a target waits of a source that may go. */
  has(mayGo: (source: string) => boolean): boolean {
    return this.#waiting.has(mayGo);
  }

  done(target: Target): void {
    const reservation = this.#inProgress.get(target);
    this.#inProgress.delete(target);
    reservation?.end();
  }

  /** Whether it can be forgotten. */
  get isEmpty(): boolean {
    return this.#waiting.size + this.#inProgress.size === 0;
  }

  leave(): void {
    this.#host?.letGo();
  }

  /** Targets of a host that is asked no more are handed out at once, since each is to learn so. */
  get standing(): LineStanding {
    if (this.#waiting.size === 0) return { kind: 'idle' };
    if (this.#host === undefined) return { kind: 'ready' };
    const opening = this.#host.opening();
    if (opening.kind === 'never') return { kind: 'ready' };
    if (this.#inProgress.size >= this.#host.atOnce) return { kind: 'busy' };
    return opening.kind === 'now' ? { kind: 'ready' } : opening;
  }
}

import type { UrlState } from '../model/run.ts';
import { noUrls } from '../model/url-states.ts';

/** Where a URL of a run is on its way: waiting for its turn, being carried, or in its final state. */
export type UrlPhase = 'waiting' | 'under-way' | UrlState;

/** How a URL gets into the register: by being listed, or by being known from before and missed. */
const beginnings: ReadonlySet<UrlPhase> = new Set(['waiting', 'unlisted', 'missing']);

/**
 * The states of the URLs of one source in a run. A URL waits, is under way, and ends in a final state, from which it can only
 * go under way once more; so at any time it is in one state, and the counts add up to the number of URLs.
 */
export class UrlStates {
  readonly #phases = new Map<string, UrlPhase>();
  readonly #counts: Record<UrlPhase, number> = { ...noUrls(), waiting: 0, 'under-way': 0 };

  /** Brings a URL to its next phase. @throws {TypeError} where that does not follow on the one it is in */
  move(url: string, to: UrlPhase): void {
    const from = this.#phases.get(url);
    if (!mayFollow(from, to)) {
      throw new TypeError(`${url} cannot become ${to}: it is ${from ?? 'not listed'}.`);
    }
    if (from !== undefined) this.#counts[from] -= 1;
    this.#counts[to] += 1;
    this.#phases.set(url, to);
  }

  /** How many URLs there are. */
  get size(): number {
    return this.#phases.size;
  }

  /** How many have no final state yet. */
  get open(): number {
    return this.#counts.waiting + this.#counts['under-way'];
  }

  /** How many URLs are in which final state. Those that have none yet count as not tried. */
  counts(): Record<UrlState, number> {
    const { waiting, 'under-way': underWay, ...settled } = this.#counts;
    return { ...settled, 'not-tried': settled['not-tried'] + waiting + underWay };
  }
}

/** Those of URLs that are no part of the run. */
const outside: ReadonlySet<UrlPhase> = new Set(['unlisted', 'missing']);

function mayFollow(from: UrlPhase | undefined, to: UrlPhase): boolean {
  if (from === undefined) return beginnings.has(to);
  if (outside.has(from)) return false;
  return from === 'under-way' ? !beginnings.has(to) && to !== from : to === 'under-way';
}

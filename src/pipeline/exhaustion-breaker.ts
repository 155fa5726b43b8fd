import type { Problem, ProblemOf } from '../model/problem.ts';
import type { Exhaustion } from '../model/outcome.ts';
import type { Target } from '../model/target.ts';
import { parseUrl } from '../text/parsed-url.ts';

/** Where an input of the worker threads comes from: thread time is shared by origin. */
export interface InputOrigin {
  /** For problems of the whole input. */
  readonly url: string;
  /** Unknown in a rebuild. */
  readonly source?: string;
  /** Files have none. */
  readonly host?: string;
}

/** The origin of a target. */
export function originOfTarget({ url, source, file }: Target): InputOrigin {
  return { ...(file === undefined ? originOfUrl(url) : { url }), source };
}

/** The origin of a URL whose source is unknown. */
export function originOfUrl(url: string): InputOrigin {
  const host = parseUrl(url)?.host;
  return { url, ...(host === undefined ? {} : { host }) };
}

/** Documents in a row that exhausted their time or memory. */
interface Streak {
  readonly failures: number;
  /** Of these hosts; undefined for files. */
  readonly hosts: ReadonlySet<string | undefined>;
}

type GivenUp = Pick<ProblemOf<'source-given-up'>, 'failures' | 'reason'>;

/**
 * Gives up sources, and hosts of a source, for the rest of the run when one document after another
 * exhausts its time or memory. Where all those documents are of one host, only that host is given
 * up, and only for this source, so that it cannot harm other sources that list the host.
 */
export class ExhaustionBreaker {
  readonly #most: number;
  readonly #streaks = new Map<string, Streak>();
  readonly #givenUp = new Map<string, GivenUp>();

  /** @param most how many documents in a row are tolerated */
  constructor(most: number) {
    this.#most = most;
  }

  /** A document was processed. */
  succeeded(origin: InputOrigin): void {
    for (const key of [sourceKey(origin), hostKey(origin)]) this.#streaks.delete(key);
  }

  /** A document, or a part of it, exhausted its time or memory. */
  exhausted(origin: InputOrigin, reason: Exhaustion['kind']): void {
    const ofSource = this.#count(sourceKey(origin), origin);
    const ofHost = this.#count(hostKey(origin), origin);
    if (ofHost.failures >= this.#most && origin.host !== undefined) {
      this.#giveUp(hostKey(origin), { failures: ofHost.failures, reason });
      // The next documents of the source are of other hosts, and are counted from zero.
      if (ofSource.hosts.size === 1) this.#streaks.delete(sourceKey(origin));
    }
    const isOfOneHost = ofSource.hosts.size === 1 && origin.host !== undefined;
    if (ofSource.failures < this.#most || isOfOneHost) return;
    this.#giveUp(sourceKey(origin), { failures: ofSource.failures, reason });
  }

  /** Why a URL is not visited any more in this run; undefined where it may be. */
  refusal(origin: InputOrigin): Problem | undefined {
    const { url, source, host } = origin;
    if (this.#givenUp.size === 0 || source === undefined) return undefined;
    const ofSource = this.#givenUp.get(sourceKey(origin));
    if (ofSource !== undefined) return { kind: 'source-given-up', url, source, ...ofSource };
    const ofHost = this.#givenUp.get(hostKey(origin));
    if (ofHost === undefined || host === undefined) return undefined;
    return { kind: 'host-given-up', url, host, ...ofHost };
  }

  #count(key: string, { host }: InputOrigin): Streak {
    const { failures, hosts } = this.#streaks.get(key) ?? { failures: 0, hosts: new Set() };
    const streak = { failures: failures + 1, hosts: new Set([...hosts, host]) };
    this.#streaks.set(key, streak);
    return streak;
  }

  /** The first reason is kept. */
  #giveUp(key: string, why: GivenUp): void {
    if (!this.#givenUp.has(key)) this.#givenUp.set(key, why);
  }
}

function sourceKey({ source = '' }: InputOrigin): string {
  return JSON.stringify([source]);
}

function hostKey({ source = '', host = '' }: InputOrigin): string {
  return JSON.stringify([source, host]);
}

import { credentialsFor, type CredentialsBySource } from '../config/credentials.ts';
import type { Listing, Target } from '../model/target.ts';

/**
 * With whose credentials each URL is asked for: of the sources that list or link it, now or in the
 * run before, the first by name that has some for its origin; else the first that has any, since a
 * redirect may lead to where they are for. What comes is of all sources that list the URL, as
 * always. So it does not matter which of them lists it first.
 */
export class CredentialChoice {
  readonly #credentials: CredentialsBySource;
  /** By URL, of the looks that have begun. */
  readonly #chosen = new Map<string, string | undefined>();

  constructor(credentials: CredentialsBySource) {
    this.#credentials = credentials;
  }

  /** The source for a look that begins, if it is any. @param listings all that are known */
  choose(url: string, listings: readonly Pick<Listing, 'source'>[]): string | undefined {
    if (this.#credentials.size === 0) return undefined;
    let chosen: string | undefined;
    for (const { source } of listings) {
      if (this.#comesBefore(source, chosen, url)) chosen = source;
    }
    this.#chosen.set(url, chosen);
    return chosen;
  }

  /** Whether a URL was asked for otherwise than it is to be now that a source lists it. */
  isOutdated({ url, source }: Pick<Target, 'url' | 'source'>): boolean {
    return this.#chosen.has(url) && this.#comesBefore(source, this.#chosen.get(url), url);
  }

  #comesBefore(source: string, other: string | undefined, url: string): boolean {
    if (!this.#credentials.has(source)) return false;
    if (other === undefined) return true;
    const { origin } = new URL(url);
    const [isFor, isOtherFor] = [source, other].map((name) => {
      return credentialsFor(this.#credentials, name, origin) !== undefined;
    });
    return isFor === isOtherFor ? source < other : isFor === true;
  }
}

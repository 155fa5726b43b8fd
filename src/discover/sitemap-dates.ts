import type { Problem } from '../model/problem.ts';
import { parseUtcMs } from '../text/amounts.ts';

const dayMs = 86_400_000;
/** Fewer entries may well have changed at the same time. */
const minEntries = 10;

/**
 * Checks the `lastmod` of all entries of one sitemap: dates in the future, and one date for all.
 * An entry may be a day ahead, since a date without time zone may be of any.
 */
export class SitemapDates {
  readonly #url: string;
  readonly #latest: number;
  #entries = 0;
  /** That of all entries until now; undefined where one has none, or another one. */
  #common: string | undefined;
  #future: { lastmod: string; line: number; entries: number } | undefined;

  /** @param readAt when the sitemap is read; undefined where nothing is to be in the future */
  constructor(url: string, readAt: Date | undefined) {
    this.#url = url;
    this.#latest = readAt === undefined ? Infinity : readAt.getTime() + dayMs;
  }

  /** @param line of the entry */
  note(lastmod: string | undefined, line: number): void {
    this.#entries += 1;
    if (this.#entries === 1) this.#common = lastmod;
    else if (lastmod !== this.#common) this.#common = undefined;
    if (lastmod === undefined || !(parseUtcMs(lastmod) > this.#latest)) return;
    this.#future ??= { lastmod: lastmod.slice(0, 100), line, entries: 0 };
    this.#future.entries += 1;
  }

  /**
   * The problems of the sitemap as a whole, when all entries are noted.
   * @param isPart whether it is a feed or change list: what changed last may have changed at once
   */
  problems(isPart: boolean): readonly Problem[] {
    const url = this.#url;
    const problems: Problem[] = [];
    const [lastmod, entries] = [this.#common?.slice(0, 100), this.#entries];
    if (lastmod !== undefined && entries >= minEntries && !isPart) {
      problems.push({ kind: 'sitemap-lastmod-uniform', url, lastmod, entries });
    }
    if (this.#future !== undefined) {
      problems.push({ kind: 'lastmod-in-future', url, ...this.#future });
    }
    return problems;
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedStore } from '../../src/catalogue/store.ts';

/**
 * Tracks from outside which runs belong together: a killed run is continued by the next one, until
 * one run ends regularly. Within such a chain a page is requested once, except for requests in
 * flight during a kill.
 */
export class RunChain {
  readonly #catalogue: string;
  readonly #runs = new Set<string>();
  #ended: string | undefined;
  #endedCount = 0;
  #done: ReadonlySet<string> = new Set();

  constructor(catalogue: string) {
    this.#catalogue = catalogue;
  }

  /** The URLs whose visit is durable. */
  get done(): ReadonlySet<string> {
    return this.#done;
  }

  /** The number of chains so far, including the current one. */
  get count(): number {
    return this.#endedCount + 1;
  }

  /**
   * Reads what an attempt stored about some URLs.
   * @returns whether its run ended regularly
   */
  async goOn(urls: Iterable<string>): Promise<boolean> {
    if (!existsSync(join(this.#catalogue, 'data.mdb'))) return false;
    const store = openEmbeddedStore({ path: this.#catalogue, access: 'read' });
    try {
      const [latest] = (await store.status()).runs;
      if (latest === undefined || latest.run === this.#ended) return false;
      if (latest.report !== undefined) {
        this.#ended = latest.run;
        this.#endedCount += 1;
        this.#runs.clear();
        this.#done = new Set();
        return true;
      }
      this.#runs.add(latest.run);
      const done = new Set<string>();
      for (const url of urls) {
        const visit = (await store.known(url))?.visit;
        if (visit !== undefined && this.#runs.has(visit.run)) done.add(url);
      }
      this.#done = done;
      return false;
    } finally {
      await store.close();
    }
  }
}

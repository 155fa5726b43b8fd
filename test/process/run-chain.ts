import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedStore } from '../../src/catalogue/embedded-store.ts';

/**
 * Knows from outside which runs belong together: one that is killed is gone on with by the next one, until one comes to its end.
 * In these a page is asked for once, but for what was in flight when one of them was killed.
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

  /** The URLs whose look is durable. */
  get done(): ReadonlySet<string> {
    return this.#done;
  }

  /** How many chains there are so far, with the one that is not at its end. */
  get count(): number {
    return this.#endedCount + 1;
  }

  /** Takes in what an attempt has left of some URLs. @returns whether its run came to its end */
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

/** Lets several who work through items one by one begin further ones meanwhile, so many in all, whoever needs them. */
export class LookAhead {
  #free: number;

  /** @param further items that may be in progress beside the one that everybody may have anyway */
  constructor(further: number) {
    this.#free = further;
  }

  /**
   * Does `work` for each item and yields what comes of them, in their order. What is done waits to be taken in its place
   * and holds it, so that no more are in memory than may be in progress, however large each is. Throws what `work`
   * throws when its turn comes and nothing is in progress any more.
   */
  async *inOrder<In, Out>(
    items: AsyncIterable<In>,
    work: (item: In) => Promise<Out>,
  ): AsyncGenerator<Out> {
    const begun: Promise<Out>[] = [];
    let places = 1;
    try {
      for await (const item of items) {
        if (begun.length === places && this.#free > 0) {
          this.#free -= 1;
          places += 1;
        }
        if (begun.length === places) {
          const [first] = begun.splice(0, 1);
          if (first !== undefined) yield await first;
        }
        const result = work(item);
        // It may fail before its turn, and a failure that nobody listens to would end the process.
        result.catch(() => undefined);
        begun.push(result);
      }
      for (const result of begun) yield await result;
    } finally {
      await Promise.allSettled(begun);
      this.#free += places - 1;
    }
  }
}

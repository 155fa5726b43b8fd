/** Writes in progress before `add` waits. Writes share commits, so many take no longer than few. */
const maxPending = 256;
/** UTF-16 code units in memory of all writes in progress before `add` waits. */
const maxCharacters = 2 ** 26;

/** Writes in progress that are not awaited one by one, bounded by their number and memory. */
export class PendingWrites {
  readonly #pending = new Set<Promise<void>>();
  readonly #onFailure: (error: unknown) => void;
  #characters = 0;

  /** @param onFailure called for each write that fails */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * Takes a write. Resolves when there is room for another, perhaps before the write is done.
   * @param characters what it holds, in UTF-16 code units
   */
  async add(write: Promise<void>, characters: number): Promise<void> {
    const settled = write.catch(this.#onFailure).finally(() => {
      this.#pending.delete(settled);
      this.#characters -= characters;
    });
    this.#pending.add(settled);
    this.#characters += characters;
    while (this.#isFull) await Promise.race(this.#pending);
  }

  /** Resolves when no write is in progress. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  get #isFull(): boolean {
    return this.#pending.size >= maxPending || this.#characters >= maxCharacters;
  }
}

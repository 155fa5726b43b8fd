/** So many writes may be under way before whoever adds another has to wait. They share commits, so more cost no time. */
const maxPending = 256;
/** Their texts stay in memory until then. */
const maxCharacters = 2 ** 26;

/** Writes that nobody waits for one by one. Bounded by their number and by what they hold in memory. */
export class PendingWrites {
  readonly #pending = new Set<Promise<void>>();
  readonly #onFailure: (error: unknown) => void;
  #characters = 0;

  /** @param onFailure hears of each write that fails */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * Takes a write; resolves, perhaps before it is done, when there is room for another.
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

  /** Resolves when no write is under way. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  get #isFull(): boolean {
    return this.#pending.size >= maxPending || this.#characters >= maxCharacters;
  }
}

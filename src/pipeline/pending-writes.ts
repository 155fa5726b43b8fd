/** So many writes may be under way before whoever adds another has to wait. They share commits, so more cost no time. */
const maxPending = 256;

/** Writes that nobody waits for one by one. */
export class PendingWrites {
  readonly #pending = new Set<Promise<void>>();
  readonly #onFailure: (error: unknown) => void;

  /** @param onFailure hears of each write that fails */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Takes a write; resolves, perhaps before it is done, when there is room for another. */
  async add(write: Promise<void>): Promise<void> {
    const settled = write.catch(this.#onFailure).finally(() => this.#pending.delete(settled));
    this.#pending.add(settled);
    while (this.#pending.size >= maxPending) await Promise.race(this.#pending);
  }

  /** Resolves when no write is under way. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }
}

import { ResourceError } from '../model/http.ts';

/** The requests that one HTTP client may send, whatever they are for. */
export class RequestBudget {
  readonly #max: number;
  readonly #end = new AbortController();
  #sent = 0;

  /** @param max a whole number of at least 0 */
  constructor(max: number) {
    this.#max = max;
  }

  /** Aborted when a request was refused: exactly `max` requests alone do not abort it. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Whether a request was refused. */
  get isSpent(): boolean {
    return this.#end.signal.aborted;
  }

  /**
   * Counts a request that is about to be sent.
   * @throws {ResourceError} `out-of-requests` where it must not be sent
   */
  take(url: string): void {
    if (this.#sent < this.#max) {
      this.#sent += 1;
      return;
    }
    if (!this.isSpent) this.#end.abort();
    throw new ResourceError({ kind: 'out-of-requests', url, maxRequests: this.#max });
  }
}

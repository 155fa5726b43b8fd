import type { Outcome } from '../model/outcome.ts';
import type { Derived } from '../model/record.ts';
import type { DeriveBatch } from './derive-thread.ts';

/** An input on its way through a thread: takes batches from the thread and gives outcomes to whoever asked for them. */
export class DeriveTask<In> {
  readonly input: In;
  /** What a problem of the whole input is about. */
  readonly url: string;
  /** Called when a batch that was not the last has been taken, so that the thread may go on. */
  onTaken: () => void = () => undefined;
  #batch: DeriveBatch | undefined;
  #wake: () => void = () => undefined;
  #isEnded = false;

  constructor(input: In, url: string) {
    this.input = input;
    this.url = url;
  }

  /** Whether nothing more will be given: all was, or nobody wants it. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  give(batch: DeriveBatch): void {
    this.#batch = batch;
    this.#wake();
  }

  /** Gives no more outcomes than these. */
  end(outcomes: readonly Outcome<Derived>[] = []): void {
    this.give({ outcomes, isLast: true });
  }

  async *outcomes(): AsyncGenerator<Outcome<Derived>> {
    try {
      for (;;) {
        const batch = this.#batch;
        if (batch === undefined) {
          await new Promise<void>((resolve) => (this.#wake = resolve));
          continue;
        }
        this.#batch = undefined;
        if (batch.isLast) this.#isEnded = true;
        yield* batch.outcomes;
        if (batch.isLast) return;
        this.onTaken();
      }
    } finally {
      this.#isEnded = true;
    }
  }
}

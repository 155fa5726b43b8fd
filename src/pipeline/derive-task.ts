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
  /** The parts of the work that took too long. */
  readonly givenUp: number[] = [];
  #batch: DeriveBatch | undefined;
  #given = 0;
  #repeated = 0;
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

  /** What was given before the work was begun again is not given twice. */
  give({ outcomes, isLast }: DeriveBatch): void {
    const fresh = outcomes.slice(this.#repeated);
    this.#repeated -= outcomes.length - fresh.length;
    this.#given += fresh.length;
    this.#batch = { outcomes: fresh, isLast };
    this.#wake();
  }

  /** The work is begun again, without a part that took too long. */
  beginAgain(without: number): void {
    this.givenUp.push(without);
    this.#repeated = this.#given;
  }

  /** Gives no more outcomes than these. */
  end(outcomes: readonly Outcome<Derived>[] = []): void {
    this.#batch = { outcomes, isLast: true };
    this.#wake();
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

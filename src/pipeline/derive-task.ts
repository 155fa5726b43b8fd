import type { Outcome } from '../model/outcome.ts';
import type { Derived } from '../model/record.ts';
import type { Exhaustion } from '../model/stage.ts';
import type { InputFacts } from './derive-inputs.ts';
import type { DeriveBatch } from './derive-thread.ts';
import type { GivenUpPart } from './shared-progress.ts';

/** An input on its way through a thread: takes batches from the thread and gives outcomes to whoever asked for them. */
export class DeriveTask<In> {
  readonly input: In;
  readonly facts: InputFacts;
  /** Called when a batch that was not the last has been taken, so that the thread may go on. */
  onTaken: () => void = () => undefined;
  /** The thread time that its source was charged for it, in milliseconds. */
  chargedMs = 0;
  /** The parts of the work that took too much. */
  readonly givenUp: GivenUpPart[] = [];
  #batch: Pick<DeriveBatch, 'outcomes' | 'isLast'> | undefined;
  #given = 0;
  #repeated = 0;
  #wake: () => void = () => undefined;
  #isEnded = false;

  constructor(input: In, facts: InputFacts) {
    this.input = input;
    this.facts = facts;
  }

  /** Whose turn it takes when it waits for a thread. */
  get owner(): string {
    return this.facts.source ?? this.facts.host ?? '';
  }

  /** Whether nothing more will be given: all was, or nobody wants it. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Whether nothing has come of it yet, not even that a part was given up. */
  get isFresh(): boolean {
    return this.givenUp.length === 0 && this.#given === 0;
  }

  /** What was given before the work was begun again is not given twice. */
  give({ outcomes, isLast }: Pick<DeriveBatch, 'outcomes' | 'isLast'>): void {
    const fresh = outcomes.slice(this.#repeated);
    this.#repeated -= outcomes.length - fresh.length;
    this.#given += fresh.length;
    this.#batch = { outcomes: fresh, isLast };
    this.#wake();
  }

  /** The work is begun again, without a part that took too much. */
  beginAgain(without: GivenUpPart): void {
    this.givenUp.push(without);
    this.#repeated = this.#given;
  }

  /** The work is begun again when others have had their turn. */
  preempt(): void {
    this.#repeated = this.#given;
  }

  /** Why the last of the parts was given up, where any was. */
  get exhaustion(): Exhaustion | undefined {
    return this.givenUp.at(-1)?.exhaustion;
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

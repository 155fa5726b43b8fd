import type { Outcome } from '../model/outcome.ts';
import type { Derived } from '../model/record.ts';
import type { Exhaustion } from '../model/stage.ts';
import type { InputFacts } from './derive-inputs.ts';
import type { DeriveBatch, DeriveRequest, GivenUpPart } from './derive-thread.ts';

/** The work of a thread on a task. */
export interface Attempt {
  readonly batches: AsyncGenerator<DeriveBatch>;
  readonly thread: { readonly workingMs: number };
}

/** An input on its way through a thread, which gets a copy of the public fields. */
export class DeriveTask<In> implements DeriveRequest<In> {
  readonly input: In;
  readonly facts: InputFacts;
  /** The parts of the work that took too much. */
  readonly givenUp: GivenUpPart[] = [];
  /** The thread time that its source was charged for it, in milliseconds. */
  chargedMs = 0;
  /** How long the thread worked on it, in milliseconds, as far as it has told. */
  workedMs = 0;
  #given = 0;
  readonly #signal: AbortSignal;
  #begin = (_attempt: Attempt | undefined): void => undefined;

  constructor(input: In, facts: InputFacts, signal: AbortSignal) {
    this.input = input;
    this.facts = facts;
    this.#signal = signal;
  }

  /** Aborted when nobody wants its outcomes any more. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Whose turn it takes when it waits for a thread. */
  get owner(): string {
    return this.facts.source ?? this.facts.host ?? '';
  }

  /** Whether nothing has come of it yet, not even that a part was given up. */
  get isFresh(): boolean {
    return this.givenUp.length === 0 && this.#given === 0;
  }

  /** Why the last of the parts was given up, where any was. */
  get exhaustion(): Exhaustion | undefined {
    return this.givenUp.at(-1)?.exhaustion;
  }

  /** Waits for `begin`. */
  async begun(): Promise<Attempt | undefined> {
    return new Promise((resolve) => (this.#begin = resolve));
  }

  /** @param attempt none where it is not to be begun with any more */
  begin(attempt?: Attempt): void {
    this.#begin(attempt);
  }

  /** The outcomes that come in batches, but for those given before the work was begun again. */
  async *outcomesIn(batches: AsyncIterable<DeriveBatch>): AsyncGenerator<Outcome<Derived>> {
    let repeated = this.#given;
    for await (const { outcomes, workedMs } of batches) {
      this.workedMs = workedMs;
      for (const outcome of outcomes.slice(repeated)) {
        this.#given += 1;
        yield outcome;
      }
      repeated = Math.max(0, repeated - outcomes.length);
    }
  }
}

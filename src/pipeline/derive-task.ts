import type { Exhaustion, Outcome } from '../model/outcome.ts';
import type { DerivationOutput } from '../model/record.ts';
import { WorkerThread } from '../threads/worker-thread.ts';
import type { InputFacts } from './derive-inputs.ts';
import type { DeriveBatch, DeriveRequest, GivenUpPart } from './derive-thread.ts';

/** A thread's work on a task. */
export interface Attempt {
  readonly batches: AsyncGenerator<DeriveBatch>;
  readonly thread: { readonly workingMs: number };
}

/** An input on its way through a thread; its public fields are copied to the thread. */
export class DeriveTask<In> implements DeriveRequest<In> {
  readonly input: In;
  readonly facts: InputFacts;
  /** The parts that exhausted their time or memory. */
  readonly givenUp: GivenUpPart[] = [];
  /** The thread time that its owner was charged for it, in milliseconds. */
  chargedMs = 0;
  /** How long the thread has worked on it, in milliseconds, by its last batch. */
  workedMs = 0;
  #given = 0;
  readonly #signal: AbortSignal;
  #begin = (_attempt: Attempt | undefined): void => undefined;

  constructor(input: In, facts: InputFacts, signal: AbortSignal) {
    this.input = input;
    this.facts = facts;
    this.#signal = signal;
  }

  /** Aborted when the outcomes are no longer needed. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** Whose turn it takes while it waits for a thread. */
  get owner(): string {
    return this.facts.source ?? this.facts.host ?? '';
  }

  /** Whether it has given no outcome yet, and no part of it was given up. */
  get isFresh(): boolean {
    return this.givenUp.length === 0 && this.#given === 0;
  }

  /** Why the last part was given up; undefined without any. */
  get exhaustion(): Exhaustion | undefined {
    return this.givenUp.at(-1)?.exhaustion;
  }

  /** Waits for `begin`. */
  async begun(): Promise<Attempt | undefined> {
    return new Promise((resolve) => (this.#begin = resolve));
  }

  /** @param attempt absent where the task is not to be begun any more */
  begin(attempt?: Attempt): void {
    this.#begin(attempt);
  }

  /** Unpacks batches, without the outcomes that were given before the task was begun again. */
  async *outcomesIn(
    batches: AsyncIterable<DeriveBatch>,
  ): AsyncGenerator<Outcome<DerivationOutput>> {
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

/** Most inputs of a thread: one to work on, and others for while a commit keeps the main thread. */
const mostTasks = 24;
/** Bytes of inputs in a thread before no further one is sent. */
const mostBytes = 4_194_304;
/** Most work that is sent ahead, where more than one input waits. */
const mostAheadMs = 250;

/** A thread of a `DerivePool`, and its tasks. */
export class PoolThread<In> extends WorkerThread<DeriveTask<In>, DeriveBatch> {
  #overdue: DeriveTask<In> | undefined;

  /** Whether its current task was found to take long. */
  get isOverdue(): boolean {
    return this.first !== undefined && this.first === this.#overdue;
  }

  get hasRoom(): boolean {
    let [bytes, ms] = [0, 0];
    for (const { facts, chargedMs } of this.tasks) {
      bytes += facts.bytes;
      ms += chargedMs;
    }
    // One in work and one behind it keep the thread busy.
    const isBusy = this.load >= mostTasks || (ms >= mostAheadMs && this.load > 1);
    return !isBusy && bytes < mostBytes;
  }

  /** Its current task takes long: the tasks behind it are recalled for other threads. */
  markOverdue(): void {
    this.#overdue = this.first;
    this.recall();
  }
}

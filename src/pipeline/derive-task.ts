import type { Limits } from '../config/schema.ts';
import type { Response } from '../model/http.ts';
import type { Exhaustion, Outcome, StageContext } from '../model/outcome.ts';
import type { DerivationOutput, JsonLdDocument } from '../model/record.ts';
import type { RemoteContext } from '../model/remote-context.ts';
import { WorkerThread } from '../threads/worker-thread.ts';
import { type InputOrigin, originOfTarget, originOfUrl } from './exhaustion-breaker.ts';

/**
 * The input of each of `deriveStages`: a harvest has responses, a rebuild the documents of a URL.
 */
export interface DeriveInputs {
  readonly derive: Response;
  readonly expand: readonly JsonLdDocument[];
}

/** The stages that run in worker threads. */
export type DeriveStageName = keyof DeriveInputs;

/** What a thread is started with: the stage that it runs. */
export interface DeriveThreadData {
  readonly stage: DeriveStageName;
  readonly limits: Limits;
}

/** A part of the work on an input, by its number, that is left out, and why. */
export interface GivenUpPart {
  readonly part: number;
  readonly exhaustion: Exhaustion;
}

/** Outcomes of an input, in their order. */
export interface DeriveBatch {
  readonly outcomes: readonly Outcome<DerivationOutput>[];
  readonly isLast: boolean;
  /** In the last batch: the contexts without which the input cannot be processed. */
  readonly wanted?: readonly string[];
  /** How long the thread has worked on the input. */
  readonly workedMs: number;
}

/** A thread's work on a task. */
export interface Attempt {
  readonly batches: AsyncGenerator<DeriveBatch>;
  readonly thread: { readonly workingMs: number };
}

/** An input on its way through a thread, to which its public fields are copied. */
export class DeriveTask {
  readonly input: DeriveInputs[DeriveStageName];
  readonly origin: InputOrigin;
  /** The memory that the input takes while it waits. */
  readonly bytes: number;
  /** The parts that exhausted their time or memory. */
  readonly givenUp: GivenUpPart[] = [];
  /** The contexts that were loaded for it; undefined where only bundled contexts are used. */
  contexts: readonly RemoteContext[] | undefined;
  /** The contexts that must be loaded first. */
  wanted: readonly string[] = [];
  /** The thread time that its owner was charged for it, in milliseconds. */
  chargedMs = 0;
  /** How long the thread has worked on it, in milliseconds, by its last batch. */
  workedMs = 0;
  #yielded = 0;
  readonly #signal: AbortSignal;
  #begin = (_attempt?: Attempt): void => undefined;

  /** @param context its signal is aborted when the outcomes are no longer needed */
  constructor(
    input: DeriveInputs[DeriveStageName],
    { signal, contexts }: Pick<StageContext, 'contexts' | 'signal'>,
  ) {
    this.input = input;
    this.#signal = signal;
    this.contexts = contexts?.given;
    if ('target' in input) {
      this.origin = originOfTarget(input.target);
      this.bytes = input.body instanceof Uint8Array ? input.body.byteLength : 0;
    } else {
      this.origin = originOfUrl(input[0]?.documentUrl ?? '');
      this.bytes = input.reduce((sum, { json }) => sum + json.length, 0);
    }
  }

  get signal(): AbortSignal {
    return this.#signal;
  }

  /** The source or, in a rebuild, the host: owners take turns. */
  get owner(): string {
    return this.origin.source ?? this.origin.host ?? '';
  }

  /** Whether it has yielded no outcome yet, and no part of it was given up. */
  get isFresh(): boolean {
    return this.givenUp.length === 0 && this.#yielded === 0;
  }

  /** Takes contexts that were loaded for it. Its parts may be others with them. */
  supply(contexts: readonly RemoteContext[]): void {
    this.contexts = contexts;
    this.wanted = [];
    this.givenUp.length = 0;
  }

  /** Waits for `begin`. */
  async begun(): Promise<Attempt | undefined> {
    return new Promise((resolve) => (this.#begin = resolve));
  }

  /** @param attempt absent where the task is not to be begun any more */
  begin(attempt?: Attempt): void {
    this.#begin(attempt);
  }

  /** Unpacks batches, without the outcomes of earlier attempts. */
  async *outcomesIn(
    batches: AsyncIterable<DeriveBatch>,
  ): AsyncGenerator<Outcome<DerivationOutput>> {
    let repeated = this.#yielded;
    for await (const { outcomes, workedMs, wanted = [] } of batches) {
      this.workedMs = workedMs;
      this.wanted = wanted;
      for (const outcome of outcomes.slice(repeated)) {
        this.#yielded += 1;
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
export class PoolThread extends WorkerThread<DeriveTask, DeriveBatch> {
  #overdue: DeriveTask | undefined;

  /** Whether its current task was found to take long. */
  get isOverdue(): boolean {
    return this.first !== undefined && this.first === this.#overdue;
  }

  get hasRoom(): boolean {
    let [allBytes, ms] = [0, 0];
    for (const { bytes, chargedMs } of this.tasks) {
      allBytes += bytes;
      ms += chargedMs;
    }
    // One in work and one behind it keep the thread busy.
    const isBusy = this.load >= mostTasks || (ms >= mostAheadMs && this.load > 1);
    return !isBusy && allBytes < mostBytes;
  }

  /** Its current task takes long: the tasks behind it are recalled for other threads. */
  markOverdue(): void {
    this.#overdue = this.first;
    this.recall();
  }
}

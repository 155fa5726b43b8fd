import { Worker } from 'node:worker_threads';
import type { Limits } from '../config/schema.ts';
import { systemClock } from '../http/clock.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Derived } from '../model/record.ts';
import type { Stage, StageContext } from '../model/stage.ts';
import { urlOfInput, type DeriveInputs, type DeriveStageName } from './derive-inputs.ts';
import { DeriveTask } from './derive-task.ts';
import type { DeriveBatch, DeriveRequest, DeriveThreadData } from './derive-thread.ts';
import { internalError } from './join.ts';
import { SharedProgress } from './shared-progress.ts';

/**
 * Inputs that a thread has at once at most: one to work on, and others for the time that a commit keeps the main thread.
 * All wait where the first takes long.
 */
const mostTasksPerThread = 24;
/** Parts of one input that take too long; each costs a thread and its time. */
const mostGivenUp = 5;
/** Inputs a thread whose caller holds all of them in memory; less would let threads wait often. */
const inputsPerThread = 6;

/**
 * Runs one of `deriveStages` in threads of their own. What comes of one input comes in batches, the
 * next one when the last was taken, so that a large list does not fill the memory. What does not go
 * on for `limits.recordMs` costs its thread, which is replaced. If it is the expansion of a
 * document, or of a member of one, the input is begun again without that; any other becomes
 * `record-timed-out`. An input whose thread ends otherwise becomes `internal-error`. Either way the
 * run goes on, and other inputs that the thread had go to another. What this cannot catch: a
 * document whose parsing alone exhausts the heap of the process, and a thread inside native code,
 * which ends only when that returns.
 */
export class DerivePool<Name extends DeriveStageName> implements Stage<
  DeriveInputs[Name],
  Derived
> {
  readonly name: Name;
  /** See `Deriver`. */
  readonly inputs: number;
  readonly #limits: Limits;
  readonly #size: number;
  readonly #threads = new Set<DeriveThread<DeriveInputs[Name]>>();
  #waiting: DeriveTask<DeriveInputs[Name]>[] = [];

  /**
   * @param size the most threads there are at once. The first is started now, since loading takes it a while; each of the
   * others when there is something to do for it
   */
  constructor(name: Name, limits: Limits, size: number) {
    this.name = name;
    this.inputs = size * inputsPerThread;
    this.#limits = limits;
    this.#size = size;
    this.#start();
  }

  /** As the stage itself: the same outcomes in the same order. */
  async *process(
    input: DeriveInputs[Name],
    { signal }: StageContext,
  ): AsyncGenerator<Outcome<Derived>> {
    if (signal.aborted) return;
    const task = new DeriveTask(input, urlOfInput[this.name](input));
    const onAbort = (): void => task.end();
    signal.addEventListener('abort', onAbort);
    try {
      this.#assign(task);
      yield* task.outcomes();
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#drop(task);
    }
  }

  /** Ends the threads. What they were doing is lost. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #assign(task: DeriveTask<DeriveInputs[Name]>): void {
    const threads = [...this.#threads].toSorted((one, other) => one.load - other.load);
    const [freest] = threads;
    if (freest?.load !== 0 && this.#threads.size < this.#size) this.#start().take(task);
    else if (freest !== undefined && freest.load < mostTasksPerThread) freest.take(task);
    else this.#waiting.push(task);
  }

  #start(): DeriveThread<DeriveInputs[Name]> {
    const data = { stage: this.name, limits: this.#limits };
    const thread = new DeriveThread<DeriveInputs[Name]>(data, {
      onFree: () => {
        const next = this.#waiting.shift();
        if (next !== undefined) thread.take(next);
      },
      onEnd: (tasks) => {
        this.#threads.delete(thread);
        for (const task of tasks) this.#assign(task);
      },
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Sees to it that no work goes on for a task whose outcomes nobody takes any more. */
  #drop(task: DeriveTask<DeriveInputs[Name]>): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== task);
    for (const thread of this.#threads) thread.drop(task);
  }
}

interface ThreadListener<In> {
  /** The thread has room for another task. */
  onFree(): void;
  /** The thread is gone, and these were not begun, or are to be begun again. */
  onEnd(tasks: readonly DeriveTask<In>[]): void;
}

/** One thread and the tasks it has, which it does in their order. */
class DeriveThread<In> {
  readonly #worker: Worker;
  readonly #progress = new SharedProgress();
  readonly #timeoutMs: number;
  readonly #listener: ThreadListener<In>;
  #tasks: DeriveTask<In>[] = [];
  #cancelTimer: () => void = () => undefined;
  #isEnded = false;

  constructor(data: Omit<DeriveThreadData, 'memory'>, listener: ThreadListener<In>) {
    this.#timeoutMs = data.limits.recordMs;
    this.#listener = listener;
    this.#worker = new Worker(new URL('./derive-thread.js', import.meta.url), {
      workerData: { ...data, memory: this.#progress.memory } satisfies DeriveThreadData,
    });
    this.#worker.on('message', (batch: DeriveBatch) => this.#receive(batch));
    this.#worker.on('error', (error: unknown) => {
      this.#end((url) => internalError(data.stage, url, error));
    });
    this.#worker.on('exit', (code) => {
      const error = new Error(`The thread ended with exit code ${code}.`);
      this.#end((url) => internalError(data.stage, url, error));
    });
  }

  /** How many tasks it has. */
  get load(): number {
    return this.#tasks.length;
  }

  take(task: DeriveTask<In>): void {
    this.#tasks.push(task);
    this.#send({ kind: 'derive', input: task.input, givenUp: task.givenUp });
    if (this.#tasks.length === 1) this.#startTimer();
  }

  /** Stops working for a task; one that waits behind others is worked on when its turn comes, for nobody. */
  drop(task: DeriveTask<In>): void {
    if (this.#tasks[0] === task) this.#end(undefined);
    // Otherwise nobody would ask for more of it.
    else task.onTaken = () => undefined;
  }

  async close(): Promise<void> {
    this.#isEnded = true;
    this.#cancelTimer();
    this.#worker.removeAllListeners();
    // It may still fail while it is being ended, and an error that nobody listens to would end the process.
    this.#worker.on('error', () => undefined);
    await this.#worker.terminate();
  }

  #receive(batch: DeriveBatch): void {
    const [task] = this.#tasks;
    if (task === undefined) return;
    this.#cancelTimer();
    if (batch.isLast) {
      this.#tasks.shift();
      if (this.#tasks.length > 0) this.#startTimer();
      this.#listener.onFree();
    } else {
      task.onTaken = () => {
        this.#send({ kind: 'more' });
        this.#startTimer();
      };
    }
    task.give(batch);
    if (task.isEnded && !batch.isLast) this.#end(undefined);
  }

  #startTimer(): void {
    if (this.#isEnded) return;
    const { steps } = this.#progress;
    this.#cancelTimer = systemClock.after(this.#timeoutMs, () => {
      if (this.#progress.steps === steps) this.#giveUp();
      else this.#startTimer();
    });
  }

  /**
   * Gives up the part that takes too long, and the input where there is none or there were many.
   */
  #giveUp(): void {
    const { part } = this.#progress;
    const [task] = this.#tasks;
    const isHopeless = part === 0 || task === undefined || task.givenUp.length === mostGivenUp;
    if (!isHopeless) {
      task.beginAgain(part);
      this.#end(undefined, [task]);
      return;
    }
    const timeoutMs = this.#timeoutMs;
    this.#end((url) => ({
      kind: 'failed',
      problem: { kind: 'record-timed-out', url, timeoutMs },
    }));
  }

  /** Gives up the thread and what it is working on, which gets an outcome that says why, if somebody waits for it. */
  #end(
    outcomeFor: ((url: string) => Outcome<never>) | undefined,
    again: readonly DeriveTask<In>[] = [],
  ): void {
    if (this.#isEnded) return;
    void this.close();
    const [task, ...rest] = this.#tasks;
    this.#tasks = [];
    if (task !== undefined && outcomeFor !== undefined) {
      task.end([outcomeFor(task.url)]);
    }
    this.#listener.onEnd([...again, ...rest].filter(({ isEnded }) => !isEnded));
  }

  #send(request: DeriveRequest<In>): void {
    this.#worker.postMessage(request, []);
  }
}

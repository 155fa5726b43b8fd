import { Worker } from 'node:worker_threads';
import { systemClock } from '../http/clock.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Exhaustion } from '../model/stage.ts';
import type { DeriveTask } from './derive-task.ts';
import type { DeriveReport, DeriveRequest, DeriveThreadData } from './derive-thread.ts';
import { internalError } from './join.ts';
import { claimWork, createClaim, SharedProgress } from './shared-progress.ts';

/**
 * Inputs that a thread has at once at most: one to work on, and others for the time that a commit
 * keeps the main thread.
 */
const mostTasks = 24;
/** What it holds of them in memory before no further one is sent. */
const mostBytes = 4_194_304;
/** Parts of one input that take too much; each costs a thread, and its time. */
const mostGivenUp = 5;
/** Most inputs take a few milliseconds. Those behind one that takes longer go to other threads. */
export const overdueMs = 1000;
/** So much work is sent ahead of it at most, where more than one waits. */
const mostAheadMs = 250;
const stackMb = 4;

/** What a thread may take. */
export interface ThreadBounds {
  /** Of its heap. Buffers are not in it. */
  readonly heapBytes: number;
}

/** Hears how a thread gets on. */
export interface ThreadListener<In> {
  /** The thread has room for another task. */
  onFree(): void;
  /** The first task takes long: called again and again while it does. */
  onOverdue(task: DeriveTask<In>, ms: number): void;
  /** The work on a task has ended, or was given up. */
  onWorked(task: DeriveTask<In>, ms: number, exhaustion: Exhaustion | undefined): void;
  /** The thread is gone. One may be to be begun again, others were not begun with. */
  onEnd(again: DeriveTask<In> | undefined, others: readonly DeriveTask<In>[]): void;
}

interface Sent<In> {
  readonly task: DeriveTask<In>;
  readonly claim: SharedArrayBuffer;
}

/** One thread and the tasks it has, which it does in their order. */
export class PoolThread<In> {
  readonly #worker: Worker;
  readonly #progress = new SharedProgress();
  readonly #timeoutMs: number;
  readonly #heapBytes: number;
  readonly #listener: ThreadListener<In>;
  #sent: Sent<In>[] = [];
  /** Each timer has its own function that takes it back. */
  #stopTimer: () => void = noTimer;
  #stopOverdueTimer: () => void = noTimer;
  #isReady = false;
  #isOverdue = false;
  #begunAt = 0;
  /** Whether it waits until a batch is taken. */
  #isWaiting = false;
  #isEnded = false;

  constructor(
    data: Omit<DeriveThreadData, 'memory'>,
    { heapBytes }: ThreadBounds,
    listener: ThreadListener<In>,
  ) {
    this.#timeoutMs = data.limits.recordMs;
    this.#heapBytes = heapBytes;
    this.#listener = listener;
    this.#worker = new Worker(new URL('./derive-thread.js', import.meta.url), {
      workerData: { ...data, memory: this.#progress.memory } satisfies DeriveThreadData,
      resourceLimits: { maxOldGenerationSizeMb: heapBytes / 2 ** 20, stackSizeMb: stackMb },
    });
    this.#worker.on('message', (report: DeriveReport) => this.#receive(report));
    this.#worker.on('error', (error: unknown) => {
      if (isOutOfMemory(error)) {
        this.#giveUp({ kind: 'record-out-of-memory', maxBytes: this.#heapBytes });
      } else this.#end((url) => internalError(data.stage, url, error));
    });
    this.#worker.on('exit', (code) => {
      const error = new Error(`The thread ended with exit code ${code}.`);
      this.#end((url) => internalError(data.stage, url, error));
    });
  }

  /** How many tasks it has. */
  get load(): number {
    return this.#sent.length;
  }

  /** The task that it works on. */
  get first(): DeriveTask<In> | undefined {
    return this.#sent[0]?.task;
  }

  /** Whether the task that it works on takes long. */
  get isOverdue(): boolean {
    return this.#isOverdue;
  }

  /** For how long it has worked on that by now, in milliseconds. */
  get workingMs(): number {
    return this.#isReady ? systemClock.now() - this.#begunAt : 0;
  }

  /** Whether it can be ended for others: not while batches wait to be taken. */
  get isComputing(): boolean {
    return this.#sent.length > 0 && !this.#isWaiting;
  }

  get hasRoom(): boolean {
    let [bytes, ms] = [0, 0];
    for (const { task } of this.#sent) {
      bytes += task.facts.bytes;
      ms += task.chargedMs;
    }
    // One that is worked on and one behind it keep the thread busy.
    const isBusy = this.load >= mostTasks || (ms >= mostAheadMs && this.load > 1);
    return !isBusy && bytes < mostBytes;
  }

  take(task: DeriveTask<In>): void {
    const claim = createClaim();
    this.#sent.push({ task, claim });
    this.#send({ kind: 'derive', input: task.input, givenUp: task.givenUp, claim });
    if (this.load === 1) this.#watchFirst();
  }

  /** Takes back the tasks that it has not begun with. */
  recall(): readonly DeriveTask<In>[] {
    const [first, ...others] = this.#sent;
    if (first === undefined) return [];
    const recalled = others.filter(({ claim }) => claimWork(claim));
    this.#sent = [first, ...others.filter((each) => !recalled.includes(each))];
    return recalled.map(({ task }) => task);
  }

  /** Ends the thread in favour of others. The task that it works on is begun again. */
  preempt(): void {
    const { first } = this;
    first?.preempt();
    this.#end(undefined, first);
  }

  /** Stops working for a task. */
  drop(task: DeriveTask<In>): void {
    const dropped = this.#sent.find((each) => each.task === task);
    if (dropped === undefined) return;
    const isFirst = this.first === task;
    if (claimWork(dropped.claim)) {
      this.#sent = this.#sent.filter((each) => each !== dropped);
      if (isFirst) this.#watchFirst();
    } else if (isFirst) this.#end(undefined);
    // It has just begun with it. Otherwise nobody would ask for more of it.
    else task.onTaken = () => undefined;
  }

  async close(): Promise<void> {
    this.#isEnded = true;
    this.#stopTimer();
    this.#stopOverdueTimer();
    this.#worker.removeAllListeners();
    // It may still fail while it is being ended, and an error that nobody listens to would end the
    // process.
    this.#worker.on('error', () => undefined);
    await this.#worker.terminate();
  }

  #receive(report: DeriveReport): void {
    if (report.kind === 'ready') {
      this.#isReady = true;
      this.#watchFirst();
      return;
    }
    const { first: task } = this;
    if (task === undefined) return;
    this.#stopTimer();
    if (report.isLast) this.#endFirst(task, report.workedMs);
    else {
      this.#isWaiting = true;
      task.onTaken = () => this.#goOn();
    }
    task.give(report);
    if (task.isEnded && !report.isLast) this.#end(undefined);
    else if (report.isLast) this.#listener.onFree();
  }

  #endFirst(task: DeriveTask<In>, workedMs: number): void {
    this.#sent.shift();
    this.#watchFirst();
    this.#listener.onWorked(task, workedMs, task.exhaustion);
  }

  #goOn(): void {
    if (this.#isEnded) return;
    this.#isWaiting = false;
    this.#send({ kind: 'more' });
    this.#startTimer();
    this.#listener.onFree();
  }

  /** Times the task that it works on from now. What loading takes is not a task's. */
  #watchFirst(): void {
    this.#isOverdue = false;
    this.#begunAt = systemClock.now();
    if (!this.#isReady || this.#isEnded || this.first === undefined) return;
    this.#startTimer();
    this.#startOverdueTimer();
  }

  #startOverdueTimer(): void {
    this.#stopOverdueTimer();
    this.#stopOverdueTimer = whenStillDue(overdueMs, () => {
      if (this.first === undefined) return;
      this.#isOverdue = true;
      this.#startOverdueTimer();
      this.#listener.onOverdue(this.first, this.workingMs);
    });
  }

  #startTimer(): void {
    this.#stopTimer();
    const { steps } = this.#progress;
    this.#stopTimer = whenStillDue(this.#timeoutMs, () => {
      if (this.#progress.steps !== steps) this.#startTimer();
      else this.#giveUp({ kind: 'record-timed-out', timeoutMs: this.#timeoutMs });
    });
  }

  /**
   * Gives up the part that takes too much, and the input where there is none or there were many.
   */
  #giveUp(exhaustion: Exhaustion): void {
    const { part } = this.#progress;
    const { first: task } = this;
    const isHopeless = part === 0 || task === undefined || task.givenUp.length === mostGivenUp;
    if (!isHopeless) {
      task.beginAgain({ part, exhaustion });
      this.#end(undefined, task);
      return;
    }
    if (task !== undefined) this.#listener.onWorked(task, this.workingMs, exhaustion);
    this.#end((url) => ({ kind: 'failed', problem: { ...exhaustion, url } }));
  }

  /**
   * Gives up the thread and what it is working on, which gets an outcome that says why, if somebody
   * waits for it.
   */
  #end(outcomeFor: ((url: string) => Outcome<never>) | undefined, again?: DeriveTask<In>): void {
    if (this.#isEnded) return;
    void this.close();
    const [task, ...rest] = this.#sent.map((each) => each.task);
    this.#sent = [];
    if (task !== undefined && outcomeFor !== undefined) {
      task.end([outcomeFor(task.facts.url)]);
    }
    const others = rest.filter(({ isEnded }) => !isEnded);
    this.#listener.onEnd(again?.isEnded === false ? again : undefined, others);
  }

  #send(request: DeriveRequest<In>): void {
    this.#worker.postMessage(request, []);
  }
}

function noTimer(): void {}

/**
 * Calls back after so many milliseconds of the process, when all that the threads have sent by then
 * has been received.
 * @returns how to take that back
 */
function whenStillDue(ms: number, call: () => void): () => void {
  let isTakenBack = false;
  const stop = systemClock.after(ms, () => {
    setImmediate(() => {
      if (!isTakenBack) call();
    });
  });
  return () => {
    isTakenBack = true;
    stop();
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

import { availableParallelism, totalmem } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Config, Limits } from '../config/schema.ts';
import { withContexts } from '../expand/context-supply.ts';
import type { Exhaustion, Outcome, Stage, StageContext } from '../model/outcome.ts';
import type { DerivationOutput } from '../model/record.ts';
import type { ContextSource, ContextSupply } from '../model/remote-context.ts';
import {
  TaskAbandoned,
  ThreadOutOfMemory,
  ThreadTimeout,
  whenStillDue,
} from '../threads/worker-thread.ts';
import {
  type Attempt,
  type DeriveInputs,
  type DeriveStageName,
  DeriveTask,
  type DeriveThreadData,
  PoolThread,
} from './derive-task.ts';
import type { ExhaustionBreaker } from './exhaustion-breaker.ts';
import { FairQueue } from './host-queue.ts';
import { internalError } from './run-stage.ts';

/** A stage that derives records, in the calling thread or in worker threads. */
export interface Deriver<In> {
  readonly stage: Stage<In, DerivationOutput>;
  /** How many inputs to have in progress, so that threads seldom wait for the next. */
  readonly inputs: number;
  /** Ends the threads, if any. Their work is lost. */
  close(): Promise<void>;
}

interface DeriverOptions {
  /** Gives up sources whose documents exhaust the threads; by default none is given up. */
  readonly breaker?: ExhaustionBreaker;
  /** Loads contexts; by default only bundled ones are used. */
  readonly contexts?: ContextSource | undefined;
  /** Whether there may be nothing to derive, so that no thread is started before it is needed. */
  readonly isSpare?: boolean;
}

/** Derives in `workers` threads, with 0 in the calling one; the outcomes are the same. */
export async function openDeriver<Name extends DeriveStageName>(
  name: Name,
  { limits, workers }: Pick<Config, 'limits' | 'workers'>,
  { breaker, contexts, isSpare = false }: DeriverOptions = {},
): Promise<Deriver<DeriveInputs[Name]>> {
  // One processor is for the main thread.
  const size = workers ?? Math.max(1, availableParallelism() - 1);
  if (size === 0) {
    const { deriveStages } = await import('./derive.ts');
    const stage = withContexts(deriveStages[name](limits), contexts);
    return { stage, inputs: 1, close: async () => undefined };
  }
  const pool = new DerivePool(name, limits, size, breaker);
  if (!isSpare) pool.warmUp();
  const stage = withContexts(pool, contexts);
  return { stage, inputs: pool.inputs, close: () => pool.close() };
}

/** Inputs in progress per thread; with fewer, threads wait often. */
const inputsPerThread = 6;
/** A `@graph` of 60 MB takes some 1 GB. */
const leastHeapBytes = 1_610_612_736;
/** What V8 gives a program on a large machine. */
const mostHeapBytes = 4_294_967_296;
const stackMb = 4;
/** A quarter of what V8 takes: some 25 MB less for each thread, for 0 to 4 % more time. */
const youngMb = 12;
/** Most parts of one input that are given up; each costs a thread and its time limit. */
const mostGivenUp = 5;
/** Inputs behind one that takes longer go to other threads. Most take a few milliseconds. */
const overdueMs = 1000;
/** How often the pool checks whether an input takes long. */
const checkMs = 250;

/**
 * Runs one of `deriveStages` in worker threads. The outcomes of an input come in batches, the next
 * one when the last was taken, so a large list does not fill the memory. Work without progress for
 * `limits.recordMs`, or with more memory than `limits.recordHeapBytes`, costs its thread. If that
 * work was the expansion of a document, or of a member of one, the input is begun again without it;
 * else it becomes `record-timed-out` or `record-out-of-memory`. An input whose thread ends for
 * another reason becomes `internal-error`. Not caught: a single allocation far beyond the limit, at
 * which V8 ends the process.
 *
 * Inputs wait in one queue, from which the owner (`DeriveTask.owner`) with least thread time goes
 * first. Inputs behind a long one are moved. Where long inputs hold all threads, one more thread is
 * started, but the long inputs of one owner never hold all of them.
 */
export class DerivePool<Name extends DeriveStageName> implements Stage<
  DeriveInputs[Name],
  DerivationOutput
> {
  readonly name: Name;
  /** See `Deriver`. */
  readonly inputs: number;
  readonly #limits: Limits;
  readonly #size: number;
  readonly #breaker: ExhaustionBreaker | undefined;
  readonly #heapBytes: number;
  /** In the order of their start. */
  readonly #threads = new Set<PoolThread>();
  readonly #queue = new FairQueue<DeriveTask>();
  readonly #time = new ThreadTime();
  #stopChecking: (() => void) | undefined;
  #isClosed = false;

  /**
   * @param size the most threads, besides one for when long inputs hold all; each is started when
   * there is work for it
   * @param breaker gives up sources; by default none is given up
   */
  constructor(name: Name, limits: Limits, size: number, breaker?: ExhaustionBreaker) {
    this.name = name;
    this.inputs = size * inputsPerThread;
    this.#limits = limits;
    this.#size = size;
    this.#breaker = breaker;
    this.#heapBytes = limits.recordHeapBytes ?? usualHeapBytes(size + 1);
  }

  /** Starts the first thread, which takes a while to load. */
  warmUp(): void {
    if (this.#threads.size === 0) this.#start();
  }

  /** Gives the same outcomes as the stage, in the same order. */
  async *process(
    input: DeriveInputs[Name],
    { signal, contexts }: StageContext,
  ): AsyncGenerator<Outcome<DerivationOutput>> {
    const task = new DeriveTask(input, { signal, contexts });
    const onAbort = (): void => this.#leave(task);
    signal.addEventListener('abort', onAbort);
    this.#time.enter(task.owner);
    try {
      let isDone = false;
      for (let tries = 0; !isDone && !signal.aborted; tries += 1) {
        const problem = this.#refusalOf(task);
        if (problem !== undefined) {
          yield { kind: 'failed', problem };
          return;
        }
        const attempt = await this.#begin(task, tries > 0);
        // Without an attempt, the run was aborted or the source was given up.
        if (attempt !== undefined) isDone = yield* this.#outcomes(task, attempt);
        if (isDone && contexts !== undefined) isDone = !(await loadWanted(task, contexts));
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#leave(task);
      this.#time.leave(task.owner);
    }
  }

  /** Ends the threads. Their work is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopChecking?.();
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  /** Waits until a thread has a task. A task that waits again goes before others of its owner. */
  async #begin(task: DeriveTask, isAgain: boolean): Promise<Attempt | undefined> {
    const begun = task.begun();
    if (isAgain) {
      this.#queue.putBack(task.owner, task);
      // The other tasks of its thread are put back, too, before any is handed out.
      await setImmediate();
    } else this.#queue.add(task.owner, task);
    this.#dispatch();
    return begun;
  }

  /** A task no longer waits. */
  #leave(task: DeriveTask): void {
    this.#queue.remove((each) => each === task);
    task.begin();
  }

  /** @returns whether the task is done; otherwise it is to be begun again */
  async *#outcomes(
    task: DeriveTask,
    { batches, thread }: Attempt,
  ): AsyncGenerator<Outcome<DerivationOutput>, boolean> {
    try {
      yield* task.outcomesIn(batches);
    } catch (error) {
      if (task.signal.aborted || this.#isClosed) return true;
      const failure = this.#failureOf(task, error, thread.workingMs);
      if (failure !== undefined) yield failure;
      return failure !== undefined;
    }
    // Work that is to be repeated with contexts proves nothing of the document.
    if (task.wanted.length > 0) this.#charge(task, task.workedMs);
    // A part that was given up counts as exhaustion also where the rest was derived.
    else this.#worked(task, task.workedMs, task.givenUp.at(-1)?.exhaustion);
    return true;
  }

  /**
   * Gives up the part of a task that exhausted its time or memory, or the input where it was no
   * part or too many parts were given up.
   * @returns undefined where the task is to be begun again
   */
  #failureOf(task: DeriveTask, error: unknown, ms: number): Outcome<DerivationOutput> | undefined {
    const { url } = task.origin;
    if (error instanceof TaskAbandoned) {
      this.#charge(task, 0);
      return undefined;
    }
    if (!(error instanceof ThreadTimeout || error instanceof ThreadOutOfMemory)) {
      return internalError(this.name, url, error);
    }
    const { place: part } = error;
    const exhaustion: Exhaustion =
      error instanceof ThreadTimeout
        ? { kind: 'record-timed-out', timeoutMs: error.timeoutMs }
        : { kind: 'record-out-of-memory', maxBytes: this.#heapBytes };
    if (part > 0 && task.givenUp.length < mostGivenUp) {
      task.givenUp.push({ part, exhaustion });
      task.chargedMs = 0;
      return undefined;
    }
    this.#worked(task, ms, exhaustion);
    return { kind: 'failed', problem: { ...exhaustion, url } };
  }

  /** A task is done, or was given up. */
  #worked(task: DeriveTask, ms: number, exhaustion: Exhaustion | undefined): void {
    this.#charge(task, ms);
    this.#time.worked(task.owner, ms);
    if (exhaustion === undefined) this.#breaker?.succeeded(task.origin);
    else {
      this.#breaker?.exhausted(task.origin, exhaustion.kind);
      // Inputs of a source that is given up now are not begun.
      for (const refused of this.#queue.remove((each) => this.#refusalOf(each) !== undefined)) {
        refused.begin();
      }
    }
  }

  /** Hands out waiting tasks, as far as there are threads. */
  #dispatch(): void {
    while (!this.#isClosed) {
      const owner = this.#nextOwner();
      if (owner === undefined) return;
      const thread = this.#threadFor();
      if (thread === undefined) return;
      const task = this.#queue.take((each) => each === owner);
      if (task === undefined) return;
      this.#charge(task, this.#time.expected(owner));
      const batches = thread.run(task, {
        timeoutMs: this.#limits.recordMs,
        signal: task.signal,
        onDone: () => this.#dispatch(),
      });
      task.begin({ batches, thread });
      this.#stopChecking ??= whenStillDue(checkMs, () => this.#checkOverdue());
    }
  }

  /** Moves tasks behind a long one to other threads. */
  #checkOverdue(): void {
    this.#stopChecking = undefined;
    for (const thread of this.#threads) {
      const { first, workingMs } = thread;
      if (first === undefined) continue;
      this.#stopChecking ??= whenStillDue(checkMs, () => this.#checkOverdue());
      if (workingMs < overdueMs) continue;
      this.#charge(first, Math.max(first.chargedMs, workingMs));
      thread.markOverdue();
    }
    this.#dispatch();
  }

  /**
   * The waiting owner with least thread time, unless its long inputs hold as many threads as the
   * pool has.
   */
  #nextOwner(): string | undefined {
    const held = new Map<string, number>();
    for (const { first, isOverdue } of this.#threads) {
      if (isOverdue && first !== undefined) held.set(first.owner, (held.get(first.owner) ?? 0) + 1);
    }
    let next: string | undefined;
    let leastMs = Infinity;
    for (const owner of this.#queue.owners()) {
      const servedMs = this.#time.served(owner);
      if (servedMs >= leastMs || (held.get(owner) ?? 0) >= this.#size) continue;
      next = owner;
      leastMs = servedMs;
    }
    return next;
  }

  /** The thread that can begin a further task first, of those that no long input holds. */
  #threadFor(): PoolThread | undefined {
    for (const thread of this.#threads) if (thread.hasEnded) this.#threads.delete(thread);
    const free = [...this.#threads].filter(({ isOverdue }) => !isOverdue);
    const busy = free.filter(({ load }) => load > 0);
    const held = this.#threads.size - free.length;
    if (busy.length === 0 || busy.length + held < this.#size) {
      const idle = free.find(({ load }) => load === 0);
      if (idle !== undefined) return idle;
      if (this.#threads.size <= this.#size) return this.#start();
    }
    const roomy = busy.filter(({ hasRoom }) => hasRoom);
    return roomy.toSorted((one, other) => one.load - other.load)[0];
  }

  #start(): PoolThread {
    const thread = new PoolThread({
      script: new URL('./derive-thread.js', import.meta.url),
      data: { stage: this.name, limits: this.#limits } satisfies DeriveThreadData,
      heapBytes: this.#heapBytes,
      stackMb,
      youngMb,
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Sets what the owner of a task is charged for it in all. */
  #charge(task: DeriveTask, ms: number): void {
    this.#time.charge(task.owner, ms - task.chargedMs);
    task.chargedMs = ms;
  }

  /** A task that has given outcomes is finished, also where its source was given up since. */
  #refusalOf({ isFresh, origin }: DeriveTask): ReturnType<ExhaustionBreaker['refusal']> {
    return isFresh ? this.#breaker?.refusal(origin) : undefined;
  }
}

/** @returns whether the task must be begun again, since it wanted contexts, which it has now */
async function loadWanted(task: DeriveTask, contexts: ContextSupply): Promise<boolean> {
  if (task.wanted.length === 0) return false;
  for (const url of task.wanted) contexts.want(url);
  await contexts.load();
  task.supply(contexts.given);
  return true;
}

/** Half of the memory of the process, shared among the threads, within what documents need. */
function usualHeapBytes(threads: number): number {
  const half = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2;
  const share = Math.min(Math.max(half / threads, leastHeapBytes), mostHeapBytes);
  return Math.floor(Math.min(share, half));
}

/** The thread time of one owner. */
interface Account {
  servedMs: number;
  /** What its last inputs took, on average; the latest counts most. */
  expectedMs: number;
  /** How many of its inputs wait or are in work. */
  inputs: number;
}

/**
 * The thread time of each owner, so that the one with least goes first. An owner that comes for the
 * first time, or again, begins with the least time of the others, so it has nothing to catch up on.
 */
export class ThreadTime {
  readonly #accounts = new Map<string, Account>();

  /** An input of an owner arrives. */
  enter(owner: string): void {
    const account = this.#account(owner);
    if (account.inputs === 0) {
      const others = [...this.#accounts.values()].filter(({ inputs }) => inputs > 0);
      const least = Math.min(...others.map(({ servedMs }) => servedMs));
      if (others.length > 0) account.servedMs = Math.max(account.servedMs, least);
    }
    account.inputs += 1;
  }

  /** An input of an owner is done. */
  leave(owner: string): void {
    this.#account(owner).inputs -= 1;
  }

  served(owner: string): number {
    return this.#account(owner).servedMs;
  }

  /** What an input of an owner is likely to take, in milliseconds. */
  expected(owner: string): number {
    return this.#account(owner).expectedMs;
  }

  charge(owner: string, ms: number): void {
    this.#account(owner).servedMs += ms;
  }

  /** An input took so many milliseconds: an average, since one may be slow by chance. */
  worked(owner: string, ms: number): void {
    const account = this.#account(owner);
    account.expectedMs = Math.max(1, account.expectedMs + (ms - account.expectedMs) / 4);
  }

  #account(owner: string): Account {
    const known = this.#accounts.get(owner);
    if (known !== undefined) return known;
    const account = { servedMs: 0, expectedMs: 1, inputs: 0 };
    this.#accounts.set(owner, account);
    return account;
  }
}

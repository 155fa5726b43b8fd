import { totalmem } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Limits } from '../config/schema.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Derived } from '../model/record.ts';
import type { Exhaustion, Stage, StageContext } from '../model/stage.ts';
import {
  TaskNotDone,
  ThreadOutOfMemory,
  ThreadTimeout,
  whenStillDue,
} from '../threads/worker-thread.ts';
import { factsOfInput, type DeriveInputs, type DeriveStageName } from './derive-inputs.ts';
import { DeriveTask, type Attempt } from './derive-task.ts';
import type { DeriveThreadData } from './derive-thread.ts';
import type { ExhaustionBreaker } from './exhaustion-breaker.ts';
import { FairQueue } from './fair-queue.ts';
import { internalError } from './join.ts';
import { PoolThread } from './pool-thread.ts';
import { ThreadTime } from './thread-time.ts';

/** Inputs a thread whose caller holds all of them in memory; less would let threads wait often. */
const inputsPerThread = 6;
/** A `@graph` of 60 MB takes some 1 GB. */
const leastHeapBytes = 1_610_612_736;
/** What V8 gives a program on a large machine. */
const mostHeapBytes = 4_294_967_296;
const stackMb = 4;
/** Parts of one input that take too much; each costs a thread, and its time. */
const mostGivenUp = 5;
/** Most inputs take a few milliseconds. Those behind one that takes longer go to other threads. */
const overdueMs = 1000;
/** How often is looked whether an input takes long. */
const lookMs = 250;

type Task<Name extends DeriveStageName> = DeriveTask<DeriveInputs[Name]>;
type Thread<Name extends DeriveStageName> = PoolThread<DeriveInputs[Name]>;

/**
 * Runs one of `deriveStages` in threads of their own. The outcomes of one input come in batches, the
 * next one when the last was taken, so that a large list does not fill the memory. What does not go
 * on for `limits.recordMs`, or takes more than `limits.recordHeapBytes`, costs its thread, which is
 * replaced. If it is the expansion of a document, or of a member of one, the input is begun again
 * without that; any other becomes `record-timed-out` or `record-out-of-memory`. An input whose
 * thread ends otherwise becomes `internal-error`. Either way the run goes on, and other inputs that
 * the thread had go to another. What this cannot catch: a single allocation far beyond the limit,
 * at which V8 ends the process.
 *
 * Inputs wait in one queue, from which the source goes first that has had least of the threads'
 * time (the host where documents are derived again). What waits behind a long input is moved. Where
 * long ones hold all threads a further one is started, of which no source can have all; and where
 * several sources hold that one, too, one of them is ended, and begun again when the others have
 * had their share.
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
  readonly #breaker: ExhaustionBreaker | undefined;
  readonly #heapBytes: number;
  /** In the order in which they were started. */
  readonly #threads = new Set<Thread<Name>>();
  readonly #queue = new FairQueue<Task<Name>>();
  readonly #time = new ThreadTime(overdueMs);
  #stopLooking: (() => void) | undefined;
  #isClosed = false;

  /**
   * @param size the most threads there are at once, but for one beside long inputs. The first is
   * started now, since loading takes it a while; each of the others when there is something to do
   * @param breaker gives up sources; by default none is
   */
  constructor(name: Name, limits: Limits, size: number, breaker?: ExhaustionBreaker) {
    this.name = name;
    this.inputs = size * inputsPerThread;
    this.#limits = limits;
    this.#size = size;
    this.#breaker = breaker;
    this.#heapBytes = limits.recordHeapBytes ?? usualHeapBytes(size + 1);
    this.#start();
  }

  /** As the stage itself: the same outcomes in the same order. */
  async *process(
    input: DeriveInputs[Name],
    { signal }: StageContext,
  ): AsyncGenerator<Outcome<Derived>> {
    const task = new DeriveTask(input, factsOfInput[this.name](input), signal);
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
        if (attempt !== undefined) isDone = yield* this.#outcomes(task, attempt);
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#leave(task);
      this.#time.leave(task.owner);
    }
  }

  /** Ends the threads. What they were doing is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopLooking?.();
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  /** Waits until a thread has a task. One that waits again goes before others of its source. */
  async #begin(task: Task<Name>, isAgain: boolean): Promise<Attempt | undefined> {
    const begun = task.begun();
    if (isAgain) {
      this.#queue.putBack(task.owner, task);
      // Others that its thread had are put back, too, before any is handed out.
      await setImmediate();
    } else this.#queue.add(task.owner, task);
    this.#dispatch();
    return begun;
  }

  /** A task waits no more. */
  #leave(task: Task<Name>): void {
    this.#queue.delete(task.owner, task);
    task.begin();
  }

  /** @returns whether that is all that comes of a task, so that it need not be begun again */
  async *#outcomes(
    task: Task<Name>,
    { batches, thread }: Attempt,
  ): AsyncGenerator<Outcome<Derived>, boolean> {
    try {
      yield* task.outcomesIn(batches);
    } catch (error) {
      if (task.signal.aborted || this.#isClosed) return true;
      const failure = this.#failureOf(task, error, thread.workingMs);
      if (failure !== undefined) yield failure;
      return failure !== undefined;
    }
    this.#worked(task, task.workedMs, task.exhaustion);
    return true;
  }

  /**
   * What becomes of a task whose work has failed. A part of it that takes too much is given up, or
   * the input where there is none or there were many.
   * @returns nothing where it is to be begun again
   */
  #failureOf(task: Task<Name>, error: unknown, ms: number): Outcome<Derived> | undefined {
    const { url } = task.facts;
    if (error instanceof TaskNotDone) {
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

  /** The work on a task has ended, or was given up. */
  #worked(task: Task<Name>, ms: number, exhaustion: Exhaustion | undefined): void {
    this.#charge(task, ms);
    this.#time.worked(task.owner, ms);
    if (exhaustion === undefined) this.#breaker?.succeeded(task.facts);
    else {
      this.#breaker?.exhausted(task.facts, exhaustion.kind);
      // What is given up is not even begun with.
      for (const refused of this.#queue.remove((each) => this.#refusalOf(each) !== undefined)) {
        refused.begin();
      }
    }
  }

  /** Hands out what waits, as far as there are threads for it. */
  #dispatch(): void {
    while (!this.#isClosed) {
      const owner = this.#nextOwner();
      if (owner === undefined) return;
      const thread = this.#threadFor();
      if (thread === undefined) {
        if (this.#makeRoomFor(owner)) continue;
        return;
      }
      const task = this.#queue.take((each) => each === owner);
      if (task === undefined) return;
      this.#charge(task, this.#time.expected(owner));
      const batches = thread.run(task, {
        timeoutMs: this.#limits.recordMs,
        signal: task.signal,
        onDone: () => this.#dispatch(),
      });
      task.begin({ batches, thread });
      this.#stopLooking ??= whenStillDue(lookMs, () => this.#look());
    }
  }

  /** What waits behind an input that takes long goes to other threads. */
  #look(): void {
    this.#stopLooking = undefined;
    for (const thread of this.#threads) {
      const { first, workingMs } = thread;
      if (first === undefined) continue;
      this.#stopLooking ??= whenStillDue(lookMs, () => this.#look());
      if (workingMs < overdueMs) continue;
      this.#charge(first, Math.max(first.chargedMs, workingMs));
      thread.markOverdue();
    }
    this.#dispatch();
  }

  /**
   * Who has had least of those that wait, but for one that holds as many threads as the pool has.
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

  /**
   * The thread that can begin first with a further task. One that is held by a long one does not
   * count.
   */
  #threadFor(): Thread<Name> | undefined {
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

  /**
   * Where others that have had more hold all threads, ends the one of which least is lost. What it
   * works on is begun again.
   * @returns whether there is room now
   */
  #makeRoomFor(owner: string): boolean {
    const threads = [...this.#threads];
    const isHeldUp = threads.every(({ first, isOverdue }) => isOverdue && first?.owner !== owner);
    if (!isHeldUp) return false;
    const servedMs = this.#time.served(owner);
    const [thread] = threads
      .filter(({ first, workingMs, isWaiting }) => {
        if (first === undefined || isWaiting) return false;
        const hasMore = this.#time.served(first.owner) > servedMs;
        return hasMore && this.#time.isOut(first.owner, workingMs);
      })
      .toSorted((one, other) => one.workingMs - other.workingMs);
    if (thread?.first === undefined) return false;
    this.#time.preempted(thread.first.owner, thread.workingMs);
    // It is not given back to its source.
    thread.first.chargedMs = 0;
    void thread.close(new TaskNotDone());
    return true;
  }

  #start(): Thread<Name> {
    const thread: Thread<Name> = new PoolThread<DeriveInputs[Name]>({
      script: new URL('./derive-thread.js', import.meta.url),
      data: { stage: this.name, limits: this.#limits } satisfies DeriveThreadData,
      heapBytes: this.#heapBytes,
      stackMb,
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Charges the source of a task in all so much for it. */
  #charge(task: Task<Name>, ms: number): void {
    this.#time.charge(task.owner, ms - task.chargedMs);
    task.chargedMs = ms;
  }

  /** Of what something has come already the rest is to come, too. */
  #refusalOf({ isFresh, facts }: Task<Name>): ReturnType<ExhaustionBreaker['refusal']> {
    return isFresh ? this.#breaker?.refusal(facts) : undefined;
  }
}

/** Half of the memory that the process may have, shared out, within what documents need. */
function usualHeapBytes(threads: number): number {
  const half = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2;
  const share = Math.min(Math.max(half / threads, leastHeapBytes), mostHeapBytes);
  return Math.floor(Math.min(share, half));
}

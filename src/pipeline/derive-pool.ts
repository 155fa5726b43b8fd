import { totalmem } from 'node:os';
import type { Limits } from '../config/schema.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Derived } from '../model/record.ts';
import type { Stage, StageContext } from '../model/stage.ts';
import { factsOfInput, type DeriveInputs, type DeriveStageName } from './derive-inputs.ts';
import { DeriveTask } from './derive-task.ts';
import type { ExhaustionBreaker } from './exhaustion-breaker.ts';
import { FairQueue } from './fair-queue.ts';
import { overdueMs, PoolThread } from './pool-thread.ts';
import { ThreadTime } from './thread-time.ts';

/** Inputs a thread whose caller holds all of them in memory; less would let threads wait often. */
const inputsPerThread = 6;
/** A `@graph` of 60 MB takes some 1 GB. */
const leastHeapBytes = 1_610_612_736;
/** What V8 gives a program on a large machine. */
const mostHeapBytes = 4_294_967_296;

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
 * at which V8 ends the process, and a thread inside native code, which ends only when that returns.
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
    if (signal.aborted) return;
    const task = new DeriveTask(input, factsOfInput[this.name](input));
    const problem = this.#refusalOf(task);
    if (problem !== undefined) {
      yield { kind: 'failed', problem };
      return;
    }
    const onAbort = (): void => task.end();
    signal.addEventListener('abort', onAbort);
    try {
      this.#time.enter(task.owner);
      this.#queue.add(task.owner, task);
      this.#dispatch();
      yield* task.outcomes();
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#drop(task);
      this.#time.leave(task.owner);
    }
  }

  /** Ends the threads. What they were doing is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  /** Hands out what waits, as far as there are threads for it. */
  #dispatch(): void {
    if (this.#isClosed) return;
    for (;;) {
      const owner = this.#nextOwner();
      if (owner === undefined) return;
      const thread = this.#threadFor();
      if (thread === undefined) {
        this.#makeRoomFor(owner);
        return;
      }
      const task = this.#queue.take((each) => each === owner);
      if (task === undefined) return;
      this.#charge(task, this.#time.expected(owner));
      thread.take(task);
    }
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

  /** Where others that have had more hold all threads, ends the one of which least is lost. */
  #makeRoomFor(owner: string): void {
    const threads = [...this.#threads];
    const isHeldUp = threads.every(({ first, isOverdue }) => isOverdue && first?.owner !== owner);
    if (!isHeldUp) return;
    const servedMs = this.#time.served(owner);
    const [thread] = threads
      .filter(({ first, workingMs, isComputing }) => {
        if (first === undefined || !isComputing) return false;
        const hasMore = this.#time.served(first.owner) > servedMs;
        return hasMore && this.#time.isOut(first.owner, workingMs);
      })
      .toSorted((one, other) => one.workingMs - other.workingMs);
    if (thread?.first === undefined) return;
    this.#time.preempted(thread.first.owner, thread.workingMs);
    thread.preempt();
  }

  #start(): Thread<Name> {
    const data = { stage: this.name, limits: this.#limits };
    const bounds = { heapBytes: this.#heapBytes };
    const thread: Thread<Name> = new PoolThread<DeriveInputs[Name]>(data, bounds, {
      onFree: () => this.#dispatch(),
      onOverdue: (task, ms) => {
        this.#charge(task, Math.max(task.chargedMs, ms));
        this.#waitAgain(thread.recall());
      },
      onWorked: (task, ms, exhaustion) => {
        this.#charge(task, ms);
        this.#time.worked(task.owner, ms);
        this.#judge(task, exhaustion);
      },
      onEnd: (again, others) => {
        this.#threads.delete(thread);
        this.#waitAgain(others, again);
      },
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Charges the source of a task in all so much for it. */
  #charge(task: Task<Name>, ms: number): void {
    this.#time.charge(task.owner, ms - task.chargedMs);
    task.chargedMs = ms;
  }

  /**
   * Tasks that a thread had wait again, before others of their sources.
   * @param tasks were not begun with
   * @param again is begun again, and is charged to its source again
   */
  #waitAgain(tasks: readonly Task<Name>[], again?: Task<Name>): void {
    for (const task of tasks) this.#charge(task, 0);
    if (again !== undefined) again.chargedMs = 0;
    for (const task of [...(again === undefined ? [] : [again]), ...tasks].toReversed()) {
      this.#queue.putBack(task.owner, task);
    }
    this.#endRefused();
    this.#dispatch();
  }

  /** What is given up is not even begun with. */
  #judge({ facts }: Task<Name>, exhaustion: Task<Name>['exhaustion']): void {
    const breaker = this.#breaker;
    if (breaker === undefined) return;
    if (exhaustion === undefined) breaker.succeeded(facts);
    else {
      breaker.exhausted(facts, exhaustion.kind);
      this.#endRefused();
    }
  }

  #endRefused(): void {
    for (const task of this.#queue.remove((each) => this.#refusalOf(each) !== undefined)) {
      const problem = this.#refusalOf(task);
      if (problem !== undefined) task.end([{ kind: 'failed', problem }]);
    }
  }

  /** Of what something has come already the rest is to come, too. */
  #refusalOf({ isFresh, facts }: Task<Name>): ReturnType<ExhaustionBreaker['refusal']> {
    return isFresh ? this.#breaker?.refusal(facts) : undefined;
  }

  /** Sees to it that no work goes on for a task whose outcomes nobody takes any more. */
  #drop(task: Task<Name>): void {
    this.#queue.delete(task.owner, task);
    for (const thread of this.#threads) thread.drop(task);
  }
}

/** Half of the memory that the process may have, shared out, within what documents need. */
function usualHeapBytes(threads: number): number {
  const half = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2;
  const share = Math.min(Math.max(half / threads, leastHeapBytes), mostHeapBytes);
  return Math.floor(Math.min(share, half));
}

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, Fault } from '../model/fault.ts';
import type { CatalogueData, MetaDatabase } from './layout.ts';
import type { ProcessIdentity, WriterRecord } from './rows.ts';

/** Another process holds the writer lock, or has taken it over from this one. */
export class CatalogueLockedFault extends Fault {
  override readonly name = 'CatalogueLockedFault' as const;
  override readonly exitCode = exitCodes.locked;
  readonly path: string;
  readonly holder: WriterRecord;
  readonly what: string;

  /**
   * @param what is written to, for the message; by default the catalogue
   * @param hasWaited whether the time to wait for the lock is over
   */
  constructor(path: string, holder: WriterRecord, what = `catalogue ${path}`, hasWaited = false) {
    const way = hasWaited
      ? 'the time to wait for it is over: wait longer, or stop that process'
      : 'use --wait to wait for it, or stop that process';
    super(
      `${what}: process ${holder.pid} on ${holder.host} has been writing to it since ` +
        `${holder.since}; ${way}`,
    );
    this.path = path;
    this.holder = holder;
    this.what = what;
  }
}

interface LockOptions {
  readonly now: () => Date;
  /** See `CatalogueLockedFault`. */
  readonly what?: string;
  /** The record that `suspend` returned. */
  readonly adopted?: WriterRecord;
}

const signOfLifeMs = 15_000;
/**
 * A process on another machine or in another container cannot be checked; without a heartbeat for
 * this long it counts as dead.
 */
const silenceMs = 4 * signOfLifeMs;
/**
 * Largest clock difference between machines that share a catalogue. A heartbeat further in the
 * future came from a wrong clock; without this limit, the lock of a killed process would last until
 * that time.
 */
const farAheadMs = 86_400_000;

/** Where the lock is a row. */
type LockedData = Pick<CatalogueData, 'environment' | 'meta'>;

/**
 * The lock for writing to a catalogue. It is a row of the catalogue itself, so taking it is atomic
 * and every commit checks that it is still held: if a process sleeps too long and another one takes
 * over, its commits are refused.
 */
export class WriterLock {
  readonly #data: LockedData;
  readonly #path: string;
  readonly #what: string | undefined;
  readonly #now: () => Date;
  readonly #own: WriterRecord;
  readonly #timer: NodeJS.Timeout;

  /** @throws {CatalogueLockedFault} when a live process holds it */
  constructor(data: LockedData, path: string, { now, adopted, what }: LockOptions) {
    this.#data = data;
    this.#path = path;
    this.#what = what;
    this.#now = now;
    const time = now().toISOString();
    this.#own = { ...currentProcess(), since: adopted?.since ?? time, seen: time };
    data.environment.transactionSync(() => {
      const holder = data.meta.get('writer');
      const isOwn = adopted !== undefined && holder !== undefined && this.#isOwn(holder);
      if (holder !== undefined && !isOwn && this.#lives(holder)) {
        throw new CatalogueLockedFault(path, holder, what);
      }
      data.meta.putSync('writer', this.#own);
    });
    this.#timer = setInterval(() => this.#giveSignOfLife(), signOfLifeMs).unref();
  }

  /**
   * Must be called inside of every write transaction.
   * @throws {CatalogueLockedFault} when another process has taken over
   */
  assertHeld(): void {
    const holder = this.#data.meta.get('writer');
    // Another process took over and has finished; nothing was read here before its writes.
    if (holder === undefined) this.#data.meta.putSync('writer', this.#own);
    else if (!this.#isOwn(holder)) throw new CatalogueLockedFault(this.#path, holder, this.#what);
  }

  release(): void {
    clearInterval(this.#timer);
    this.#change((meta) => meta.removeSync('writer'));
  }

  /** Stops the heartbeat without releasing the lock, for a lock that adopts it. */
  suspend(): WriterRecord {
    clearInterval(this.#timer);
    return this.#own;
  }

  #giveSignOfLife(): void {
    const seen = this.#now().toISOString();
    this.#change((meta) => meta.putSync('writer', { ...this.#own, seen }));
  }

  /** Changes the row, if it belongs to this process. */
  #change(change: (meta: MetaDatabase) => void): void {
    const { environment, meta } = this.#data;
    try {
      environment.transactionSync(() => {
        const holder = meta.get('writer');
        if (holder !== undefined && this.#isOwn(holder)) change(meta);
      });
    } catch {
      // What fails here fails at the next commit too, which reports it. A row that could not be
      // removed is taken over: its process ends or has sent its last heartbeat.
    }
  }

  #isOwn(holder: WriterRecord): boolean {
    const own = this.#own;
    return (
      holder.pid === own.pid &&
      holder.place === own.place &&
      holder.started === own.started &&
      holder.since === own.since
    );
  }

  #lives(holder: WriterRecord): boolean {
    if (holder.place === this.#own.place) return isAlive(holder);
    const silence = this.#now().getTime() - Date.parse(holder.seen);
    return silence < silenceMs && silence > -farAheadMs;
  }
}

/** How long to wait for the writer lock of another process. */
export interface LockWait {
  /** Infinity for no limit. */
  readonly longestMs: number;
  /** Aborts the wait. */
  readonly signal: AbortSignal;
  /** Called once, when the wait starts. */
  readonly onWait?: (holder: WriterRecord) => void;
}

/** A killed process notifies nobody, so the lock is polled. */
const pollMs = 1000;

/**
 * Opens a catalogue as soon as no other process writes to it.
 * @param open throws {CatalogueLockedFault} while another process holds the lock
 * @param wait without it there is a single attempt
 * @throws {CatalogueLockedFault} after the time limit; the signal's reason; whatever `open` throws
 */
export async function openUnlocked<Opened>(open: () => Opened, wait?: LockWait): Promise<Opened> {
  const deadline = performance.now() + (wait?.longestMs ?? 0);
  for (let isFirst = true; ; isFirst = false) {
    try {
      return open();
    } catch (error) {
      const left = deadline - performance.now();
      if (!(error instanceof CatalogueLockedFault) || wait === undefined) throw error;
      const { path, holder, what } = error;
      if (left <= 0) throw new CatalogueLockedFault(path, holder, what, true);
      if (isFirst) wait.onWait?.(error.holder);
      wait.signal.throwIfAborted();
      await sleep(Math.min(left, pollMs), undefined, { signal: wait.signal });
    }
  }
}

let own: ProcessIdentity | undefined;

/** The identity of this process, which never changes. */
export function currentProcess(): ProcessIdentity {
  if (own !== undefined) return own;
  const started = startOf(process.pid);
  const bootId = tryToRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  own = {
    pid: process.pid,
    host: hostname(),
    place: [hostname(), bootId, tryToRead(() => readlinkSync('/proc/self/ns/pid'))].join(' '),
    ...(started === undefined ? {} : { started }),
  };
  return own;
}

/** Whether a process of this machine and namespace is alive. Meaningless for others. */
export function isAlive({ pid, started }: Pick<ProcessIdentity, 'pid' | 'started'>): boolean {
  if (started !== undefined) return startOf(pid) === started;
  try {
    // Signal 0 only tests whether a signal could be sent.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns undefined if there is no such process, it is a zombie, or this is not Linux */
function startOf(pid: number): string | undefined {
  const stat = tryToRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // proc(5): the second field is a name in brackets, which may hold anything; the third is the
  // state, the 22nd the start time.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' || fields?.[0] === 'X' ? undefined : fields?.[19];
}

function tryToRead(from: () => string): string | undefined {
  try {
    return from();
  } catch {
    // Not Linux, or no such process: the caller has a second way.
    return undefined;
  }
}

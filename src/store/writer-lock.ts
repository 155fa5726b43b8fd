import { exitCodes } from '../model/exit-code.ts';
import { Fault } from '../model/fault.ts';
import type { CatalogueData, MetaDatabase } from './catalogue-layout.ts';
import { isAlive, ownIdentity } from './process-identity.ts';
import type { WriterRecord } from './rows.ts';

/** Another process writes to the catalogue, or has taken it over from this one. */
export class CatalogueLockedFault extends Fault {
  override readonly name = 'CatalogueLockedFault' as const;
  override readonly exitCode = exitCodes.locked;
  readonly path: string;
  readonly holder: WriterRecord;

  constructor(path: string, holder: WriterRecord) {
    super(
      `catalogue ${path}: process ${holder.pid} on ${holder.host} has been writing to it since ${holder.since}; ` +
        'wait until it is done (--wait) or end it',
    );
    this.path = path;
    this.holder = holder;
  }
}

export interface LockOptions {
  readonly now: () => Date;
  /** What `suspend` gave. */
  readonly adopted?: WriterRecord;
}

const signOfLifeMs = 15_000;
/** A process of another machine or container cannot be looked up; it is taken for dead after so long a silence. */
const silenceMs = 4 * signOfLifeMs;
/**
 * Clocks of machines that share a catalogue differ by less. A sign of life so far in the future was
 * given by a process whose clock was wrong; without a bound, one that was killed would hold the
 * catalogue until that time.
 */
const farAheadMs = 86_400_000;

/**
 * The right to write to a catalogue. It is a record in the catalogue itself, so that taking it is atomic, and every
 * commit makes sure that it still stands there: should a process that slept too long wake up after another one has taken
 * over, its commits are refused.
 */
export class WriterLock {
  readonly #data: CatalogueData;
  readonly #path: string;
  readonly #now: () => Date;
  readonly #own: WriterRecord;
  readonly #timer: NodeJS.Timeout;

  /** @throws {CatalogueLockedFault} when a process that lives has it */
  constructor(data: CatalogueData, path: string, { now, adopted }: LockOptions) {
    this.#data = data;
    this.#path = path;
    this.#now = now;
    const time = now().toISOString();
    this.#own = { ...ownIdentity(), since: adopted?.since ?? time, seen: time };
    data.environment.transactionSync(() => {
      const holder = data.meta.get('writer');
      const isOwn = adopted !== undefined && holder !== undefined && this.#isOwn(holder);
      if (holder !== undefined && !isOwn && this.#lives(holder)) {
        throw new CatalogueLockedFault(path, holder);
      }
      data.meta.putSync('writer', this.#own);
    });
    this.#timer = setInterval(() => this.#giveSignOfLife(), signOfLifeMs).unref();
  }

  /** To be called inside of every transaction that writes. @throws {CatalogueLockedFault} when another has taken over */
  assertHeld(): void {
    const holder = this.#data.meta.get('writer');
    // Another one took over and is done already; nothing here was read before it wrote.
    if (holder === undefined) this.#data.meta.putSync('writer', this.#own);
    else if (!this.#isOwn(holder)) throw new CatalogueLockedFault(this.#path, holder);
  }

  release(): void {
    clearInterval(this.#timer);
    this.#change((meta) => meta.removeSync('writer'));
  }

  /** Ends the signs of life without giving up the right, for a lock that adopts it. */
  suspend(): WriterRecord {
    clearInterval(this.#timer);
    return this.#own;
  }

  #giveSignOfLife(): void {
    const seen = this.#now().toISOString();
    this.#change((meta) => meta.putSync('writer', { ...this.#own, seen }));
  }

  /** Changes what stands in the catalogue, if it is of this process. */
  #change(change: (meta: MetaDatabase) => void): void {
    const { environment, meta } = this.#data;
    try {
      environment.transactionSync(() => {
        const holder = meta.get('writer');
        if (holder !== undefined && this.#isOwn(holder)) change(meta);
      });
    } catch {
      // What keeps this from being written keeps the next commit too, which has somebody to tell. A record that could
      // not be removed is taken over: its process ends or has given its last sign of life.
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

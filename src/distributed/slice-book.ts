import { internalError } from '../pipeline/run-stage.ts';
import type { VisitRequest } from '../pipeline/visit.ts';
import type {
  FormedSlice,
  SliceEnd,
  SliceName,
  SliceVisit,
  VisitCounts,
  VisitPart,
} from './messages.ts';
import { Transcript } from './transcript.ts';

/** The most visits of a slice. */
const maxVisits = 200;
/** A visit at which workers died or failed so often is handed out alone, and at last given up. */
const lossesUntilAlone = 3;
const lossesUntilGivenUp = 8;

/** What a worker gave for a visit, and its name. */
export interface MadeVisit {
  /** Unknown where the visit was given up. */
  readonly worker?: string;
  readonly transcript: Pick<Transcript, 'events'>;
}

/** A visit that waits, or is handed out. */
interface PendingVisit extends SliceVisit {
  readonly settle: (made: MadeVisit | undefined) => void;
  transcript: Transcript;
  losses: number;
}

/** A slice that is handed out. */
interface OutSlice extends SliceName {
  readonly visits: Map<number, PendingVisit>;
}

/** The visits to one host. */
interface HostVisits {
  waiting: PendingVisit[];
  out?: OutSlice;
  /** Not handed out before; by `Date.now()`. */
  restsUntil: number;
}

/**
 * The book of a coordinator: which visits wait, which are handed out, and what has come of them. A
 * host has one slice at a time. A visit counts when all of its events are there, and only once;
 * until then it is handed out again whenever its slice is lost.
 */
export class SliceBook {
  readonly #hosts = new Map<string, HostVisits>();
  /** The hosts of the slices that are handed out, by the number of the slice. */
  readonly #out = new Map<number, string>();
  /** Hosts that have visits and no slice. */
  readonly #ready = new Set<string>();
  readonly #atOnce: number;
  #number = 0;
  #visit = 0;
  #isStopped = false;
  /** The UTF-16 code units in memory of visits that are whole and not taken yet. */
  wholeCharacters = 0;
  /** Messages that came too late, or were repeated. */
  refused = 0;

  /** @param atOnce how many visits to one host a worker makes at once */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /**
   * Takes a visit to be handed out.
   * @returns what was made of it; undefined where the run ended before
   */
  async add(host: string, request: VisitRequest): Promise<MadeVisit | undefined> {
    if (this.#isStopped) return undefined;
    return new Promise((settle) => {
      const id = (this.#visit += 1);
      const visit = { id, request, settle, transcript: new Transcript(), losses: 0 };
      const known = this.#hosts.get(host) ?? { waiting: [], restsUntil: 0 };
      this.#hosts.set(host, known);
      known.waiting.push(visit);
      if (known.out === undefined) this.#ready.add(host);
    });
  }

  /** The visits that are handed out, and those that wait. */
  get visits(): VisitCounts {
    const counts = { handedOut: 0, waiting: 0 };
    for (const { out, waiting } of this.#hosts.values()) {
      counts.handedOut += out?.visits.size ?? 0;
      counts.waiting += waiting.length;
    }
    return counts;
  }

  /** Whether `form` would give a slice. */
  get hasReady(): boolean {
    return this.#ready.size > 0;
  }

  /** The slices that are handed out, or were so when all was cut. */
  out(): readonly SliceName[] {
    return Array.from(this.#out, ([number, host]) => ({ number, host }));
  }

  /** The slice with a number, where it is handed out. */
  find(number: number): SliceName | undefined {
    const host = this.#out.get(number);
    return host === undefined ? undefined : { number, host };
  }

  /** Forms a slice for each host that has visits and no slice. */
  form(now = Date.now()): readonly FormedSlice[] {
    const formed = [...this.#ready].flatMap((host) => this.#formFor(host, now));
    this.#ready.clear();
    return formed;
  }

  #formFor(host: string, now: number): readonly FormedSlice[] {
    const known = this.#hosts.get(host);
    if (known === undefined || known.out !== undefined || this.#isStopped) return [];
    const isAlone = (known.waiting[0]?.losses ?? 0) >= lossesUntilAlone;
    const taken = known.waiting.splice(0, isAlone ? 1 : maxVisits);
    if (taken.length === 0) return [];
    this.#number += 1;
    const name = { host, number: this.#number };
    known.out = { ...name, visits: new Map(taken.map((visit) => [visit.id, visit])) };
    this.#out.set(this.#number, host);
    const visits = taken.map(({ id, request }) => ({ id, request }));
    return [{ ...name, visits, delayMs: Math.max(0, known.restsUntil - now) }];
  }

  /**
   * Takes a part of a visit.
   * @returns false where an earlier part is missing: the slice is lost
   */
  async take(name: SliceName, worker: string, part: VisitPart, json: string): Promise<boolean> {
    const visit = this.#outSlice(name)?.visits.get(part.id);
    const { count = 0 } = visit?.transcript ?? {};
    if (visit === undefined || part.from < count) {
      this.refused += 1;
      return true;
    }
    if (part.from > count) return false;
    await visit.transcript.add(json, part.count);
    // The slice may have been lost meanwhile.
    if (part.isLast && this.#outSlice(name)?.visits.get(part.id) === visit) {
      this.#outSlice(name)?.visits.delete(part.id);
      this.#settle(visit, worker);
    }
    return true;
  }

  #settle({ settle, transcript }: PendingVisit, worker: string): void {
    const { characters } = transcript;
    this.wholeCharacters += characters;
    const taken = (): void => void (this.wholeCharacters -= characters);
    settle({
      worker,
      transcript: {
        async *events() {
          try {
            yield* transcript.events();
          } finally {
            taken();
          }
        },
      },
    });
  }

  /** A slice has ended; visits that were not made go back. @returns whether it was handed out */
  ended(
    name: SliceName,
    { restMs, failed }: Pick<SliceEnd, 'failed' | 'restMs'>,
    now = Date.now(),
  ): boolean {
    const slice = this.#outSlice(name);
    if (slice === undefined) {
      this.refused += 1;
      return false;
    }
    const visit = failed && slice.visits.get(failed.id);
    if (failed !== undefined && visit !== undefined) {
      slice.visits.delete(visit.id);
      // The others go first.
      if (!isGivenUp(visit, failed.reason)) slice.visits.set(visit.id, visit);
    }
    this.#takeBack(slice, now + restMs);
    return true;
  }

  /**
   * A slice is lost: its visits are handed out again, not before their host has rested.
   * @param isWorkerGone whether its worker is gone, which the visits under way may have caused
   */
  lost(name: SliceName, isWorkerGone: boolean): void {
    const slice = this.#outSlice(name);
    if (slice === undefined) return;
    const left = [...slice.visits.values()];
    for (const visit of isWorkerGone ? left.slice(0, this.#atOnce) : []) {
      if (isGivenUp(visit, 'the worker was lost')) slice.visits.delete(visit.id);
    }
    this.#takeBack(slice, this.#hosts.get(slice.host)?.restsUntil ?? 0);
  }

  #takeBack({ host, number, visits }: OutSlice, restsUntil: number): void {
    this.#out.delete(number);
    const known = this.#hosts.get(host);
    if (known === undefined) return;
    for (const visit of visits.values()) {
      void visit.transcript.remove();
      visit.transcript = new Transcript();
    }
    known.waiting.unshift(...visits.values());
    known.restsUntil = restsUntil;
    delete known.out;
    if (known.waiting.length > 0) this.#ready.add(host);
    else this.#hosts.delete(host);
    if (this.#isStopped) this.#leaveWaiting();
  }

  /** Hands out nothing more: visits that wait are not made. */
  stop(): void {
    this.#isStopped = true;
    this.#leaveWaiting();
  }

  /** What is handed out does not count any more either. */
  cut(): void {
    this.stop();
    for (const { out } of this.#hosts.values()) {
      for (const { settle, transcript } of out?.visits.values() ?? []) {
        void transcript.remove();
        settle(undefined);
      }
    }
    this.#hosts.clear();
  }

  #leaveWaiting(): void {
    for (const known of this.#hosts.values()) {
      for (const { settle } of known.waiting) settle(undefined);
      known.waiting = [];
    }
  }

  #outSlice({ host, number }: SliceName): OutSlice | undefined {
    const { out } = this.#hosts.get(host) ?? {};
    return out?.number === number ? out : undefined;
  }
}

/**
 * Counts that a worker was lost or failed during a visit, and ends the visit when that was so too
 * often. What the last of them gave does not count.
 */
function isGivenUp(visit: PendingVisit, reason: string): boolean {
  visit.losses += 1;
  if (visit.losses < lossesUntilGivenUp) return false;
  const { request, settle, transcript } = visit;
  void transcript.remove();
  const error = new Error(`workers failed ${visit.losses} times at the visit; the last: ${reason}`);
  const outcome = internalError('fetch', request.target.url, error);
  settle({
    transcript: {
      async *events() {
        yield { kind: 'fetched', outcome };
      },
    },
  });
  return true;
}

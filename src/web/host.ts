import type { HttpConfig } from '../config/schema.ts';
import { ResourceError } from '../model/http.ts';
import type { Problem } from '../model/problem.ts';
import type { HostFacts, HostState } from '../model/run-costs.ts';
import type { Clock } from '../threads/clock.ts';
import type { HostClocks, HostLease, HostLeases, LeasedHost } from './host-lease.ts';
import { HostBreaker, Pace } from './host-pace.ts';
import {
  type HostAvailability,
  type RequestPriority,
  RequestQueue,
  type RequestSlot,
  type SlotReservation,
  Traffic,
} from './request-slots.ts';

/** Settings that all hosts of a run share. */
interface HostSettings {
  readonly perHost: HttpConfig['perHost'];
  /** The first back-off after a failure, in milliseconds. */
  readonly backOffMs: number;
  readonly clock: Clock;
  /** When the run stops sending requests, by the clock, and how long it was to take. */
  readonly runEnd?: { readonly at: number; readonly maxMs: number } | undefined;
  /** Present where other processes request the same hosts. */
  readonly leases?: HostLeases | undefined;
  /** Called when the availability or the waiting requests of a host may have changed. */
  readonly onChange: (host: Host) => void;
}

/** The state of one host. Every request to the host passes through it. */
export class Host implements LeasedHost {
  /** See `Hosts`. */
  readonly name: string;
  readonly #settings: HostSettings;
  readonly #pace: Pace;
  readonly #breaker: HostBreaker;
  /** Undefined where this process has all hosts to itself. */
  readonly #lease: HostLease | undefined;
  readonly #waiting = new RequestQueue();
  readonly #reserved = new Set<SlotReservation>();
  /** Functions that end the waits of URLs before their retries. */
  readonly #pauses = new Set<() => void>();
  readonly #traffic = new Traffic();
  #active = 0;
  #firstStart: number | undefined;
  #lastStart = Number.NEGATIVE_INFINITY;
  #hasAnswered = false;
  #requests = 0;
  #failures = 0;
  #waitedMs = 0;
  #holds = 0;
  #isClosed = false;
  #cancelTimer: (() => void) | undefined;

  constructor(name: string, settings: HostSettings) {
    this.name = name;
    this.#settings = settings;
    this.#pace = new Pace(settings.perHost);
    const { clock, backOffMs } = settings;
    const { maxFailures } = settings.perHost;
    this.#breaker = new HostBreaker({ clock, maxFailures, backOffMs });
    this.#lease = settings.leases?.of(this);
  }

  /** The most targets in progress at once; one until the host has answered. */
  get atOnce(): number {
    const isUnknown = this.#requests > 0 && !this.#hasAnswered;
    return isUnknown || this.#breaker.failures > 0 ? 1 : this.#pace.connections;
  }

  /** Requests that wait for a slot or a retry. */
  get waiting(): number {
    return this.#waiting.size + this.#pauses.size;
  }

  /** When a further target may start. Requests of started targets go first. */
  opening(): HostAvailability {
    const next = this.#nextRequest();
    if (next.kind === 'never' || next.kind === 'later') return next;
    const isTaken = this.#pace.delayMs > 0 && this.#reserved.size > 0;
    return this.#waiting.size > 0 || isTaken ? { kind: 'busy' } : next;
  }

  /** The problem that forbids requests for a URL in this run, where there is one. */
  refusal(url: string): Problem | undefined {
    const next = this.#nextRequest();
    return next.kind === 'never' ? next.problem(url) : undefined;
  }

  /** Reserves a slot for a target; call only when `opening` is `now`. */
  reserve(): SlotReservation {
    const reservation: SlotReservation = {
      end: () => {
        if (this.#reserved.delete(reservation)) this.startRequests();
      },
    };
    this.#reserved.add(reservation);
    return reservation;
  }

  /**
   * Waits for a request slot, which stays taken until it is released.
   * @throws {ResourceError} at once, when the host gets no more requests; the signal's reason when
   * it is aborted meanwhile
   */
  takeSlot(url: string, signal: AbortSignal, priority: RequestPriority): Promise<RequestSlot> {
    const [reservation] = this.#reserved;
    if (reservation !== undefined) this.#reserved.delete(reservation);
    const slot = this.#waiting.add(priority, url, signal, () => this.startRequests());
    this.startRequests();
    return slot;
  }

  /** Waits before a URL is tried again. @throws the signal's reason, at once, when it is aborted */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { clock, onChange } = this.#settings;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        cancel();
        signal.removeEventListener('abort', end);
        this.#pauses.delete(end);
        resolve();
      };
      const cancel = clock.after(ms, end);
      this.#pauses.add(end);
      signal.addEventListener('abort', end, { once: true });
      onChange(this);
    });
    onChange(this);
    signal.throwIfAborted();
  }

  /** Records a response, also a 404. */
  succeeded(): void {
    this.#hasAnswered = true;
    this.#breaker.succeeded();
    this.startRequests();
  }

  /** Records that a request is sent only now: its connection was opened, or the process is busy. */
  sent(): void {
    if (this.isBusy) this.#lastStart = this.#settings.clock.now();
  }

  /**
   * Records a failed request (`isHostFailure`).
   * @param requestedMs the wait that the host requests, in milliseconds
   * @returns the wait before a retry, in milliseconds; undefined where the URL is not retried
   * because the one before failed as well
   */
  failed(problem: Problem, requestedMs: number | undefined): number | undefined {
    this.#failures += 1;
    const waitMs = this.#breaker.failed(problem, requestedMs);
    this.startRequests();
    return this.#breaker.isFailing ? undefined : waitMs;
  }

  /** Records that all tries at a URL failed. */
  gaveUp(problem: Problem): void {
    this.#breaker.gaveUp(problem);
    this.startRequests();
  }

  /** Applies the `Crawl-delay` of robots.txt. @returns the delay in effect, in milliseconds */
  applyCrawlDelay(ms: number): number {
    return this.#pace.applyCrawlDelay(ms);
  }

  /** Keeps the host in memory, until `release` was called as often. */
  hold(): void {
    this.#holds += 1;
  }

  release(): void {
    this.#holds -= 1;
  }

  /** Whether the host has no state worth keeping. */
  get isIdle(): boolean {
    const inUse = this.#active + this.#reserved.size + this.waiting + this.#holds > 0;
    const isLeased = this.#lease?.isIdle === false;
    return !inUse && !isLeased && this.state === 'answering' && this.restMs === 0;
  }

  facts(): HostFacts {
    return {
      host: this.name,
      requests: this.#requests,
      bytesReceived: this.#traffic.received,
      bytesDecoded: this.#traffic.decoded,
      waitingMs: Math.round(this.#waitedMs),
      restedMs: Math.round(this.#breaker.pausedMs),
      failures: this.#failures,
      state: this.state,
    };
  }

  /** Ends all waiting when the client closes; each waiting request fails there. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#pauses) end();
    this.startRequests();
  }

  get isBusy(): boolean {
    return this.#active > 0;
  }

  get restMs(): number {
    const { clock } = this.#settings;
    const at = Math.max(this.#breaker.pausedUntil, this.#lastStart + this.#pace.delayMs);
    return Math.max(0, at - clock.now());
  }

  clocks(): HostClocks {
    const now = this.#settings.clock.now();
    return {
      pace: this.#pace.clocks,
      breaker: this.#breaker.clocks,
      hasAnswered: this.#hasAnswered,
      ...(this.#firstStart === undefined
        ? {}
        : { sinceFirstMs: now - this.#firstStart, sinceLastMs: now - this.#lastStart }),
    };
  }

  takeClocks(clocks: HostClocks, elapsedMs: number): void {
    const { pace, breaker, hasAnswered, sinceFirstMs, sinceLastMs } = clocks;
    const at = this.#settings.clock.now() - elapsedMs;
    const pausedForMs = Math.max(0, breaker.pausedForMs - elapsedMs);
    this.#pace.clocks = pace;
    this.#breaker.clocks = { ...breaker, pausedForMs };
    this.#hasAnswered = hasAnswered;
    if (sinceFirstMs !== undefined) {
      this.#firstStart = Math.min(this.#firstStart ?? Infinity, at - sinceFirstMs);
    }
    if (sinceLastMs !== undefined) this.#lastStart = Math.max(this.#lastStart, at - sinceLastMs);
  }

  get state(): HostState {
    if (this.#breaker.givenUp !== undefined) return 'given-up';
    const now = this.#settings.clock.now();
    if (this.#end !== undefined && now >= this.#end.at) return 'out-of-time';
    if (this.#breaker.pausedUntil > now || this.#breaker.isOnTrial) return 'resting';
    return this.#pace.isSlow ? 'slow' : 'answering';
  }

  /** When requests to the host end: its own time limit or that of the run, whichever is first. */
  get #end() {
    const { perHost, runEnd } = this.#settings;
    const run = runEnd && ({ of: 'run', ...runEnd } as const);
    if (this.#firstStart === undefined) return run;
    const { runMs: maxMs } = perHost;
    const own = { of: 'host', at: this.#firstStart + maxMs, maxMs } as const;
    return run !== undefined && run.at <= own.at ? run : own;
  }

  /** When the next request may start. */
  #nextRequest(): HostAvailability {
    if (this.#isClosed) return { kind: 'now' };
    const { givenUp, pausedUntil, isOnTrial } = this.#breaker;
    const { name: host } = this;
    if (givenUp !== undefined) {
      return {
        kind: 'never',
        problem: (url) => ({ kind: 'host-given-up', url, host, ...givenUp }),
      };
    }
    const now = this.#settings.clock.now();
    const end = this.#end;
    if (end !== undefined && now >= end.at) {
      const { of, maxMs } = end;
      return { kind: 'never', problem: (url) => ({ kind: 'out-of-time', url, host, of, maxMs }) };
    }
    if (this.#lease?.isHeld === false) return { kind: 'busy' };
    const at = Math.max(pausedUntil, this.#lastStart + this.#pace.delayMs);
    if (at > now) return { kind: 'later', at: Math.min(at, end?.at ?? at) };
    const slots = isOnTrial ? 1 : this.#pace.connections;
    return { kind: this.#active + this.#reserved.size < slots ? 'now' : 'busy' };
  }

  /** Starts the waiting requests that may start, and reports the change. */
  startRequests(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#waiting.size > 0) this.#lease?.want();
    while (this.#waiting.size > 0) {
      const next = this.#nextRequest();
      if (next.kind === 'later') {
        const { clock } = this.#settings;
        this.#cancelTimer = clock.after(next.at - clock.now(), () => this.startRequests());
      }
      if (next.kind === 'later' || next.kind === 'busy') break;
      const request = this.#waiting.next();
      if (next.kind === 'now') request?.resolve(this.#start());
      else request?.reject(new ResourceError(next.problem(request.url)));
    }
    this.#settings.onChange(this);
  }

  #start(): RequestSlot {
    const { clock } = this.#settings;
    const startedAt = clock.now();
    this.#firstStart ??= startedAt;
    this.#lastStart = startedAt;
    this.#active += 1;
    this.#requests += 1;
    this.#breaker.begun();
    let waits = true;
    let ended = false;
    const answered = (isGood: boolean): void => {
      if (!waits) return;
      waits = false;
      const ms = clock.now() - startedAt;
      this.#waitedMs += ms;
      if (isGood) this.#pace.answered(ms);
    };
    const end = (): void => {
      if (ended) return;
      ended = true;
      answered(false);
      this.#active -= 1;
      this.startRequests();
      if (!this.isBusy) this.#lease?.rest();
    };
    return { answered, end, traffic: this.#traffic };
  }
}

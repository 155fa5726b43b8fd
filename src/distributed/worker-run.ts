import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { ExhaustionBreaker } from '../pipeline/exhaustion-breaker.ts';
import { type Deriver, openDeriver } from '../pipeline/derive-pool.ts';
import { RunMeter } from '../pipeline/report/run-meter.ts';
import { createVisitor, type Visitor } from '../pipeline/visit.ts';
import type { CredentialsBySource } from '../config/credentials.ts';
import type { RobotsMemory } from '../model/harvest-memory.ts';
import type { Response } from '../model/http.ts';
import type { ContextSource, RemoteContext } from '../model/remote-context.ts';
import { createFetchStage } from '../web/fetch-stage.ts';
import type { Host } from '../web/host.ts';
import { Hosts } from '../web/hosts.ts';
import { HttpClient } from '../web/http-client.ts';
import { permitByRobots, RobotsCache } from '../web/robots/robots-cache.ts';
import { version } from '../version.ts';
import { RedisHostLeases } from './host-leases.ts';
import {
  type FailedVisit,
  readRobots,
  type RunSettings,
  sendableRobots,
  type Slice,
  type SliceEnd,
  type SliceVisit,
} from './messages.ts';
import type { Asker } from './questions.ts';
import { Outbox, type SliceOutbox } from './outbox.ts';
import type { RedisCommands } from './redis.ts';

/** How long a slice takes, in milliseconds; then the visits that are not begun go back. */
const sliceMs = 30_000;
/** A host that rests longer than this, in milliseconds, makes room for others. */
const longestRestMs = 5000;
/** When the visits of a slice may be made that a fault has ended, in milliseconds. */
const afterFaultMs = 5000;
/** The most contexts in memory; beyond it the oldest are dropped, and asked for again if needed. */
const maxContexts = 10_000;

/** What a worker brings to a run. */
export interface WorkerRunOptions {
  readonly connections: RedisCommands;
  /** The name of the worker. */
  readonly worker: string;
  readonly run: string;
  readonly settings: RunSettings;
  readonly credentials: CredentialsBySource;
  /** Threads that derive records; by default one less than there are processors. */
  readonly threads: number | undefined;
  readonly ask: Asker;
  /** How long the run may still send requests, in milliseconds. */
  readonly endsInMs: number | undefined;
  /** Told what the operator may want to know. */
  readonly tell: (text: string) => void;
}

/** A run that a worker works for: the stages of a visit, and the hosts that it requests. */
export class WorkerRun {
  readonly #options: WorkerRunOptions;
  /** Names this object: an earlier one for the same run may not have ended yet. */
  readonly #session = randomUUID();
  readonly #leases: RedisHostLeases;
  readonly #hosts: Hosts;
  readonly #http: HttpClient;
  readonly #meter = new RunMeter();
  readonly #deriver: Deriver<Response>;
  readonly #visit: Visitor;
  readonly #outbox: Outbox;
  /** By host, what ends the slice under way. */
  readonly #slices = new Map<string, AbortController>();
  #isLeaving = false;

  static async open(options: WorkerRunOptions): Promise<WorkerRun> {
    const { settings, threads: workers, ask } = options;
    const { limits } = settings;
    const breaker = new ExhaustionBreaker(limits.maxExhaustions);
    const contexts = askForContexts(ask);
    const deriver = await openDeriver(
      'derive',
      { limits, ...(workers === undefined ? {} : { workers }) },
      { breaker, contexts },
    );
    return new WorkerRun(options, deriver, breaker);
  }

  private constructor(
    options: WorkerRunOptions,
    deriver: Deriver<Response>,
    breaker: ExhaustionBreaker,
  ) {
    const { connections, worker, run, settings, credentials, ask, endsInMs } = options;
    const { http: config, limits, ignoresRobots } = settings;
    this.#options = options;
    this.#deriver = deriver;
    this.#outbox = new Outbox(connections, run);
    const holder = `${worker} ${this.#session}`;
    const onLost = (host: string): void => this.#slices.get(host)?.abort();
    this.#leases = new RedisHostLeases(connections, { holder, run, onLost });
    const { runMs: maxRunMs } = limits;
    this.#hosts = new Hosts(config, { leases: this.#leases, runMs: endsInMs, maxRunMs });
    const hosts = this.#hosts;
    this.#http = new HttpClient(config, version, { hosts, credentials, watcher: this.#meter });
    const memory = askForRobots(ask);
    const robots = new RobotsCache(this.#http, { hosts, credentials, memory });
    const fetch = createFetchStage({
      http: this.#http,
      limits: { ...limits, maxRatio: config.maxRatio },
      permit: permitByRobots(new Set(ignoresRobots), robots),
    });
    this.#visit = createVisitor({ fetch, derive: deriver.stage, breaker, meter: this.#meter });
  }

  /** The hosts of the slices under way. */
  get busyHosts(): readonly string[] {
    return [...this.#slices.keys()];
  }

  /** Begins no further visit of a slice. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Ends all slices at once, without their results. */
  async close(): Promise<void> {
    this.leave();
    for (const slice of this.#slices.values()) slice.abort();
    this.#outbox.close();
    await this.#http.close();
    await Promise.all([this.#leases.close(), this.#deriver.close()]);
  }

  /**
   * Makes the visits of a slice, and sends what they give.
   * @returns how many visits were made, whose results count
   */
  async makeSlice(slice: Slice): Promise<number> {
    const ending = new AbortController();
    // All requests of the slice listen to it, which Node would take for a leak.
    setMaxListeners(0, ending.signal);
    this.#slices.get(slice.host)?.abort();
    this.#slices.set(slice.host, ending);
    const { worker, tell } = this.#options;
    const outbox = this.#outbox.openSlice(slice, worker, () => ending.abort());
    const host = this.#hosts.of(slice);
    host.hold();
    const hosts = new Set([slice.host]);
    const underWay: SliceUnderWay = { host, hosts, outbox, ending, made: 0 };
    try {
      await this.#makeVisits(slice.visits, underWay);
      outbox.end(this.#sliceEnd(underWay));
      await this.#outbox.sendAll();
      if (!outbox.isRefused) return underWay.made;
      tell(`the results of a slice of ${slice.host} do not count: it was handed out again`);
      return 0;
    } finally {
      host.release();
      if (this.#slices.get(slice.host) === ending) this.#slices.delete(slice.host);
    }
  }

  async #makeVisits(visits: readonly SliceVisit[], slice: SliceUnderWay): Promise<void> {
    const { host, ending } = slice;
    const { clock } = this.#hosts;
    const endsAt = clock.now() + sliceMs;
    const waiting = [...visits];
    const lanes = new Set<Promise<void>>();
    const isOver = (): boolean =>
      this.#isLeaving ||
      ending.signal.aborted ||
      // At least one visit is made, or a host that always rests long would never get one.
      (waiting.length < visits.length && (clock.now() >= endsAt || host.restMs > longestRestMs));
    while (waiting.length > 0 && !isOver()) {
      if (lanes.size >= host.atOnce) {
        await Promise.race(lanes);
        continue;
      }
      const [visit] = waiting.splice(0, 1);
      if (visit === undefined) break;
      const lane = this.#makeVisit(visit, slice)
        .catch((error: unknown) => this.#failed(error, visit, slice))
        .finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
    await Promise.all(lanes);
  }

  /** A fault of this machine, such as a full disk, ends the slice: others make its visits. */
  #failed(error: unknown, { id }: SliceVisit, slice: SliceUnderWay): void {
    const { ending } = slice;
    if (ending.signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.tell(reason);
    slice.failed = { id, reason };
    ending.abort();
  }

  async #makeVisit({ id, request }: SliceVisit, slice: SliceUnderWay): Promise<void> {
    const { outbox, ending, hosts } = slice;
    const context = { signal: ending.signal, now: () => new Date() };
    for await (const event of this.#visit(request, context)) {
      if (event.kind === 'requested') hosts.add(new URL(event.step.url).host);
      outbox.add(id, event);
      await this.#outbox.waitForRoom();
    }
    if (ending.signal.aborted) return;
    outbox.endVisit(id);
    slice.made += 1;
  }

  #sliceEnd({ host, hosts, made, failed }: SliceUnderWay): SliceEnd {
    const restMs = failed === undefined ? host.restMs : Math.max(host.restMs, afterFaultMs);
    return {
      made,
      ...(failed === undefined ? {} : { failed }),
      session: this.#session,
      restMs: Math.ceil(restMs),
      requests: this.#meter.requests,
      phases: this.#meter.phases.seconds(),
      hosts: Array.from(hosts, (name) => this.#hosts.of({ host: name }).facts()),
    };
  }
}

/** A slice whose visits are being made. */
interface SliceUnderWay {
  readonly host: Host;
  /** All hosts that its visits requested. */
  readonly hosts: Set<string>;
  readonly outbox: SliceOutbox;
  readonly ending: AbortController;
  /** How many visits were made. */
  made: number;
  /** The visit at which a fault of this machine ended it. */
  failed?: FailedVisit;
}

/** The robots.txt files that the catalogue of the coordinator has. */
function askForRobots(ask: Asker): RobotsMemory {
  return {
    get: async (server) => readRobots((await ask({ of: 'robots', server })).robots),
    put: async (server, kept) => {
      await ask({ of: 'kept-robots', server, robots: sendableRobots(kept) });
    },
  };
}

/** The contexts that the coordinator finds. */
function askForContexts(ask: Asker): ContextSource {
  const found = new Map<string, RemoteContext>();
  return {
    known: (url) => found.get(url),
    load: async (url) => {
      const { context = { url } } = await ask({ of: 'context', url });
      const [oldest] = found.keys();
      if (found.size >= maxContexts && oldest !== undefined) found.delete(oldest);
      found.set(url, context);
      return context;
    },
  };
}

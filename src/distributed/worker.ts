import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, type Job, Worker } from 'bullmq';
import { credentialsFromEnvironment } from '../config/worker-credentials.ts';
import { formatCount } from '../text/amounts.ts';
import { metricsText } from '../text/metric-text.ts';
import { version } from '../version.ts';
import { fleetMetrics, readFleetStatus } from './fleet-status.ts';
import { leaseMs } from './host-leases.ts';
import type { RunInRedis, Slice } from './messages.ts';
import { serveMetrics } from './metrics-server.ts';
import { Questions } from './questions.ts';
import {
  connectRedis,
  queueName,
  queueOptions,
  type RedisConnections,
  redisKeys,
} from './redis.ts';
import { forgetWorker, heartbeatMs, sendHeartbeat, type WorkerFacts } from './worker-list.ts';
import { WorkerRun } from './worker-run.ts';

/** How often a worker looks whether its runs are still under way, in milliseconds. */
const refreshMs = 2000;
/** When another worker may take a slice that this one cannot make, in milliseconds. */
const elsewhereMs = 3000;
/** How long visits under way may take when a worker leaves, in milliseconds. */
const leavingMs = 60_000;
/** How long Redis may take to forget a worker, in milliseconds. */
const forgettingMs = 2000;
/** How often workers look for slices of workers that are gone, in milliseconds. */
const stalledMs = 3000;

/** What a worker is started with. */
export interface WorkerOptions {
  /** The address of Redis: see `connectRedis`. */
  readonly redis: string;
  /** How its name begins; by default with the machine and the process. A random end follows. */
  readonly name?: string | undefined;
  /** The most hosts that are requested at once. */
  readonly hosts: number;
  /** Threads that derive records; by default one less than there are processors. */
  readonly threads?: number | undefined;
  /** Where metrics of all workers are served; by default nowhere. */
  readonly metrics?: { readonly host: string; readonly port: number } | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  /** When it is aborted, the visits under way are finished, and the worker ends. */
  readonly signal: AbortSignal;
  /** Told what the operator may want to know. */
  readonly tell: (text: string) => void;
}

/**
 * Harvests for coordinators, until the signal is aborted.
 * @throws {RedisFault} when Redis cannot be used at the start
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const connections = await connectRedis(options.redis, options.tell);
  const worker = new HarvestWorker(connections, options);
  try {
    await worker.run();
  } finally {
    connections.close();
  }
}

class HarvestWorker {
  readonly #connections: RedisConnections;
  readonly #options: WorkerOptions;
  readonly #name: string;
  readonly #questions: Questions;
  readonly #runs = new Map<string, Promise<OpenRun | RunRefusal>>();
  /** Runs under way for which it cannot work; the operator was told why. */
  readonly #refused = new Set<string>();
  readonly #startedAt: Date;
  #slices = 0;
  #visits = 0;
  #isLeaving = false;

  constructor(connections: RedisConnections, options: WorkerOptions) {
    this.#connections = connections;
    this.#options = options;
    const name = options.name ?? `${hostname()}-${process.pid}`;
    this.#name = `${name}-${randomUUID().slice(0, 8)}`;
    this.#questions = new Questions(connections, this.#name);
    this.#startedAt = options.now();
  }

  async run(): Promise<void> {
    const { signal, hosts, metrics, tell } = this.#options;
    const { redis } = this.#connections;
    const endMetrics =
      metrics &&
      (await serveMetrics(metrics, async () => {
        return metricsText(fleetMetrics(await readFleetStatus(redis)));
      }));
    const jobs = new Worker<Slice>(queueName, async (job, token) => this.#makeSlice(job, token), {
      connection: redis,
      concurrency: hosts,
      lockDuration: leaseMs,
      stalledInterval: stalledMs,
      // The coordinator hands out again what has no result.
      maxStalledCount: 0,
      ...queueOptions,
    });
    jobs.on('error', () => undefined);
    const beating = setInterval(() => void this.#heartbeat(), heartbeatMs);
    const refreshing = setInterval(() => void this.#refreshRuns(), refreshMs);
    await Promise.all([this.#heartbeat(), this.#refreshRuns()]);
    tell(
      `worker ${this.#name} is ready for ${formatCount(hosts, 'host')} at once (Ctrl-C ends it)`,
    );
    await aborted(signal);
    tell('leaving when the visits under way are made');
    this.#isLeaving = true;
    // Where Redis is out of reach, nobody can be told of the visits.
    await Promise.race([this.#leave(jobs), sleep(leavingMs, undefined, { ref: false })]);
    clearInterval(beating);
    clearInterval(refreshing);
    for (const run of this.#runs.keys()) await this.#closeRun(run);
    this.#questions.close();
    endMetrics?.();
    if (!this.#connections.isOut()) {
      const forgetting = forgetWorker(redis, this.#name);
      await Promise.race([forgetting, sleep(forgettingMs, undefined, { ref: false })]);
    }
    tell(`worker ${this.#name} has left after ${formatCount(this.#visits, 'visit')}`);
  }

  /** Finishes the visits under way. */
  async #leave(jobs: Worker<Slice>): Promise<void> {
    for (const { run } of await this.#openRuns()) run.leave();
    await this.#heartbeat();
    await jobs.close();
  }

  async #makeSlice(job: Job<Slice>, token: string | undefined): Promise<void> {
    const { data: slice } = job;
    // Otherwise its run is over, or it was handed out again.
    if (!(await this.#isCurrent(slice))) return;
    const opened = await this.#openRun(slice.run).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      return this.#refuse(slice.run, `cannot begin to harvest for a run: ${reason}`);
    });
    if (opened === 'ended') return;
    if (opened === 'cannot-serve') {
      await job.moveToDelayed(Date.now() + elsewhereMs, token);
      throw new DelayedError();
    }
    const visits = await opened.run.makeSlice(slice);
    opened.visits += visits;
    this.#visits += visits;
    this.#slices += 1;
  }

  async #isCurrent({ run, host, number }: Slice): Promise<boolean> {
    const current = await this.#connections.redis.hget(redisKeys.fences(run), host);
    return current === String(number);
  }

  async #openRun(run: string): Promise<OpenRun | RunRefusal> {
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    const opening = this.#startRun(run);
    this.#runs.set(run, opening);
    let opened: OpenRun | RunRefusal = 'ended';
    try {
      opened = await opening;
    } finally {
      if (!isOpen(opened)) this.#runs.delete(run);
    }
    return opened;
  }

  async #openRuns(): Promise<readonly OpenRun[]> {
    return (await Promise.all(this.#runs.values())).filter(isOpen);
  }

  async #startRun(run: string): Promise<OpenRun | RunRefusal> {
    const settings = await this.#settingsOf(run);
    if (settings === undefined) return 'ended';
    if (settings.version !== version) {
      return this.#refuse(
        run,
        `the run ${settings.name} is of cdif-graph ${settings.version}, and this worker is of ` +
          `${version}: it waits for runs of its own version`,
      );
    }
    const { threads, env, tell } = this.#options;
    const { endsInMs } = settings;
    const { credentials, faults } = credentialsFromEnvironment(settings.credentials, env);
    if (faults.length > 0) {
      const why = `in the environment of this worker, ${faults.join('; ')}`;
      return this.#refuse(run, `cannot harvest for the run ${settings.name}: ${why}`);
    }
    const ending = new AbortController();
    // All questions of the run listen to it, which Node would take for a leak.
    setMaxListeners(0, ending.signal);
    const ask = this.#questions.asker(run, ending.signal);
    const connections = this.#connections;
    const common = { connections, worker: this.#name, run, settings, threads, ask, endsInMs, tell };
    const opened = await WorkerRun.open({ ...common, credentials });
    this.#refused.delete(run);
    tell(`harvests for the run ${settings.name}`);
    if (this.#isLeaving) opened.leave();
    return { run: opened, ending, name: settings.name, visits: 0 };
  }

  /** Tells once why it does not work for a run. */
  #refuse(run: string, why: string): RunRefusal {
    if (!this.#refused.has(run)) this.#options.tell(why);
    this.#refused.add(run);
    return 'cannot-serve';
  }

  /** @returns undefined where the run is over */
  async #settingsOf(run: string): Promise<RunInRedis | undefined> {
    const text = await this.#connections.redis.get(redisKeys.run(run));
    return text === null ? undefined : (JSON.parse(text) as RunInRedis); // of its coordinator
  }

  /** Ends what is done for runs that are over, and gets ready for those that have begun. */
  async #refreshRuns(): Promise<void> {
    const { redis, isOut } = this.#connections;
    if (isOut()) return;
    try {
      for (const [run, opening] of this.#runs) {
        const settings = await this.#settingsOf(run);
        if (settings === undefined) await this.#closeRun(run);
        else if (settings.isEnding) await leave(opening);
      }
      const runs = await redis.smembers(redisKeys.runs);
      for (const run of this.#refused) if (!runs.includes(run)) this.#refused.delete(run);
      for (const run of this.#isLeaving ? [] : runs) {
        const isOver = (await redis.exists(redisKeys.run(run))) === 0;
        if (isOver) await redis.srem(redisKeys.runs, run);
        else await this.#openRun(run);
      }
    } catch (error) {
      this.#connections.note(error);
    }
  }

  async #closeRun(run: string): Promise<void> {
    const opening = this.#runs.get(run);
    this.#runs.delete(run);
    const opened = await opening;
    if (opened === undefined || !isOpen(opened)) return;
    opened.ending.abort();
    await opened.run.close();
    this.#options.tell(
      `the run ${opened.name} is over: ${formatCount(opened.visits, 'visit')} made for it`,
    );
  }

  async #heartbeat(): Promise<void> {
    const { redis, isOut, note } = this.#connections;
    if (isOut()) return;
    try {
      const open = await this.#openRuns();
      const facts: WorkerFacts = {
        worker: this.#name,
        version,
        pid: process.pid,
        startedAt: this.#startedAt.toISOString(),
        hosts: this.#options.hosts,
        busyHosts: open.flatMap(({ run }) => run.busyHosts),
        slices: this.#slices,
        visits: this.#visits,
        memoryBytes: process.memoryUsage.rss(),
        cannotServe: [...this.#refused],
        isLeaving: this.#isLeaving,
      };
      await sendHeartbeat(redis, facts);
    } catch (error) {
      note(error);
    }
  }
}

/** Why a worker does not work for a run: it is over, or needs another version or environment. */
type RunRefusal = 'ended' | 'cannot-serve';

function isOpen(run: OpenRun | RunRefusal): run is OpenRun {
  return typeof run !== 'string';
}

async function leave(opening: Promise<OpenRun | RunRefusal>): Promise<void> {
  const opened = await opening;
  if (isOpen(opened)) opened.run.leave();
}

/** A run that is under way, and what ends it here. */
interface OpenRun {
  readonly run: WorkerRun;
  readonly name: string;
  readonly ending: AbortController;
  /** How many visits were made for it. */
  visits: number;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }));
}

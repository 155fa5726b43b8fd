import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Metric, Sample } from '../text/metric-text.ts';
import type { RunInRedis } from './messages.ts';
import { queueName, queueOptions, redisKeys } from './redis.ts';
import { type ListedWorker, listWorkers } from './worker-list.ts';

/** What workers, coordinators and the queue between them are at. */
export interface FleetStatus {
  readonly workers: readonly ListedWorker[];
  readonly runs: readonly RunStatus[];
  /** Slices of this version of the program, by their state in the queue. */
  readonly slices: {
    readonly waiting: number;
    /** Not before their host has rested. */
    readonly delayed: number;
    readonly active: number;
  };
  /** Hosts whose lease some process has. */
  readonly leasedHosts: number;
  readonly redis: {
    readonly usedBytes: number;
    /** 0 where there is no limit. */
    readonly maxBytes: number;
  };
}

/** A run that a coordinator has under way. */
export interface RunStatus extends Pick<
  RunInRedis,
  'isEnding' | 'name' | 'refused' | 'version' | 'visits'
> {
  /** Unique, unlike the name that it has in its catalogue. */
  readonly run: string;
  /** Batches from workers that wait to be taken. */
  readonly batches: number;
}

/** Reads what is under way from Redis. */
export async function readFleetStatus(redis: Redis): Promise<FleetStatus> {
  const slices = await countSlices(redis);
  const runs: RunStatus[] = [];
  for (const run of await redis.smembers(redisKeys.runs)) {
    const text = await redis.get(redisKeys.run(run));
    if (text === null) continue;
    const { name, version: own, isEnding, visits, refused } = JSON.parse(text) as RunInRedis;
    const batches = await redis.xlen(redisKeys.results(run));
    runs.push({ run, name, version: own, isEnding, visits, refused, batches });
  }
  const memory = await redis.info('memory');
  return {
    workers: await listWorkers(redis),
    runs: runs.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    slices,
    leasedHosts: await countLeases(redis),
    redis: { usedBytes: readNumber(used, memory), maxBytes: readNumber(most, memory) },
  };
}

/** Leases that have run out are left out: their processes are gone. */
async function countLeases(redis: Redis): Promise<number> {
  const hosts = await redis.hkeys(redisKeys.holders);
  if (hosts.length === 0) return 0;
  const ends = await redis.zmscore(redisKeys.hosts, ...hosts);
  const [seconds = 0] = await redis.time();
  return ends.filter((end) => Number(end ?? 0) > seconds * 1000).length;
}

async function countSlices(redis: Redis): Promise<FleetStatus['slices']> {
  const queue = new Queue(queueName, { connection: redis, ...queueOptions });
  queue.on('error', () => undefined);
  try {
    const counts = await queue.getJobCounts('waiting', 'delayed', 'active');
    const { waiting = 0, delayed = 0, active = 0 } = counts;
    return { waiting, delayed, active };
  } finally {
    await queue.close();
  }
}

const used = /^used_memory:(\d+)/mu;
const most = /^maxmemory:(\d+)/mu;

function readNumber(pattern: RegExp, info: string): number {
  return Number(pattern.exec(info)?.[1] ?? 0);
}

/** What is under way, for Prometheus. */
export function fleetMetrics({ workers, runs, ...queue }: FleetStatus): readonly Metric[] {
  return [...workerMetrics(workers), ...runMetrics(runs), ...queueMetrics(queue)];
}

function workerMetrics(workers: readonly ListedWorker[]): readonly Metric[] {
  const of = (valueOf: (worker: ListedWorker) => number): readonly Sample[] =>
    workers.map((each) => ({ labels: { worker: each.worker }, value: valueOf(each) }));
  return [
    gauge(
      'worker_info',
      'The version of each worker; always 1.',
      workers.map(({ worker, version }) => ({ labels: { worker, version }, value: 1 })),
    ),
    counter(
      'worker_visits_total',
      'Visits that a worker has made.',
      of(({ visits }) => visits),
    ),
    counter(
      'worker_slices_total',
      'Slices that a worker has finished.',
      of(({ slices }) => slices),
    ),
    gauge(
      'worker_hosts',
      'Hosts that a worker requests now.',
      of(({ busyHosts }) => busyHosts.length),
    ),
    gauge(
      'worker_resident_memory_bytes',
      'The memory of the process of a worker.',
      of(({ memoryBytes }) => memoryBytes),
    ),
  ];
}

function runMetrics(runs: readonly RunStatus[]): readonly Metric[] {
  const of = (valueOf: (run: RunStatus) => number): readonly Sample[] =>
    runs.map((each) => ({ labels: { run: each.run, name: each.name }, value: valueOf(each) }));
  return [
    gauge(
      'run_visits',
      'Visits of a run: handed out, or waiting at the coordinator.',
      runs.flatMap(({ run, name, visits }) => [
        { labels: { run, name, state: 'handed-out' }, value: visits.handedOut },
        { labels: { run, name, state: 'waiting' }, value: visits.waiting },
      ]),
    ),
    counter(
      'run_refused_messages_total',
      'Messages of workers that came too late or twice, and had no effect.',
      of(({ refused }) => refused),
    ),
    gauge(
      'run_batches',
      'Batches from workers that wait in Redis to be taken.',
      of(({ batches }) => batches),
    ),
  ];
}

function queueMetrics({
  slices,
  leasedHosts,
  redis,
}: Omit<FleetStatus, 'runs' | 'workers'>): readonly Metric[] {
  return [
    gauge(
      'slices',
      'Slices in the queue, by state.',
      Object.entries(slices).map(([state, value]) => ({ labels: { state }, value })),
    ),
    gauge('leased_hosts', 'Hosts whose lease some process has.', [{ value: leasedHosts }]),
    gauge('redis_used_bytes', 'Memory that Redis uses.', [{ value: redis.usedBytes }]),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name: `cdif_graph_${name}`, type: 'gauge', help, samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name: `cdif_graph_${name}`, type: 'counter', help, samples };
}

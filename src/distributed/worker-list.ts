import type { Redis } from 'ioredis';
import { redisKeys } from './redis.ts';

/** The state of a worker, as it reports it in each heartbeat. */
export interface WorkerFacts {
  /** Unique; begins with the name of the machine unless the operator gave another one. */
  readonly worker: string;
  readonly version: string;
  readonly pid: number;
  /** ISO 8601, UTC, by the clock of its machine. */
  readonly startedAt: string;
  /** The most hosts at once. */
  readonly hosts: number;
  /** The hosts that it requests now. */
  readonly busyHosts: readonly string[];
  /** The slices that it finished, and the visits that it made. */
  readonly slices: number;
  readonly visits: number;
  /** The memory of its process, in bytes. */
  readonly memoryBytes: number;
  /** The runs under way for which it lacks the version, or secrets of sources. */
  readonly cannotServe: readonly string[];
  /** Whether it ends as soon as the visits under way are made. */
  readonly isLeaving: boolean;
}

/** The interval of heartbeats, and for how long one counts, in milliseconds. */
export const heartbeatMs = 3000;
const aliveMs = 15_000;

/** Keeps what a worker says, with the time of Redis, and drops what is too old. */
const heartbeatScript = `#!lua
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], now .. ' ' .. ARGV[2])
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local at = tonumber(string.match(all[i + 1], '^%d+'))
  if at < now - tonumber(ARGV[3]) then redis.call('HDEL', KEYS[1], all[i]) end
end
return 1
`;

/** Shows that a worker is there, and what it does. */
export async function sendHeartbeat(redis: Redis, facts: WorkerFacts): Promise<void> {
  const args = [facts.worker, JSON.stringify(facts), aliveMs];
  await redis.eval(heartbeatScript, 1, redisKeys.workers, ...args);
}

/** Removes a worker that has left. */
export async function forgetWorker(redis: Redis, worker: string): Promise<void> {
  await redis.hdel(redisKeys.workers, worker);
}

/** A worker that was there lately. */
export interface ListedWorker extends WorkerFacts {
  /** Since it last said so, in milliseconds. */
  readonly silentMs: number;
}

/** Lists the workers that were there lately, by name. */
export async function listWorkers(redis: Redis): Promise<readonly ListedWorker[]> {
  const [seconds, microseconds] = await redis.time();
  const now = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  const all = Object.values(await redis.hgetall(redisKeys.workers));
  return Array.from(all, (text) => readWorker(text, now))
    .filter(({ silentMs }) => silentMs < aliveMs)
    .toSorted((one, other) => (one.worker < other.worker ? -1 : 1));
}

function readWorker(text: string, now: number): ListedWorker {
  const at = text.indexOf(' ');
  const facts = JSON.parse(text.slice(at + 1)) as WorkerFacts; // as the worker wrote it
  return { ...facts, silentMs: now - Number(text.slice(0, at)) };
}

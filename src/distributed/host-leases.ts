import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { HostClocks, HostLease, HostLeases, LeasedHost } from '../web/host-lease.ts';
import { keepSeconds, type RedisCommands, redisKeys, troubleMs } from './redis.ts';

/** How long a lease holds without being renewed, in milliseconds. */
export const leaseMs = 10_000;
const renewMs = 2000;
/** No request starts so shortly before the end of a lease. */
const marginMs = 500;
/** How long a host without requests is kept for the next one. */
const lingerMs = 300;
/** How long a waiting process is the next one to get a host. */
const wantedMs = 3000;
const longestPollMs = 500;
/** How long Redis may take to take all leases back. */
const closingMs = 2000;

/**
 * Takes the lease of a host: free, or ended because its process is gone or did not renew it. After
 * a loss of data none is given until all that were there are renewed or have ended. Returns 1, the
 * clocks, their age and, where the former lease ended so, how long ago that was (else -1); or 0 and
 * the milliseconds after which to try again.
 */
const takeScript = `#!lua flags=allow-oom
local hosts, holders, clocks, since = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local host, me, lease, wanted, wantedMs = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('SET', since, now, 'NX')
local free = tonumber(redis.call('GET', since)) + lease
if now < free then return {0, free - now} end
local ready = tonumber(redis.call('ZSCORE', hosts, host) or '0')
local holder = redis.call('HGET', holders, host)
if holder and holder ~= me and ready > now then
  redis.call('SET', wanted .. host, me, 'NX', 'PX', wantedMs)
  return {0, ready - now}
end
if not holder and ready > now then return {0, ready - now} end
local first = redis.call('GET', wanted .. host)
if first and first ~= me then return {0, 50} end
redis.call('DEL', wanted .. host)
redis.call('ZADD', hosts, now + lease, host)
redis.call('HSET', holders, host, me)
local endedFor = -1
if holder and holder ~= me and ready > 0 then endedFor = now - ready end
local kept = redis.call('HGET', clocks, host)
if not kept then return {1, '', 0, endedFor} end
local at, text = string.match(kept, '^(%d+) (.*)$')
return {1, text, now - tonumber(at), endedFor}
`;

/**
 * Renews leases, and keeps the clocks of their hosts. Returns for each host 0 where another process
 * has it, 1, or 2 where another process waits for it. A lease that Redis has lost is made again.
 */
const renewScript = `#!lua flags=allow-oom
local hosts, holders, clocks = KEYS[1], KEYS[2], KEYS[3]
local me, lease, wanted, keepS = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local states = {}
for i = 5, #ARGV, 2 do
  local host = ARGV[i]
  local holder = redis.call('HGET', holders, host)
  -- Given back by another process, it was not lost by Redis.
  local isLost = holder and holder ~= me or not holder and redis.call('ZSCORE', hosts, host)
  if isLost then
    states[#states + 1] = 0
  else
    redis.call('HSET', holders, host, me)
    redis.call('ZADD', hosts, now + lease, host)
    redis.call('HSET', clocks, host, now .. ' ' .. ARGV[i + 1])
    states[#states + 1] = redis.call('EXISTS', wanted .. host) == 1 and 2 or 1
  end
end
redis.call('EXPIRE', clocks, keepS)
return states
`;

/**
 * Gives a lease back: the host may be leased again when it has rested. Forgets hosts that nobody
 * has requested for a minute.
 */
const releaseScript = `#!lua flags=allow-oom
local hosts, holders, clocks = KEYS[1], KEYS[2], KEYS[3]
local host, me, rest, text, keepS = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
if redis.call('HGET', holders, host) ~= me then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HDEL', holders, host)
redis.call('ZADD', hosts, now + rest, host)
local old = redis.call('ZRANGEBYSCORE', hosts, '-inf', now - 60000, 'LIMIT', 0, 100)
if #old > 0 then
  redis.call('ZREM', hosts, unpack(old))
  redis.call('HDEL', holders, unpack(old))
end
redis.call('HSET', clocks, host, now .. ' ' .. text)
redis.call('EXPIRE', clocks, keepS)
return 1
`;

interface LeaseOptions {
  /** Names this process. */
  readonly holder: string;
  /** The run whose clocks of hosts are used. */
  readonly run: string;
  /** Called when the lease of a host ended, perhaps during a request, which must not go on. */
  readonly onLost?: (host: string) => void;
}

/** Leases of hosts that processes take from each other by way of Redis. */
export class RedisHostLeases implements HostLeases {
  readonly #connections: RedisCommands;
  readonly #redis: Redis;
  readonly #options: LeaseOptions;
  readonly #held = new Set<RedisHostLease>();
  readonly #timer: NodeJS.Timeout;
  #isRenewing = false;
  #isClosed = false;

  constructor(connections: RedisCommands, options: LeaseOptions) {
    this.#connections = connections;
    this.#redis = connections.redis;
    this.#options = options;
    this.#timer = setInterval(() => void this.#renew(), renewMs);
    this.#timer.unref();
  }

  of(host: LeasedHost): HostLease {
    return new RedisHostLease(host, {
      take: async () => this.#take(host),
      release: async () => this.#release(host),
      held: this.#held,
    });
  }

  /** Gives all leases back, where Redis is within reach; others end by themselves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    if (this.#connections.isOut()) return;
    const releasing = Promise.all([...this.#held].map(async (lease) => lease.release()));
    await Promise.race([releasing, sleep(closingMs, undefined, { ref: false })]);
  }

  /** Waits for the lease of a host. @returns until when it holds; undefined after `close` */
  async #take(host: LeasedHost): Promise<number | undefined> {
    const { holder } = this.#options;
    const args = [host.name, holder, leaseMs, redisKeys.wanted, wantedMs];
    while (!this.#isClosed) {
      const askedAt = steadyMs();
      let waitMs = troubleMs;
      try {
        const answer = await this.#eval(takeScript, args);
        const [isTaken, ...rest] = answer as [0, number] | [1, string, number, number]; // see there
        if (isTaken === 1) {
          const [text, ageMs, endedForMs] = rest as [string, number, number];
          const clocks = text === '' ? host.clocks() : (JSON.parse(text) as HostClocks);
          // The process is gone: its latest request may be as late as the end of its lease.
          const gone = endedForMs < 0 ? {} : { sinceLastMs: endedForMs - ageMs };
          host.takeClocks({ ...clocks, ...gone }, ageMs);
          return askedAt + leaseMs;
        }
        waitMs = Math.min(Number(rest[0]), longestPollMs);
      } catch (error) {
        this.#connections.note(error);
      }
      await sleep(Math.max(1, waitMs));
    }
    return undefined;
  }

  async #release(host: LeasedHost): Promise<void> {
    const { holder } = this.#options;
    const clocks = JSON.stringify(host.clocks());
    const rest = Math.ceil(host.restMs);
    const args = [host.name, holder, rest, clocks, keepSeconds];
    // Without an answer the lease ends by itself.
    await this.#eval(releaseScript, args).catch((error: unknown) => this.#connections.note(error));
  }

  async #renew(): Promise<void> {
    for (const lease of this.#held) if (lease.isOver) this.#lose(lease);
    const leases = [...this.#held];
    if (this.#isRenewing || leases.length === 0) return;
    this.#isRenewing = true;
    const { holder } = this.#options;
    const pairs = leases.flatMap(({ host }) => [host.name, JSON.stringify(host.clocks())]);
    const args = [holder, leaseMs, redisKeys.wanted, keepSeconds, ...pairs];
    const askedAt = steadyMs();
    try {
      const answer = await this.#eval(renewScript, args);
      const states = answer as readonly (0 | 1 | 2)[]; // see there
      for (const [at, lease] of leases.entries()) {
        if (!this.#held.has(lease)) continue;
        if (states[at] !== 0) lease.renewed(askedAt + leaseMs, states[at] === 2);
        else this.#lose(lease);
      }
    } catch (error) {
      // The leases run out meanwhile.
      this.#connections.note(error);
    } finally {
      this.#isRenewing = false;
    }
  }

  #lose(lease: RedisHostLease): void {
    lease.lost();
    this.#options.onLost?.(lease.host.name);
  }

  /** Scripts of one process run in the order of the calls. */
  async #eval(script: string, args: readonly (string | number)[]): Promise<unknown> {
    const { hosts, holders, since } = redisKeys;
    const clocks = redisKeys.clocks(this.#options.run);
    return this.#redis.eval(script, 4, hosts, holders, clocks, since, ...args);
  }
}

interface LeaseCalls {
  /** Waits for the lease. @returns until when it holds; undefined where nobody waits any more */
  readonly take: () => Promise<number | undefined>;
  readonly release: () => Promise<void>;
  /** All leases of this process. */
  readonly held: Set<RedisHostLease>;
}

class RedisHostLease implements HostLease {
  readonly host: LeasedHost;
  readonly #calls: LeaseCalls;
  /** `ending`: another process waits, so no further request starts. */
  #state: 'none' | 'asking' | 'held' | 'ending' = 'none';
  #until = 0;
  #linger: NodeJS.Timeout | undefined;

  constructor(host: LeasedHost, calls: LeaseCalls) {
    this.host = host;
    this.#calls = calls;
  }

  /** Whether it was not renewed in time: before the next look, another process may have it. */
  get isOver(): boolean {
    return steadyMs() >= this.#until - renewMs;
  }

  get isIdle(): boolean {
    return this.#state === 'none';
  }

  get isHeld(): boolean {
    return this.#state === 'held' && steadyMs() < this.#until - marginMs;
  }

  want(): void {
    if (this.#state !== 'ending') clearTimeout(this.#linger);
    if (this.#state === 'none') void this.#ask();
  }

  rest(): void {
    clearTimeout(this.#linger);
    if (this.#state !== 'held' && this.#state !== 'ending') return;
    // A failure of the latest request is noted in the same turn of the event loop, and goes along.
    const waitMs = this.#state === 'ending' ? 0 : lingerMs;
    this.#linger = setTimeout(() => {
      if (!this.host.isBusy) void this.release();
    }, waitMs);
  }

  /** @param isWanted whether another process waits for the host */
  renewed(until: number, isWanted: boolean): void {
    const wasHeld = this.isHeld;
    this.#until = Math.max(this.#until, until);
    if (isWanted) this.#state = 'ending';
    else if (!wasHeld) this.host.startRequests();
    const isUnused = this.#state === 'ending' || this.host.waiting === 0;
    if (!this.host.isBusy && isUnused) this.rest();
  }

  /** Another process has the lease. */
  lost(): void {
    this.#end();
    this.host.startRequests();
  }

  async release(): Promise<void> {
    if (!this.#calls.held.has(this)) return;
    this.#end();
    // Asked for again before it is given back, it would be taken by this process once more.
    this.#state = 'asking';
    await this.#calls.release();
    this.#state = 'none';
    this.host.startRequests();
  }

  async #ask(): Promise<void> {
    this.#state = 'asking';
    const until = await this.#calls.take();
    if (until === undefined) return;
    this.#until = until;
    this.#state = 'held';
    this.#calls.held.add(this);
    this.host.startRequests();
    if (!this.host.isBusy) this.rest();
  }

  #end(): void {
    clearTimeout(this.#linger);
    this.#calls.held.delete(this);
    this.#state = 'none';
  }
}

const startedAt = { monotonic: performance.now(), calendar: Date.now() };

/**
 * Milliseconds that also pass while this process is stopped or its machine sleeps, where one of the
 * two clocks of the machine may stand still.
 */
function steadyMs(): number {
  const { monotonic, calendar } = startedAt;
  return Math.max(performance.now() - monotonic, Date.now() - calendar);
}

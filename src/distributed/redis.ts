import { Redis, ReplyError, type RedisOptions } from 'ioredis';
import { Fault } from '../model/fault.ts';
import { version } from '../version.ts';

/** Redis cannot be used: it is out of reach, refuses the password, or is too old. */
export class RedisFault extends Fault {
  override readonly name = 'RedisFault' as const;

  constructor(address: string, reason: string, options?: ErrorOptions) {
    super(`Redis at ${address} cannot be used: ${reason}`, options);
  }
}

/** Connections to one Redis. A connection that breaks is opened again, and commands wait. */
export interface RedisConnections {
  /** For commands that do not block. */
  readonly redis: Redis;
  /** Whether commands would wait, since Redis is out of reach. */
  readonly isOut: () => boolean;
  /** Tells that Redis refuses a command, since it is full for one; not more often than needed. */
  readonly note: (error: unknown) => void;
  /** Opens a further connection, for commands that block. */
  readonly open: () => Redis;
  /** Closes all connections at once. */
  readonly close: () => void;
}

/** What is needed to send commands that do not block. */
export type RedisCommands = Pick<RedisConnections, 'isOut' | 'note' | 'redis'>;

const connectMs = 10_000;
const longestPauseMs = 2000;
/** From when on a silent server is probed (TCP keep-alive), in milliseconds. */
const silentMs = 10_000;
/** How often the same refusal of a command is told, in milliseconds. */
const tellAgainMs = 60_000;
/** Scripts that free memory run while Redis is full, which older versions do not allow. */
const leastVersion = 7;

/**
 * Connects to Redis.
 * @param url `redis://` or, with TLS, `rediss://`; may hold a user name and a password
 * @param tell told when Redis goes out of reach, is back, or refuses commands
 * @throws {RedisFault} when Redis cannot be used now
 */
export async function connectRedis(
  url: string,
  tell: (text: string) => void,
): Promise<RedisConnections> {
  const address = redisAddress(url);
  const { policy } = await tryRedis(url, address);
  if (policy !== '' && policy !== 'noeviction') {
    tell(`Redis at ${address} may drop what is under way: set maxmemory-policy noeviction there`);
  }
  const all: Redis[] = [];
  const open = (): Redis => {
    const opened = new Redis(url, {
      ...usualOptions,
      retryStrategy: (times) => Math.min(100 * times, longestPauseMs),
    });
    opened.on('error', () => undefined);
    all.push(opened);
    return opened;
  };
  const redis = open();
  let isOut = false;
  redis.on('error', (error: Error) => {
    if (!isOut) tell(`Redis at ${address} is out of reach (${error.message}); waiting for it`);
    isOut = true;
  });
  redis.on('ready', () => {
    if (isOut) tell(`Redis at ${address} is back`);
    isOut = false;
  });
  const told = new Map<string, number>();
  const note = (error: unknown): void => {
    // A connection that breaks is told above.
    if (!(error instanceof ReplyError)) return;
    const { message } = error as Error; // as all of its kind
    const [kind = ''] = message.split(' ');
    if (performance.now() - (told.get(kind) ?? -Infinity) < tellAgainMs) return;
    told.set(kind, performance.now());
    tell(`Redis at ${address} refuses a command (${message}); trying again`);
  };
  return {
    redis,
    isOut: () => isOut,
    note,
    open,
    close: () => all.forEach((each) => each.disconnect()),
  };
}

// BullMQ asks for unlimited retries of commands.
const usualOptions = {
  maxRetriesPerRequest: null,
  connectTimeout: connectMs,
  disconnectTimeout: 100,
  keepAlive: silentMs,
} as const;

/** @throws {RedisFault} when Redis cannot be used now */
async function tryRedis(url: string, address: string): Promise<{ readonly policy: string }> {
  const options: RedisOptions = { ...usualOptions, lazyConnect: true, retryStrategy: () => null };
  const probe = new Redis(url, options);
  let reason = 'it does not answer';
  probe.on('error', (error: Error) => {
    reason = error.message;
  });
  try {
    await probe.connect();
    const [, found = '0'] = /^redis_version:(\S+)/mu.exec(await probe.info('server')) ?? [];
    const [, policy = ''] = /^maxmemory_policy:(\S+)/mu.exec(await probe.info('memory')) ?? [];
    if (Number.parseInt(found, 10) >= leastVersion) return { policy };
    reason = `it is version ${found}, and ${leastVersion}.0 is needed`;
  } catch (error) {
    const { message } = error as Error; // ioredis rejects with errors
    // What the connection told says more than that it is closed.
    throw new RedisFault(address, message === 'Connection is closed.' ? reason : message, {
      cause: error,
    });
  } finally {
    probe.disconnect();
  }
  throw new RedisFault(address, reason);
}

/** The address without its password. */
export function redisAddress(url: string): string {
  const parsed = new URL(url);
  if (parsed.password !== '') parsed.password = '***';
  // ioredis also takes a password from there.
  parsed.search = '';
  return parsed.href;
}

/** The queue of slices, for workers of this version. */
export const queueName = `slices-${version}`;

/** Options of the queue, for coordinators and workers. */
export const queueOptions = {
  prefix: 'cdif-graph',
  skipVersionCheck: true,
  skipMetasUpdate: true,
} as const;

/** How long after a command that failed it is tried again, in milliseconds. */
export const troubleMs = 1000;
/** How long the keys of a run stay that nobody removes, in seconds. */
export const keepSeconds = 3600;

/** The names of the keys in Redis. All begin with `cdif-graph:`. */
export const redisKeys = {
  /** Text: since when leases are kept; missing where Redis has lost its data. */
  since: 'cdif-graph:since',
  /** Sorted set: hosts by the time from which they may be leased. */
  hosts: 'cdif-graph:hosts',
  /** Hash: the process that has the lease of a host. */
  holders: 'cdif-graph:holders',
  /** Begins the name of the process that waits for a host; expires. */
  wanted: 'cdif-graph:wanted:',
  /** Hash: what each worker says of itself. */
  workers: 'cdif-graph:workers',
  /** List: answers to the questions of a worker. */
  answers: (worker: string) => `cdif-graph:answers:${worker}`,
  /** Set: the runs that coordinators have under way. */
  runs: 'cdif-graph:runs',
  /** Text: the settings of a run; expires unless its coordinator is there. */
  run: (run: string) => `cdif-graph:run:${run}`,
  /** Hash: the clocks of the hosts of a run, with the time at which they were kept. */
  clocks: (run: string) => `cdif-graph:run:${run}:clocks`,
  /** Hash: by host, the number of the slice that is handed out. */
  fences: (run: string) => `cdif-graph:run:${run}:fences`,
  /** Stream: what workers send to the coordinator of a run. */
  results: (run: string) => `cdif-graph:run:${run}:results`,
} as const;

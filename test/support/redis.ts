import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import type { RedisCommands } from '../../src/distributed/redis.ts';

/** Whether the program of Redis is on this machine. */
export const isRedisInstalled = hasRedis();

/** Says before all tests what is left out. */
export function setup(): void {
  if (isRedisInstalled) return;
  const reason = 'left out, since redis-server is not installed (Debian: redis-server)';
  process.stderr.write(`Harvests over many machines: ${reason}\n`);
}

function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A Redis of one test, which may kill it. */
export interface TestRedis {
  readonly url: string;
  readonly port: number;
  readonly client: Redis;
  /** Ends it by force; its data is lost. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
}

/**
 * Starts a Redis that ends with the test.
 * @param options further arguments of its command line
 * @param password the one that these demand
 */
export async function redisOfTest(
  options: readonly string[] = [],
  password?: string,
): Promise<TestRedis> {
  const redis = await startRedis(options, password);
  onTestFinished(redis.close);
  return redis;
}

/** Starts a Redis, which the caller closes. */
export async function startRedis(
  options: readonly string[] = [],
  password?: string,
): Promise<TestRedis & { readonly close: () => Promise<void> }> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-redis-'));
  const secret = password === undefined ? {} : { password };
  const client = new Redis(port, { lazyConnect: true, retryStrategy: () => 100, ...secret });
  client.on('error', () => undefined);
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const fixed = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    child = spawn('redis-server', [...fixed, ...options], { stdio: 'ignore' });
    for (;;) {
      try {
        await client.ping();
        return;
      } catch {
        await sleep(20);
      }
    }
  };
  const kill = async (): Promise<void> => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    client,
    kill,
    start,
    close: async () => {
      client.disconnect();
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What parts of the program need of a connection. */
export function commandsOf(redis: Redis): RedisCommands {
  return { redis, isOut: () => redis.status !== 'ready', note: () => undefined };
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // as of a TCP server
  server.close();
  await once(server, 'close');
  return port;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isRedisInstalled, redisOfTest, type TestRedis } from '../support/redis.ts';
import { proofSize, provesInFull } from '../support/proof.ts';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts';
import {
  type DistributedSite,
  type SeenRequest,
  serveDistributedSite,
} from './distributed-site.ts';
import {
  contentOf,
  countsOf,
  explainedBy,
  type FleetProcess,
  ingest,
  startWorker,
  writeConfig,
} from './fleet.ts';

const hosts = provesInFull ? 12 : 4;
const pages = provesInFull ? 100 : 20;
const kills = proofSize(1, 100);

let folder: string;
let site: DistributedSite;
let alone: string;
let expected: Awaited<ReturnType<typeof contentOf>>;
let expectedCounts: ReturnType<typeof countsOf>;

beforeAll(async () => {
  if (!isRedisInstalled) return;
  folder = mkdtempSync(join(tmpdir(), 'cdif-graph-fleet-'));
  site = await serveDistributedSite({ hosts, pages, answerMs: 20 });
  alone = writeConfig({ folder, name: 'alone', hosts: site.hosts });
  const { report } = await ingest(alone);
  if (report === undefined) throw new Error('The harvest by one process failed.');
  expectedCounts = countsOf(report);
  expected = await contentOf(alone);
});
afterAll(async () => {
  if (!isRedisInstalled) return;
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A fleet of two workers, whose members a fault may hit while they harvest. */
interface Fleet {
  readonly redis: TestRedis;
  readonly workers: FleetProcess[];
  /** Starts a further worker. */
  readonly add: () => Promise<void>;
  /** Whether the harvest is over. */
  readonly isOver: () => boolean;
  /** Ends the coordinator. */
  readonly kill: (signal: NodeJS.Signals) => void;
}

interface FaultOptions {
  /** Further arguments for Redis. */
  readonly redis?: readonly string[];
  /** The address of Redis for workers, where it is another one. */
  readonly redisOfWorkers?: (redis: TestRedis) => Promise<string>;
}

let runs = 0;

/** Harvests with two workers, and has a fault happen in the midst. */
async function harvestWith(
  fault: (fleet: Fleet) => Promise<void>,
  { redis: redisArguments = [], redisOfWorkers }: FaultOptions = {},
) {
  const redis = await redisOfTest(redisArguments);
  const address = (await redisOfWorkers?.(redis)) ?? redis.url;
  const workers: FleetProcess[] = [];
  let count = 0;
  const add = async (): Promise<void> => {
    const name = `w${(count += 1)}`;
    const preload = fileURLToPath(new URL('blocking.mjs', import.meta.url));
    // So both are needed.
    const worker = await startWorker(address, { name, preload, hosts: hosts / 2 });
    workers.push(worker);
    onTestFinished(() => void worker.child.kill('SIGKILL'));
  };
  await add();
  await add();
  runs += 1;
  const config = writeConfig({ folder, name: `run-${runs}`, hosts: site.hosts, redis: redis.url });
  let isOver = false;
  let kill: Fleet['kill'] | undefined;
  const struck = new Promise<void>((resolve, reject) => {
    site.after((hosts * pages) / 3, () => {
      fault({ redis, workers, add, isOver: () => isOver, kill: (signal) => kill?.(signal) }).then(
        resolve,
        reject,
      );
    });
  });
  const from = site.seen.length;
  const harvested = await ingest(config, (end) => (kill = end));
  isOver = true;
  await struck;
  return { ...harvested, config, redis, workers, seen: site.seen.slice(from) };
}

type Harvested = Awaited<ReturnType<typeof harvestWith>>;

/**
 * How a harvest differs from that of one process: in its counts, of which each URL has one final
 * state, in what the catalogue holds, or in its manners.
 */
async function differences({ config, report, stderr, seen }: Harvested): Promise<unknown[]> {
  if (report === undefined) return [stderr];
  const content = await contentOf(config);
  return [
    ...different(countsOf(report), expectedCounts),
    ...different(content.statements, expected.statements),
    ...different(content.problems, expected.problems),
    ...overlaps(seen),
  ];
}

/** The first items that only one of two lists has. */
function different(one: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const [ones, others] = [one, other].map((list) => list.map((item) => JSON.stringify(item)));
  const [inOne, inOther] = [new Set(ones), new Set(others)];
  return [
    ...(ones ?? []).filter((item) => !inOther.has(item)).map((item) => `more: ${item}`),
    ...(others ?? []).filter((item) => !inOne.has(item)).map((item) => `less: ${item}`),
    ...(one.length === other.length ? [] : [`${one.length} instead of ${other.length}`]),
  ].slice(0, 5);
}

/** The requests that came while another one to the same host was under way. */
function overlaps(seen: readonly SeenRequest[]): readonly string[] {
  const last = new Map<string, SeenRequest>();
  const found: string[] = [];
  for (const request of seen.toSorted((one, other) => one.startedAt - other.startedAt)) {
    const before = last.get(request.host);
    if (before !== undefined && request.startedAt < before.endedAt) {
      found.push(`${request.host}: ${before.path} and ${request.path}`);
    }
    last.set(request.host, request);
  }
  return found;
}

describe.skipIf(!isRedisInstalled)('a harvest by workers', () => {
  it('gives what one process gives, and says which worker did what', async () => {
    const harvested = await harvestWith(async () => undefined);
    expect(await differences(harvested)).toEqual([]);
    const { workers = [] } = harvested.report ?? {};
    expect(workers.map(({ worker }) => worker.slice(0, 2))).toEqual(['w1', 'w2']);
    for (const path of site.paths) {
      const url = `http://${site.hosts[0]}${path}`;
      expect(await explainedBy(harvested.config, url)).toEqual(await explainedBy(alone, url));
    }
  });

  it('loses nothing when a worker is killed, and then Redis loses its data', async () => {
    const harvested = await harvestWith(async ({ workers: [first], add, redis }) => {
      first?.child.kill('SIGKILL');
      await add();
      await redis.client.flushall();
    });
    expect(await differences(harvested)).toEqual([]);
  });
});

describe.skipIf(!isRedisInstalled || !provesInFull)('a harvest by workers, at length', () => {
  it(`loses nothing when workers are killed ${kills} times`, async () => {
    const struck = { left: kills };
    while (struck.left > 0) {
      const harvested = await harvestWith(async ({ workers, add, isOver }) => {
        while (!isOver() && struck.left > 0) {
          workers.splice(struck.left % 2, 1)[0]?.child.kill('SIGKILL');
          struck.left -= 1;
          await add();
          await sleep(300 + (struck.left % 7) * 500);
        }
      });
      expect(await differences(harvested)).toEqual([]);
    }
  });

  it('refuses what a worker sends that was stopped for a minute', async () => {
    const harvested = await harvestWith(async ({ workers: [first] }) => {
      first?.child.kill('SIGSTOP');
      await sleep(60_000);
      first?.child.kill('SIGCONT');
      await sleep(3000);
    });
    expect(harvested.workers[0]?.stderr()).toContain('do not count');
    expect(await differences(harvested)).toEqual([]);
  });

  it('refuses what a worker sends whose event loop was blocked longer than the lock', async () => {
    const harvested = await harvestWith(async ({ workers: [first] }) => {
      first?.child.kill('SIGUSR2');
      await sleep(20_000);
    });
    expect(harvested.workers[0]?.stderr()).toContain('do not count');
    expect(await differences(harvested)).toEqual([]);
  });

  it('loses nothing when Redis loses its data', async () => {
    const harvested = await harvestWith(async ({ redis }) => {
      await redis.client.flushall();
    });
    expect(await differences(harvested)).toEqual([]);
  });

  it('loses nothing when Redis is killed and started again', async () => {
    const harvested = await harvestWith(async ({ redis }) => {
      await redis.kill();
      await sleep(5000);
      await redis.start();
    });
    expect(await differences(harvested)).toEqual([]);
  });

  it('loses nothing when Redis is full for a while', async () => {
    const harvested = await harvestWith(async ({ redis: { client } }) => {
      await client.config('SET', 'maxmemory', '100kb');
      await sleep(15_000);
      await client.config('SET', 'maxmemory', '0');
    });
    expect(harvested.workers[0]?.stderr()).toContain('refuses a command (OOM');
    expect(await differences(harvested)).toEqual([]);
  });

  it('loses nothing when the network of the workers is cut for half a minute', async () => {
    const proxies: CutProxy[] = [];
    const harvested = await harvestWith(
      async () => {
        const [proxy] = proxies;
        proxy?.cut();
        await sleep(30_000);
        proxy?.mend();
      },
      {
        redisOfWorkers: async ({ port }) => {
          const proxy = await startCutProxy(port);
          onTestFinished(() => proxy.close());
          proxies.push(proxy);
          return `redis://127.0.0.1:${proxy.port}`;
        },
      },
    );
    expect(await differences(harvested)).toEqual([]);
  });

  it('goes on where a coordinator was killed', async () => {
    const from = site.seen.length;
    const { config } = await harvestWith(async ({ kill }) => kill('SIGKILL'));
    const { report, stderr } = await ingest(config);
    if (report === undefined) throw new Error(stderr);
    expect(report.continues).toHaveLength(1);
    expect(await contentOf(config)).toEqual(expected);
    expect(overlaps(site.seen.slice(from))).toEqual([]);
  });

  it('ends when it is interrupted while Redis is out of reach', async () => {
    const { code } = await harvestWith(async ({ redis, kill }) => {
      await redis.kill();
      await sleep(1000);
      kill('SIGINT');
    });
    expect(code).toBe(130);
  });
});

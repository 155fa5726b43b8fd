import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { queueName, redisKeys } from '../../src/distributed/redis.ts';
import type { RunReport } from '../../src/model/run.ts';
import { listWorkers } from '../../src/distributed/worker-list.ts';
import { runWorker, type WorkerOptions } from '../../src/distributed/worker.ts';
import { runCommand } from '../support/run-command.ts';
import { runProcess } from '../support/run-process.ts';
import { freePort, isRedisInstalled, redisOfTest, startRedis } from '../support/redis.ts';
import { type DistributedSite, serveDistributedSite } from './distributed-site.ts';
import { contentOf, writeConfig } from './fleet.ts';

const secret = 'hush-0123456789';
/** How long a busy machine may take. */
const patience = { timeout: 60_000 };

let folder: string;
let site: DistributedSite;
let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  if (!isRedisInstalled) return;
  folder = mkdtempSync(join(tmpdir(), 'cdif-graph-worker-'));
  site = await serveDistributedSite({ hosts: 2, pages: 20, answerMs: 5 });
  redis = await startRedis();
});
afterAll(async () => {
  if (!isRedisInstalled) return;
  await Promise.all([site.close(), redis.close()]);
  rmSync(folder, { recursive: true, force: true });
});

interface TestWorker {
  readonly told: string[];
  /** Ends it in good order. */
  readonly leave: () => Promise<void>;
}

/** Starts a worker in this process, which ends with the test. */
function worker(options: Partial<WorkerOptions> = {}): TestWorker {
  const told: string[] = [];
  const ending = new AbortController();
  const running = runWorker({
    redis: redis.url,
    name: 'here',
    hosts: 4,
    threads: 0,
    env: {},
    now: () => new Date(),
    signal: ending.signal,
    tell: (text) => void told.push(text),
    ...options,
  });
  const leave = async (): Promise<void> => {
    ending.abort();
    await running;
  };
  onTestFinished(leave);
  return { told, leave };
}

function config(name: string, more = ''): string {
  const file = writeConfig({ folder, name, hosts: site.hosts, redis: redis.url });
  if (more !== '') {
    const [host = ''] = site.hosts;
    const source = `{ name: own, sitemap: "http://${host}/sitemap.xml", ${more} }`;
    writeFileSync(
      file,
      `store: { path: ./${name} }\nqueue: { redis: "${redis.url}" }\n` +
        `http: { allowPrivateAddresses: true, perHost: { delayMs: 0 } }\nsources: [${source}]\n`,
    );
  }
  return file;
}

describe.skipIf(!isRedisInstalled)('a worker', () => {
  it('makes all visits, which explain and the report tell', async () => {
    worker();
    const file = config('told');
    const { stdout, code } = await runCommand(['ingest', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/workers\n +here-\w+: \d+ visits in \d+ slices, \d+ requests/u);
    const url = `http://${site.hosts[0]}/pages/record-0`;
    const explained = await runCommand(['explain', url, '--config', file]);
    expect(explained.stdout).toMatch(/run \w+, worker here-\w+\)/u);
    // Nothing of the run stays in Redis but what expires.
    const keys = await redis.client.keys('cdif-graph:run:*');
    const ages = await Promise.all(keys.map((key) => redis.client.ttl(key)));
    expect(ages.every((seconds) => seconds > 0)).toBe(true);
    expect(await redis.client.smembers(redisKeys.runs)).toEqual([]);
  });

  it('gets no secret by way of Redis, but from its own environment', async () => {
    const monitor = await redis.client.monitor();
    const commands: string[] = [];
    monitor.on('monitor', (_, args: string[]) => void commands.push(args.join(' ')));
    onTestFinished(() => monitor.disconnect());
    const without = worker({ name: 'without' });
    const file = config('secret', 'headers: { Authorization: "Bearer ${TOKEN}" }');
    const harvest = runCommand(['ingest', file], { env: { TOKEN: secret } });
    const lacking = 'in the environment of this worker, TOKEN is not set';
    await expect.poll(() => without.told.join('\n'), patience).toContain(lacking);
    await without.leave();
    worker({ name: 'with', env: { TOKEN: secret } });
    expect((await harvest).code).toBe(0);
    expect(site.seen.some(({ authorization }) => authorization === `Bearer ${secret}`)).toBe(true);
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter((command) => command.includes(secret))).toEqual([]);
  });

  it('is not given a secret that is written into the configuration', async () => {
    const file = config('written', `headers: { Authorization: "Bearer ${secret}" }`);
    const { code, stderr } = await runCommand(['ingest', file]);
    expect(code).toBe(3);
    expect(stderr).toContain('sources[0].headers.Authorization: is a secret that workers need');
    expect(stderr).not.toContain(secret);
  });

  it('says that a harvest is of another version, and leaves it alone', async () => {
    const settings = JSON.stringify({ version: '9.9.9', name: '20991231T000000Z' });
    await redis.client.set(redisKeys.run('other'), settings, 'EX', 30);
    await redis.client.sadd(redisKeys.runs, 'other');
    onTestFinished(async () => void (await redis.client.srem(redisKeys.runs, 'other')));
    const { told } = worker();
    await expect.poll(() => told.join('\n'), patience).toContain('is of cdif-graph 9.9.9');
    // What it cannot do, the next heartbeat tells the coordinators.
    await expect
      .poll(async () => listWorkers(redis.client), patience)
      .toMatchObject([{ cannotServe: ['other'] }]);
    expect(told.join('\n')).not.toContain('harvests for');
  });

  it('finishes the visits under way when it leaves, and others make the rest', async () => {
    const slow = await serveDistributedSite({ hosts: 1, pages: 20, answerMs: 60 });
    onTestFinished(async () => slow.close());
    const file = writeConfig({ folder, name: 'left', hosts: slow.hosts, redis: redis.url });
    const first = worker({ name: 'first' });
    slow.after(10, () => {
      worker({ name: 'second' });
      void first.leave();
    });
    const { code, stdout } = await runCommand(['ingest', file, '--json']);
    expect(code).toBe(0);
    const { workers } = JSON.parse(stdout) as { workers: { worker: string }[] };
    expect(workers.map((each) => each.worker.split('-')[0])).toEqual(['first', 'second']);
    const paths = slow.seen.map(({ path }) => path).filter((path) => path.includes('/record-'));
    expect(paths).toHaveLength(new Set(paths).size);
  });

  it('is missed by a harvest, which waits for one', async () => {
    const file = config('alone');
    const talk: string[] = [];
    const harvest = runProcess(['ingest', file], { onTalk: (text) => void talk.push(text) });
    await expect.poll(() => talk.join(''), patience).toContain('no worker is there');
    const status = await runCommand(['status', '--workers', '--redis', redis.url]);
    expect(status.stdout).toContain('No worker is there\n\n1 harvest\n');
    worker();
    expect((await harvest).code).toBe(0);
  });

  it('shows what all are at, for people, programs and Prometheus', async () => {
    const port = await freePort();
    worker({ metrics: { host: '127.0.0.1', port } });
    const file = config('metrics');
    await expect
      .poll(async () => fetch(`http://127.0.0.1:${port}/metrics`), patience)
      .toMatchObject({
        status: 200,
      });
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toMatch(/^cdif_graph_worker_visits_total\{worker="here-\w+"\} 0$/mu);
    expect(text).toMatch(/^cdif_graph_slices\{state="waiting"\} 0$/mu);
    const status = await runCommand(['status', '--workers', '--config', file, '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      workers: [{ hosts: 4, visits: 0, isLeaving: false }],
      runs: [],
    });
    const shown = await runCommand(['status', '--workers', '--config', file]);
    expect(shown.stdout).toMatch(/^1 worker\n {2}here-\w+ {2}version \S+ {2}0 of 4 hosts/u);
  });
});

describe.skipIf(!isRedisInstalled)('a harvest that is interrupted', () => {
  it('hands out nothing more, and is continued by the next one', async () => {
    const slow = await serveDistributedSite({ hosts: 1, pages: 40, answerMs: 30 });
    onTestFinished(async () => slow.close());
    const file = writeConfig({ folder, name: 'cut', hosts: slow.hosts, redis: redis.url });
    const whole = writeConfig({ folder, name: 'whole', hosts: slow.hosts });
    await runCommand(['ingest', whole]);
    worker();
    const ending = new AbortController();
    slow.after(15, () => ending.abort());
    const { stdout } = await runCommand(['ingest', file, '--json'], { signal: ending.signal });
    const first = JSON.parse(stdout) as { readonly interrupted: boolean };
    expect(first.interrupted).toBe(true);
    const asked = slow.seen.length;
    await sleep(500);
    expect(slow.seen).toHaveLength(asked);
    const second = await runCommand(['ingest', file, '--json']);
    expect(JSON.parse(second.stdout)).toMatchObject({ continues: [expect.any(String)] });
    expect(await contentOf(file)).toEqual(await contentOf(whole));
  });
});

describe.skipIf(!isRedisInstalled)('a harvest without workers', () => {
  it('ends when the time of the run is over, and leaves the URLs to the next one', async () => {
    const file = config('late', 'recheck: always');
    appendFileSync(file, 'limits: { runMs: 1000 }\n');
    const { stdout } = await runCommand(['ingest', file, '--json']);
    const report = JSON.parse(stdout) as RunReport;
    const [source] = report.sources;
    expect(report.interrupted).toBe(false);
    // Slices that no worker begins do not stay in the queue.
    expect(await redis.client.keys(`cdif-graph:${queueName}:*-*-*-*-*`)).toEqual([]);
    expect(source?.urls).toMatchObject({ loaded: 0, 'fetch-failed': 0 });
    expect(Object.keys(source?.problems ?? {})).toContain('out-of-time');
  });
});

describe.skipIf(!isRedisInstalled)('Redis', () => {
  it('that may drop what is under way is reported', async () => {
    const { url } = await redisOfTest(['--maxmemory-policy', 'allkeys-lru']);
    const { told } = worker({ redis: url });
    await expect.poll(() => told.join('\n'), patience).toContain('set maxmemory-policy noeviction');
  });

  it('may want a password, which no message shows', async () => {
    const guarded = await redisOfTest(['--requirepass', secret], secret);
    const address = guarded.url.replace('//', `//:${secret}@`);
    const { leave, told } = worker({ redis: address });
    await expect.poll(() => told.join('\n'), patience).toContain('is ready');
    await leave();
    const wrong = runWorkerOnce(guarded.url.replace('//', '//:wrong@'));
    await expect(wrong).rejects.toThrow(
      /^Redis at redis:\/\/:\*\*\*@127\.0\.0\.1:\d+ cannot be used/u,
    );
  });

  it('may speak TLS', async () => {
    const port = await freePort();
    const tls = new URL('../support/tls/', import.meta.url);
    const file = (name: string): string => fileURLToPath(new URL(name, tls));
    const options = {
      '--tls-port': `${port}`,
      '--tls-auth-clients': 'no',
      '--tls-ca-cert-file': file('ca.pem'),
      '--tls-cert-file': file('server.pem'),
      '--tls-key-file': file('server-key.pem'),
    };
    await redisOfTest(Object.entries(options).flat());
    const address = `rediss://127.0.0.1:${port}`;
    const env = { CDIF_GRAPH_REDIS: address, NODE_EXTRA_CA_CERTS: file('ca.pem') };
    let end: ((signal: NodeJS.Signals) => void) | undefined;
    const { code, stderr } = await runProcess(['worker'], {
      env,
      onStart: (kill) => (end = kill),
      onTalk: (text) => {
        if (text.includes('is ready')) end?.('SIGTERM');
      },
    });
    expect([code, stderr]).toEqual([143, expect.stringContaining('has left after 0 visits')]);
    await expect(runWorkerOnce(address)).rejects.toThrow('self-signed certificate');
  });

  it('is a fault when it is not there, and when it is no Redis', async () => {
    const port = await freePort();
    await expect(runWorkerOnce(`redis://127.0.0.1:${port}`)).rejects.toThrow('ECONNREFUSED');
    const file = writeConfig({
      folder,
      name: 'none',
      hosts: site.hosts,
      redis: `redis://127.0.0.1:${port}`,
    });
    const { code, stderr } = await runCommand(['ingest', file]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
    const mistaken = await runCommand(['worker', '--redis', 'http://127.0.0.1/']);
    expect([mistaken.code, mistaken.stderr]).toEqual([3, expect.stringContaining('redis://')]);
  });
});

async function runWorkerOnce(address: string): Promise<void> {
  const told: string[] = [];
  await runWorker({
    redis: address,
    hosts: 1,
    threads: 0,
    env: {},
    now: () => new Date(),
    signal: AbortSignal.abort(),
    tell: (text) => void told.push(text),
  });
}

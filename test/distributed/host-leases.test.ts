import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RedisHostLeases } from '../../src/distributed/host-leases.ts';
import { redisKeys } from '../../src/distributed/redis.ts';
import type { Host } from '../../src/web/host.ts';
import { Hosts } from '../../src/web/hosts.ts';
import { commandsOf, isRedisInstalled, startRedis } from '../support/redis.ts';
import { httpConfig } from '../web/loopback.ts';

const never = new AbortController().signal;
/** How long a busy machine may take. */
const patience = { timeout: 60_000 };

let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  if (!isRedisInstalled) return;
  redis = await startRedis();
  await redis.client.set(redisKeys.since, 0);
});
afterAll(async () => {
  if (isRedisInstalled) await redis.close();
});

interface Member {
  readonly host: Host;
  readonly leases: RedisHostLeases;
  readonly lost: string[];
  readonly client: Redis;
}

/** A process that takes part, with one host. */
function memberOf(holder: string, name: string, delayMs = 0): Member {
  const client = new Redis(redis.port);
  client.on('error', () => undefined);
  const lost: string[] = [];
  const onLost = (host: string): void => void lost.push(host);
  const leases = new RedisHostLeases(commandsOf(client), { holder, run: 'r', onLost });
  const { perHost, ...rest } = httpConfig();
  const hosts = new Hosts(
    { ...rest, perHost: { ...perHost, delayMs, connections: 1 } },
    { leases },
  );
  onTestFinished(async () => {
    await leases.close();
    hosts.close();
    client.disconnect();
  });
  return { host: hosts.of({ host: name }), leases, lost, client };
}

/** The process that waits for a host. */
async function waits(name: string): Promise<string | null> {
  return redis.client.get(`${redisKeys.wanted}${name}`);
}

/** Makes a request of some milliseconds. @returns when it began */
async function request({ host }: Member, ms = 5): Promise<number> {
  const slot = await host.takeSlot(`http://${host.name}/`, never, 'first-request');
  const beganAt = performance.now();
  await sleep(ms);
  host.succeeded();
  slot.end();
  return beganAt;
}

describe.skipIf(!isRedisInstalled)('leases of hosts', () => {
  it('let one process at a time request a host, at its pace', async () => {
    const members = ['a', 'b'].map((holder) => memberOf(holder, 'shared.example', 40));
    const began: number[] = [];
    await Promise.all(
      members.map(async (member) => {
        for (let times = 0; times < 3; times += 1) {
          began.push(await request(member));
          // Others get their turn while this one does something else.
          await sleep(350);
        }
      }),
    );
    const gaps = began
      .toSorted((one, other) => one - other)
      .map((at, index, all) => at - (all[index - 1] ?? -Infinity));
    expect(began).toHaveLength(6);
    // Timers end up to a millisecond early.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(39);
  });

  it('go to a process that waits, although others have more to request', async () => {
    const [busy, waiting] = [
      memberOf('busy', 'wanted.example'),
      memberOf('other', 'wanted.example'),
    ];
    const over = new AbortController();
    const rest = (async () => {
      while (!over.signal.aborted) await request(busy, 20);
    })();
    await sleep(50);
    await request(waiting);
    over.abort();
    await rest;
    expect(waiting.host.facts().requests).toBe(1);
    expect(busy.lost).toEqual([]);
  });

  it('take along what is known of the host', async () => {
    const first = memberOf('first', 'slow.example');
    first.host.applyCrawlDelay(120);
    const beganAt = await request(first);
    await first.leases.close();
    const second = memberOf('second', 'slow.example');
    expect(await request(second)).toBeGreaterThanOrEqual(beganAt + 119);
    const { pace, hasAnswered } = second.host.clocks();
    expect([pace.crawlDelayMs, hasAnswered]).toEqual([120, true]);
  });

  it('take along a failure that is noted when the request has ended', async () => {
    const url = 'http://failing.example/';
    const [first, second] = ['first', 'second'].map((name) => memberOf(name, 'failing.example'));
    const slot = await first?.host.takeSlot(url, never, 'first-request');
    const next = second?.host.takeSlot(url, never, 'first-request');
    // When the first one renews, it learns that another one waits.
    await expect
      .poll(() => first?.host.isBusy && waits('failing.example'), patience)
      .toBe('second');
    await sleep(2500);
    const endedAt = performance.now();
    slot?.end();
    first?.host.failed({ kind: 'timed-out', url, phase: 'total', timeoutMs: 1 }, 400);
    (await next)?.end();
    expect(performance.now() - endedAt).toBeGreaterThanOrEqual(398);
    expect(second?.host.clocks().breaker.failures).toBe(1);
  });

  it('end when their process is gone, after which the host still rests', async () => {
    const gone = memberOf('gone', 'left.example');
    await request(gone);
    gone.client.disconnect();
    // As if its last renewal were as old as a lease.
    const [seconds] = await redis.client.time();
    await redis.client.zadd(redisKeys.hosts, Number(seconds) * 1000 - 10, 'left.example');
    const next = memberOf('next', 'left.example', 60_000);
    const over = new AbortController();
    const slot = next.host.takeSlot('http://left.example/', over.signal, 'first-request');
    const holder = async () => redis.client.hget(redisKeys.holders, 'left.example');
    await expect.poll(holder, patience).toBe('next');
    // A request of the process that is gone may have begun just before the end of its lease.
    const winner = await Promise.race([slot.then(() => 'begun'), sleep(200, 'waits')]);
    expect(winner).toBe('waits');
    over.abort(new Error('over'));
    await expect(slot).rejects.toThrow('over');
  });

  it.each([
    ['a while ago', 5000],
    ['so long ago that it is forgotten', undefined],
  ])('leave the time of a host as it was when their process was gone %s', async (_, agoMs) => {
    const name = `gone-${agoMs}.example`;
    const first = memberOf('first', name);
    await request(first);
    await first.leases.close();
    const [seconds] = await redis.client.time();
    await redis.client.hset(redisKeys.holders, name, 'another');
    if (agoMs === undefined) await redis.client.zrem(redisKeys.hosts, name);
    else await redis.client.zadd(redisKeys.hosts, Number(seconds) * 1000 - agoMs, name);
    const second = memberOf('second', name);
    await request(second);
    const { sinceFirstMs } = second.host.clocks();
    expect(sinceFirstMs).toBeLessThan((first.host.clocks().sinceFirstMs ?? 0) + 100);
    expect(second.host.state).toBe('answering');
  });

  it('are forgotten a minute after their process was gone', async () => {
    await redis.client.hset(redisKeys.holders, 'old.example', 'another');
    const [seconds] = await redis.client.time();
    await redis.client.zadd(redisKeys.hosts, Number(seconds) * 1000 - 61_000, 'old.example');
    const member = memberOf('any', 'new.example');
    await request(member);
    await member.leases.close();
    expect(await redis.client.hget(redisKeys.holders, 'old.example')).toBeNull();
    expect(await redis.client.zscore(redisKeys.hosts, 'old.example')).toBeNull();
  });

  it('are given back although requests wait in the same process, and nobody else', async () => {
    const first = memberOf('first', 'busy.example');
    const url = 'http://busy.example/';
    const slot = await first.host.takeSlot(url, never, 'first-request');
    await redis.client.set(`${redisKeys.wanted}busy.example`, 'another', 'PX', 2500);
    const next = first.host.takeSlot(url, never, 'first-request');
    await sleep(3000);
    slot.end();
    first.host.succeeded();
    (await next).end();
    expect(first.host.facts().requests).toBe(2);
  });

  it('are lost when they could not be renewed, although nobody else has them', async () => {
    const first = memberOf('first', 'cut.example');
    const slot = await first.host.takeSlot('http://cut.example/', never, 'first-request');
    first.client.disconnect();
    // As if the machine had slept.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 });
    onTestFinished(() => void vi.useRealTimers());
    await expect.poll(() => first.lost, patience).toEqual(['cut.example']);
    slot.end();
  });

  it('are not taken back when another process had them meanwhile', async () => {
    const first = memberOf('first', 'returned.example');
    const slot = await first.host.takeSlot('http://returned.example/', never, 'first-request');
    // As if it had been stopped while another process took the lease and gave it back.
    await redis.client.hdel(redisKeys.holders, 'returned.example');
    await expect.poll(() => first.lost, patience).toEqual(['returned.example']);
    slot.end();
  });

  it('are lost to a process that did not renew them', async () => {
    const first = memberOf('first', 'lost.example');
    const slot = await first.host.takeSlot('http://lost.example/', never, 'first-request');
    await redis.client.hset(redisKeys.holders, 'lost.example', 'another');
    await redis.client.zadd(redisKeys.hosts, Date.now() + 60_000, 'lost.example');
    await expect.poll(() => first.lost, patience).toEqual(['lost.example']);
    slot.end();
    const blocked = first.host.takeSlot('http://lost.example/', never, 'first-request');
    const winner = await Promise.race([blocked.then(() => 'begun'), sleep(300, 'waits')]);
    expect(winner).toBe('waits');
    await redis.client.hdel(redisKeys.holders, 'lost.example');
    await redis.client.zadd(redisKeys.hosts, 0, 'lost.example');
    (await blocked).end();
  });
});

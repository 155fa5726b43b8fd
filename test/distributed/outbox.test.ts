import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Outbox } from '../../src/distributed/outbox.ts';
import { redisKeys } from '../../src/distributed/redis.ts';
import type { VisitEvent } from '../../src/pipeline/visit.ts';
import { commandsOf, isRedisInstalled, startRedis } from '../support/redis.ts';

let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  if (isRedisInstalled) redis = await startRedis();
});
afterAll(async () => {
  if (isRedisInstalled) await redis.close();
});

/** An outbox of a run with one slice, whose number Redis has unless another is given. */
async function outboxOf(run: string, current = 7) {
  await redis.client.hset(redisKeys.fences(run), 'h', current);
  const outbox = new Outbox(commandsOf(redis.client), run);
  onTestFinished(() => outbox.close());
  const refusals: string[] = [];
  const name = { host: 'h', number: 7 };
  const slice = outbox.openSlice(name, 'w', () => void refusals.push(name.host));
  return { outbox, slice, refusals };
}

const event: VisitEvent = { kind: 'worked', ms: 1 };
/** An event that is more than a batch. */
const large: VisitEvent = { kind: 'left' };
const largeText = 'x'.repeat(600_000);

describe.skipIf(!isRedisInstalled)('what a worker sends', () => {
  it('goes out in batches, in order', async () => {
    const { outbox, slice } = await outboxOf('ordered');
    for (let id = 0; id < 40; id += 1) {
      slice.add(id, event);
      slice.endVisit(id);
    }
    await outbox.sendAll();
    const entries = await redis.client.xrange(redisKeys.results('ordered'), '-', '+');
    expect(entries).toHaveLength(1);
    const messages = (entries[0]?.[1] ?? []).filter((_, at) => at % 2 === 0);
    expect(messages.map((text) => JSON.parse(text) as unknown)).toMatchObject(
      Array.from({ length: 40 }, (_, id) => ({ kind: 'events', part: { id, isLast: true } })),
    );
  });

  it('is refused where the slice was handed out again', async () => {
    const { outbox, slice, refusals } = await outboxOf('late', 8);
    slice.add(1, event);
    slice.endVisit(1);
    await outbox.sendAll();
    expect(slice.isRefused).toBe(true);
    expect(refusals).toEqual(['h']);
    expect(await redis.client.exists(redisKeys.results('late'))).toBe(0);
  });

  it('waits while the coordinator takes nothing, and Redis holds a bounded part of it', async () => {
    const { outbox, slice } = await outboxOf('full');
    const results = redisKeys.results('full');
    let sent = 0;
    const sending = (async () => {
      for (; sent < 200; sent += 1) {
        slice.add(sent, { ...large, text: largeText } as VisitEvent);
        await outbox.waitForRoom();
      }
      await outbox.sendAll();
    })();
    await expect.poll(async () => redis.client.xlen(results), { timeout: 60_000 }).toBe(128);
    const winner = await Promise.race([sending.then(() => 'sent'), sleep(300, 'waits')]);
    expect(winner).toBe('waits');
    expect(await redis.client.xlen(results)).toBe(128);
    expect(sent).toBeLessThan(160);
    const taking = setInterval(() => void redis.client.xtrim(results, 'MAXLEN', 0), 20);
    await sending;
    clearInterval(taking);
    expect(sent).toBe(200);
  });
});

import { describe, expect, it } from 'vitest';
import { PendingWrites } from '../../src/pipeline/write-buffers.ts';

/** A promise that is resolved from outside. */
function write() {
  const end = new AbortController();
  const promise = new Promise<void>((resolve) => {
    end.signal.addEventListener('abort', () => resolve());
  });
  return { promise, done: () => end.abort() };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const soon = new Promise((resolve) => {
    setImmediate(() => resolve('soon'));
  });
  return (await Promise.race([promise.then(() => 'settled'), soon])) === 'settled';
}

describe('PendingWrites', () => {
  it.each([
    ['many small ones', 256, 1],
    ['few large ones', 4, 2 ** 24],
  ])('makes the next caller wait: %s', async (_, count, characters) => {
    const pending = new PendingWrites(() => undefined);
    const writes = Array.from({ length: count }, write);
    const added = writes.map(async ({ promise }) => pending.add(promise, characters));
    expect(await isSettled(Promise.all(added.slice(0, -1)))).toBe(true);
    expect(await isSettled(Promise.all(added))).toBe(false);
    writes[0]?.done();
    expect(await isSettled(Promise.all(added))).toBe(true);
    for (const { done } of writes) done();
    await pending.idle();
  });

  it('reports a write that fails, and waits for it', async () => {
    const errors: unknown[] = [];
    const pending = new PendingWrites((error) => errors.push(error));
    await pending.add(Promise.reject(new RangeError('full')), 2 ** 30);
    await pending.idle();
    expect(errors).toEqual([new RangeError('full')]);
  });
});

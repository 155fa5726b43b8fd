import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { SharedConcurrency } from '../../src/pipeline/rebuild.ts';

async function* items(): AsyncGenerator<number> {
  yield* [1, 2, 3, 4, 5];
}

/** Work through items 1 to 5 that is done when the test says so, and its result. */
function working(lookAhead: SharedConcurrency) {
  const settle = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const begun: number[] = [];
  const taken: number[] = [];
  const work = async (item: number): Promise<number> => {
    begun.push(item);
    await new Promise<void>((resolve, reject) => settle.set(item, { resolve, reject }));
    return item;
  };
  const ended = (async () => {
    for await (const item of lookAhead.inOrder(items(), work)) taken.push(item);
  })();
  // A failure is looked at at the end of the test.
  ended.catch(() => undefined);
  return {
    begun,
    taken,
    ended,
    end: async (...done: readonly number[]): Promise<void> => {
      await setImmediate();
      for (const item of done) settle.get(item)?.resolve();
      await setImmediate();
    },
    fail: async (item: number): Promise<void> => {
      await setImmediate();
      settle.get(item)?.reject(new Error(`item ${item}`));
      await setImmediate();
    },
  };
}

describe('SharedConcurrency', () => {
  it('begins further items while one is in progress, and yields the results in order', async () => {
    const { begun, taken, end, ended } = working(new SharedConcurrency(2));
    await end(2, 3);
    expect({ begun, taken }).toEqual({ begun: [1, 2, 3], taken: [] });
    await end(1);
    expect({ begun, taken }).toEqual({ begun: [1, 2, 3, 4, 5], taken: [1, 2, 3] });
    await end(5, 4);
    await ended;
    expect(taken).toEqual([1, 2, 3, 4, 5]);
  });

  it('processes one item after the other when no place is free', async () => {
    const { begun, taken, end } = working(new SharedConcurrency(0));
    await end();
    expect(begun).toEqual([1]);
    await end(1);
    expect({ begun, taken }).toEqual({ begun: [1, 2], taken: [1] });
  });

  it('shares its places among all loops, each of which always has one', async () => {
    const lookAhead = new SharedConcurrency(2);
    const one = working(lookAhead);
    const other = working(lookAhead);
    await one.end();
    expect([...one.begun, ...other.begun]).toHaveLength(4);
    for (const item of [1, 2, 3, 4, 5]) await one.end(item);
    await one.ended;
    // What the one had is free for the other when it is done.
    for (const item of [1, 2]) await other.end(item);
    expect(other.begun).toEqual([1, 2, 3, 4, 5]);
  });

  it('throws an error in the turn of its item, and frees its place', async () => {
    const lookAhead = new SharedConcurrency(2);
    const failing = working(lookAhead);
    await failing.fail(2);
    expect(failing.taken).toEqual([]);
    await failing.end(1);
    // Nothing is left in progress behind the failure.
    const ended = vi.fn<() => void>();
    failing.ended.catch(ended);
    await failing.end(3);
    expect(ended).not.toHaveBeenCalled();
    await failing.end(4);
    expect(ended).toHaveBeenCalled();
    await expect(failing.ended).rejects.toThrow('item 2');
    expect(failing.taken).toEqual([1]);
    const next = working(lookAhead);
    await next.end();
    expect(next.begun).toEqual([1, 2, 3]);
  });
});

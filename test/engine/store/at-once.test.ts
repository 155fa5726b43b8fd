import { getMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runTogether, WorkLimit } from '../../../src/engine/store/at-once.ts';

describe('runTogether', () => {
  it('ends all tasks when one fails, and throws its error when they have ended', async () => {
    const ended: string[] = [];
    const error = new Error('full');
    const failing = async (): Promise<void> => {
      await setImmediate();
      throw error;
    };
    const waiting = async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted) await setImmediate();
      await setImmediate();
      ended.push('waiting');
      signal.throwIfAborted();
    };
    await expect(runTogether([failing, waiting])).rejects.toBe(error);
    expect(ended).toEqual(['waiting']);
  });

  it('passes an abort on, and throws its reason even if the tasks end well', async () => {
    const aborting = new AbortController();
    const reason = new Error('enough');
    const seen: boolean[] = [];
    const task = async (signal: AbortSignal): Promise<void> => {
      aborting.abort(reason);
      seen.push(signal.aborted);
    };
    await expect(runTogether([task, task], aborting.signal)).rejects.toBe(reason);
    expect(seen).toEqual([true, true]);
  });

  it('ends when all tasks have', async () => {
    const done: number[] = [];
    const tasks = [3, 1, 2].map((turns) => async (signal: AbortSignal) => {
      // Each request listens to it.
      expect(getMaxListeners(signal)).toBe(Infinity);
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      done.push(turns);
    });
    await runTogether(tasks);
    expect(done).toEqual([1, 2, 3]);
  });
});

describe('a work limit', () => {
  it('lets so many go on at once, the others in their order, also after a failure', async () => {
    const limit = new WorkLimit(2);
    const begun: number[] = [];
    const counts = { now: 0, most: 0 };
    const work = async (number: number): Promise<number> => {
      begun.push(number);
      counts.now += 1;
      counts.most = Math.max(counts.most, counts.now);
      await setImmediate();
      counts.now -= 1;
      if (number === 1) throw new Error('one');
      return number;
    };
    const all = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(async (number) => limit.run(async () => work(number))),
    );
    expect(all.map(({ status }) => status === 'fulfilled')).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(begun).toEqual([1, 2, 3, 4, 5]);
    expect(counts).toEqual({ now: 0, most: 2 });
    expect(await limit.run(async () => work(6))).toBe(6);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueQueue } from '../../src/pipeline/due-queue.ts';

describe('DueQueue', () => {
  it('gives what is due, the earliest first, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.nat(60), (times, now) => {
        const queue = new DueQueue<number>();
        for (const at of times) queue.add(at, at);
        const taken: number[] = [];
        for (let item = queue.takeDue(now); item !== undefined; item = queue.takeDue(now)) {
          taken.push(item);
        }
        const sorted = times.toSorted((one, other) => one - other);
        expect(taken).toEqual(sorted.filter((at) => at <= now));
        expect(queue.next).toBe(sorted.find((at) => at > now));
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

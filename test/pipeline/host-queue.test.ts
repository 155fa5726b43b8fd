import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueQueue, FairQueue } from '../../src/pipeline/host-queue.ts';

describe('DueQueue', () => {
  it('gives the items that are due, the earliest first', () => {
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

const anyone = (): boolean => true;
const notA = (owner: string): boolean => owner !== 'a';

function queueOf(...items: readonly string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const item of items) queue.add(item.charAt(0), item);
  return queue;
}

/** All items, in the order in which they are taken. */
function drained(queue: FairQueue<string>, mayGo: (owner: string) => boolean = anyone): string[] {
  const items: string[] = [];
  for (;;) {
    const item = queue.take(mayGo);
    if (item === undefined) return items;
    items.push(item);
  }
}

describe('FairQueue', () => {
  it('lets owners take turns, however many items one of them has', () => {
    const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
    expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('passes over owners that may not go, who keep their turns', () => {
    const queue = queueOf('a1', 'b1', 'b2');
    expect(drained(queue, notA)).toEqual(['b1', 'b2']);
    expect([queue.take(notA), queue.size]).toEqual([undefined, 1]);
    expect(drained(queue)).toEqual(['a1']);
  });

  it('puts an item back before the others of its owner', () => {
    const queue = queueOf('a1', 'a2');
    expect(queue.take(anyone)).toBe('a1');
    queue.putBack('a', 'a1');
    queue.putBack('b', 'b1');
    expect(drained(queue)).toEqual(['a1', 'b1', 'a2']);
  });

  it('takes out the items that pass a test', () => {
    const queue = queueOf('a1', 'a2', 'b1', 'b2');
    expect(queue.remove((item) => item === 'c1')).toEqual([]);
    expect(queue.remove((item) => item !== 'b2')).toEqual(['a1', 'a2', 'b1']);
    expect(queue.size).toBe(1);
    expect(drained(queue)).toEqual(['b2']);
  });
});

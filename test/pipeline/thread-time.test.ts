import { describe, expect, it } from 'vitest';
import { ThreadTime } from '../../src/pipeline/derive-pool.ts';

describe('ThreadTime', () => {
  it('lets a new or returning owner begin with the least time of the others', () => {
    const time = new ThreadTime();
    time.enter('old');
    time.charge('old', 60_000);
    time.enter('new');
    expect(time.served('new')).toBe(60_000);
    time.charge('new', 5);
    time.leave('new');
    time.charge('old', 1000);
    time.enter('new');
    expect(time.served('new')).toBe(61_000);
    // Who has had more keeps that.
    time.charge('new', 50);
    time.leave('new');
    time.enter('new');
    expect(time.served('new')).toBe(61_050);
  });

  it('expects an input to take as long as the last ones of its owner', () => {
    const time = new ThreadTime();
    expect(time.expected('a')).toBe(1);
    time.worked('a', 401);
    expect([time.expected('a'), time.expected('b')]).toEqual([101, 1]);
    for (let count = 0; count < 20; count += 1) time.worked('a', 2);
    expect(time.expected('a')).toBeLessThan(3);
  });
});

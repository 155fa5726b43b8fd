import { describe, expect, it } from 'vitest';
import { ThreadEnd, ThreadEnding } from '../../src/store/thread-end.ts';

/** Both sides of a thread's end, as its owner and the thread have them. */
function bothSides(): { owner: ThreadEnd; thread: ThreadEnd } {
  const owner = new ThreadEnd();
  return { owner, thread: new ThreadEnd(owner.memory) };
}

describe('the end of a thread', () => {
  it('leaves a thread that is not asked to end to compute', () => {
    const { thread } = bothSides();
    expect(thread.compute(() => 'one')).toBe('one');
    expect(thread.compute(() => 'other')).toBe('other');
  });

  it('passes on what the work throws, and goes on', () => {
    const { owner, thread } = bothSides();
    const deep = (): number => deep() + 1;
    expect(() => thread.compute(deep)).toThrow(RangeError);
    expect(thread.compute(() => 'next')).toBe('next');
    expect(owner.askToEnd()).toBe(false);
  });

  it('is not left to a thread that has only begun', () => {
    const { owner } = bothSides();
    expect(owner.askToEnd()).toBe(true);
  });

  it('is left to a thread that does not compute, which begins nothing more', () => {
    const { owner, thread } = bothSides();
    thread.goElsewhere();
    expect(owner.askToEnd()).toBe(false);
    let isBegun = false;
    const begin = (): void => {
      isBegun = true;
    };
    expect(() => thread.compute(begin)).toThrow(ThreadEnding);
    expect(isBegun).toBe(false);
  });
});

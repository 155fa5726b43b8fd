import { describe, expect, it } from 'vitest';
import { Pace } from '../../src/web/pace.ts';

/** The pace of a host that usually takes so many milliseconds. */
function usually(ms: number): Pace {
  const pace = new Pace({ connections: 4, delayMs: 250, maxCrawlDelayMs: 30_000 });
  answerAll(pace, 30, ms);
  return pace;
}

function answerAll(pace: Pace, times: number, ms: number): void {
  for (let index = 0; index < times; index += 1) pace.answered(ms);
}

describe('Pace', () => {
  it('is as configured while a host answers as usual, be that quick or slow', () => {
    for (const ms of [1, 300, 4000]) {
      const pace = usually(ms);
      answerAll(pace, 3, ms * 1.8);
      expect(pace).toMatchObject({ isSlow: false, delayMs: 250, connections: 4 });
    }
  });

  it('slows down where a host answers clearly slower than usual, and rests as long as that takes', () => {
    const pace = usually(100);
    answerAll(pace, 4, 2000);
    expect(pace.isSlow).toBe(true);
    expect(pace.connections).toBe(1);
    // Twice the mean of late, which is between what it was and 2000.
    expect(pace.delayMs).toBeGreaterThan(2000);
    expect(pace.delayMs).toBeLessThan(4000);
  });

  it('does not mind one slow answer, nor a few milliseconds', () => {
    const one = usually(300);
    one.answered(2000);
    expect(one.isSlow).toBe(false);
    const quick = usually(1);
    answerAll(quick, 10, 400);
    expect(quick.isSlow).toBe(false);
  });

  it('recovers when the host does', () => {
    const pace = usually(100);
    answerAll(pace, 4, 2000);
    answerAll(pace, 8, 100);
    expect(pace).toMatchObject({ isSlow: false, delayMs: 250, connections: 4 });
  });

  it('takes for usual what lasts', () => {
    const pace = usually(100);
    let slow = 0;
    for (; slow < 100; slow += 1) {
      pace.answered(2000);
      if (slow > 4 && !pace.isSlow) break;
    }
    expect(slow).toBeGreaterThan(15);
    expect(slow).toBeLessThan(50);
  });

  it('does not judge by the first answers, which are of robots.txt and sitemaps', () => {
    const pace = new Pace({ connections: 4, delayMs: 0, maxCrawlDelayMs: 30_000 });
    answerAll(pace, 2, 5);
    answerAll(pace, 20, 1500);
    expect(pace.isSlow).toBe(false);
  });

  it('is never slower than the longest Crawl-delay that is kept to', () => {
    const pace = new Pace({ connections: 4, delayMs: 0, maxCrawlDelayMs: 1500 });
    answerAll(pace, 30, 100);
    answerAll(pace, 4, 2000);
    expect(pace.delayMs).toBe(1500);
  });
});

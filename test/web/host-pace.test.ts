import { describe, expect, it } from 'vitest';
import { backOffMs, Pace, retryAfterMs } from '../../src/web/host-pace.ts';

const now = new Date('1994-11-06T08:49:00Z');

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun Nov  6 08:49:37 1994', 37_000],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ])('reads %j', (field, expected) => {
    expect(retryAfterMs({ 'retry-after': field }, now)).toBe(expected);
  });

  it.each(['', '-5', '1.5', 'soon', '2026-01-01', '5 minutes', 'Sun, 99 Nov 1994'])(
    'ignores the unreadable %j',
    (field) => {
      expect(retryAfterMs({ 'retry-after': field }, now)).toBeUndefined();
    },
  );

  it('is undefined without the field', () => {
    expect(retryAfterMs({}, now)).toBeUndefined();
  });

  it("reads a date against the server's clock", () => {
    const date = 'Sun, 06 Nov 1994 09:49:00 GMT';
    const headers = { date, 'retry-after': 'Sun, 06 Nov 1994 09:49:10 GMT' };
    expect(retryAfterMs(headers, now)).toBe(10_000);
  });
});

describe('backOffMs', () => {
  it('doubles with each failure in a row, up to half a minute', () => {
    const waits = [1, 2, 3, 4, 20].map((failures) => backOffMs(500, failures, 1));
    expect(waits).toEqual([500, 1000, 2000, 4000, 30_000]);
  });

  it('varies by half', () => {
    expect([0, 0.5, 1].map((chance) => backOffMs(500, 2, chance))).toEqual([500, 750, 1000]);
  });
});

/** The pace of a host with a usual response time in milliseconds. */
function usually(ms: number): Pace {
  const pace = new Pace({ connections: 4, delayMs: 250, maxCrawlDelayMs: 30_000 });
  answerAll(pace, 30, ms);
  return pace;
}

function answerAll(pace: Pace, times: number, ms: number): void {
  for (let index = 0; index < times; index += 1) pace.answered(ms);
}

describe('Pace', () => {
  it('is as configured while response times are as usual, short or long', () => {
    for (const ms of [1, 300, 4000]) {
      const pace = usually(ms);
      answerAll(pace, 3, ms * 1.8);
      expect(pace).toMatchObject({ isSlow: false, delayMs: 250, connections: 4 });
    }
  });

  it('slows down where responses take clearly longer than usual, with a delay in proportion', () => {
    const pace = usually(100);
    answerAll(pace, 4, 2000);
    expect(pace.isSlow).toBe(true);
    expect(pace.connections).toBe(1);
    // Twice the recent mean, which is between the usual time and 2000.
    expect(pace.delayMs).toBeGreaterThan(2000);
    expect(pace.delayMs).toBeLessThan(4000);
  });

  it('ignores one slow response, and a few milliseconds', () => {
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

  it('adapts to a lasting response time', () => {
    const pace = usually(100);
    let slow = 0;
    for (; slow < 100; slow += 1) {
      pace.answered(2000);
      if (slow > 4 && !pace.isSlow) break;
    }
    expect(slow).toBeGreaterThan(15);
    expect(slow).toBeLessThan(50);
  });

  it('ignores the first responses, which are robots.txt and sitemaps', () => {
    const pace = new Pace({ connections: 4, delayMs: 0, maxCrawlDelayMs: 30_000 });
    answerAll(pace, 2, 5);
    answerAll(pace, 20, 1500);
    expect(pace.isSlow).toBe(false);
  });

  it('has a delay of at most the longest Crawl-delay allowed', () => {
    const pace = new Pace({ connections: 4, delayMs: 0, maxCrawlDelayMs: 1500 });
    answerAll(pace, 30, 100);
    answerAll(pace, 4, 2000);
    expect(pace.delayMs).toBe(1500);
  });
});

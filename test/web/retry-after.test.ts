import { describe, expect, it } from 'vitest';
import { backOffMs, requestedWait, retryAfterMs } from '../../src/web/retry-after.ts';

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
    expect(retryAfterMs(field, now)).toBe(expected);
  });

  it.each([undefined, '', '-5', '1.5', 'soon', '2026-01-01', '5 minutes', 'Sun, 99 Nov 1994'])(
    'knows nothing from %j',
    (field) => {
      expect(retryAfterMs(field, now)).toBeUndefined();
    },
  );
});

describe('requestedWait', () => {
  const limits = { maxRetryAfterMs: 60_000, now };

  it('caps the wait at maxRetryAfterMs', () => {
    expect(requestedWait({ 'retry-after': '60' }, limits)).toEqual({ ms: 60_000, isCapped: false });
    expect(requestedWait({ 'retry-after': '61' }, limits)).toEqual({ ms: 60_000, isCapped: true });
    expect(requestedWait({}, limits)).toBeUndefined();
  });

  it("reads a date against the server's clock", () => {
    const date = 'Sun, 06 Nov 1994 09:49:00 GMT';
    const headers = { date, 'retry-after': 'Sun, 06 Nov 1994 09:49:10 GMT' };
    expect(requestedWait(headers, limits)).toEqual({ ms: 10_000, isCapped: false });
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

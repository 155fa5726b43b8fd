import { describe, expect, it } from 'vitest';
import {
  formatNotDue,
  formatNotDueCounts,
  isFullFetchDue,
  type NotDue,
  type NotDueCounts,
} from '../../src/model/revisit.ts';

const day = 86_400_000;
const whole = '2026-01-01';
const urls = Array.from({ length: 3000 }, (_, page) => `https://fen.example/${page}`);
const dueAfter = (days: number): number => {
  const now = new Date(Date.parse(whole) + days * day);
  return urls.filter((url) => isFullFetchDue(url, whole, now)).length;
};

it('an unconditional request is due for no URL before 30 days, and for all by 59', () => {
  expect([dueAfter(29.9), dueAfter(59)]).toEqual([0, 3000]);
});

it('about as many unconditional requests are due each night in between', () => {
  for (let days = 30; days < 60; days += 1) {
    const share = dueAfter(days) - dueAfter(days - 1);
    expect(share).toBeGreaterThan(50);
    expect(share).toBeLessThan(150);
  }
});

it('an unconditional request is not due for an invalid date', () => {
  expect(isFullFetchDue('https://fen.example/', '', new Date())).toBe(false);
});

const until = '2026-11-23T00:48:00.000Z';

describe('a URL that is not due', () => {
  it.each<[NotDue, string]>([
    [{ because: 'done', run: 'r1' }, 'visited by run r1, which is continued'],
    [
      { because: 'recheck', rule: 24, until },
      'until 2026-11-23T00:48:00Z, by recheck (24 h less 5 %)',
    ],
    [
      { because: 'recheck', rule: 'adaptive', until },
      'until 2026-11-23T00:48:00Z, by recheck (adaptive)',
    ],
    [
      { because: 'lastmod', lastmod: '2026-01-01', until },
      'until 2026-11-23T00:48:00Z, and as long as its lastmod is 2026-01-01',
    ],
    [{ because: 'lastmod', lastmod: '2026-01-01' }, 'as long as its lastmod is 2026-01-01'],
  ])('is described with the reason and the time: %j', (reason, text) => {
    expect(formatNotDue(reason)).toBe(text);
  });

  it.each<[NotDueCounts, Record<string, number>]>([
    [
      { lastmod: 2, recheck: 0 },
      { 'not due by lastmod': 2, 'not due by recheck': 0, 'not listed as changed': 0 },
    ],
    [
      { lastmod: 0, recheck: 3, rule: 1, until },
      {
        'not due by lastmod': 0,
        'not due by recheck (1 h less 5 %), the first due from 2026-11-23T00:48:00Z': 3,
        'not listed as changed': 0,
      },
    ],
    [
      { lastmod: 0, recheck: 0, list: 4 },
      { 'not due by lastmod': 0, 'not due by recheck': 0, 'not listed as changed': 4 },
    ],
  ])('is counted by reason: %j', (counts, texts) => {
    expect(formatNotDueCounts(counts)).toEqual(texts);
  });
});

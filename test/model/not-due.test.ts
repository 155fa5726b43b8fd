import { describe, expect, it } from 'vitest';
import {
  notDueText,
  notDueTexts,
  type NotDue,
  type NotDueCounts,
} from '../../src/model/not-due.ts';

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
  ])('says why, and until when: %j', (reason, text) => {
    expect(notDueText(reason)).toBe(text);
  });

  it.each<[NotDueCounts, Record<string, number>]>([
    [
      { lastmod: 2, recheck: 0 },
      { 'not due by lastmod': 2, 'not due by recheck': 0 },
    ],
    [
      { lastmod: 0, recheck: 3, rule: 1, until },
      {
        'not due by lastmod': 0,
        'not due by recheck (1 h less 5 %), the first due from 2026-11-23T00:48:00Z': 3,
      },
    ],
  ])('is counted by that: %j', (counts, texts) => {
    expect(notDueTexts(counts)).toEqual(texts);
  });
});

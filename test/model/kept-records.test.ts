import { describe, expect, it } from 'vitest';
import { addKeptRecords, keptRecord, keptRecordsOfUrl } from '../../src/model/kept-records.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { VisitState } from '../../src/model/run.ts';
import type { UrlOutcome } from '../../src/model/url-update.ts';

const url = 'https://soil.example/7';
const day = (number: number): string => `2026-11-0${number}T02:00:00.000Z`;

const outcome = (state: VisitState, facts: Partial<UrlOutcome> = {}): UrlOutcome => ({
  url,
  listings: [],
  state,
  at: day(5),
  run: 'r5',
  problems: [],
  ...facts,
});
/** A visit that failed, as two did before. */
const failing = {
  at: day(5),
  run: 'r5',
  state: 'no-metadata',
  goodAt: day(2),
  failures: 3,
  failingSince: day(3),
} as const;
const good = { at: day(5), run: 'r5', state: 'harvested', goodAt: day(5) } as const;
const softError: Problem = { kind: 'soft-404', url, text: '404' };
const noted: Problem = { kind: 'charset-unknown', url, charset: 'x' };
const failed: Problem = { kind: 'http-status', url, status: 503 };

describe('the records of a URL that are only kept', () => {
  it.each([
    ['the page says that it does not exist', 'no-metadata', [noted, softError], 'soft-404'],
    ['its server fails', 'fetch-failed', [noted, failed], 'http-status'],
    ['no problem says why', 'metadata-failed', [], 'metadata-failed'],
    ['the problems are of its records', 'no-metadata', [{ ...failed, record: url }], 'no-metadata'],
  ] satisfies [string, VisitState, Problem[], string][])(
    'are all of them where %s',
    (_name, state, problems, reason) => {
      const visited = { outcome: outcome(state, { problems }), visit: failing };
      expect(keptRecordsOfUrl(visited, 2)).toEqual({
        records: 2,
        since: day(3),
        reasons: { [reason]: 2 },
        oldestCopy: day(2),
      });
    },
  );

  it('are all of them where robots.txt forbids a visit', () => {
    const visit = { at: day(5), run: 'r5', state: 'disallowed', goodAt: day(2) } as const;
    expect(keptRecordsOfUrl({ outcome: outcome('disallowed'), visit }, 1)).toMatchObject({
      since: day(2),
      reasons: { disallowed: 1 },
    });
  });

  it('are those that a visit did not give, beside others or links', () => {
    for (const state of ['harvested', 'linked'] as const) {
      const visited = { outcome: outcome(state, { kept: 2, problems: [noted] }), visit: good };
      const kept = { records: 2, since: day(5), reasons: { 'charset-unknown': 2 } };
      expect(keptRecordsOfUrl(visited, 3)).toEqual(kept);
      // The same answer came again.
      expect(keptRecordsOfUrl({ ...visited, visit: failing }, 3)?.records).toBe(
        state === 'harvested' ? 2 : 3,
      );
    }
  });

  it.each([
    ['all were given', outcome('harvested'), good],
    ['it was not tried', outcome('harvested'), { ...good, state: 'not-tried' as const }],
    ['they wait to be removed', outcome('gone'), { ...failing, state: 'gone' as const }],
    ['it never had any', outcome('no-metadata'), { ...good, state: 'no-metadata' as const }],
  ])('are none where %s', (_name, of, visit) => {
    expect(keptRecordsOfUrl({ outcome: of, visit }, 2)).toBeUndefined();
  });
});

describe('a record that is only kept', () => {
  const copy = { isOlder: false, isLeaving: false, at: day(1) };
  it('is one of a URL that gives nothing, or one that others came without', () => {
    const bare = { outcome: outcome('no-metadata', { problems: [softError] }), visit: failing };
    expect(keptRecord(bare, copy)).toMatchObject({ since: day(3), oldestCopy: day(2) });
    const partly = { outcome: outcome('harvested', { kept: 1 }), visit: good };
    expect(keptRecord(partly, copy)).toBeUndefined();
    expect(keptRecord(partly, { ...copy, isOlder: true })).toEqual({
      records: 1,
      since: day(5),
      reasons: { harvested: 1 },
      oldestCopy: day(1),
    });
  });

  it('is one whose removal is held', () => {
    const gone = { outcome: outcome('gone'), visit: failing };
    expect(keptRecord(gone, { ...copy, isLeaving: true })).toMatchObject({
      since: day(3),
      reasons: { 'removals-held': 1 },
    });
    expect(keptRecord(gone, copy)).toBeUndefined();
  });
});

it('records of several URLs are added', () => {
  const one = {
    records: 1,
    since: day(3),
    reasons: { 'soft-404': 1 },
    oldestCopy: day(2),
  } as const;
  const two = { records: 2, since: day(2), reasons: { 'soft-404': 1, linked: 1 } } as const;
  expect(addKeptRecords(undefined, one)).toBe(one);
  expect(addKeptRecords(one, two)).toEqual({
    records: 3,
    since: day(2),
    reasons: { 'soft-404': 2, linked: 1 },
    oldestCopy: day(2),
  });
});

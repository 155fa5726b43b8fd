import { describe, expect, it } from 'vitest';
import { explanationText } from '../../src/render/url-explanation.ts';
import { visitLines } from '../../src/render/url-visits.ts';
import { recordSummary } from '../../src/render/record-summary.ts';
import { shownRecord } from './shown.ts';

const now = new Date('2026-11-25T00:00:00Z');
const look = { at: '2026-11-01T02:00:00.000Z', run: 'r1' };
const unchanged = { at: '2026-11-24T02:00:00.123Z', run: 'r9', state: 'unchanged' } as const;
const failing = {
  ...unchanged,
  state: 'fetch-failed',
  goodAt: '2026-11-20T02:00:00.000Z',
  failures: 4,
  failingSince: '2026-11-21T02:00:00.000Z',
} as const;

describe('when a URL was asked last', () => {
  it('is not said twice where that is the look itself', () => {
    expect(visitLines({ ...look, state: 'harvested', goodAt: look.at }, look, now)).toEqual([]);
    expect(visitLines(undefined, look, now)).toEqual([]);
  });

  it('is said with nothing being new', () => {
    expect(visitLines({ ...unchanged, goodAt: unchanged.at }, look, now)).toEqual([
      { label: 'last visit', text: '2026-11-24T02:00:00Z, run r9: unchanged' },
    ]);
  });

  it('is said with how often it failed, and how old is what is kept', () => {
    expect(visitLines(failing, { at: failing.at, run: 'r9' }, now)).toEqual([
      {
        label: 'failing',
        text: 'the last 4 visits, since 2026-11-21T02:00:00Z; the copy is of 2026-11-20T02:00:00Z, 4 days ago',
      },
    ]);
    const { goodAt: _, ...never } = failing;
    expect(visitLines({ ...never, failures: 1 }, look, now)[1]?.text).toBe(
      'the last visit, since 2026-11-21T02:00:00Z; no earlier visit gave metadata',
    );
  });

  it('stands in the summary of a record and in an explanation', () => {
    const shown = shownRecord();
    expect(recordSummary({ ...shown, visit: failing }, now)).toContain(
      [
        '  last visit    2026-11-24T02:00:00Z, run r9: it could not be fetched',
        '  failing       the last 4 visits, since 2026-11-21T02:00:00Z; the copy is of',
      ].join('\n'),
    );
    const { outcome } = shown;
    if (outcome === undefined) throw new Error('There is one.');
    expect(explanationText({ outcome, visit: unchanged, records: [] }, now)).toContain(
      '  last visit: 2026-11-24T02:00:00Z, run r9: unchanged\n',
    );
  });
});

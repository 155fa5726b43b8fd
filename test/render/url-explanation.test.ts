import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/model/problem.ts';
import { recordSummary } from '../../src/render/record-summary.ts';
import {
  formatExplanation,
  formatLastVisit,
  formatProblems,
} from '../../src/render/url-explanation.ts';
import { shownRecord } from './shown.ts';

const url = 'https://fen.example/list';

it('shows of many problems one of each kind, the gravest first', () => {
  const unusable = Array.from({ length: 30 }, (_, number): Problem => {
    return { kind: 'geometry-unusable', url, value: `${number}`, reason: 'malformed' };
  });
  const lines = formatProblems([
    ...unusable,
    { kind: 'named-graph-folded', url, name: 'x' },
    { kind: 'context-unavailable', url, context: 'https://x.example/' },
  ]);
  const shown = lines.filter((line) => /^ {2}(?:error|warning|info) /u.test(line));
  expect(shown).toHaveLength(20);
  expect(shown[0]).toBe('  error    context-unavailable');
  expect(shown.at(-1)).toBe('  info     named-graph-folded');
  expect(lines.at(-1)).toBe('  and 12 more of geometry-unusable');
});

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

describe('the last visit of a URL', () => {
  it('is not repeated if it is the visit that gave the outcome', () => {
    expect(formatLastVisit({ ...look, state: 'harvested', goodAt: look.at }, look, now)).toEqual(
      [],
    );
    expect(formatLastVisit(undefined, look, now)).toEqual([]);
  });

  it('is shown if it found nothing new', () => {
    expect(formatLastVisit({ ...unchanged, goodAt: unchanged.at }, look, now)).toEqual([
      { label: 'last visit', text: '2026-11-24T02:00:00Z, run r9: unchanged' },
    ]);
  });

  it('is shown with the number of failures and the age of the copy', () => {
    expect(formatLastVisit(failing, { at: failing.at, run: 'r9' }, now)).toEqual([
      {
        label: 'failing',
        text: 'the last 4 visits, since 2026-11-21T02:00:00Z; the copy is of 2026-11-20T02:00:00Z, 4 days ago',
      },
    ]);
    const { goodAt: _, ...never } = failing;
    expect(formatLastVisit({ ...never, failures: 1 }, look, now)[1]?.text).toBe(
      'the last visit, since 2026-11-21T02:00:00Z; no earlier visit gave metadata',
    );
  });

  it('are part of the summary of a record and of an explanation', () => {
    const shown = shownRecord();
    expect(recordSummary({ ...shown, visit: failing }, now)).toContain(
      [
        '  last visit    2026-11-24T02:00:00Z, run r9: it could not be fetched',
        '  failing       the last 4 visits, since 2026-11-21T02:00:00Z; the copy is of',
      ].join('\n'),
    );
    const { outcome } = shown;
    if (outcome === undefined) throw new Error('There is one.');
    expect(formatExplanation({ outcome, visit: unchanged, records: [] }, now)).toContain(
      '  last visit: 2026-11-24T02:00:00Z, run r9: unchanged\n',
    );
  });
});

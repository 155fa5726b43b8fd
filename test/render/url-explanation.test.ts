import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/model/problem.ts';
import { recordSummary } from '../../src/render/record-summary.ts';
import { formatExplanation, formatProblems } from '../../src/render/url-explanation.ts';
import { keptSentence } from '../../src/render/visit-texts.ts';
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
const unchanged = { at: '2026-11-24T02:00:00.123Z', run: 'r9', state: 'unchanged' } as const;
const kept = {
  records: 1,
  since: '2026-11-21T02:00:00.000Z',
  reasons: { 'soft-404': 1 },
  oldestCopy: '2026-11-20T02:00:00.000Z',
} as const;
const unwrapped = (text: string): string => text.replaceAll(/\n {0,2}(?=\S)/gu, ' ');
const failing = {
  ...unchanged,
  state: 'fetch-failed',
  goodAt: '2026-11-20T02:00:00.000Z',
  failures: 4,
  failingSince: '2026-11-21T02:00:00.000Z',
} as const;

describe('the last visit of a URL, and why its records are only kept', () => {
  it('are part of the summary of a record and of an explanation', () => {
    const shown = shownRecord();
    const summary = recordSummary({ ...shown, visit: failing, kept }, now);
    expect(summary).toContain(
      [
        '  last visit    2026-11-24T02:00:00Z, run r9: it could not be fetched',
        '  failing       the last 4 visits, since 2026-11-21T02:00:00Z\n',
      ].join('\n'),
    );
    const sentence = keptSentence(kept, { now });
    expect(unwrapped(summary)).toContain(sentence.replace('1 record', 'This record'));
    const { outcome } = shown;
    if (outcome === undefined) throw new Error('There is one.');
    expect(formatExplanation({ outcome, visit: unchanged, records: [] }, now)).toContain(
      '  last visit: 2026-11-24T02:00:00Z, run r9: unchanged\n',
    );
    expect(
      unwrapped(formatExplanation({ outcome, visit: failing, records: [], kept }, now)),
    ).toContain(sentence);
  });
});

import { describe, expect, it } from 'vitest';
import { emptyVisitCounts, type VisitState } from '../../../src/model/run.ts';
import { assessSource } from '../../../src/serve/pages/sources/source-care.ts';
import type { SourceStatus } from '../../../src/catalogue/status.ts';

const asOf = '2026-11-26T20:00:00.000Z';

interface Told {
  readonly urls?: Partial<Record<VisitState, number>>;
  readonly status?: Partial<SourceStatus>;
  /** When a run last read it to its end; null where none did. */
  readonly harvestedAt?: string | null;
}

function stateOf({ urls = {}, status = {}, harvestedAt = asOf }: Told) {
  const facts = {
    status: {
      source: 'lakes',
      urls: { ...emptyVisitCounts(), harvested: 500, ...urls },
      records: 500,
      quads: 5000,
      problems: {},
      leaving: 0,
      removed: 0,
      ...status,
    },
    // Of its report nothing is read.
    ...(harvestedAt !== null && {
      harvested: { run: '20261126T190000Z', endedAt: harvestedAt, source: {} as never },
    }),
  };
  const { state, reasons } = assessSource(facts, asOf);
  return [state, ...reasons.map(({ text }) => text)];
}

const failing = { since: asOf, longestStreak: 1, withRecords: 0 };

describe('careOf', () => {
  it.each([
    ['nothing wrong', {}, ['fine']],
    [
      'one error in 500 URLs',
      { status: { problems: { 'json-malformed': 1 } } },
      ['fine', '1 error in a source of 500 URLs'],
    ],
    [
      'an error in every tenth record',
      { status: { problems: { 'json-malformed': 50 } } },
      ['report', '50 errors in a source of 500 URLs'],
    ],
    [
      'a list of few URLs with many records, of which few have errors',
      { urls: { harvested: 2 }, status: { problems: { 'json-malformed': 3 } } },
      ['fine', '3 errors in a source of 500 records'],
    ],
    [
      'metadata that cannot be used',
      {
        urls: { harvested: 25, 'metadata-failed': 2 },
        status: { records: 47, problems: { 'context-missing': 2 } },
      },
      ['report', '2 of 27 URLs have metadata that cannot be used'],
    ],
    [
      'few URLs that fail',
      { status: { failing: { ...failing, urls: 10 } } },
      ['fine', '10 of 500 URLs fail, the first since 2026-11-26 20:00 UTC'],
    ],
    [
      'many URLs that fail, and errors',
      { status: { failing: { ...failing, urls: 50 }, problems: { 'http-status': 50 } } },
      ['care', '50 of 500 URLs fail, the first since 2026-11-26 20:00 UTC'],
    ],
    [
      'one record of which somebody must decide',
      { status: { leaving: 1 } },
      ['care', '1 record waits to be removed'],
    ],
    [
      'all URLs fail',
      { status: { failing: { ...failing, urls: 500 } } },
      ['failing', 'All of its URLs fail, the first since 2026-11-26 20:00 UTC'],
    ],
    [
      'left out by the runs of a month',
      { harvestedAt: '2026-10-26T20:00:00.000Z' },
      ['late', 'Last harvested to its end 31 days before the newest run'],
    ],
    ['never read to its end', { harvestedAt: null }, ['late', 'No run came to its end']],
    [
      'not configured, whatever else is wrong',
      { status: { notConfigured: {}, leaving: 1 } },
      [
        'not-configured',
        'The configuration of the latest run does not name it',
        '1 record waits to be removed',
      ],
    ],
  ] satisfies [string, Told, string[]][])('judges a source with %s', (_, told, expected) => {
    expect(stateOf(told)).toEqual(expected);
  });
});

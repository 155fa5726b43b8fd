import { describe, expect, it } from 'vitest';
import { noRunCosts, noSourceCosts } from '../../src/model/run-costs.ts';
import { noRechecks } from '../../src/model/run.ts';
import { noRecords, noUrls } from '../../src/model/url-states.ts';
import { wholeReport } from '../../src/store/kept-report.ts';
import { emptyReport } from './runs.ts';

const startedAt = '2026-01-01T00:00:00.000Z';

describe('a report that an older program kept', () => {
  it('has all that a report has today', () => {
    const {
      phases: _,
      requests: __,
      hosts: ___,
      ...older
    } = emptyReport('r1', new Date(startedAt));
    const source = {
      source: 'one',
      listing: 'complete',
      skipped: {},
      urls: { ...noUrls(), loaded: 2 },
      records: noRecords(),
      quads: 4,
      rechecks: noRechecks,
      problems: {},
      listingProblems: [],
      seconds: 1,
    } as const;
    const report = wholeReport({ ...older, sources: [source] });
    expect(report).toMatchObject(noRunCosts);
    expect(report.sources).toEqual([{ ...source, ...noSourceCosts }]);
  });
});

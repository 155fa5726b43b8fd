import { describe, expect, it } from 'vitest';
import { noRunCosts, noSourceCosts } from '../../src/model/run-costs.ts';
import { emptyRecordCounts, emptyUrlCounts, noRevisits } from '../../src/model/run.ts';
import { completeReport } from '../../src/catalogue/run-rows.ts';
import { emptyReport } from './runs.ts';

const startedAt = '2026-01-01T00:00:00.000Z';

describe('a report of an older program', () => {
  it('has every member that a report has today', () => {
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
      urls: { ...emptyUrlCounts(), loaded: 2 },
      records: emptyRecordCounts(),
      quads: 4,
      rechecks: noRevisits,
      problems: {},
      listingProblems: [],
      seconds: 1,
    } as const;
    const report = completeReport({ ...older, sources: [source] });
    expect(report).toMatchObject(noRunCosts);
    expect(report.sources).toEqual([{ ...source, ...noSourceCosts }]);
  });
});

import { describe, expect, it } from 'vitest';
import { noRunCosts } from '../../src/model/run-costs.ts';
import {
  emptyRecordCounts,
  emptyUrlCounts,
  type RunReport,
  type SourceReport,
} from '../../src/model/run.ts';
import { chooseReports } from '../../src/render/source-choice.ts';
import { countKeptRecords } from '../../src/pipeline/report/run-report.ts';
import { summarise, formatRun } from '../../src/render/run-summary.ts';
import { manySources, quietSource } from '../pipeline/report/many-sources.ts';

const startedAt = '2026-11-20T02:00:00.000Z';

function reportOf(sources: readonly SourceReport[], more: Partial<RunReport> = {}): RunReport {
  return {
    ...noRunCosts,
    run: 'r1',
    startedAt,
    endedAt: '2026-11-20T02:00:10.000Z',
    dryRun: false,
    interrupted: false,
    sources,
    examples: [],
    catalogue: { problems: [], counts: {} },
    ...more,
  };
}

/** A source with so many new records. */
function changed(name: string, added: number): SourceReport {
  return quietSource(name, { records: { ...emptyRecordCounts(), added } });
}

function records(sources: readonly SourceReport[]): number {
  return sources.reduce((sum, source) => sum + countKeptRecords(source.records), 0);
}

const names = (sources: readonly SourceReport[]): string[] => sources.map(({ source }) => source);

describe('a summary of sixty sources', () => {
  it('marks the sources that an interrupted run did not finish', () => {
    const unended = {
      listing: 'interrupted',
      records: emptyRecordCounts(),
      urls: emptyUrlCounts(),
    } as const;
    const sources = Array.from({ length: 60 }, (_, index) =>
      quietSource(`source-${index}`, index < 20 ? {} : unended),
    );
    const text = summarise(reportOf(sources, { interrupted: true }), '/pages');
    expect(text).toContain('\n  20 sources without changes: 200 records\n');
    expect(text).toContain('\n  40 sources with an incomplete listing\n');
    expect(text).toContain('\n  All 60 sources, until the run was interrupted: 200 records (');
  });

  it('lists those that failed, have errors or changed, and counts the rest and all', () => {
    expect(summarise(reportOf(manySources(60)), '/pages')).toMatchInlineSnapshot(`
      "Harvest r1 finished after 10.0 s
                  records  added  changed  removed  errors  warnings
        source-3       10      0        0        0       1         0
        source-4       10      0        0        0       2         0
        source-6       10      2        1        0       0         0
        57 sources without changes: 570 records, 3 warnings
        All 60 sources: 600 records, 2 added, 1 changed, 3 errors, 3 warnings (--all lists every source)

      source-3
        The listing is empty or incomplete; see the problems below.
        Failed (exit code 4): Source without URLs (source-empty)
        discovered           0
        allowed              0
        tried                0
        answered             0
        with metadata        0
        harvested            0
        records             10   10 kept (100 statements)

      source-4
        discovered          10
        allowed             10
        tried               10
        answered            10
        with metadata       10
        harvested           10
        records             10   10 unchanged (100 statements)

      All 60 sources
        1 source failed (exit code 4)
        The listing of 1 source is incomplete.
        discovered         590
        allowed            590
        tried              590
        answered           590
        with metadata      590
        harvested          590
        records            600   2 added, 1 replaced, 587 unchanged, 10 kept (6,000 statements)

      Problems, with an example of each kind
        error        2  no-triples
                        Add \`"@context": "https://schema.org/"\`.
        error        1  source-empty
                        Read the other problems of this source, and check \`include\` and \`exclude\`. If the source had records and is rightly empty now, confirm with \`--allow-removals\`.
        warning      3  no-metadata
                        Embed JSON-LD in a \`<script type="application/ld+json">\`, or take the page out of the sitemap.

      What they mean and how to fix them: /pages
      "
    `);
  });

  it('lists every source with --all, and up to fifty without', () => {
    const sixty = summarise(reportOf(manySources(60)), '/pages', undefined, true);
    const fifty = summarise(reportOf(manySources(50)), '/pages');
    for (const text of [sixty, fifty]) {
      expect(text).toContain('\nsource-50\n');
      expect(text).not.toContain('without changes');
    }
    expect(sixty).toContain('\nsource-60\n');
  });

  it('lists a source that has more warnings than in its last run', () => {
    const sources = manySources(60);
    const lastRuns = new Map(
      sources.map((source) => {
        const before = quietSource(source.source);
        return [source.source, { run: 'r0', endedAt: startedAt, source: before }];
      }),
    );
    expect(names(chooseReports(sources, lastRuns, false).listed)).toContain('source-5');
    expect(names(chooseReports(sources, undefined, false).listed)).not.toContain('source-5');
  });

  it('names five of many runs that it continues', () => {
    const continues = Array.from({ length: 9 }, (_, index) => `r${9 - index}`);
    const sources = [quietSource('soil', { doneBefore: 1 })];
    expect(summarise(reportOf(sources, { continues }), '/pages')).toContain(
      'Harvest r1 finished after 10.0 s',
    );
  });
});

describe('the report of a run of sixty sources', () => {
  it('lists the same sources', () => {
    const facts = { number: 1, run: 'r1', startedAt };
    const report = reportOf(manySources(60));
    const text = formatRun({ ...facts, report }, '/pages');
    expect(text).toMatchInlineSnapshot(`
      "Run r1 finished after 10.0 s
        began 2026-11-20T02:00:00Z, ended 2026-11-20T02:00:10Z
        57 sources without changes: 570 records, 3 warnings
        All 60 sources: 600 records, 2 added, 1 changed, 3 errors, 3 warnings (--all lists every source)

      source-3
        The listing is empty or incomplete; see the problems below.
        Failed (exit code 4): Source without URLs (source-empty)
        discovered           0
        allowed              0
        tried                0
        answered             0
        with metadata        0
        harvested            0
        records             10   10 kept (100 statements)
        took        1.0 s; sum over its URLs: less than 0.1 s
        requests    0, 0 B
        error        1  source-empty

      source-4
        discovered          10
        allowed             10
        tried               10
        answered            10
        with metadata       10
        harvested           10
        records             10   10 unchanged (100 statements)
        took        1.0 s; sum over its URLs: less than 0.1 s
        requests    0, 0 B
        error        2  no-triples

      source-6
        discovered          10
        allowed             10
        tried               10
        answered            10
        with metadata       10
        harvested           10
        records             10   2 added, 1 replaced, 7 unchanged (100 statements)
        took        1.0 s; sum over its URLs: less than 0.1 s
        requests    0, 0 B

      All 60 sources
        1 source failed (exit code 4)
        The listing of 1 source is incomplete.
        discovered         590
        allowed            590
        tried              590
        answered           590
        with metadata      590
        harvested          590
        records            600   2 added, 1 replaced, 587 unchanged, 10 kept (6,000 statements)

      All sources
        took        phases overlap: less than 0.1 s
        requests    0, 0 B
        hosts       none

      What problems mean and how to fix them: /pages
      "
    `);
    const all = formatRun({ ...facts, report }, '/pages', true);
    expect(all).toContain('\nsource-60\n');
    expect(all).not.toContain('without changes');
  });
});

describe('the choice of sources', () => {
  it('lists fifty at most, the failed ones first, then those that changed most', () => {
    const many = Array.from({ length: 200 }, (_, index) => changed(`source-${index}`, index + 1));
    const failed = manySources(3)[2];
    if (failed === undefined) throw new Error('no source failed');
    const choice = chooseReports([...many, failed, quietSource('quiet')], undefined, false);
    const last = Array.from({ length: 49 }, (_, index) => `source-${151 + index}`);
    expect(names(choice.listed)).toEqual([...last, 'source-3']);
    expect(choice.more).toHaveLength(151);
    expect(names(choice.quiet)).toEqual(['quiet']);
  });

  it('leaves no source and no record uncounted', () => {
    const sources = [...manySources(120), ...Array.from({ length: 80 }, () => changed('one', 2))];
    const { listed, more, quiet } = chooseReports(sources, undefined, false);
    const parts = [...listed, ...more, ...quiet];
    expect(new Set(parts)).toEqual(new Set(sources));
    expect(records(parts)).toBe(records(sources));
    expect(summarise(reportOf(sources), '/pages')).toContain(
      `All 200 sources: ${records(sources).toLocaleString('en')} records`,
    );
  });
});

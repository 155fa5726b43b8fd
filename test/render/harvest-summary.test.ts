import { describe, expect, it } from 'vitest';
import type { RunReport } from '../../src/model/run.ts';
import { SourceLedger } from '../../src/pipeline/report/source-ledger.ts';
import { hasErrors, makeRunReport } from '../../src/pipeline/report/run-report.ts';
import { summarise } from '../../src/render/harvest-summary.ts';

const start = new Date('2026-01-02T03:04:05Z');
const end = new Date('2026-01-02T03:04:07.500Z');

/** Four URLs: one harvested, one dead, one without metadata, one not tried. */
function exampleLedger(): SourceLedger {
  const ledger = new SourceLedger('soil', start);
  for (const url of ['1', '2', '3', '4']) {
    ledger.admit(url);
    if (url !== '4') ledger.begin(url);
  }
  ledger.skip('excluded');
  ledger.record('added', 12);
  ledger.settle('1', 'loaded', end);
  for (const url of ['https://soil.example/gone', 'https://soil.example/gone-too']) {
    ledger.note({ kind: 'failed', problem: { kind: 'http-status', url, status: 404 } });
  }
  ledger.settle('2', 'fetch-failed', end);
  const url = 'https://soil.example/about';
  ledger.note({ kind: 'failed', problem: { kind: 'no-metadata', url } });
  ledger.settle('3', 'no-metadata', end);
  ledger.listed('complete', end);
  return ledger;
}

function report(ledgers: SourceLedger[], more: Partial<RunReport> = {}): RunReport {
  const catalogue = { problems: [], counts: {} };
  const run = { run: 'r1', startedAt: start, endedAt: end, dryRun: false, interrupted: false };
  const facts = { ...run, catalogue };
  return { ...makeRunReport(facts, ledgers), ...more };
}

describe('summarise', () => {
  it('tells of a run that it goes on with only where that had done something', () => {
    const [source] = report([exampleLedger()]).sources;
    const text = (doneBefore: number): string => {
      const sources = source === undefined ? [] : [{ ...source, doneBefore }];
      return summarise(report([], { continues: ['r0'], sources }), '/pages');
    };
    expect(text(1)).toContain('Continues run r0');
    expect(text(0)).not.toContain('Continues');
  });

  it('compares with the last run only what was not interrupted', () => {
    const [source] = report([exampleLedger()]).sources;
    if (source === undefined) throw new Error('no source');
    const last = { ...source, records: { ...source.records, added: 3 } };
    const lastRuns = new Map([['soil', { run: 'r0', endedAt: '', source: last }]]);
    const firstLines = (interrupted: boolean): string =>
      summarise(report([exampleLedger()], { interrupted }), '/pages', lastRuns);
    expect(firstLines(false)).toContain('  soil  1 record (-2), 1 added');
    expect(firstLines(true)).toContain('  soil  1 record, 1 added');
  });

  it('shows a funnel in which each line is the one above less what stands beside it', () => {
    expect(summarise(report([exampleLedger()]), '/pages')).toBe(
      [
        'Harvest r1 finished after 2.5 s',
        '  soil  1 record, 1 added, 0 changed, 0 removed, 2 errors, 1 warning',
        '',
        'soil',
        '  discovered           4   skipped: 1 excluded by the configuration',
        '  allowed              4',
        '  tried                3   1 not tried',
        '  answered             2   1 could not be fetched',
        '  with metadata        1   1 without metadata',
        '  harvested            1',
        '  records              1   1 added (12 statements)',
        '',
        'Problems, with an example of each kind',
        '  error        2  http-status',
        '                  Not served (HTTP status 404): https://soil.example/gone',
        '                  Remove dead URLs from the sitemap, robots.txt or page that names them, or repair the server. For 401 and 403, ask the publisher for access.',
        '  warning      1  no-metadata',
        '                  No metadata on the page: https://soil.example/about',
        '                  Embed JSON-LD in a `<script type="application/ld+json">`, or take the page out of the sitemap.',
        '',
        'What they mean and how to fix them: /pages',
        '',
      ].join('\n'),
    );
  });

  it('says when a run was interrupted, and when it stored nothing', () => {
    const text = summarise(report([], { interrupted: true, dryRun: true }), '/pages');
    expect(text).toContain('Dry run was interrupted after 2.5 s: nothing was stored');
    expect(text).toContain('No problems.');
  });

  it('warns of a catalogue that nearly fills the engine, or no longer fits', () => {
    const sources = [9, 4, 2, 1].map((millions) => ({
      source: `s${millions}\u001B`,
      records: 1,
      quads: millions * 1e6,
    }));
    const fullEngine = { neededBytes: 3.4e9, capacityBytes: 3.8e9, sources };
    const text = summarise(report([], { fullEngine }), '/pages');
    expect(text).toContain(
      [
        '',
        'Warning: the catalogue fills 89 % of the memory of the query engine.',
        '  The statements need about 3,400 MB of memory; the built-in query engine has 3,800 MB.',
        '  Most statements: s9\uFFFD (9,000,000), s4\uFFFD (4,000,000), s2\uFFFD (2,000,000) and 1 more.',
        '  Remove a source that is not needed (cdif-graph remove --source), or load an export (cdif-graph export) into a triple store: see docs/stores.md.',
      ].join('\n'),
    );
    const over = { ...fullEngine, neededBytes: 4e9 };
    expect(summarise(report([], { fullEngine: over }), '/pages')).toContain('queries are refused');
    expect(summarise(report([]), '/pages')).not.toContain('Warning');
  });

  it('keeps control characters of a publisher from the terminal', () => {
    const ledger = new SourceLedger('s', start);
    const problem = { kind: 'sitemap-entry-invalid', url: 'https://s.example/' } as const;
    const value = '\u001B[2J\u202Eevil';
    ledger.note({ kind: 'failed', problem: { ...problem, value, line: 1, column: 2 } });
    const text = summarise(report([ledger]), '/pages');
    expect(text).toContain('\uFFFD[2J\uFFFDevil');
    expect(text).not.toContain('\u001B');
  });
});

describe('hasErrors', () => {
  it('is true for a problem of severity error and not for a warning', () => {
    const warned = new SourceLedger('s', start);
    warned.note({ kind: 'failed', problem: { kind: 'no-metadata', url: 'https://s.example/' } });
    expect(hasErrors(report([warned]))).toBe(false);
    expect(hasErrors(report([exampleLedger()]))).toBe(true);
  });
});

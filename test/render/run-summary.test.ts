import { describe, expect, it } from 'vitest';
import { noRunCosts } from '../../src/model/run-costs.ts';
import type { RunReport } from '../../src/model/run.ts';
import type { RebuildReport } from '../../src/pipeline/rebuild.ts';
import { hasErrors, makeRunReport } from '../../src/pipeline/report/run-report.ts';
import { SourceLedger } from '../../src/pipeline/report/source-ledger.ts';
import { formatRebuild, formatRun, summarise } from '../../src/render/run-summary.ts';

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
  it('names the run that it continues only if that run visited URLs', () => {
    const [source] = report([exampleLedger()]).sources;
    const text = (doneBefore: number): string => {
      const sources = source === undefined ? [] : [{ ...source, doneBefore }];
      return summarise(report([], { continues: ['r0'], sources }), '/pages');
    };
    expect(text(1)).toContain('Continues run r0');
    expect(text(0)).not.toContain('Continues');
  });

  it('compares only a run that was not interrupted with the last run', () => {
    const [source] = report([exampleLedger()]).sources;
    if (source === undefined) throw new Error('no source');
    const last = { ...source, records: { ...source.records, added: 3 } };
    const lastRuns = new Map([['soil', { run: 'r0', endedAt: '', source: last }]]);
    const firstLines = (interrupted: boolean): string =>
      summarise(report([exampleLedger()], { interrupted }), '/pages', lastRuns);
    expect(firstLines(false)).toContain('  soil  1 record (-2), 1 added');
    expect(firstLines(true)).toContain('  soil  1 record, 1 added');
  });

  it('shows a funnel in which each line is the line above less the losses beside it', () => {
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
        '                  URL not served (HTTP status 404): https://soil.example/gone',
        '                  For 404 and 410, correct the URL in the sitemap, robots.txt or page that names it, or remove it there. For 403, let harvesters read it, or ask the publisher for access. For 5xx, repair the server.',
        '  warning      1  no-metadata',
        '                  No metadata on the page: https://soil.example/about',
        '                  Embed JSON-LD in a `<script type="application/ld+json">`, or take the page out of the sitemap.',
        '',
        'What they mean and how to fix them: /pages',
        '',
      ].join('\n'),
    );
  });

  it('marks an interrupted run and a dry run', () => {
    const text = summarise(report([], { interrupted: true, dryRun: true }), '/pages');
    expect(text).toContain('Dry run was interrupted after 2.5 s: nothing was stored');
    expect(text).toContain('No problems.');
  });

  it('warns if the catalogue nearly fills the query engine, or no longer fits into it', () => {
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
        '  Let a SPARQL store answer queries (engine.query of the configuration, filled by cdif-graph push): see docs/stores.md. Or remove a source that is not needed (cdif-graph remove --source).',
      ].join('\n'),
    );
    const over = { ...fullEngine, neededBytes: 4e9 };
    expect(summarise(report([], { fullEngine: over }), '/pages')).toContain('queries are refused');
    expect(summarise(report([]), '/pages')).not.toContain('Warning');
  });

  it('replaces control characters in the texts of publishers', () => {
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

const startedAt = new Date('2026-11-20T02:00:00Z');
const endedAt = new Date('2026-11-20T02:02:05Z');
const begun = { number: 1, run: '20261120T020000Z', startedAt: startedAt.toISOString() };

function failingLedger(): SourceLedger {
  const made = new SourceLedger('soil', startedAt);
  for (const page of ['1', '2', '3']) {
    const url = `https://soil.example/${page}`;
    made.admit(url);
    made.begin(url);
    made.settle(url, page === '1' ? 'unchanged' : 'fetch-failed', endedAt);
  }
  for (const page of ['3', '2']) {
    const url = `https://soil.example/${page}`;
    made.note({ kind: 'failed', problem: { kind: 'http-status', url, status: 500 } });
  }
  const host = 'dead.example';
  for (const page of [1, 2]) {
    const url = `https://${host}/${page}`;
    const why = { failures: 5, reason: 'connection-failed', code: 'ECONNREFUSED' } as const;
    made.note({ kind: 'failed', problem: { kind: 'host-given-up', url, host, ...why } });
  }
  made.record('unchanged', 12);
  made.saved('notModified');
  const cost = { waitingMs: 61_000, downloadingMs: 900, bytesReceived: 5000, bytesDecoded: 20_000 };
  made.requested({ method: 'GET', url: 'https://soil.example/1', status: 304 }, cost);
  made.listed('complete', endedAt);
  return made;
}

describe('formatRun', () => {
  it('writes funnel, costs and problems of each source, and the costs of the run', () => {
    const hosts = {
      states: { ...noRunCosts.hosts.states, answering: 1, 'given-up': 1 },
      slowest: [
        {
          host: 'dead.example',
          requests: 5,
          bytesReceived: 0,
          bytesDecoded: 0,
          waitingMs: 1000,
          restedMs: 31_000,
          failures: 5,
          state: 'given-up',
        },
      ],
    } as const;
    const catalogue = { problems: [], counts: {} };
    const facts = { run: begun.run, startedAt, endedAt, dryRun: false, interrupted: false };
    const costs = { ...noRunCosts, hosts };
    const made = makeRunReport({ ...facts, catalogue, costs }, [failingLedger()]);
    const text = formatRun({ ...begun, continues: ['20261119T020000Z'], report: made }, '/pages');
    expect(text).toMatchInlineSnapshot(`
      "Run 20261120T020000Z finished after 2 min 5 s
        began 2026-11-20T02:00:00Z, ended 2026-11-20T02:02:05Z
        continues run 20261119T020000Z

      soil
        discovered           3
        allowed              3
        tried                3
        answered             1   2 could not be fetched
        with metadata        1
        harvested            1
        records              1   1 unchanged (12 statements)
        took        125.0 s; sum over its URLs: waiting for responses 1 min 1 s,
                    downloading 0.9 s
        requests    1 (1 not modified), 5.0 kB (20.0 kB unpacked)
        saved       1 not modified
        error        2  http-status
            URL not served (HTTP status 500): https://soil.example/2
            URL not served (HTTP status 500): https://soil.example/3
        warning      2  host-given-up
            dead.example, 2 URLs: Host given up (dead.example, 5 URLs in a row, the last: ECONNREFUSED): https://dead.example/1

      All sources
        took        phases overlap: less than 0.1 s
        requests    0, 0 B
        hosts       2 hosts: 1 answering, 1 given up
          dead.example: 5 requests took 1.0 s, 5 failures, paused for 31.0 s, given up for this run

      What problems mean and how to fix them: /pages
      "
    `);
  });

  it('says that a run without a report is still running or was killed', () => {
    expect(formatRun(begun, '/pages')).toBe(
      'Run 20261120T020000Z began 2026-11-20T02:00:00Z and is still running, or was killed\n',
    );
  });
});

const record = 'https://repository.example/record/1';
const rebuilt: RebuildReport = {
  startedAt: '2026-11-21T09:00:00.000Z',
  endedAt: '2026-11-21T09:00:10.000Z',
  interrupted: false,
  urls: 20_000,
  left: 0,
  records: { added: 1, replaced: 19_000, unchanged: 998, removed: 0, failed: 1, nonconforming: 0 },
  quads: 3_100_000,
  problems: {},
  skipped: {},
  examples: [],
};

describe('formatRebuild', () => {
  it('counts the graphs by state', () => {
    expect(formatRebuild(rebuilt)).toMatchInlineSnapshot(`
      "Rebuild finished after 10.0 s: 20,000 URLs, 3,100,000 statements
        records  1 added, 19,000 replaced, 998 unchanged, 1 failed

      No problems.
      "
    `);
  });

  it('names what was left out or unchanged, the problems, and how to continue', () => {
    const all: RebuildReport = {
      ...rebuilt,
      interrupted: true,
      left: 1,
      problems: { 'iri-repaired': 12, 'no-triples': 1 },
      skipped: { 'type-not-wanted': 2 },
      examples: [
        { kind: 'iri-repaired', url: record, value: 'https://a b/', repaired: 'https://a%20b/' },
        { kind: 'no-triples', url: record },
      ],
    };
    expect(formatRebuild(all)).toMatchInlineSnapshot(`
      "Rebuild was interrupted after 10.0 s: 20,000 URLs, 3,100,000 statements
        records  1 added, 19,000 replaced, 998 unchanged, 1 failed
        left out 2 records of types that no source wants
        1 URL left unchanged: the kept documents are of several visits, the last
        of which was incomplete. The next harvest replaces them.
        The graphs made so far are stored; run rebuild again for the rest.

      Problems, with an example of each kind
        error   1  no-triples
          JSON-LD without statements: https://repository.example/record/1
        info   12  iri-repaired
          IRI repaired ("https://a b/" → "https://a%20b/"): https://repository.example/record/1
      "
    `);
  });
});

import { describe, expect, it } from 'vitest';
import { noRunCosts, noSourceCosts } from '../../src/model/run-costs.ts';
import {
  emptyRecordCounts,
  emptyUrlCounts,
  emptyVisitCounts,
  noRevisits,
  type RunReport,
  type SourceReport,
} from '../../src/model/run.ts';
import type { CatalogueStatus } from '../../src/catalogue/status.ts';
import { formatCatalogueStatus } from '../../src/render/catalogue-status.ts';

const looks = emptyVisitCounts();
const sizes = { total: 16_384, free: 0, graphs: 0, documents: 0, other: 16_384, formerImages: 0 };
const empty: CatalogueStatus = {
  records: 0,
  unsearchedRecords: 0,
  quads: 0,
  change: 0,
  formatVersion: 3,
  characters: 0,
  sources: [],
  runs: [],
  problems: {},
  sizes,
  stores: [],
};

function source(name: string, records: Partial<SourceReport['records']>): SourceReport {
  return {
    ...noSourceCosts,
    source: name,
    listing: 'complete',
    skipped: {},
    urls: emptyUrlCounts(),
    records: { ...emptyRecordCounts(), ...records },
    rechecks: noRevisits,
    quads: 0,
    problems: {},
    listingProblems: [],
    seconds: 1,
  };
}

function report(run: string, changes: Partial<RunReport> = {}): RunReport {
  return {
    ...noRunCosts,
    run,
    startedAt: '2026-11-20T02:00:00.000Z',
    endedAt: '2026-11-20T04:05:00.000Z',
    dryRun: false,
    interrupted: false,
    sources: [],
    examples: [],
    catalogue: { problems: [], counts: {} },
    ...changes,
  };
}

const startedAt = '2026-11-20T02:00:00.000Z';
const full: CatalogueStatus = {
  records: 1_234_567,
  unsearchedRecords: 1_234_567,
  quads: 191_358_000,
  change: 20_001,
  formatVersion: 3,
  characters: 19_135_800_000,
  sources: [
    {
      source: 'a-repository-with-a-name-that-no-screen-has-room-for',
      urls: { ...looks, harvested: 1_234_000, linked: 1, 'no-metadata': 20, 'fetch-failed': 3 },
      records: 1_234_567,
      quads: 191_358_000,
      lastLook: '2026-11-21T02:00:00.123Z',
      problems: { 'http-status': 3, 'iri-repaired': 1200, 'no-metadata': 20, 'no-triples': 1 },
      failing: {
        urls: 1203,
        since: '2026-11-01T02:00:00.123Z',
        longestStreak: 20,
        withRecords: 1200,
        oldestGood: '2026-10-31T02:00:00.123Z',
      },
      kept: {
        records: 1200,
        since: '2026-11-01T02:00:00.123Z',
        reasons: { 'soft-404': 900, 'http-status': 200, 'redirected-away': 60, disallowed: 40 },
        oldestCopy: '2026-10-31T02:00:00.123Z',
      },
      order: { axisOrder: 'south-north-west-east', records: 1_200_000, sure: 9000 },
      leaving: 1234,
      removed: 20,
    },
    { source: 'new', urls: looks, records: 0, quads: 0, problems: {}, leaving: 0, removed: 0 },
  ],
  runs: [
    { run: '20261121T020000Z', startedAt: '2026-11-21T02:00:00.000Z' },
    {
      run: '20261120T020000Z',
      startedAt,
      report: report('20261120T020000Z', {
        interrupted: true,
        sources: [
          source('one', { added: 9, 'failed-new': 1 }),
          source('two', { added: 1, removed: 2 }),
        ],
      }),
    },
    { run: '20261119T020000Z', startedAt: '2026-11-19T02:00:00.000Z' },
    { run: '20261118T020000Z', startedAt, report: report('20261118T020000Z') },
  ],
  problems: { 'http-status': 3, 'iri-repaired': 1200, 'no-metadata': 20, 'no-triples': 1 },
  stores: [
    { store: 'http://behind.example/data', change: 19_000, at: '2026-11-20T05:00:00.000Z' },
    { store: 'http://current.example/data', change: 20_001, at: '2026-11-20T05:00:00.000Z' },
    { store: 'http://unfinished.example/data' },
  ],
  sizes: {
    total: 12_345_678_901,
    free: 345_678_901,
    graphs: 7e9,
    documents: 4.5e9,
    other: 5e8,
    formerImages: 979_000_000,
  },
};

const now = new Date('2026-11-22T00:00:00Z');

/** A catalogue of sixty sources, of which a few call for attention. */
function ofSixty(): CatalogueStatus {
  const quiet = { urls: { ...looks, harvested: 10 }, records: 10, quads: 100, problems: {} };
  const more: Readonly<Record<number, object>> = {
    3: { records: 0, urls: looks },
    4: { problems: { 'no-triples': 2 } },
    5: { problems: { 'no-metadata': 3 } },
    6: { notConfigured: { lastRun: '20261118T020000Z' } },
    7: { leaving: 2 },
  };
  const sources = Array.from({ length: 60 }, (_, index) => {
    const lastLook = '2026-11-21T02:00:00.000Z';
    const named = { source: `source-${index + 1}`, lastLook, leaving: 0, removed: 0 };
    return { ...quiet, ...named, ...more[index + 1] };
  });
  return { ...empty, records: 590, quads: 6000, sources };
}

/** With so many statements of usual length. */
const at = (quads: number): string =>
  formatCatalogueStatus({ ...full, quads, characters: quads * 140 }, '', now);

describe('the status of a catalogue', () => {
  it('lists of sixty sources those that need attention, and all with --all', () => {
    const text = formatCatalogueStatus(ofSixty(), 'docs/problems/', now);
    expect(text).toMatchInlineSnapshot(`
      "590 records, 6,000 statements
        changes  0 (catalogue format 3)
        on disk  16.4 kB, of which 0 B is free
                 graphs 0 B, documents 0 B, other 16.4 kB

      Sources   URLs  records  statements  last visit
      source-3     0        0         100  2026-11-21T02:00:00Z
        no URLs
        no problems
      source-4    10       10         100  2026-11-21T02:00:00Z
        10 harvested
        2 errors
      source-6    10       10         100  2026-11-21T02:00:00Z
        10 harvested
        no problems
        not in the configuration of the latest run
          last harvested by run 20261118T020000Z
      source-7    10       10         100  2026-11-21T02:00:00Z
        10 harvested
        no problems
        2 records wait to be removed
      56 sources without errors: 560 URLs, 560 records, 5,600 statements
      All 60 sources: 590 URLs, 590 records, 6,000 statements (--all lists every source)

      No runs yet.

      No problems at the latest visits.
      "
    `);
    const all = formatCatalogueStatus(ofSixty(), 'docs/problems/', now, true);
    expect(all.match(/^source-/gmu)).toHaveLength(60);
    expect(all).not.toContain('without errors');
  });

  it('lists contents, sources, the latest runs and problems', () => {
    expect(formatCatalogueStatus(full, 'docs/problems/', now)).toMatchInlineSnapshot(`
      "1,234,567 records, 191,358,000 statements
        changes  20,001 (catalogue format 3)
        on disk  12.3 GB, of which 345.7 MB is free
                 graphs 7.0 GB, documents 4.5 GB, other 500.0 MB
        images   979.0 MB from an earlier version; cdif-graph compact removes them
        queries  need 1511 % of the 3.8 GB of the query engine
                 or 2770 % if they read records with and without GRAPH
                 Beyond 100 % they are refused: see docs/stores.md
        pushed   to http://behind.example/data: change 19,000, 2026-11-20T05:00:00Z
        pushed   to http://current.example/data: this state, 2026-11-20T05:00:00Z
        pushed   to http://unfinished.example/data: not completely
        search   lacks 1,234,567 records; cdif-graph rebuild adds them

      Sources                    URLs    records   statements  last visit
      a-repository-with-a…  1,234,024  1,234,567  191,358,000  2026-11-21T02:00:00Z
        1,234,000 harvested, 1 with only links to metadata, 20 without metadata,
        3 not fetched
        4 errors, 20 warnings, 1,200 info
        axisOrder: south-north-west-east is suggested: it fits 1,200,000 of 1,234,567
        records, 9,000 of which fit no other.
        1,203 URLs failing since 2026-11-01T02:00:00Z (up to 20 visits in a row)
        1,200 records are only kept: since 2026-11-01T02:00:00Z, no visit of their
        URLs gave them (900 × Error page with status 200, 200 × URL not served, 60 ×
        Redirect to a home or search page, 40 × other reasons). The oldest copy is of
        2026-10-31T02:00:00Z, 21 days ago. They stay until a visit gives them again,
        their URLs answer 404 or 410, or no source lists them.
        1,234 records wait to be removed, 20 records were removed
      new                           0          0            0  never
        no URLs
        no problems

      Runs, the latest first
        20261121T020000Z  still running, or killed (began 2026-11-21T02:00:00Z)
        20261120T020000Z  interrupted after 2 h 5 min
          records: 10 added, 2 removed, 1 failed
        20261119T020000Z  killed (began 2026-11-19T02:00:00Z)
        20261118T020000Z  finished after 2 h 5 min
          its sources were removed from the catalogue

      Problems of the latest visits
        error        3  http-status   URL not served
        error        1  no-triples    JSON-LD without statements
        warning     20  no-metadata   No metadata on the page
        info     1,200  iri-repaired  IRI repaired
      What they mean and how to fix them: docs/problems/
      "
    `);
  });

  it('fits 80 columns', () => {
    const lines = formatCatalogueStatus(full, 'docs/problems/', now).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it('names the use of the engine if queries with and without GRAPH need more than half', () => {
    expect(at(3_000_000)).not.toContain('queries');
    expect(at(4_000_000)).toContain('1,234,567 records, 4,000,000 statements\n');
    expect(at(4_000_000)).not.toContain('refused');
  });

  it('names the queries that are refused', () => {
    const lines = at(8_000_000).split('\n').slice(5, 8);
    expect(lines).toEqual([
      '  queries  need 80 % of the 3.8 GB of the query engine',
      '           or 133 % if they read records with and without GRAPH',
      '           Beyond 100 % they are refused: see docs/stores.md',
    ]);
  });

  it('suggests the first steps for an empty catalogue', () => {
    expect(formatCatalogueStatus(empty, 'docs/problems/', now)).toMatchInlineSnapshot(`
      "The catalogue has no records.
        changes  0 (catalogue format 3)
        on disk  16.4 kB, of which 0 B is free
                 graphs 0 B, documents 0 B, other 16.4 kB

      No sources yet: harvest some with cdif-graph ingest.

      No runs yet.

      No problems at the latest visits.
      "
    `);
  });
});

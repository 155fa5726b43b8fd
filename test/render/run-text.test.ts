import { describe, expect, it } from 'vitest';
import { noRunCosts } from '../../src/model/run-costs.ts';
import { SourceLedger } from '../../src/pipeline/report/source-ledger.ts';
import { makeRunReport } from '../../src/pipeline/report/run-report.ts';
import { formatRun } from '../../src/render/run-text.ts';

const startedAt = new Date('2026-11-20T02:00:00Z');
const endedAt = new Date('2026-11-20T02:02:05Z');
const begun = { number: 1, run: '20261120T020000Z', startedAt: startedAt.toISOString() };

function ledger(): SourceLedger {
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

describe('the report of a run', () => {
  it('is told whole', () => {
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
    const report = makeRunReport({ ...facts, catalogue, costs }, [ledger()]);
    const text = formatRun({ ...begun, continues: ['20261119T020000Z'], report }, '/pages');
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
            Not served (HTTP status 500): https://soil.example/2
            Not served (HTTP status 500): https://soil.example/3
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

  it('says of a run without one that it was ended by force, if it is not under way', () => {
    expect(formatRun(begun, '/pages')).toBe(
      'Run 20261120T020000Z began 2026-11-20T02:00:00Z and is still running, or was killed\n',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type HostFacts, noPhases, noRequests, noRunCosts } from '../../src/model/run-costs.ts';
import type { RunReport } from '../../src/model/run.ts';
import { formatCosts } from '../../src/render/run-costs.ts';
import { SourceLedger } from '../../src/pipeline/report/source-ledger.ts';
import { makeRunReport } from '../../src/pipeline/report/run-report.ts';
import { summarise } from '../../src/render/run-summary.ts';

const startedAt = new Date('2026-01-02T03:00:00Z');
const facts = {
  run: 'r1',
  startedAt,
  dryRun: false,
  interrupted: false,
  catalogue: { problems: [], counts: {} },
};

function report(costs: Partial<RunReport>, seconds = 20): RunReport {
  const endedAt = new Date(startedAt.getTime() + seconds * 1000);
  return makeRunReport({ ...facts, endedAt, costs: { ...noRunCosts, ...costs } }, []);
}

function host(name: string, more: Partial<HostFacts> = {}): HostFacts {
  const nothing = { requests: 3, bytesReceived: 0, bytesDecoded: 0, restedMs: 0, failures: 0 };
  return { host: name, ...nothing, waitingMs: 100, state: 'answering', ...more };
}

function hosts(...slowest: HostFacts[]): RunReport['hosts'] {
  return { ...noRunCosts.hosts, slowest };
}

describe('the costs of a run in its summary', () => {
  it('are omitted if the run is small and its hosts answered', () => {
    expect(
      formatCosts(report({ requests: { ...noRequests, GET: 12 }, hosts: hosts(host('quick')) })),
    ).toEqual([]);
  });

  it('is phases, requests and bytes of a larger one', () => {
    const requests = {
      GET: 2300,
      HEAD: 10,
      notModified: 1950,
      bytesReceived: 12_300_000,
      bytesDecoded: 40_000_000,
    };
    const phases = { ...noPhases, waiting: 61.2, deriving: 3.04 };
    expect(formatCosts(report({ requests, phases }))).toEqual([
      '  took      waiting for responses 1 min 1 s, converting to RDF 3.0 s',
      '  requests  2,310 (1,950 not modified, 10 HEAD), 12.3 MB (40.0 MB unpacked)',
    ]);
  });

  it('name hosts that were paused, given up or took more than half of the run', () => {
    const slow = host('slow.example', { waitingMs: 12_000, state: 'slow' });
    const dead = host('dead.example', { failures: 5, restedMs: 1500, state: 'given-up' });
    expect(formatCosts(report({ hosts: hosts(slow, dead, host('quick')) }))).toEqual([
      '  slowest hosts',
      '    slow.example: 3 requests took 12.0 s, slower than usual',
      '    dead.example: 3 requests took 0.1 s, 5 failures, paused for 1.5 s, given up for this run',
    ]);
    expect(formatCosts(report({ hosts: hosts(slow) }))).toEqual([]);
  });

  it('name at most five hosts, and the command that lists the others', () => {
    const many = Array.from({ length: 7 }, (_, at) => host(`h${at}`, { restedMs: 1000 }));
    expect(formatCosts(report({ hosts: hosts(...many) })).slice(-2)).toEqual([
      '    h4: 3 requests took 0.1 s, paused for 1.0 s',
      '    and 2 more: cdif-graph status --run r1',
    ]);
  });
});

const why = (name: string): string =>
  `Host given up (${name}, 5 URLs in a row, the last: ECONNREFUSED): http://${name}/0`;

describe('problems of hosts', () => {
  it('are listed once for each host of all sources, with the number of URLs left', () => {
    const ledgers = ['one', 'two'].map((name) => new SourceLedger(name, startedAt));
    ledgers.forEach((ledger, index) => {
      for (const name of ['dead.example', `${index}.example`]) {
        for (let page = 0; page < 3; page += 1) {
          const url = `http://${name}/${page}`;
          const given = { failures: 5, reason: 'connection-failed', code: 'ECONNREFUSED' } as const;
          ledger.note({
            kind: 'failed',
            problem: { kind: 'host-given-up', url, host: name, ...given },
          });
        }
      }
    });
    const text = summarise(makeRunReport({ ...facts, endedAt: startedAt }, ledgers), '/pages');
    const left = text.split('\n').filter((line) => line.includes('.example'));
    expect(left).toEqual([
      `                  dead.example, 6 URLs: ${why('dead.example')}`,
      `                  0.example, 3 URLs: ${why('0.example')}`,
      `                  1.example, 3 URLs: ${why('1.example')}`,
    ]);
  });
});

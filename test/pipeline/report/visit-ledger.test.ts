import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/model/run.ts';
import { SourceLedger } from '../../../src/pipeline/report/source-ledger.ts';
import { VisitLedger } from '../../../src/pipeline/report/visit-ledger.ts';

const now = new Date('2026-01-02T03:04:05Z');
const url = 'http://h/page';

describe('the counts of one visit', () => {
  it('are added to its source, and show whether the URL has changed', () => {
    const events: RunEvent[] = [];
    const observer = { tell: (event: RunEvent) => void events.push(event), room: async () => {} };
    const ledger = new SourceLedger('s', now, observer);
    ledger.admit(url);
    const visit = new VisitLedger(ledger, url);
    visit.note({ kind: 'noted', problem: { kind: 'no-metadata', url } });
    visit.record('unchanged', 2, 6);
    expect(visit.hasChanged).toBe(false);
    const graphs = [{ graph: 'g', state: 'added', quads: 3 }] as const;
    visit.loaded({ graphs, removed: ['h', 'i'], kept: 0, leaving: 0 });
    visit.end('harvested', now);
    const records = { unchanged: 2, added: 1, removed: 2 };
    const { records: counted, quads, urls, problems } = ledger.report();
    expect(counted).toMatchObject(records);
    expect([quads, urls.loaded, problems]).toEqual([9, 1, { 'no-metadata': 1 }]);
    expect(events).toMatchObject([{ event: 'url-settled', url, state: 'loaded', records }]);
  });

  it('show that nothing changed where no record did', () => {
    const ledger = new SourceLedger('s', now);
    ledger.admit(url);
    const visit = new VisitLedger(ledger, url);
    visit.record('unchanged', 1);
    visit.end('harvested', now);
    expect(ledger.report().urls).toMatchObject({ loaded: 0, unchanged: 1 });
  });
});

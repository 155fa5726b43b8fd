import { describe, expect, it } from 'vitest';
import type { RebuildReport } from '../../src/pipeline/rebuild.ts';
import { SourceLedger } from '../../src/pipeline/report/source-ledger.ts';
import {
  FillingProgress,
  showHarvestProgress,
  showRebuildProgress,
} from '../../src/render/progress.ts';

function ledgerWithOneUrl(now: () => Date): SourceLedger {
  const ledger = new SourceLedger('soil', now());
  ledger.admit('http://h/1');
  ledger.admit('http://h/2');
  ledger.record('added', 5);
  ledger.begin('http://h/1');
  ledger.settle('http://h/1', 'loaded', now());
  return ledger;
}

/** An output that keeps the texts written to it. */
function capture(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  return { written, output: { write, isTTY, columns: 40 } };
}

/** A clock that moves on by two seconds at every reading. */
function ticking(): () => Date {
  let time = 0;
  return () => {
    time += 2000;
    return new Date(time);
  };
}

describe('the progress of a harvest', () => {
  it('is written as plain lines if the output is no terminal', () => {
    const { written, output } = capture(false);
    const now = ticking();
    showHarvestProgress([ledgerWithOneUrl(now)], output, now)();
    expect(written).toEqual([
      'soil  2 discovered  1 fetched  1 harvested  0 problems  0.5 URLs/s\n',
    ]);
  });

  it('is a line for all of many sources, and on a terminal lines for some in progress', () => {
    const now = ticking();
    const ledgers = Array.from({ length: 60 }, () => ledgerWithOneUrl(now));
    const lines = capture(false);
    showHarvestProgress(ledgers, lines.output, now)();
    expect(lines.written).toEqual([
      '60 sources  120 discovered  60 fetched  60 harvested  0 problems  30.0 URLs/s\n',
    ]);
    const screen = capture(true);
    showHarvestProgress(ledgers, screen.output, now)();
    const drawn = (screen.written[0] ?? '').split('\n');
    expect(drawn).toHaveLength(21);
    expect(drawn.slice(-2)).toEqual(['\u001B[2Kand 42 more sources in progress', '']);
  });

  it('erases lines that it does not draw over', () => {
    const now = ticking();
    const ledgers = Array.from({ length: 30 }, () => ledgerWithOneUrl(now));
    const { written, output } = capture(true);
    const end = showHarvestProgress(ledgers, output, now);
    for (const ledger of ledgers) {
      ledger.begin('http://h/2');
      ledger.settle('http://h/2', 'gone', now());
    }
    end();
    const lines = (written.at(-1) ?? '').split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('\u001B[20A\u001B[2K30 sources');
    expect(lines[1]).toBe('\u001B[J');
  });

  it('is drawn over its own lines on a terminal, cut to its width', () => {
    const { written, output } = capture(true);
    const now = ticking();
    showHarvestProgress([ledgerWithOneUrl(now)], output, now)();
    expect(written).toHaveLength(2);
    expect(written[0]).toBe('\u001B[2Ksoil  2 discovered  1 fetched  1 harves\n');
    expect(written[1]).toContain('\u001B[1A\u001B[2Ksoil');
  });
});

const report: RebuildReport = {
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

describe('the progress of a rebuild', () => {
  it('is one line of a terminal, which is cleared at the end', async () => {
    const { written, output } = capture(true);
    const end = showRebuildProgress(() => report, 20_500, { ...output, columns: 80 });
    await expect
      .poll(() => written)
      .toContain('\r\u001B[2K19,999 of 20,500 records  19,001 changed  1 failed  1999.9 records/s');
    end();
    expect(written.at(-1)).toBe('\r\u001B[2K');
  });
});

const halfway = { graphs: 'records', records: 3200, of: 20_000 } as const;

describe('the progress of filling the engine', () => {
  it.each([
    [halfway, 'reading the catalogue for the query: 3,200 of 20,000 records'],
    [
      { graphs: 'index', statements: 1 } as const,
      'deriving the index graph for the query: 1 statement',
    ],
  ])('is a line of words: %j', (filling, line) => {
    const { written, output } = capture(true);
    let now = 0;
    const progress = new FillingProgress({ ...output, columns: 80 }, () => (now += 5000));
    progress.show(filling);
    expect(written).toEqual([`\r\u001B[2K${line}`]);
  });

  it('is a line on a terminal after two seconds, and is cleared at the end', () => {
    const { written, output } = capture(true);
    let now = 0;
    const progress = new FillingProgress(output, () => now);
    progress.show(halfway);
    now = 1999;
    progress.show(halfway);
    expect(written).toEqual([]);
    now = 2000;
    progress.show(halfway);
    progress.show();
    const line = 'reading the catalogue for the query: 3,2';
    expect(written).toEqual([`\r\u001B[2K${line.slice(0, 39)}`, '\r\u001B[2K']);
    // The next query has two seconds, too.
    progress.show(halfway);
    progress.show();
    expect(written).toHaveLength(2);
  });

  it('is not written if the output is no terminal', () => {
    const { written, output } = capture(false);
    let now = 0;
    const progress = new FillingProgress(output, () => (now += 5000));
    progress.show(halfway);
    progress.show(halfway);
    progress.show();
    expect(written).toEqual([]);
  });
});

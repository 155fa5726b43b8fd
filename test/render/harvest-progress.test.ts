import { describe, expect, it } from 'vitest';
import { SourceLedger } from '../../src/pipeline/report/source-ledger.ts';
import { showHarvestProgress } from '../../src/render/harvest-progress.ts';

function ledgerWithOneUrl(now: () => Date): SourceLedger {
  const ledger = new SourceLedger('soil', now());
  ledger.admit('http://h/1');
  ledger.admit('http://h/2');
  ledger.record('added', 5);
  ledger.begin('http://h/1');
  ledger.settle('http://h/1', 'loaded', now());
  return ledger;
}

function capture(terminal: boolean) {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  return { written, output: { write, isTTY: terminal, columns: 40 } };
}

/** A clock that moves on by two seconds at every look. */
function ticking(): () => Date {
  let time = 0;
  return () => {
    time += 2000;
    return new Date(time);
  };
}

describe('showProgress', () => {
  it('writes plain lines where there is no terminal', () => {
    const { written, output } = capture(false);
    const now = ticking();
    showHarvestProgress([ledgerWithOneUrl(now)], output, now)();
    expect(written).toEqual([
      'soil  2 discovered  1 fetched  1 harvested  0 problems  0.5 URLs/s\n',
    ]);
  });

  it('writes a line for all of many sources, and on a terminal some of those under way', () => {
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

  it('erases what it does not draw over', () => {
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

  it('draws over its own lines on a terminal, no wider than that is', () => {
    const { written, output } = capture(true);
    const now = ticking();
    showHarvestProgress([ledgerWithOneUrl(now)], output, now)();
    expect(written).toHaveLength(2);
    expect(written[0]).toBe('\u001B[2Ksoil  2 discovered  1 fetched  1 harves\n');
    expect(written[1]).toContain('\u001B[1A\u001B[2Ksoil');
  });
});

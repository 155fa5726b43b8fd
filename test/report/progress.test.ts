import { describe, expect, it } from 'vitest';
import { SourceLedger } from '../../src/report/ledger.ts';
import { showProgress } from '../../src/report/progress.ts';

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
    showProgress([ledgerWithOneUrl(now)], output, now)();
    expect(written).toEqual([
      'soil  2 discovered  1 fetched  1 harvested  0 problems  0.5 URLs/s\n',
    ]);
  });

  it('draws over its own lines on a terminal, no wider than that is', () => {
    const { written, output } = capture(true);
    const now = ticking();
    showProgress([ledgerWithOneUrl(now)], output, now)();
    expect(written).toHaveLength(2);
    expect(written[0]).toBe('\u001B[2Ksoil  2 discovered  1 fetched  1 harves\n');
    expect(written[1]).toContain('\u001B[1A\u001B[2Ksoil');
  });
});

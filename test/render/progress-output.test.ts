import { describe, expect, it } from 'vitest';
import { FillingProgress, fillingText } from '../../src/render/progress-output.ts';

const halfway = { graphs: 'records', records: 3200, of: 20_000 } as const;

/** A terminal that keeps what is written to it. */
function terminal(isTTY = true) {
  const written: string[] = [];
  return { isTTY, columns: 40, written, write: (text: string) => written.push(text) };
}

describe('the progress of filling the engine', () => {
  it('says how far it is', () => {
    expect(fillingText(halfway)).toBe(
      'reading the catalogue for the query: 3,200 of 20,000 records',
    );
    expect(fillingText({ graphs: 'index', statements: 1 })).toBe(
      'deriving the index graph for the query: 1 statement',
    );
  });

  it('is a line on a terminal from two seconds on, which goes at the end', () => {
    const output = terminal();
    let now = 0;
    const progress = new FillingProgress(output, () => now);
    progress.show(halfway);
    now = 1999;
    progress.show(halfway);
    expect(output.written).toEqual([]);
    now = 2000;
    progress.show(halfway);
    progress.show();
    const line = 'reading the catalogue for the query: 3,2';
    expect(output.written).toEqual([`\r\u001B[2K${line.slice(0, 39)}`, '\r\u001B[2K']);
    // The next query has two seconds again.
    progress.show(halfway);
    progress.show();
    expect(output.written).toHaveLength(2);
  });

  it('is nothing where nobody looks', () => {
    const output = terminal(false);
    let now = 0;
    const progress = new FillingProgress(output, () => (now += 5000));
    progress.show(halfway);
    progress.show(halfway);
    progress.show();
    expect(output.written).toEqual([]);
  });
});

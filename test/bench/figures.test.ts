import { describe, expect, it } from 'vitest';
import { describeSamples } from '../../bench/ingest/report.mjs';
import { assertSameWork } from '../../bench/ingest/rounds.mjs';
import { figuresOf, speedRatio } from '../../bench/measure/figures.mjs';
import { parseOptions, choices, wholeNumber } from '../../bench/measure/options.mjs';
import type { Sample } from '../../bench/measure/result.mjs';
import { median } from '../../bench/measure/statistics.mjs';

function sample(contender: string, round: number, processMs: number): Sample {
  const size = { records: 100, quads: 1000, maxRssKb: 2048, cpuMs: 500 };
  return { contender, round, processMs, workMs: processMs / 2, ...size };
}

/** In the second round the machine was busy, for both. */
const samples = [
  sample('floor', 1, 1000),
  sample('durable', 1, 2000),
  sample('floor', 2, 4000),
  sample('durable', 2, 8000),
  sample('floor', 3, 1000),
  sample('durable', 3, 1000),
];

describe('the figures', () => {
  it('are medians of the rounds', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(figuresOf(samples, 'durable')).toMatchObject({
      recordsPerSecond: 50,
      workPerSecond: 100,
      peakMb: 2,
      cpuSeconds: 0.5,
    });
  });

  it('compare contenders within each round', () => {
    expect(speedRatio(samples, { of: 'durable', to: 'floor' })).toBe(0.5);
  });

  it('have no ratio to a contender that did not run', () => {
    expect(speedRatio(samples, { of: 'durable', to: 'plain' })).toBeNaN();
  });

  it('are printed with what was to be reached', () => {
    const text = describeSamples(samples);
    expect(text).toMatch(/^durable +50 +100 +0\.50 +0\.50 +- /mu);
    expect(text).toContain('target: durable at least 1 × floor: 0.50, missed\n');
    expect(text).toContain('target: answering at least 3 × plain: -, not run\n');
  });

  it('are refused when a contender did other work', () => {
    const expected = { records: 100, quads: 1000 };
    expect(() => assertSameWork(sample('plain', 1, 1), expected)).not.toThrow();
    expect(() => assertSameWork(sample('plain', 1, 1), { ...expected, quads: 999 })).toThrow(
      /plain has 100 records of 1000 statements.* 100 of 999/u,
    );
  });
});

describe('the options', () => {
  const table = { records: wholeNumber(1, 10), shape: choices(['a', 'b'], ['a']) };

  it('have defaults', () => {
    expect(parseOptions(table, [])).toEqual({ records: 10, shape: ['a'] });
  });

  it('are read', () => {
    const args = ['--records', '3', '--shape', 'b,a'];
    expect(parseOptions(table, args)).toEqual({ records: 3, shape: ['b', 'a'] });
  });

  it.each([
    ['--records', '0'],
    ['--records', 'many'],
    ['--shape', 'c'],
    ['--other', '1'],
  ])('are refused where they are wrong: %s %s', (...args) => {
    expect(() => parseOptions(table, args)).toThrow(TypeError);
  });
});

import { describe, expect, it } from 'vitest';
import { ageAxis, ageTickText, chartBands, yearAxis } from '../../../src/serve/parts/time-axis.tsx';

describe('an axis of years', () => {
  it('names a few years at equal distances', () => {
    const { at, ticks } = yearAxis([1900, 2027]);
    expect(ticks.map(({ text }) => text)).toEqual(['1900', '1950', '2000']);
    expect(at(1900)).toBe(0);
    expect(at(2027)).toBe(1);
    expect(at(Infinity)).toBe(1);
    expect(at(-Infinity)).toBe(0);
  });

  it('names years before the year 0 as in searches', () => {
    const { ticks } = yearAxis([-4300, 2100]);
    expect(ticks.map(({ text }) => text)).toEqual(['−4000', '−2000', '0', '2000']);
  });

  it('gives outliers before and after all others the same width', () => {
    const { at, ticks } = yearAxis([-4300, 1990, 1991, 1992, 9999]);
    expect([-4300, -1155, 1990, 1991.5, 9999].map(at)).toEqual([0, 0.125, 0.25, 0.625, 1]);
    expect(ticks.map(({ text }) => text)).toEqual(['1990', '1991']);
  });

  it('of one year names that', () => {
    expect(yearAxis([2017, 2018]).ticks).toEqual([{ at: 0, text: '2017' }]);
  });
});

describe('an axis of ages', () => {
  const { at, ticks } = ageAxis([1000, 100, 10, 1, 0.1, 0]);

  it('has the oldest on the left, today on the right, and is logarithmic', () => {
    expect(at(1000)).toBe(0);
    expect(at(0)).toBe(1);
    expect(at(100)).toBeCloseTo(0.2);
    expect(at(31.622_776_6)).toBeCloseTo(0.3);
    expect(at(0.05)).toBeCloseTo(0.9);
    expect(at(4000)).toBe(0);
  });

  it('labels the ages that fit', () => {
    expect(ticks.map(({ text }) => text)).toEqual([
      '1,000 Ma',
      '100 Ma',
      '10 Ma',
      '1 Ma',
      '100 ka',
      'today',
    ]);
    expect(ageTickText(0.0117)).toBe('11.7 ka');
  });

  it('has the units of the chart side by side, from the beginning of the Earth to today', () => {
    expect(chartBands.map(({ name }) => name)).toContain('Jurassic');
    expect(chartBands.at(-1)).toMatchObject({ name: 'Quaternary', younger: 0 });
    for (const [place, band] of chartBands.entries()) {
      expect(chartBands[place + 1]?.older ?? 0).toBe(band.younger);
    }
  });
});

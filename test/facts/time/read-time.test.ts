import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTime } from '../../../src/facts/time/read-time.ts';

describe('readTime', () => {
  it('reads calendar periods, and reports repairs', () => {
    expect(readTime(' 1999 - 2001\n')).toEqual({
      periods: [{ start: '1999', end: '2001' }],
      ages: [],
      names: [],
      remarks: [
        {
          kind: 'time-repaired',
          value: '1999 - 2001',
          repair: 'separator',
          result: '1999/2001',
        },
      ],
    });
  });

  it('reads ages, also after the class name of a proposal', () => {
    expect(readTime('300-250 Ma')).toMatchObject({
      ages: [{ older: 300, younger: 250 }],
      remarks: [],
    });
    expect(readTime('time:ProperInterval- 345/298 Ma')).toMatchObject({
      ages: [{ older: 345, younger: 298 }],
      remarks: [{ kind: 'time-repaired', repair: 'misplaced', result: '345/298 Ma' }],
    });
  });

  it.each([
    ['early Permian', 298.9, 274.4, ['early Permian', 'Lower Permian']],
    ['isc:LowerDevonian', 419.62, 393.47, ['Lower Devonian']],
    [
      'Late Permian - Early Triassic',
      259.51,
      246.7,
      ['Late Permian - Early Triassic', 'Upper Permian', 'Lower Triassic'],
    ],
    ['Permian/Triassic', 298.9, 201.4, ['Permian/Triassic', 'Permian', 'Triassic']],
    ['Pliocene to present', 5.333, 0, ['Pliocene to present', 'Pliocene', 'Holocene']],
  ])('reads the era in %s', (text, older, younger, names) => {
    expect(readTime(text)).toEqual({ periods: [], ages: [{ older, younger }], names, remarks: [] });
  });

  it.each([
    ['Bronze Age', 'unknown-era'],
    ['http://n2t.example/ark:/99152/p0xyz', 'unknown-era'],
    ['R5/2008-03-01/P1M', 'cycle'],
    ['every two weeks in 2017', 'cycle'],
    ['Heisei 12', 'calendar'],
    ['5784-01-01[u-ca=hebrew]', 'calendar'],
    ['the 1990s', 'prose'],
    ['19th century', 'prose'],
  ])('keeps %s as text', (value, reason) => {
    expect(readTime(value)).toEqual({
      periods: [],
      ages: [],
      names: [value],
      remarks: [{ kind: 'time-as-text', value, reason }],
    });
  });

  it.each([
    ['null/null', 'null'],
    ['', 'null'],
    ['2015-02-30', 'impossible'],
    ['42', 'number'],
  ])('reports %s as unusable', (value, reason) => {
    expect(readTime(value)).toEqual({
      periods: [],
      ages: [],
      names: [],
      remarks: [{ kind: 'time-unusable', value, reason }],
    });
  });

  it('reads the parts of a DCMI Period', () => {
    expect(readTime('name=The Great Depression; start=1929; end=1939;')).toEqual({
      periods: [{ start: '1929', end: '1939' }],
      ages: [],
      names: ['The Great Depression'],
      remarks: [],
    });
    expect(readTime('start=Cambrian; scheme=Geological timescale; end=Permian')).toMatchObject({
      ages: [{ older: 538.8, younger: 251.902 }],
    });
    expect(readTime('start=5784; scheme=Hebrew calendar')).toMatchObject({
      periods: [],
      remarks: [{ kind: 'time-as-text', reason: 'calendar' }],
    });
    expect(readTime('start=2001').periods).toEqual([{ start: '2001' }]);
  });

  it('reads lists if all parts are times', () => {
    const value = '1999, 2001/2003';
    expect(readTime(value)).toEqual({
      periods: [
        { start: '1999', end: '1999' },
        { start: '2001', end: '2003' },
      ],
      ages: [],
      names: [],
      remarks: [
        { kind: 'time-repaired', value, repair: 'separator', result: '1999/1999, 2001/2003' },
      ],
    });
    expect(readTime('2020/2010, 1999').remarks).toMatchObject([
      { repair: 'reversed', value: '2020/2010' },
      { repair: 'separator' },
    ]);
    expect(readTime('Jurassic; Permian').ages).toHaveLength(2);
    expect(readTime('1999, Berlin').periods).toEqual([]);
  });

  it('truncates a long text', () => {
    const [name = ''] = readTime('spring floods '.repeat(100_000)).names;
    expect(name).toMatch(/^spring floods/u);
    expect(name.length).toBeLessThanOrEqual(500);
  });

  it('accepts any text, and has a result or remark for each', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { periods, ages, names, remarks } = readTime(text);
        expect(periods.length + ages.length + names.length + remarks.length).toBeGreaterThan(0);
        expect(ages.filter(({ older, younger }) => !(older >= younger))).toEqual([]);
      }),
    );
  });
});

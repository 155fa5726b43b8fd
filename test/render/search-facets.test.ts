import { describe, expect, it } from 'vitest';
import type { FacetValues } from '../../src/search/facets.ts';
import { formatFacets } from '../../src/render/search-table.ts';

function values(...labels: readonly string[]): FacetValues {
  return {
    kind: 'values',
    total: labels.length,
    values: labels.map((label, at) => ({ asked: `=${label}`, label, count: 2000 - at })),
    without: 0,
  };
}

describe('the counts of facets as tables', () => {
  it('name what is counted, and the option that filters by a value', () => {
    expect(formatFacets({ types: values('Dataset'), publishers: values('a', 'b') })).toBe(
      '\ntypes (--type)\n  2,000  Dataset\n\npublishers (--publisher)\n  2,000  a\n  1,999  b\n',
    );
  });

  it('have the first values, cut to the terminal, and no control characters', () => {
    const labels = [
      '\u{1B}[31m',
      'x'.repeat(200),
      ...Array.from({ length: 10 }, (_, at) => `v${at}`),
    ];
    const lines = formatFacets({ keywords: values(...labels) }, 40).split('\n');
    expect(lines.slice(1, 4)).toEqual([
      'keywords (--term)',
      String.raw`  2,000  \u{1B}[31m`,
      `  1,999  ${'x'.repeat(27)}…`,
    ]);
    expect(lines.at(-2)).toBe('  and 2 other values: --format json');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
  });

  it('show years and ages as bars, without empty ones at all', () => {
    const bins = [
      { begin: -4810, end: -4800, count: 1 },
      { begin: -4800, end: -4790, count: 0 },
      { begin: -4790, end: -4780, count: 60 },
    ];
    expect(
      formatFacets({
        years: { kind: 'histogram', unit: 'year', bins, without: 0 },
        ages: {
          kind: 'histogram',
          unit: 'Ma',
          bins: [{ begin: 500, end: 200, count: 3 }],
          without: 7,
        },
      }).split('\n'),
    ).toEqual([
      '',
      'years: years that the data are about (--time)',
      '  -4810..-4801   1  #',
      `  -4790..-4781  60  ${'#'.repeat(30)}`,
      '',
      'ages: geologic ages that the data are about (--age)',
      `  500..200 Ma  3  ${'#'.repeat(30)}`,
      '  7 resources without a value (--lacking age)',
      '',
    ]);
    const one = { begin: 1999, end: 2000, count: 1 };
    const years = { kind: 'histogram', unit: 'year', bins: [one], without: 0 } as const;
    expect(formatFacets({ years }, 40)).toContain(`\n  1999  1  ${'#'.repeat(10)}\n`);
    expect(formatFacets({ years }, 5)).toContain('\n  1999  1  #\n');
  });

  it('show the cells of a map as boxes for a search, the fullest first', () => {
    const cells = [
      { west: -180, south: -90, count: 1 },
      { west: 175, south: 85, count: 4 },
    ];
    const map = { kind: 'map', cellSize: 5, cells, large: 1, without: 1 } as const;
    expect(formatFacets({ map }).split('\n')).toEqual([
      '',
      'map: places of the data, by cells of 5 degrees (--bbox, --geometry)',
      '  4  175,85,180,90',
      '  1  -180,-90,-175,-85',
      '  1 resource about a larger place (--extent wide)',
      '  1 resource without a value (--lacking place)',
      '',
    ]);
  });

  it.each([
    [{ types: values() }],
    [{ years: { kind: 'histogram', unit: 'year', bins: [], without: 0 } }],
    [{ map: { kind: 'map', cellSize: 5, cells: [], large: 0, without: 0 } }],
  ] as const)('say that there is nothing: %j', (facets) => {
    expect(formatFacets(facets)).toMatch(/^\n.*\n {2}none\n$/u);
  });

  it('are empty without counts', () => {
    expect(formatFacets({})).toBe('');
  });
});

import {
  searchFacets,
  type Facet,
  type FacetCounts,
  type FacetName,
  type SearchFacetCounts,
} from '../search/facets.ts';
import { optionName } from '../search/option-name.ts';
import { amount, grouped } from '../text/amounts.ts';
import { printable } from '../query/text-width.ts';
import { inColumns } from './columns.ts';

/** So many values are listed for people; JSON has all. */
export const mostValues = 10;
const longestBar = 30;
/** What a bar leaves at least for the time and the number before it. */
const beforeBar = 30;

/**
 * The counts of facets for people, a table each; nothing where there are none.
 * @param width of the terminal, in columns
 */
export function facetTables(facets: SearchFacetCounts, width = 100): string {
  return Object.entries(facets)
    .map(([name, counts]) => {
      const facet: Facet = searchFacets[name as FacetName]; // its own names
      const all = [...linesOf(counts, width), ...withoutLines(facet, counts)];
      return `\n${headOf(name, facet)}\n${all.map((line) => `  ${line}\n`).join('')}`;
    })
    .join('');
}

/** What is counted, and the options by which results with a value are found. */
function headOf(name: string, { meaning, of }: Facet): string {
  const options = of.map((condition) => `--${optionName(condition)}`).join(', ');
  return `${meaning === name ? name : `${name}: ${meaning}`} (${options})`;
}

/** How many have nothing that could be counted, and how these are found. */
function withoutLines({ lacking }: Facet, { without }: FacetCounts): readonly string[] {
  if (without === 0 || lacking === undefined) return [];
  return [`${amount(without, 'resource')} without a value (--lacking ${lacking})`];
}

function linesOf(counts: FacetCounts, width: number): readonly string[] {
  switch (counts.kind) {
    case 'values': {
      const shown = counts.values.slice(0, mostValues);
      const rows = shown.map(({ label, count }) => [grouped(count), printable(label)]);
      const more = counts.total - shown.length;
      return [
        ...inColumns(rows, 'rl', width - 12),
        ...(more > 0 ? [`and ${amount(more, 'other value')}: --format json`] : []),
        ...(shown.length === 0 ? ['none'] : []),
      ];
    }
    case 'histogram': {
      const filled = counts.bins.filter(({ count }) => count > 0);
      const barWidth = Math.max(1, Math.min(longestBar, width - beforeBar));
      const most = Math.max(...filled.map(({ count }) => count));
      const rows = filled.map(({ begin, end, count }) => [
        binText(begin, end, counts.unit),
        grouped(count),
        '#'.repeat(Math.ceil((count / most) * barWidth)),
      ]);
      return rows.length === 0 ? ['none'] : inColumns(rows, 'rrl');
    }
    case 'map': {
      const cells = counts.cells.toSorted((one, other) => other.count - one.count);
      const rows = cells
        .slice(0, mostValues)
        .map(({ west, south, count }) => [
          grouped(count),
          `${west},${south},${west + counts.cellSize},${south + counts.cellSize}`,
        ]);
      const more = cells.length - rows.length;
      return [
        ...inColumns(rows, 'rl'),
        ...(more > 0 ? [`and ${amount(more, 'other cell')}: --format json`] : []),
        ...(counts.large > 0
          ? [`${amount(counts.large, 'resource')} about a larger place (--extent wide)`]
          : []),
        ...(counts.large + cells.length === 0 ? ['none'] : []),
      ];
    }
  }
}

function binText(begin: number, end: number, unit: 'Ma' | 'year'): string {
  if (unit === 'Ma') return `${begin}..${end} Ma`;
  return end - begin === 1 ? String(begin) : `${begin}..${end - 1}`;
}

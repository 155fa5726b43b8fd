import { typeName } from '../rdf/vocabularies.ts';
import {
  type Facet,
  type FacetCounts,
  type FacetName,
  type SearchFacetCounts,
  searchFacets,
} from '../search/facets.ts';
import { optionName } from '../search/condition-values.ts';
import type {
  ConditionCounts,
  SearchAnswer,
  SearchResult,
  UnknownName,
} from '../search/search-answer.ts';
import type { TimeMatcher } from '../search/why-found.ts';
import { formatCount, groupDigits } from '../text/amounts.ts';
import { nearestKey } from '../text/nearest-key.ts';
import { escapeControls, cutToWidth, terminalText, textWidth } from '../text/printable.ts';
import { inColumns, nameList, textParts } from './layout.ts';
import {
  distinctTitles,
  placeTexts,
  resultSources,
  timeTexts,
  type TitleText,
} from './search-texts.ts';

/** How a search table is written. */
interface SearchTableOptions {
  /** Matches the times that the search requested, which come first. */
  readonly requested?: TimeMatcher | undefined;
  /** Of the terminal, in columns; undefined where the table is not for one. */
  readonly width?: number | undefined;
  /** How many results come before these. */
  readonly offset?: number | undefined;
}

/** A result in the table. */
interface Row {
  readonly title: TitleText;
  /** Type, time, place and source. */
  readonly cells: readonly string[];
  /** The same with years for days, and whole degrees. */
  readonly shortCells: readonly string[];
  readonly records: number;
  /** What `show` opens: never cut, since it is copied. */
  readonly name: string;
}

const head = ['title', 'type', 'time', 'place', 'source'];
/** The most that these columns take, in columns of a terminal, and the least in a narrow one. */
const widths = [48, 16, 24, 24, 20];
const leastWidths = [30, 10, 9, 11, 11];
const widestTitle = 100;
const gap = 2;
/** Names that are longer have lines of their own. */
const longName = 100;

/**
 * Search results for people, a line a resource, with the number of those that are not shown. In a
 * narrow terminal the name that `show` takes has a line of its own.
 */
export function searchTable(
  { total, results }: SearchAnswer,
  { requested, width = Infinity, offset = 0 }: SearchTableOptions = {},
): string {
  if (total === 0) return 'Nothing was found.\n';
  const titles = distinctTitles(results);
  const rows = results.map((result, at) => rowOf(result, titles[at] ?? { title: '' }, requested));
  const table = linesOf(rows, width).map((line) => `${line}\n`);
  const end = table.length === 0 ? '' : '\n';
  return `${table.join('')}${end}${shareText(total, results.length, offset)}\n`;
}

/** How many of the results are shown, and which options show others. */
function shareText(total: number, shown: number, offset: number): string {
  const all = formatCount(total, 'resource');
  if (shown === total) return all;
  if (shown === 0) return `${all}, none shown (see --limit and --offset)`;
  const range =
    offset === 0
      ? `the first ${groupDigits(shown)} shown`
      : `${groupDigits(offset + 1)} to ${groupDigits(offset + shown)} shown`;
  return `${all}, ${range} (--limit and --offset show others)`;
}

/** A table with its head, and the additional lines below each row. */
interface Layout {
  readonly table: readonly string[];
  readonly below: readonly (readonly string[])[];
}

function linesOf(rows: readonly Row[], width: number): readonly string[] {
  if (rows.length === 0) return [];
  const wide = wideLayout(rows, width);
  const fits = wide.table.every((line) => textWidth(line) <= width);
  const { table, below } = fits ? wide : narrowLayout(rows, width);
  const headLines = table.length - rows.length;
  return table.flatMap((line, at) => [cutToWidth(line, width)].concat(below[at - headLines] ?? []));
}

/** With the name at the end of the line, unless it is longer than any terminal is wide. */
function wideLayout(rows: readonly Row[], width: number): Layout {
  const hasOwnLine = ({ name }: Row): boolean => width !== Infinity && textWidth(name) > longName;
  const cells = rows.map((row) => [
    ...cellsIn(row, row.cells, widths),
    groupDigits(row.records),
    hasOwnLine(row) ? '' : row.name,
  ]);
  return {
    table: inColumns([...headed([...head, 'records', 'IRI or key']), ...cells], 'lllllrl'),
    below: rows.map((row) => (hasOwnLine(row) ? [`  ${row.name}`] : [])),
  };
}

/** With the name on a line of its own. */
function narrowLayout(rows: readonly Row[], width: number): Layout {
  const isTight = sumOf(widthsOf(rows, 'cells', widths)) > width;
  const which = isTight ? 'shortCells' : 'cells';
  const fitted = fittedTo(width, widthsOf(rows, which, [widestTitle, ...widths.slice(1)]));
  const cells = rows.map((row) => cellsIn(row, row[which], fitted));
  return {
    table: inColumns([...headed(head), ...cells], 'lllll'),
    below: rows.map(({ name, records }) => [
      `  ${name}${records > 1 ? `  ${formatCount(records, 'record')}` : ''}`,
    ]),
  };
}

function headed(names: readonly string[]): readonly (readonly string[])[] {
  return [names, names.map((name) => '-'.repeat(name.length))];
}

function cellsIn(
  { title }: Row,
  cells: readonly string[],
  [titleWidth = 0, ...others]: readonly number[],
): readonly string[] {
  return [
    titleIn(title, titleWidth),
    ...cells.map((text, at) => cutToWidth(text, others[at] ?? 0)),
  ];
}

/** The beginning of a long title, with the detail that distinguishes it from equal titles. */
function titleIn({ title, detail }: TitleText, width: number): string {
  if (detail === undefined) return cutToWidth(title, width);
  const separator = ': ';
  const room = width - separator.length - Math.min(textWidth(detail), Math.floor(width / 2));
  return cutToWidth(`${cutToWidth(title, room)}${separator}${detail}`, width);
}

/** The widths of columns that are cut to `most` only. */
function widthsOf(
  rows: readonly Row[],
  which: 'cells' | 'shortCells',
  most: readonly number[],
): readonly number[] {
  return head.map((name, column) => {
    const texts = rows.map((row) => {
      const { title, detail = '' } = row.title;
      return column === 0 ? `${title}: ${detail}` : (row[which][column - 1] ?? '');
    });
    const widest = texts.reduce((least, text) => Math.max(least, textWidth(text)), name.length);
    return Math.min(most[column] ?? widest, widest);
  });
}

function sumOf(columnWidths: readonly number[]): number {
  const gaps = gap * (columnWidths.length - 1);
  return columnWidths.reduce((sum, each) => sum + each, gaps);
}

/** Narrows the column that is farthest above its least width, until all fit or none can. */
function fittedTo(width: number, columnWidths: readonly number[]): readonly number[] {
  const fitted = [...columnWidths];
  const spare = (column: number): number => (fitted[column] ?? 0) - (leastWidths[column] ?? 0);
  while (sumOf(fitted) > width) {
    const [widest = 0] = [...fitted.keys()].toSorted((one, other) => spare(other) - spare(one));
    if (spare(widest) <= 0) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
  }
  return fitted;
}

function rowOf(result: SearchResult, title: TitleText, requested: TimeMatcher | undefined): Row {
  const { iri, key, records, types } = result;
  const times = timeTexts(result, requested).map(withoutClock);
  const cellsWith = (time: string, digits: number): readonly string[] => {
    const places = firstOf(placeTexts(result, digits));
    return [firstOf(types.map(shortType)), time, places, firstOf(resultSources(result))].map(
      terminalText,
    );
  };
  return {
    title: {
      title: terminalText(title.title),
      ...(title.detail !== undefined && { detail: terminalText(title.detail) }),
    },
    cells: cellsWith(firstOf(times), 2),
    shortCells: cellsWith(firstOf(times.map(inYears)), 0),
    records: records.length,
    name: terminalText(iri ?? key),
  };
}

/** The end of an IRI, which is mostly the name. */
function shortType(type: string): string {
  const name = typeName(type);
  return name === type ? type.replace(/^.*[/#:](?=.)/u, '') : name;
}

/** Days are enough to tell rows apart. */
function withoutClock(time: string): string {
  return once(time.replaceAll(/T\d\d:\d\d:\d\dZ/gu, ''));
}

function inYears(time: string): string {
  const ends = time.split('/').map((end) => end.replace(/^(-?\d{4,})-\d\d(?:-\d\d)?$/u, '$1'));
  return once(ends.join('/'));
}

/** Writes a period whose ends are equal as one time. */
function once(time: string): string {
  return time.replace(/^([^/]+)\/\1$/u, '$1');
}

/** The first text, and the number of the others. */
function firstOf(texts: readonly string[]): string {
  const [first = '', ...more] = texts;
  return more.length === 0 ? first : `${first} +${more.length}`;
}

/** The most values of a facet in a table; JSON has all. */
export const maxFacetValues = 10;
const longestBar = 30;
/** The columns that a bar leaves for the time and the number before it. */
const beforeBar = 30;

/**
 * The counts of facets for people, a table each; nothing where there are none.
 * @param width of the terminal, in columns
 */
export function formatFacets(facets: SearchFacetCounts, width = 100): string {
  return Object.entries(facets)
    .map(([name, counts]) => {
      const facet: Facet = searchFacets[name as FacetName]; // its own names
      const lines = textParts(
        facetLines(counts, width),
        counts.without > 0 &&
          facet.lacking !== undefined &&
          `${formatCount(counts.without, 'resource')} without a value (--lacking ${facet.lacking})`,
      );
      return `\n${headOf(name, facet)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
    })
    .join('');
}

/** The meaning of a facet, and the options that filter by its values. */
function headOf(name: string, { meaning, of }: Facet): string {
  const options = of.map((condition) => `--${optionName(condition)}`).join(', ');
  return `${meaning === name ? name : `${name}: ${meaning}`} (${options})`;
}

function facetLines(counts: FacetCounts, width: number): readonly string[] {
  switch (counts.kind) {
    case 'values': {
      const shown = counts.values.slice(0, maxFacetValues);
      const rows = shown.map(({ label, count }) => [groupDigits(count), terminalText(label)]);
      const more = counts.total - shown.length;
      return textParts(
        inColumns(rows, 'rl', width - 12),
        more > 0 && `and ${formatCount(more, 'other value')}: --format json`,
        shown.length === 0 && 'none',
      );
    }
    case 'histogram': {
      const filled = counts.bins.filter(({ count }) => count > 0);
      const barWidth = Math.max(1, Math.min(longestBar, width - beforeBar));
      const most = Math.max(...filled.map(({ count }) => count));
      const rows = filled.map(({ begin, end, count }) => [
        binText(begin, end, counts.unit),
        groupDigits(count),
        '#'.repeat(Math.ceil((count / most) * barWidth)),
      ]);
      return rows.length === 0 ? ['none'] : inColumns(rows, 'rrl');
    }
    case 'map': {
      const { cellSize, large } = counts;
      const cells = counts.cells.toSorted((one, other) => other.count - one.count);
      const rows = cells
        .slice(0, maxFacetValues)
        .map(({ west, south, count }) => [
          groupDigits(count),
          [west, south, west + cellSize, south + cellSize].join(','),
        ]);
      const more = cells.length - rows.length;
      return textParts(
        inColumns(rows, 'rl'),
        more > 0 && `and ${formatCount(more, 'other cell')}: --format json`,
        large > 0 && `${formatCount(large, 'resource')} about a larger place (--extent wide)`,
        large + cells.length === 0 && 'none',
      );
    }
  }
}

function binText(begin: number, end: number, unit: 'Ma' | 'year'): string {
  if (unit === 'Ma') return `${begin}..${end} Ma`;
  return end - begin === 1 ? String(begin) : `${begin}..${end - 1}`;
}

/** The most names that a note lists. */
const maxListed = 10;

/** The note that searches cannot find some records, with the remedy. */
export function noteUnsearched(records: number): string {
  const [were, them] = records === 1 ? ['was', 'it'] : ['were', 'them'];
  return (
    `${formatCount(records, 'record')} ${were} harvested by an older version; ` +
    `searches cannot find ${them} until cdif-graph rebuild has run`
  );
}

/** The note that more resources were found than written. */
export function noteTruncated(shown: number, total: number): string {
  const were = shown === 1 ? 'was' : 'were';
  const all = formatCount(total, 'resource');
  return `only ${groupDigits(shown)} of ${all} ${were} written; a higher --limit writes more`;
}

/** Notes for the conditions without which a search would find resources. */
export function noteWithoutCondition(counts: ConditionCounts): readonly string[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      return `${formatCount(count, 'resource')} would be found without --${optionName(name)}`;
    });
}

/** The note that a name is unknown, with a similar one that is known. */
export function noteUnknownName({ condition, asked, known }: UnknownName): string {
  const nearest = nearestKey(asked, known);
  const hint = nearest === undefined ? '' : `; did you mean ${escapeControls(nearest)}?`;
  const names = known.length === 0 ? 'none' : nameList(known.map(escapeControls), maxListed);
  const name = escapeControls(JSON.stringify(asked));
  return `no ${condition} is called ${name}${hint} (the catalogue has ${names})`;
}

import { cut, printable, textWidth } from '../query/text-width.ts';
import { typeName } from '../rdf/type-name.ts';
import type { AskedFor } from '../search/asked-for.ts';
import type { SearchAnswer, SearchResult } from '../search/search-answer.ts';
import { amount, grouped } from '../text/amounts.ts';
import { inColumns } from './columns.ts';
import { placeTexts, sourcesOf, timeTexts } from './search-texts.ts';
import { titlesOf, type TitleText } from './search-titles.ts';

/** How results are shown. */
export interface SearchTableOptions {
  /** Of several times of a result those come first that were asked for. */
  readonly asked?: AskedFor | undefined;
  /** Of the terminal, in columns; undefined where the table is not for one. */
  readonly width?: number | undefined;
  /** How many results come before these. */
  readonly offset?: number | undefined;
}

/** What a result is told by. */
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
/** What these columns are cut to, in columns of a terminal; and in a narrow one. */
const widths = [48, 16, 24, 24, 20];
const leastWidths = [30, 10, 9, 11, 11];
const widestTitle = 100;
const gap = 2;
/** Names that are longer have lines of their own. */
const longName = 100;

/**
 * What was found, for people: a line a resource, and how many there are that are not shown. Where a
 * terminal is too narrow for it, what a resource is opened by has a line of its own.
 */
export function searchTable(
  { total, results }: SearchAnswer,
  { asked, width = Number.POSITIVE_INFINITY, offset = 0 }: SearchTableOptions = {},
): string {
  if (total === 0) return 'Nothing was found.\n';
  const titles = titlesOf(results);
  const rows = results.map((result, at) => rowOf(result, titles[at] ?? { title: '' }, asked));
  const table = linesOf(rows, width).map((line) => `${line}\n`);
  return `${table.join('')}${table.length === 0 ? '' : '\n'}${shareText(total, results.length, offset)}\n`;
}

/** How many of the results are shown, and which options show others. */
function shareText(total: number, shown: number, offset: number): string {
  const all = amount(total, 'resource');
  if (shown === total) return all;
  if (shown === 0) return `${all}, none shown (see --limit and --offset)`;
  const range =
    offset === 0
      ? `the first ${grouped(shown)} shown`
      : `${grouped(offset + 1)} to ${grouped(offset + shown)} shown`;
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
  return table.flatMap((line, at) => [cut(line, width)].concat(below[at - headLines] ?? []));
}

/** With the name at the end of the line, unless it is longer than any terminal is wide. */
function wideLayout(rows: readonly Row[], width: number): Layout {
  const hasOwnLine = ({ name }: Row): boolean =>
    width !== Number.POSITIVE_INFINITY && textWidth(name) > longName;
  const cells = rows.map((row) =>
    cellsIn(row, row.cells, widths).concat(grouped(row.records), hasOwnLine(row) ? '' : row.name),
  );
  return {
    table: inColumns([...headed([...head, 'records', 'IRI or key']), ...cells], 'lllllrl'),
    below: rows.map((row) => (hasOwnLine(row) ? [`  ${row.name}`] : [])),
  };
}

/** With the name on a line of its own. */
function narrowLayout(rows: readonly Row[], width: number): Layout {
  const isTight = sumOf(widthsOf(rows, 'cells', widths)) > width;
  const which = isTight ? 'shortCells' : 'cells';
  const [, ...others] = widths;
  const fitted = fittedTo(width, widthsOf(rows, which, [widestTitle, ...others]));
  const cells = rows.map((row) => cellsIn(row, row[which], fitted));
  return {
    table: inColumns([...headed(head), ...cells], 'lllll'),
    below: rows.map(({ name, records }) => [
      `  ${name}${records > 1 ? `  ${amount(records, 'record')}` : ''}`,
    ]),
  };
}

function headed(names: readonly string[]): readonly (readonly string[])[] {
  return [names, names.map((name) => '-'.repeat(name.length))];
}

function cellsIn(
  { title }: Row,
  cells: readonly string[],
  columnWidths: readonly number[],
): readonly string[] {
  const [titleWidth = 0, ...others] = columnWidths;
  return [titleIn(title, titleWidth), ...cells.map((text, at) => cut(text, others[at] ?? 0))];
}

/** Of a title that does not fit its beginning, and what tells it from equal ones. */
function titleIn({ title, detail }: TitleText, width: number): string {
  if (detail === undefined) return cut(title, width);
  const separator = ': ';
  const room = width - separator.length - Math.min(textWidth(detail), Math.floor(width / 2));
  return cut(`${cut(title, room)}${separator}${detail}`, width);
}

/** How wide columns are at most that are not cut but to `most`. */
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

/** Takes from the column that is farthest above what it must have, until all fit or have only that. */
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

function rowOf(result: SearchResult, title: TitleText, asked: AskedFor | undefined): Row {
  const { iri, key, records, types } = result;
  const times = timeTexts(result, asked).map(withoutClock);
  const cellsWith = (time: string, digits: number): readonly string[] =>
    [
      firstOf(types.map(shortType)),
      time,
      firstOf(placeTexts(result, digits)),
      firstOf(sourcesOf(result)),
    ].map(printable);
  return {
    title: {
      title: printable(title.title),
      ...(title.detail !== undefined && { detail: printable(title.detail) }),
    },
    cells: cellsWith(firstOf(times), 2),
    shortCells: cellsWith(firstOf(times.map(inYears)), 0),
    records: records.length,
    name: printable(iri ?? key),
  };
}

/** Of an IRI what stands last, which is mostly the name. */
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

/** A time of which both ends are the same by one of them. */
function once(time: string): string {
  return time.replace(/^([^/]+)\/\1$/u, '$1');
}

/** The first, and how many there are besides. */
function firstOf(texts: readonly string[]): string {
  const [first = '', ...more] = texts;
  return more.length === 0 ? first : `${first} +${more.length}`;
}

import { cut, textWidth } from '../query/text-width.ts';
import { typeName } from '../rdf/type-name.ts';
import type { AskedFor } from '../search/asked-for.ts';
import type { SearchAnswer, SearchResult } from '../search/search-answer.ts';
import { printable } from '../text/printable.ts';
import { amount, grouped } from '../text/amounts.ts';
import { inColumns } from './columns.ts';
import { placeTexts, sourcesOf, timeTexts } from './search-texts.ts';

/** How results are shown. */
export interface SearchTableOptions {
  /** Of several times of a result those come first that were asked for. */
  readonly asked?: AskedFor | undefined;
  /** Of the terminal, in columns; undefined where the table is not for one. */
  readonly width?: number | undefined;
  /** How many results come before these. */
  readonly offset?: number | undefined;
}

const head = ['title', 'type', 'time', 'place', 'source', 'records', 'IRI'];
/** What each column but the last is cut to, in columns of a terminal; in a narrow one. */
const widths = [48, 16, 24, 24, 20, 9];
const narrowWidths = [30, 10, 15, 12, 12, 7];

/**
 * What was found, for people: a line a resource, and how many there are that are not shown. Where a
 * terminal is too narrow for it, what a resource is opened by has a line of its own.
 */
export function searchTable(
  { total, results }: SearchAnswer,
  { asked, width = Number.POSITIVE_INFINITY, offset = 0 }: SearchTableOptions = {},
): string {
  if (total === 0) return 'Nothing was found.\n';
  const titles = distinctTitles(results);
  const rows = results.map((result, at) => rowOf(result, titles[at] ?? '', asked));
  const lines = rows.length === 0 ? [] : linesOf(rows, width);
  const table = lines.map((line) => `${line}\n`).join('');
  const more = total - offset - results.length;
  const found = amount(total, 'resource');
  const end = [
    found,
    ...(offset > 0 ? [`the first ${grouped(Math.min(offset, total))} left out`] : []),
    ...(more > 0 ? [`${grouped(more)} more than shown: --limit, --offset`] : []),
  ];
  return `${table}${table === '' ? '' : '\n'}${end.join(', ')}\n`;
}

function linesOf(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const table = tableOf(rows, widths);
  if (widest(table) <= width) return table;
  const iris = rows.map((row) => row.at(-1) ?? '');
  const others = rows.map((row) => row.slice(0, -1));
  const whole = tableOf(others, widths);
  const [names = '', rule = '', ...lines] =
    widest(whole) <= width ? whole : tableOf(others, narrowWidths);
  return [
    cut(names, width),
    cut(rule, width),
    // An IRI is whole, since it is copied.
    ...lines.flatMap((line, at) => [cut(line, width), `  ${iris[at] ?? ''}`]),
  ];
}

function tableOf(
  rows: readonly (readonly string[])[],
  columnWidths: readonly number[],
): readonly string[] {
  const names = head.slice(0, rows[0]?.length);
  const rule = names.map((name) => '-'.repeat(name.length));
  const cells = [names, rule, ...rows].map((row) =>
    row.map((text, column) => cut(text, columnWidths[column] ?? Number.POSITIVE_INFINITY)),
  );
  return inColumns(cells, 'lllllrl'.slice(0, names.length));
}

function widest(lines: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, textWidth(line)), 0);
}

/** Those that several results have with a variable or the description behind, which tells them apart. */
function distinctTitles(results: readonly SearchResult[]): readonly string[] {
  const titles = results.map(({ title }) => title ?? '(no name)');
  return results.map(({ variables, description }, at) => {
    const title = titles[at] ?? '';
    if (titles.indexOf(title) === titles.lastIndexOf(title)) return title;
    const detail = variables.length > 0 ? variables.join(', ') : description;
    const start = cut(title, widths[0] ?? 0);
    return detail === undefined ? title : `${cut(start, 24)}: ${detail}`;
  });
}

function rowOf(
  result: SearchResult,
  title: string,
  asked: AskedFor | undefined,
): readonly string[] {
  const { iri, key, records, types } = result;
  return [
    title,
    firstOf(types.map(shortType)),
    firstOf(timeTexts(result, asked).map(withoutClock)),
    firstOf(placeTexts(result)),
    firstOf(sourcesOf(result)),
    grouped(records.length),
    iri ?? key,
  ].map(printable);
}

/** Of an IRI what stands last, which is mostly the name. */
function shortType(type: string): string {
  const name = typeName(type);
  return name === type ? type.replace(/^.*[/#:](?=.)/u, '') : name;
}

/** Days are enough to tell rows apart. */
function withoutClock(time: string): string {
  return time.replaceAll(/T\d\d:\d\d:\d\dZ/gu, '').replace(/^([^/]+)\/\1$/u, '$1');
}

/** The first, and how many there are besides. */
function firstOf(texts: readonly string[]): string {
  const [first = '', ...more] = texts;
  return more.length === 0 ? first : `${first} +${more.length}`;
}

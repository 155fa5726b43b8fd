import type { SearchResult } from '../search/search-answer.ts';
import { periodBounds } from '../facts/time/period-bounds.ts';
import { boxAround } from './box-around.ts';
import { csvCell, csvText } from './csv.ts';
import { sourcesOf, timeTexts, typeNames } from './search-texts.ts';

const head = [
  'title',
  'type',
  'start',
  'end',
  'time',
  'west',
  'south',
  'east',
  'north',
  'place',
  'source',
  'iri',
  'key',
  'graph',
  'title_from',
  'type_from',
];
const separator = ' | ';

/**
 * What was found as CSV (RFC 4180), a line a resource. `start` and `end` are the first and the last
 * of its periods as xsd:dateTime, empty where they are open; `west` to `north` are the box around
 * its places, in degrees, with `west` greater than `east` where it lies across the antimeridian;
 * `place` are their names. `title_from` and `type_from` are the graphs of the records that say
 * title and type. Several values of a cell stand with ` | ` between. A text that a spreadsheet
 * could take for a formula has an apostrophe before it; dates and degrees, which are not the words
 * of publishers, never have.
 */
export function* searchCsv(results: Iterable<SearchResult>): Generator<string> {
  yield lineOf(head);
  for (const result of results) yield lineOf(rowOf(result));
}

function lineOf(row: readonly string[]): string {
  return `${row.map(csvCell).join(',')}\r\n`;
}

function rowOf(result: SearchResult): readonly string[] {
  const { title = '', iri = '', key, records, from } = result;
  return [
    textOf([title]),
    textOf(typeNames(result)),
    ...endsOf(result),
    textOf(timeTexts(result)),
    ...edgesOf(result),
    textOf(result.placeNames),
    textOf(sourcesOf(result)),
    textOf([iri]),
    textOf([key]),
    textOf(records.map(({ graph }) => graph)),
    textOf([from.title ?? '']),
    textOf([from.types ?? '']),
  ];
}

function textOf(values: readonly string[]): string {
  return csvText(values.join(separator));
}

function edgesOf({ boxes }: SearchResult): readonly string[] {
  const around = boxAround(boxes);
  if (around === undefined) return ['', '', '', ''];
  return [around.west, around.south, around.east, around.north].map(String);
}

function endsOf({ periods }: SearchResult): readonly [string, string] {
  const bounds = periods.map(periodBounds);
  const [first] = bounds.toSorted((one, other) => one.begin - other.begin);
  const last = bounds.toSorted((one, other) => one.end - other.end).at(-1);
  return [first?.startDateTime ?? '', last?.endDateTime ?? ''];
}

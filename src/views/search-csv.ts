import type { SearchAnswer, SearchResult } from '../query/search/search-answer.ts';
import { periodBounds } from '../facts/time/period-bounds.ts';
import { placeTexts, sourcesOf, timeTexts, typeNames } from './search-texts.ts';

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
  'graph',
];
const separator = ' | ';

/**
 * What was found as CSV (RFC 4180), a line a resource. `start` and `end` are the first and the last of its periods as
 * xsd:dateTime, empty where they are open; `west` to `north` hold all its places, in degrees, with `west` greater than `east`
 * never: of places on both sides of the antimeridian the whole width is given. Several values of a cell stand with ` | ` between.
 */
export function searchCsv({ results }: SearchAnswer): string {
  return [head, ...results.map(rowOf)].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function rowOf(result: SearchResult): readonly string[] {
  const { title = '', iri, resource, records, boxes } = result;
  const edges =
    boxes.length === 0
      ? ['', '', '', '']
      : [
          Math.min(...boxes.map(({ west }) => west)),
          Math.min(...boxes.map(({ south }) => south)),
          Math.max(...boxes.map(({ east }) => east)),
          Math.max(...boxes.map(({ north }) => north)),
        ].map(String);
  return [
    title,
    typeNames(result).join(separator),
    ...endsOf(result),
    timeTexts(result).join(separator),
    ...edges,
    placeTexts(result).join(separator),
    sourcesOf(result).join(separator),
    iri ?? resource,
    records.map(({ graph }) => graph).join(separator),
  ];
}

function endsOf({ periods }: SearchResult): readonly [string, string] {
  const bounds = periods.map(periodBounds);
  const [first] = bounds.toSorted((one, other) => one.begin - other.begin);
  const last = bounds.toSorted((one, other) => one.end - other.end).at(-1);
  return [first?.startDateTime ?? '', last?.endDateTime ?? ''];
}

function cellOf(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

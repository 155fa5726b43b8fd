import type { AskedFor } from '../query/search/asked-for.ts';
import type { SearchAnswer, SearchResult } from '../query/search/search-answer.ts';
import { cut } from '../query/text-width.ts';
import { typeName } from '../query/type-name.ts';
import { printable } from '../text/printable.ts';
import { amount, grouped } from '../text/amounts.ts';
import { inColumns } from './columns.ts';
import { placeTexts, sourcesOf, timeTexts } from './search-texts.ts';

const head = ['title', 'type', 'time', 'place', 'source', 'records', 'IRI'];
/** What each column but the last is cut to, in columns of a terminal. */
const widths = [48, 16, 24, 24, 20];

/** What was found, for people: a line a resource, and how many there are that are not shown. Of several times those come first that were asked for. */
export function searchTable({ total, results }: SearchAnswer, asked?: AskedFor): string {
  if (total === 0) return 'Nothing was found.\n';
  const rule = head.map((name) => '-'.repeat(name.length));
  const rows = [head, rule, ...results.map((result) => rowOf(result, asked))].map((row) =>
    row.map((text, column) => cut(printable(text), widths[column] ?? Number.POSITIVE_INFINITY)),
  );
  const more = total - results.length;
  const end =
    more === 0
      ? amount(total, 'resource')
      : `${amount(total, 'resource')}, ${grouped(more)} more than shown: --limit`;
  const table = results.length === 0 ? '' : `${inColumns(rows, 'lllllrl').join('\n')}\n\n`;
  return `${table}${end}\n`;
}

function rowOf(result: SearchResult, asked: AskedFor | undefined): readonly string[] {
  const { title, iri, resource, records, types } = result;
  return [
    title ?? '(no name)',
    firstOf(types.map(shortType)),
    firstOf(timeTexts(result, asked).map(withoutClock)),
    firstOf(placeTexts(result)),
    firstOf(sourcesOf(result)),
    grouped(records.length),
    iri ?? resource,
  ];
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

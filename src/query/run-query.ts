import type { QueryControl, QueryDataset } from '../store/queries.ts';
import type { GraphSource } from '../store/store.ts';
import { scanQuery } from './query-form.ts';
import { formatFor, type QueryFormat } from './query-format.ts';
import { renderBoolean, renderTable } from './table.ts';

export interface RunQueryOptions extends QueryControl {
  /** SPARQL 1.1 Query. */
  readonly text: string;
  /** What it is asked of; by default what its text means, see `scanQuery`. */
  readonly dataset?: QueryDataset;
  /** By default `table` for SELECT and ASK, `ttl` for CONSTRUCT and DESCRIBE. */
  readonly format?: QueryFormat | undefined;
  /** What a table is cut to, in columns of a terminal; without it nothing is cut. */
  readonly width?: number | undefined;
}

/**
 * Answers a query. @returns the answer as text that ends with a line break
 * @throws {QueryFault}; {QueryTimeoutFault}; {EngineFault}; {UsageFault} when the format does not fit the query; the
 * signal's reason when it is aborted
 */
export async function runQuery(
  store: Pick<GraphSource, 'query'>,
  { text, dataset: stated, format: asked, width, ...control }: RunQueryOptions,
): Promise<string> {
  const { form, dataset: meant } = scanQuery(text);
  const dataset = stated ?? meant;
  // What begins with none of the four words is no query; the engine says what it had expected.
  if (form === undefined) return store.query({ text, dataset, format: 'json' }, control);
  const format = formatFor(form, asked);
  if (format !== 'table') return ended(await store.query({ text, dataset, format }, control));
  const answer = await store.query({ text, dataset, format: 'json' }, control);
  return form === 'ASK' ? renderBoolean(answer) : renderTable(answer, width);
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

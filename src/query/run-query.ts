import { QueryFault } from '../engine/query-fault.ts';
import type { QueryControl, ResultFormat } from '../engine/queries.ts';
import type { SparqlEngine } from '../engine/sparql-engine.ts';
import { formatFor, type QueryFormat } from './query-format.ts';
import { readQuery, type ReadQuery } from './read-query.ts';
import { schemaOrgHint } from './schema-org-hint.ts';
import { renderBoolean, renderTable } from './table.ts';

export interface AnswerOptions extends QueryControl {
  /** By default `table` for SELECT and ASK, `ttl` for CONSTRUCT and DESCRIBE. */
  readonly format?: QueryFormat | undefined;
  /** What a table is cut to, in columns of a terminal; without it nothing is cut. */
  readonly width?: number | undefined;
  /**
   * Is called with a sentence for people where the query finds nothing and the reason may be known.
   */
  readonly onHint?: (hint: string) => void;
}

export interface RunQueryOptions extends AnswerOptions {
  /** SPARQL 1.1 Query, which may use the usual prefixes without declaring them. */
  readonly text: string;
}

/**
 * Answers a query. @returns the answer as text that ends with a line break
 * @throws {QueryFault}; {QueryTimeoutFault}; {EngineFault}; {UsageFault} when the format does not
 * fit the query; the signal's reason when it is aborted
 */
export async function runQuery(
  engine: Pick<SparqlEngine, 'query'>,
  { text, ...options }: RunQueryOptions,
): Promise<string> {
  return answerQuery(engine, await readQuery(text), options);
}

/** The same for a query that has been read. @throws as `runQuery` */
export async function answerQuery(
  engine: Pick<SparqlEngine, 'query'>,
  query: ReadQuery,
  { format: asked, width, onHint, ...control }: AnswerOptions,
): Promise<string> {
  const format = formatFor(query.form, asked);
  const written = format === 'table' ? 'json' : format;
  const answer = await ask(engine, query, written, control);
  if (query.otherSchemaOrg !== undefined && isEmpty(answer, written)) {
    onHint?.(schemaOrgHint(query.otherSchemaOrg));
  }
  if (format !== 'table') return ended(answer);
  return query.form === 'ASK' ? renderBoolean(answer) : renderTable(answer, width);
}

async function ask(
  engine: Pick<SparqlEngine, 'query'>,
  query: ReadQuery,
  format: ResultFormat,
  control: QueryControl,
): Promise<string> {
  const { text, reads } = query;
  try {
    return await engine.query({ text, reads, format }, control);
  } catch (error) {
    throw error instanceof QueryFault ? query.faultAsGiven(error) : error;
  }
}

/**
 * Whether an answer has no rows or statements, is false, or is one row of nothing but counts of 0.
 */
function isEmpty(answer: string, format: ResultFormat): boolean {
  switch (format) {
    case 'json':
      return isEmptyJson(answer);
    case 'xml':
      return !/<boolean>true|<uri>|<bnode>|<literal[^<>]*>(?!0<)/u.test(answer);
    case 'csv':
    case 'tsv':
      return isEmptyTable(answer.trimEnd().split('\n', 3));
    case 'ttl':
    case 'nq':
      return answer.trim() === '';
  }
}

/** @param lines the first three of an answer; the names of the columns stand on the first */
function isEmptyTable([, row = '', more]: readonly string[]): boolean {
  return more === undefined && /^[0,\t\r]*$/u.test(row);
}

function isEmptyJson(json: string): boolean {
  // The engine wrote it.
  const { boolean: truth, results } = JSON.parse(json) as {
    readonly boolean?: boolean;
    readonly results?: {
      readonly bindings: readonly Readonly<Record<string, { readonly value: string }>>[];
    };
  };
  const [row = {}, ...others] = results?.bindings ?? [];
  const isZero = Object.values(row).every(({ value }) => value === '0');
  return !(truth ?? (others.length > 0 || !isZero));
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

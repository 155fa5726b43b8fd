import { type QueryControl, QueryFault } from '../engine/engine-task.ts';
import type { SparqlEngine } from '../engine/sparql-engine.ts';
import { Fault, UsageFault } from '../model/fault.ts';
import { cutToWidth, terminalText, textWidth } from '../text/printable.ts';
import type { QueryForm } from './query-tree.ts';
import { readQuery, type ReadQuery, schemaOrgHint } from './read-query.ts';

/** `table` is for people and made here; the others are standards and written by the engine. */
export const queryFormats = ['table', 'json', 'xml', 'csv', 'tsv', 'ttl', 'nq'] as const;

/** A format of the answer to a query. */
export type QueryFormat = (typeof queryFormats)[number];

/** The formats for each form of query, the default first; CSV and TSV are for SELECT only. */
const fitting = {
  SELECT: ['table', 'json', 'xml', 'csv', 'tsv'],
  ASK: ['table', 'json', 'xml'],
  CONSTRUCT: ['ttl', 'nq'],
  DESCRIBE: ['ttl', 'nq'],
} as const satisfies Record<QueryForm, readonly QueryFormat[]>;

/**
 * The format for the answer to a query: the requested one, or the default of its form.
 * @throws {UsageFault} when it does not fit
 */
export function formatFor(form: QueryForm, requested: QueryFormat | undefined): QueryFormat {
  const formats: readonly QueryFormat[] = fitting[form];
  const format = requested ?? fitting[form][0];
  if (formats.includes(format)) return format;
  throw new UsageFault(
    `the answer to ${form} cannot be written as ${format}; it can be as ${formats.join(', ')}`,
  );
}

/** How a query is answered. */
interface AnswerOptions extends QueryControl {
  /** By default `table` for SELECT and ASK, `ttl` for CONSTRUCT and DESCRIBE. */
  readonly format?: QueryFormat | undefined;
  /** The width that a table is cut to, in columns of a terminal; unlimited by default. */
  readonly width?: number | undefined;
  /** Called with a sentence for people if the query finds nothing for a known reason. */
  readonly onHint?: (hint: string) => void;
}

/** A query and how it is answered. */
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

/** Answers a parsed query, as `runQuery`. */
export async function answerQuery(
  engine: Pick<SparqlEngine, 'query'>,
  query: ReadQuery,
  { format: requested, width, onHint, ...control }: AnswerOptions,
): Promise<string> {
  const format = formatFor(query.form, requested);
  const engineFormat = format === 'table' ? 'json' : format;
  const { text, reads } = query;
  const answer = await engine
    .query({ text, reads, format: engineFormat }, control)
    .catch((error: unknown) => {
      throw error instanceof QueryFault ? query.faultAsGiven(error) : error;
    });
  if (engineFormat === 'json') assertForm(answer, query.form);
  if (query.otherSchemaOrg !== undefined && isEmpty(answer, engineFormat)) {
    onHint?.(schemaOrgHint(query.otherSchemaOrg));
  }
  if (format !== 'table') return answer === '' || answer.endsWith('\n') ? answer : `${answer}\n`;
  return query.form === 'ASK' ? renderBoolean(answer) : renderTable(answer, width);
}

/** An answer that does not fit its query, as some endpoints send it. */
class AnswerFault extends Fault {
  override readonly name = 'AnswerFault' as const;
}

/** @throws {AnswerFault} for rows as the answer to ASK, or a boolean as that to SELECT */
function assertForm(json: string, form: QueryForm): void {
  // Engines check that it is in the format.
  const isBoolean = 'boolean' in (JSON.parse(json) as object);
  if (isBoolean === (form === 'ASK')) return;
  throw new AnswerFault(`the answer to ${form} has ${isBoolean ? 'a boolean' : 'rows'}`);
}

/** Whether an answer has no rows or statements, is false, or is one row of counts of 0 only. */
function isEmpty(answer: string, format: Exclude<QueryFormat, 'table'>): boolean {
  switch (format) {
    case 'json':
      return isEmptyJson(answer);
    case 'xml':
      return !/<boolean>true|<uri>|<bnode>|<literal[^<>]*>(?!0<)/u.test(answer);
    case 'csv':
    case 'tsv': {
      const [, row = '', more] = answer.trimEnd().split('\n', 3);
      return more === undefined && /^[0,\t\r]*$/u.test(row);
    }
    case 'ttl':
    case 'nq':
      return answer.trim() === '';
  }
}

function isEmptyJson(json: string): boolean {
  // Its format was checked.
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

/** A term of the SPARQL 1.1 Query Results JSON Format; `triple` is of SPARQL 1.2. */
type AnswerTerm =
  | { readonly type: 'uri' | 'literal' | 'bnode'; readonly value: string }
  | {
      readonly type: 'triple';
      readonly value: Readonly<Record<'subject' | 'predicate' | 'object', AnswerTerm>>;
    };

const gap = '  ';
/** The least width of a column that is cut. */
const leastWidth = 8;

/**
 * Renders the JSON answer to a SELECT query as a table: a column a variable, IRIs in full, literals
 * as their text.
 * @param width the width that lines are cut to, in columns of a terminal
 */
export function renderTable(json: string, width = Number.POSITIVE_INFINITY): string {
  // Its format was checked.
  const { head, results } = JSON.parse(json) as {
    readonly head: { readonly vars: readonly string[] };
    readonly results: { readonly bindings: readonly Readonly<Record<string, AnswerTerm>>[] };
  };
  const rows = results.bindings.map((binding) =>
    head.vars.map((name) => terminalText(termText(binding[name]))),
  );
  const widths = head.vars.map((name, column) =>
    rows.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? '')), textWidth(name)),
  );
  const fitted = fitWidths(widths, width);
  const rule = fitted.map((columns) => '-'.repeat(columns));
  return [head.vars, rule, ...rows].map((row) => `${layOut(row, fitted)}\n`).join('');
}

/** Renders the JSON answer to an ASK query: `true` or `false`. */
export function renderBoolean(json: string): string {
  // Its format was checked.
  const { boolean } = JSON.parse(json) as { readonly boolean: boolean };
  return `${boolean}\n`;
}

function termText(term: AnswerTerm | undefined): string {
  if (term === undefined) return '';
  if (term.type === 'bnode') return `_:${term.value}`;
  if (term.type !== 'triple') return term.value;
  const { subject, predicate, object } = term.value;
  return `<<( ${termText(subject)} ${termText(predicate)} ${termText(object)} )>>`;
}

/** Narrows the widest columns until all fit, none below the least width. */
function fitWidths(widths: readonly number[], width: number): readonly number[] {
  const fitted = [...widths];
  let excess = fitted.reduce((sum, each) => sum + each, gap.length * (fitted.length - 1)) - width;
  while (excess > 0) {
    const widest = Math.max(...fitted);
    if (widest <= leastWidth) break;
    const next = Math.max(leastWidth, ...fitted.filter((each) => each < widest));
    const share = fitted.filter((each) => each === widest).length;
    const taken = Math.min(widest - next, Math.ceil(excess / share));
    for (const [index, each] of fitted.entries()) {
      if (each === widest) fitted[index] = each - taken;
    }
    excess -= taken * share;
  }
  return fitted;
}

function layOut(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((text, column) => {
    const columns = widths[column] ?? 0;
    const shown = cutToWidth(text, columns);
    return shown + ' '.repeat(Math.max(0, columns - textWidth(shown)));
  });
  return cells.join(gap).trimEnd();
}

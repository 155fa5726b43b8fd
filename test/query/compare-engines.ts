import type { QueryControl, ResultFormat } from '../../src/engine/engine-task.ts';
import type { SparqlEngine } from '../../src/engine/sparql-engine.ts';
import { exampleValues } from '../../src/query/bind-query.ts';
import { bundledQueries } from '../../src/query/bundled.ts';
import { readQuery } from '../../src/query/read-query.ts';
import { bound, otherValues, type Values } from './bound-queries.ts';
import { jsonRows, rowTexts, turtleStatements } from './two-engines.ts';

/** What answers queries: the embedded engine, or an endpoint. */
export type QueriedEngine = Pick<SparqlEngine, 'query'>;

/** A bundled query and the values of its parameters. */
export type ComparedQuery = readonly [name: string, values: Values];

/** Each bundled query with its example values, and some with others. */
export const comparedQueries: readonly ComparedQuery[] = [
  ...bundledQueries().map((query): ComparedQuery => [
    query.name,
    Object.fromEntries(exampleValues(query)),
  ]),
  ...otherValues,
];

/**
 * The answer of an engine to a bundled query as texts that are equal for equal answers: rows in
 * their order, numbers by their values; or statements, in an order of their own.
 * @throws the fault of the engine
 */
export async function answerOf(
  engine: QueriedEngine,
  [name, values]: ComparedQuery,
): Promise<readonly string[]> {
  const { text, reads, form } = await readQuery(bound(name, values));
  return form === 'SELECT'
    ? rowTexts(jsonRows(await engine.query({ text, reads, format: 'json' })))
    : turtleStatements(await engine.query({ text, reads, format: 'ttl' }));
}

/**
 * The answer of an engine in a format as texts that are equal for equal answers: of a table, in the
 * order of rows. @throws the fault of the engine
 */
export async function answerTo(
  engine: QueriedEngine,
  { text, format }: { readonly text: string; readonly format: ResultFormat },
): Promise<readonly string[]> {
  const read = await readQuery(text);
  const answer = await engine.query({ text: read.text, reads: read.reads, format });
  if (format === 'json') {
    return read.form === 'ASK' ? [answer.replaceAll(/\s/gu, '')] : rowTexts(jsonRows(answer));
  }
  if (format === 'xml') {
    return Array.from(answer.matchAll(xmlTerm), ([, name, kind = '', , value]) =>
      [name, kind, kind === 'bnode' ? '' : value].join(' '),
    );
  }
  if (format === 'csv') return answer.split('\r\n');
  if (format === 'tsv') return answer.replaceAll(typedInteger, '$1').split('\n');
  return turtleStatements(answer);
}

const xmlTerm = /(?:<binding name="(\w+)">\s*)?<(uri|bnode|literal|boolean)([^>]*)>([^<]*)</gu;
/** Engines may write integers in short. */
const typedInteger = /"(\d+)"\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#integer>/gu;

/** The fault of an engine that is asked a text as it is, in JSON. */
export async function faultOf(
  engine: QueriedEngine,
  text: string,
  control: QueryControl = {},
): Promise<unknown> {
  const reads = { union: true, records: true, own: [] };
  return engine.query({ text, reads, format: 'json' }, control).then(
    (answer) => ({ answer }),
    (error: unknown) => error,
  );
}

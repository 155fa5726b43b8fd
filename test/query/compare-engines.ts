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

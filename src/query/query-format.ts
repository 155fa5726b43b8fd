import { UsageFault } from '../model/fault.ts';
import type { QueryForm } from './query-tree.ts';

/** `table` is for people and made here; the others are standards and written by the engine. */
export const queryFormats = ['table', 'json', 'xml', 'csv', 'tsv', 'ttl', 'nq'] as const;

/** A format of the answer to a query. */
export type QueryFormat = (typeof queryFormats)[number];

/** The formats for each form of query, the default first; CSV and TSV are defined for SELECT only. */
const fitting = {
  SELECT: ['table', 'json', 'xml', 'csv', 'tsv'],
  ASK: ['table', 'json', 'xml'],
  CONSTRUCT: ['ttl', 'nq'],
  DESCRIBE: ['ttl', 'nq'],
} as const satisfies Record<QueryForm, readonly QueryFormat[]>;

/**
 * The format for the answer to a query: the one asked for, or the default of its form.
 * @throws {UsageFault} when it does not fit
 */
export function formatFor(form: QueryForm, asked: QueryFormat | undefined): QueryFormat {
  const formats: readonly QueryFormat[] = fitting[form];
  const format = asked ?? fitting[form][0];
  if (formats.includes(format)) return format;
  throw new UsageFault(
    `the answer to ${form} cannot be written as ${format}; it can be as ${formats.join(', ')}`,
  );
}

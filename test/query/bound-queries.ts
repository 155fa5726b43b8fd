import { bindQuery } from '../../src/query/bind-query.ts';
import { bundledQueries, type BundledQuery } from '../../src/query/bundled.ts';
import { records } from './catalogue-fixture.ts';
import type { Ask } from './two-engines.ts';

const bundled = bundledQueries();

/** Values of parameters by their names. */
export type Values = Readonly<Record<string, string>>;

export function named(name: string): BundledQuery {
  const found = bundled.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no query ${name}`);
  return found;
}

/** The text of a bundled query with these values. */
export function bound(name: string, values: Values): string {
  return bindQuery(named(name), new Map(Object.entries(values)));
}

/** What a bundled query with some values finds, in its order: records by the ends of their IRIs. */
export type FindRecords = (name: string, values: Values) => Promise<readonly string[]>;

export function recordsIn(ask: Ask): FindRecords {
  return async (name, values) => {
    const rows = await ask(bound(name, values));
    return rows.map(({ graph = '' }) => graph.slice(records.length + 1, -1));
  };
}

/** The values of the four edges. */
export function box(west: number, south: number, east: number, north: number): Values {
  return { west: `${west}`, south: `${south}`, east: `${east}`, north: `${north}` };
}

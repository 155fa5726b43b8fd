import type { RecordGraph } from '../../src/model/record.ts';
import { canonical, withoutGraph } from '../support/canonical.ts';
import { graphOf } from './expanding.ts';

/** The context of the records of these tests. */
export const context = { '@vocab': 'http://schema.org/', dcat: 'http://www.w3.org/ns/dcat#' };
/** The name of a list. */
export const list = 'https://bog.example/list';

export function dataset(number: number, more: object = {}) {
  return {
    '@id': `https://bog.example/${number}`,
    '@type': 'Dataset',
    name: `Cores of year ${number}`,
    creator: [{ '@type': 'Person', name: `Digger ${number}` }],
    ...more,
  };
}

export const items = [1, 2, 3].map((number) => dataset(number));
/** A graph without its name, in canonical form. */
export async function content({ graph, nquads }: RecordGraph): Promise<string> {
  return (await canonical(withoutGraph(nquads, graph))).join('\n');
}

export async function contents(graphs: readonly RecordGraph[]): Promise<string[]> {
  return (await Promise.all(graphs.map(content))).toSorted();
}

/** What each document says by itself. */
export async function alone(documents: readonly object[]): Promise<string[]> {
  const graphs = documents.map((item) => graphOf({ '@context': context, ...item }));
  return contents(await Promise.all(graphs));
}

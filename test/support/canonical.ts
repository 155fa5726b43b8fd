import { canonize } from 'rdf-canonize';

/** The canonical N-Quads of a graph, line by line; equal for isomorphic graphs. */
export async function canonical(nquads: string): Promise<string[]> {
  const text = await canonize(nquads, {
    algorithm: 'RDFC-1.0',
    inputFormat: 'application/n-quads',
    // Generated documents have many blank nodes with similar statements.
    maxWorkFactor: 3,
  });
  return text.split('\n').filter((line) => line !== '');
}

/** All statements of a dataset in the default graph. */
export function withoutGraph(nquads: string, graph: string): string {
  return nquads.replaceAll(` <${graph}> .\n`, ' .\n');
}

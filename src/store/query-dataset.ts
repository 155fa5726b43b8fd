import type { OwnGraph } from './store.ts';

/** What a query is asked of. Only what is said here is in memory for it, and can be seen by it. */
export interface QueryDataset {
  /** Whether the record graphs are among the named graphs. */
  readonly records: boolean;
  /** The graphs of our own that are. */
  readonly own: readonly OwnGraph[];
  /** The default graph: the union of all that are, or what the query states with `FROM`. */
  readonly defaultGraph: 'union' | 'stated';
}

/** All graphs of our own, in the order in which they are written. */
export const ownGraphs = ['index', 'provenance', 'problems'] as const satisfies readonly OwnGraph[];

/** The union of the record graphs, and nothing of ours: what a query means that names no graph. */
export const unionOfRecords: QueryDataset = { records: true, own: [], defaultGraph: 'union' };

/** What a search is asked of, unless it needs more. */
export const searchedGraphs: QueryDataset = {
  records: false,
  own: ['index'],
  defaultGraph: 'union',
};

/** Everything there is. */
export const allGraphs: QueryDataset = { records: true, own: ownGraphs, defaultGraph: 'union' };

/** A SPARQL query, what it is asked of, and the format of the answer. */
export interface QueryRequest {
  /** SPARQL 1.1 Query. */
  readonly text: string;
  readonly dataset: QueryDataset;
  readonly format: ResultFormat;
}

/** Standard formats: `json`, `csv`, `tsv` for SELECT, `json` for ASK, the others for graphs. */
export type ResultFormat = 'json' | 'csv' | 'tsv' | 'ttl' | 'nq';

/** How long the caller of a query waits for it. */
export interface QueryControl {
  /** The longest the query may compute. The time to read the catalogue before it is not counted. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The graphs that the program derives from the catalogue: `urn:cdif-graph:` and this name. */
export type OwnGraph = 'index' | 'provenance' | 'problems';

/** The dataset of a query, which sees no other graphs. */
export interface QueryDataset {
  /** Whether the record graphs are among the named graphs. */
  readonly records: boolean;
  /** The derived graphs that are among the named graphs. */
  readonly own: readonly OwnGraph[];
  /** The default graph: the union of all named graphs, or what the query states with `FROM`. */
  readonly defaultGraph: 'union' | 'stated';
}

/** All derived graphs, in the order in which they are written. */
export const ownGraphs = ['index', 'provenance', 'problems'] as const satisfies readonly OwnGraph[];

/** The union of the record graphs: the dataset of a query that names no graph. */
export const unionOfRecords: QueryDataset = { records: true, own: [], defaultGraph: 'union' };

/** All graphs. */
export const allGraphs: QueryDataset = { records: true, own: ownGraphs, defaultGraph: 'union' };

import type { OwnGraph } from '../store/own-terms.ts';

/** A SPARQL query, the graphs it reads, and the answer format. */
export interface QueryRequest {
  /** SPARQL 1.1 Query. */
  readonly text: string;
  readonly reads: GraphsRead;
  readonly format: ResultFormat;
}

/** `json`, `xml`, `csv` and `tsv` for SELECT, the first two for ASK, the others for graphs. */
export type ResultFormat = 'json' | 'xml' | 'csv' | 'tsv' | 'ttl' | 'nq';

/** Time limit and cancellation of a query. */
export interface QueryControl {
  /** The longest computing time; loading the engine is not included. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The graphs that a query reads; nothing else must be loaded for it. */
export interface GraphsRead {
  /** Whether the query reads the default graph: the union of all record graphs, as a set. */
  readonly union: boolean;
  /** Whether the query names record graphs: in `GRAPH`, `FROM` or `FROM NAMED`. */
  readonly records: boolean;
  /** The derived graphs whose IRIs occur anywhere in the query. The query sees no others. */
  readonly own: readonly OwnGraph[];
  /** The dataset of the query, where it states one (SPARQL 1.1 §13.2). */
  readonly stated?: StatedGraphs;
}

/** The IRIs of the graphs of `FROM`, and of `FROM NAMED`. */
export interface StatedGraphs {
  readonly from: readonly string[];
  readonly fromNamed: readonly string[];
}

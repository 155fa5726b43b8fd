import type { OwnGraph } from '../store/own-terms.ts';

/** A SPARQL query, what it reads, and the format of the answer. */
export interface QueryRequest {
  /** SPARQL 1.1 Query. */
  readonly text: string;
  readonly reads: GraphsRead;
  readonly format: ResultFormat;
}

/** `json`, `xml`, `csv` and `tsv` for SELECT, the first two for ASK, the others for graphs. */
export type ResultFormat = 'json' | 'xml' | 'csv' | 'tsv' | 'ttl' | 'nq';

/** How long the caller of a query waits for it. */
export interface QueryControl {
  /** The longest the query may compute. The time to fill the engine before it is not counted. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What of a catalogue a query reads; nothing else has to be in memory for it. */
export interface GraphsRead {
  /**
   * Whether it reads the default graph of the engine: the union of the record graphs, as a set.
   */
  readonly union: boolean;
  /** Whether it reads record graphs by their names: in `GRAPH`, `FROM` or `FROM NAMED`. */
  readonly records: boolean;
  /** The derived graphs whose IRIs stand in it, wherever that is. It sees no others. */
  readonly own: readonly OwnGraph[];
  /** Its dataset, where it states one (SPARQL 1.1 §13.2). */
  readonly stated?: StatedGraphs;
}

/** The IRIs of the graphs of `FROM`, and of `FROM NAMED`. */
export interface StatedGraphs {
  readonly from: readonly string[];
  readonly fromNamed: readonly string[];
}

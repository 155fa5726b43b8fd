import type { Receipt, RecordEntry } from '../model/receipt.ts';
import type { RunReport, UrlOutcome } from '../model/run.ts';

/** Where record graphs are kept. What is written can be read at once, and is durable when the promise resolves. */
export interface GraphStore extends GraphSource {
  /**
   * Notes the start of a run. @returns its id, by which all that it writes refers to it: the time in UTC as in
   * `20261120T113625Z`, followed by `-2` and so on where that is taken
   */
  beginRun(startedAt: Date): Promise<string>;
  /**
   * Replaces the graphs of the entries: all of them or, when it throws, none. Callers that write at the same time
   * share a commit. A graph whose statements are the same as before is not written.
   * @returns a receipt an entry, in the same order
   * @throws {ResourceError} with `graph-too-large` when the text of one is longer than the store can hold
   * @throws {Fault} when the store cannot be written
   */
  write(entries: readonly RecordEntry[]): Promise<readonly Receipt[]>;
  /** Keeps what became of a URL, in place of what was kept for it before. Shares commits with `write`. */
  keepOutcome(outcome: UrlOutcome): Promise<void>;
  /** Keeps the report of a run that `beginRun` began. */
  keepReport(report: RunReport): Promise<void>;
}

/** What can be read from a store. */
export interface GraphSource {
  /**
   * Everything as N-Quads, in pieces of whole lines: the record graphs in the order of their IRIs, then our own graphs.
   * It is one state of the store, whatever is written meanwhile; the same state gives the same text.
   */
  statements(): AsyncIterable<string>;
  /**
   * Answers a SPARQL query.
   * @throws {QueryFault} when the query is wrong; {QueryTimeoutFault}; {EngineFault} when it cannot be answered here;
   * the signal's reason when it is aborted
   */
  query(request: QueryRequest, control?: QueryControl): Promise<string>;
  close(): Promise<void>;
}

export interface QueryRequest {
  /** SPARQL 1.1 Query. */
  readonly text: string;
  readonly dataset: QueryDataset;
  readonly format: ResultFormat;
}

/**
 * What the query is asked of:
 * - `records`: the default graph is the union of the record graphs; there are no other graphs.
 * - `everything`: the record graphs and our own are the named graphs, and the default graph is the union of all.
 * - `stated`: the same named graphs, of which the query itself chooses with `FROM` and `FROM NAMED`.
 */
export type QueryDataset = 'records' | 'everything' | 'stated';

/** The standard formats: the first three for SELECT (and `json` for ASK), the others for CONSTRUCT and DESCRIBE. */
export type ResultFormat = 'json' | 'csv' | 'tsv' | 'ttl' | 'nq';

export interface QueryControl {
  /** The longest the query may compute; what comes before (reading the catalogue) does not count. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

import { DamageFound } from '../catalogue/catalogue-fault.ts';
import type { DerivedGraph } from '../catalogue/derived/derived-terms.ts';
import {
  EngineFault,
  type EngineFaultReason,
  QueryFault,
  type QueryPlace,
} from './engine-faults.ts';
import type { StatementBytes } from './engine-memory.ts';

/** A task for the engine's worker thread. */
export type EngineTask =
  /** Adds statements. */
  | { readonly kind: 'add'; readonly graphs: readonly StatementBytes[] }
  /** Replaces record graphs; graphs without statements are removed. */
  | { readonly kind: 'replace'; readonly graphs: readonly StatementBytes[] }
  /** Removes a named graph. */
  | { readonly kind: 'drop'; readonly graph: string }
  | { readonly kind: 'query'; readonly request: QueryRequest };

/** The reply to a task: the answer to a query, an empty text for other tasks, or a fault. */
export type EngineAnswer = { readonly text: string } | { readonly fault: PlainFault };

/** A fault that can be sent between threads, where classes are lost. */
type PlainFault =
  | { readonly name: 'DamageFound'; readonly message: string }
  | { readonly name: 'EngineFault'; readonly trouble: EngineFaultReason; readonly message: string }
  | {
      readonly name: 'QueryFault';
      readonly detail: string;
      readonly query: string;
      readonly place: QueryPlace | undefined;
    };

/** Makes a fault plain data. @throws the error itself where it is none of these faults */
export function serializeFault(error: unknown, query: string): PlainFault {
  if (error instanceof QueryFault) {
    return { name: error.name, detail: error.detail, query, place: error.place };
  }
  if (error instanceof EngineFault) {
    return { name: error.name, trouble: error.trouble, message: error.message };
  }
  if (error instanceof DamageFound) return { name: error.name, message: error.message };
  throw error;
}

/** Restores a fault received from the thread. */
export function restoreFault(plain: PlainFault): DamageFound | EngineFault | QueryFault {
  switch (plain.name) {
    case 'DamageFound':
      return new DamageFound(plain.message);
    case 'EngineFault':
      return new EngineFault(plain.trouble, plain.message);
    case 'QueryFault':
      return new QueryFault(plain.detail, plain.query, plain.place);
  }
}

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
  readonly own: readonly DerivedGraph[];
  /** The dataset of the query, where it states one (SPARQL 1.1 §13.2). */
  readonly stated?: StatedGraphs;
}

/** The IRIs of the graphs of `FROM`, and of `FROM NAMED`. */
export interface StatedGraphs {
  readonly from: readonly string[];
  readonly fromNamed: readonly string[];
}

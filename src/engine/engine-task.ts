import { DamageFound } from '../catalogue/catalogue-fault.ts';
import type { DerivedGraph } from '../model/derived-graph.ts';
import { Fault } from '../model/fault.ts';

/** Why the engine cannot run a query. */
type EngineFaultReason =
  /** The catalogue does not fit into the engine's memory. */
  | 'catalogue-too-large'
  /** One record has more statements than can be loaded at once. */
  | 'record-too-large'
  /** The query, or a record, needed more memory than there is. */
  | 'out-of-memory'
  /** The query is nested too deeply. */
  | 'query-too-deep'
  /** The answer is longer than a string can be, or than `AnswerBounds` allow. */
  | 'answer-too-long';

/** The engine cannot run a query, whatever its text. */
export class EngineFault extends Fault {
  override readonly name = 'EngineFault' as const;
  readonly trouble: EngineFaultReason;

  constructor(trouble: EngineFaultReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** An invalid or unsupported query. The message shows its line with a mark under the place. */
export class QueryFault extends Fault {
  override readonly name = 'QueryFault' as const;
  /** The message without the place. */
  readonly detail: string;
  readonly place: QueryPlace | undefined;

  constructor(detail: string, query: string, place?: QueryPlace) {
    const at = place === undefined ? '' : ` at line ${place.line}, column ${place.column}`;
    super(`invalid query${at}: ${detail}${excerpt(query, place)}`);
    this.detail = detail;
    this.place = place;
  }
}

/** A place in a query: lines and columns count from 1; columns are characters. */
export interface QueryPlace {
  readonly line: number;
  readonly column: number;
}

/** A query exceeded its time limit, or a limit of the store that was asked. */
export class QueryTimeoutFault extends Fault {
  override readonly name = 'QueryTimeoutFault' as const;
  /** Undefined for a limit of the store. */
  readonly timeoutMs: number | undefined;
  /** What the store says about its limit. */
  readonly detail: string;

  constructor(timeoutMs: number | undefined, detail = '') {
    const what =
      timeoutMs === undefined
        ? `the store gave the query up (${detail})`
        : `the query was stopped after ${timeoutMs / 1000} s`;
    super(`${what}; make it smaller (LIMIT, a more exact pattern) or allow more time`);
    this.timeoutMs = timeoutMs;
    this.detail = detail;
  }
}

/** Characters shown before and after the place. */
const excerptCharacters = 70;

/** The line of the query, with a mark below. */
function excerpt(query: string, place: QueryPlace | undefined): string {
  const line = place && query.split('\n')[place.line - 1];
  if (place === undefined || line === undefined) return '';
  const characters = Array.from(line.replace(/\r$/u, ''));
  const mark = Math.min(place.column - 1, characters.length);
  const start = Math.max(0, mark - excerptCharacters);
  const shown = characters.slice(start, mark + excerptCharacters).map(harmless);
  // Tabs stay, so that the mark is below its place.
  const indent = shown.slice(0, mark - start).map((character) => (character === '\t' ? '\t' : ' '));
  return `\n  ${shown.join('')}\n  ${indent.join('')}^`;
}

/** A query may be a stranger's file; its control characters must not act on the terminal. */
function harmless(character: string): string {
  return character !== '\t' && /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(character)
    ? '\u{FFFD}'
    : character;
}

/** Statements of a graph for the thread, which loads them in one call. */
export interface StatementBytes {
  readonly graph: string;
  /** Statements of the graph, counted once for all layers. */
  readonly quads: number;
  /** N-Quads in UTF-8, in pieces, so that the thread has a large graph in memory once. */
  readonly pieces: readonly Uint8Array[];
}

/** A task for the engine's worker thread. */
export type EngineTask =
  /** Adds statements. */
  | { readonly kind: 'add'; readonly graphs: readonly StatementBytes[] }
  /** Replaces record graphs; graphs without statements are removed. */
  | { readonly kind: 'replace'; readonly graphs: readonly StatementBytes[] }
  /** Removes a named graph. */
  | { readonly kind: 'drop'; readonly graph: string }
  | { readonly kind: 'query'; readonly request: QueryRequest };

/** The `workerData` of the engine's worker thread. */
export interface EngineThreadData {
  /** Whether the thread leaves the processors to other threads, such as that of a server. */
  readonly givesWay: boolean;
}

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
    }
  | {
      readonly name: 'QueryTimeoutFault';
      readonly timeoutMs: number | undefined;
      readonly detail: string;
    };

/** Makes a fault plain data. @throws any other error */
export function serializeFault(error: unknown, query: string): PlainFault {
  if (error instanceof QueryFault) {
    return { name: error.name, detail: error.detail, query, place: error.place };
  }
  if (error instanceof QueryTimeoutFault) {
    return { name: error.name, timeoutMs: error.timeoutMs, detail: error.detail };
  }
  if (error instanceof EngineFault) {
    return { name: error.name, trouble: error.trouble, message: error.message };
  }
  if (error instanceof DamageFound) return { name: error.name, message: error.message };
  throw error;
}

/** Restores a fault received from the thread. */
export function restoreFault(
  plain: PlainFault,
): DamageFound | EngineFault | QueryFault | QueryTimeoutFault {
  switch (plain.name) {
    case 'DamageFound':
      return new DamageFound(plain.message);
    case 'EngineFault':
      return new EngineFault(plain.trouble, plain.message);
    case 'QueryFault':
      return new QueryFault(plain.detail, plain.query, plain.place);
    case 'QueryTimeoutFault':
      return new QueryTimeoutFault(plain.timeoutMs, plain.detail);
  }
}

/** A SPARQL query, the graphs it reads, and the answer format. */
export interface QueryRequest {
  /** SPARQL 1.1 Query. */
  readonly text: string;
  readonly reads: GraphsRead;
  readonly format: ResultFormat;
  /** The answer may have any length by default. */
  readonly bounds?: AnswerBounds | undefined;
}

/** The size up to which an answer is given; a longer one is a fault, and no part of it is given. */
export interface AnswerBounds {
  /** Of a SELECT query. */
  readonly rows: number;
  /** In UTF-8. */
  readonly bytes: number;
}

/** `json`, `xml`, `csv` and `tsv` for SELECT, the first two for ASK, the others for graphs. */
export type ResultFormat = keyof typeof resultMediaTypes;

/** The registered media type of each format of answers. */
export const resultMediaTypes = {
  json: 'application/sparql-results+json',
  xml: 'application/sparql-results+xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  ttl: 'text/turtle',
  nt: 'application/n-triples',
  nq: 'application/n-quads',
  trig: 'application/trig',
  rdf: 'application/rdf+xml',
  jsonld: 'application/ld+json',
} as const;

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
  /** Present where `GRAPH` stands with an IRI somewhere. */
  readonly byIri?: true;
  /** The dataset that the query or the request states (SPARQL 1.1 §13.2). */
  readonly stated?: StatedGraphs;
}

/** The IRIs of the graphs of `FROM`, and of `FROM NAMED`. */
export interface StatedGraphs {
  readonly from: readonly string[];
  readonly fromNamed: readonly string[];
}

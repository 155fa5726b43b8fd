import { namedNode, Store } from 'oxigraph';
import { Catalogue } from './catalogue.ts';
import type { Totals } from './catalogue-layout.ts';
import { EngineFault } from './engine-fault.ts';
import { ownStatements } from './own-statements.ts';
import { problemsGraph } from './problems.ts';
import { minStatementsPerRecord, provenanceGraph } from './provenance.ts';
import { QueryFault } from './query-fault.ts';
import type { Snapshot } from './snapshot.ts';
import type { GraphPiece, QueryDataset, QueryRequest } from './store.ts';

/**
 * Oxigraph takes 300 to 340 bytes a quad, and WebAssembly has 4 GB of memory, of which queries need some too.
 */
const defaultMaxQuads = 11_000_000;
/**
 * Of one record, which is loaded by one call, and that takes more memory than many calls. Measured, in an empty engine:
 * six million statements go in, eight million do not.
 */
const defaultMaxRecordQuads = 5_000_000;
/** No statement is shorter, so that most records need not be counted. */
const leastCharacters = 20;
/** A text is handed over in pieces of this size, so that a large one is not in memory twice. */
const pieceCharacters = 2 ** 22;

/**
 * Measured: one call a graph, without a transaction and without checking again what our writer made, is fastest. In a
 * transaction it takes 2.5 times as long: V8 then collects garbage hundreds of times while WebAssembly's memory grows.
 * Without one it hardly ever does, and neither memory that is grown beforehand nor several graphs a call save anything.
 */
const loadOptions = { format: 'nq', lenient: true, no_transaction: true } as const;

export interface EngineOptions {
  readonly path: string;
  readonly maxQuads?: number;
  readonly maxRecordQuads?: number;
}

/**
 * Answers queries from memory. It is filled from the catalogue by the first query; before each further one it takes in
 * what was committed since. Everything is synchronous: it is meant for a thread of its own.
 */
export class Engine {
  readonly #catalogue: Catalogue;
  readonly #maxQuads: number;
  readonly #maxRecordQuads: number;
  readonly #store = new Store();
  /** The state of the catalogue that the record graphs in memory are; 0 is that of an empty catalogue. */
  #change = 0;
  /** The state that our own graphs in memory are, where they are. */
  #ownChange: number | undefined;

  /** @throws {CatalogueFault} when there is no catalogue to read */
  constructor(options: EngineOptions) {
    this.#catalogue = new Catalogue({ path: options.path, access: 'read' });
    this.#maxQuads = options.maxQuads ?? defaultMaxQuads;
    this.#maxRecordQuads = options.maxRecordQuads ?? defaultMaxRecordQuads;
  }

  /**
   * Asks the query of nothing, so that a wrong one is known before the catalogue is read.
   * @throws {QueryFault}
   */
  check({ text, format }: QueryRequest): void {
    try {
      new Store().query(text, { results_format: format });
    } catch (error) {
      throw faultOf(error, text);
    }
  }

  /**
   * Brings what is in memory up to date with the catalogue, for a query of this dataset.
   * @throws {EngineFault}
   */
  prepare(dataset: QueryDataset): void {
    const snapshot = this.#catalogue.snapshot();
    try {
      const totals = snapshot.totals();
      const withOwn = dataset !== 'records';
      this.#assertFits(totals, withOwn ? totals.graphs * minStatementsPerRecord : 0);
      // First, so that there is room for the records that came since.
      if (!withOwn || this.#ownChange !== totals.change) this.#dropOwnGraphs();
      this.#followRecords(snapshot, totals.change);
      if (withOwn && this.#ownChange === undefined) this.#loadOwnGraphs(snapshot, totals);
    } finally {
      snapshot.end();
    }
  }

  /** @throws {EngineFault} after which, if it is `out-of-memory`, the whole thread is of no use; {QueryFault} */
  query(request: QueryRequest): string {
    this.prepare(request.dataset);
    try {
      // With a format, whatever the query's form, the answer is a text.
      return this.#store.query(request.text, {
        results_format: request.format,
        use_default_graph_as_union: request.dataset !== 'stated',
      }) as string;
    } catch (error) {
      throw faultOf(error, request.text);
    }
  }

  async close(): Promise<void> {
    await this.#catalogue.close();
  }

  /** @param own how many statements our own graphs have at the least */
  #assertFits({ quads }: Totals, own: number): void {
    if (quads + own <= this.#maxQuads) return;
    throw new EngineFault(
      'too-many-quads',
      `the catalogue holds ${quads} statements, more than the built-in engine can take (${this.#maxQuads}` +
        `${own > 0 ? `, of which provenance and problems need ${own} and more` : ''}); ` +
        'export it (cdif-graph export) and load it into a triple store: see docs/stores.md',
    );
  }

  #followRecords(snapshot: Snapshot, latest: number): void {
    if (this.#change === latest) return;
    const touched = this.#change === 0 ? undefined : snapshot.touchedSince(this.#change);
    // What fails below leaves part of the work done, which must not be taken for the whole.
    this.#change = 0;
    if (touched === undefined) {
      this.#store.update('DROP ALL');
      this.#ownChange = undefined;
      for (const piece of snapshot.graphs()) this.#loadRecord(piece);
    } else {
      for (const graph of touched) {
        this.#drop(graph);
        this.#loadRecord({ graph, nquads: snapshot.nquadsOf(graph) ?? '' });
      }
    }
    this.#change = latest;
  }

  /** What they hold is known only when it has been derived, so that it is counted on the way. */
  #loadOwnGraphs(snapshot: Snapshot, totals: Totals): void {
    let own = 0;
    try {
      for (const piece of ownStatements(snapshot, { without: [] })) {
        own += linesIn(piece.nquads);
        this.#assertFits(totals, own);
        this.#load(piece);
      }
    } catch (error) {
      this.#dropOwnGraphs();
      throw error;
    }
    this.#ownChange = totals.change;
  }

  #dropOwnGraphs(): void {
    this.#drop(provenanceGraph);
    this.#drop(problemsGraph);
    this.#ownChange = undefined;
  }

  #drop(graph: string): void {
    // `toString` of a term is its SPARQL form, and making the term checks the IRI.
    this.#store.update(`DROP SILENT GRAPH ${namedNode(graph).toString()}`);
  }

  /** A record that does not fit is not left out: answers without it would be wrong, and nobody would know. */
  #loadRecord(piece: GraphPiece): void {
    if (piece.nquads.length > this.#maxRecordQuads * leastCharacters) {
      const quads = linesIn(piece.nquads);
      if (quads > this.#maxRecordQuads) {
        throw new EngineFault('record-too-large', tooLarge(piece.graph, quads));
      }
    }
    this.#load(piece);
  }

  #load({ graph, nquads }: GraphPiece): void {
    try {
      this.#store.load(nquads.length <= pieceCharacters ? nquads : piecesOf(nquads), loadOptions);
    } catch (error) {
      if (isExhaustion(error)) {
        const message = tooLarge(graph, linesIn(nquads));
        throw new EngineFault('out-of-memory', message, { cause: error });
      }
      const start = nquads.slice(0, 200);
      const message = `the stored graph ${graph} cannot be read, which is a mistake in cdif-graph: ${String(error)}\n  ${start}`;
      throw new EngineFault('unreadable-graph', message, { cause: error });
    }
  }
}

function tooLarge(graph: string, quads: number): string {
  return (
    `the graph ${graph} has ${quads} statements, more than the built-in engine can take in beside what else there is; ` +
    'show and export still work: load an export into a triple store (see docs/stores.md), or keep such records out ' +
    '(limits.jsonValues, exclude) and harvest again'
  );
}

/** One call that takes pieces keeps the blank nodes of the whole text apart from all others, and together. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceCharacters) {
    yield text.slice(at, at + pieceCharacters);
  }
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function faultOf(error: unknown, query: string): unknown {
  if (isExhaustion(error)) return exhausted(error);
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ERR_STRING_TOO_LONG') {
    const message =
      'the answer is longer than 500 MB; ask for less, or in parts (LIMIT and OFFSET)';
    return new EngineFault('answer-too-long', message, { cause: error });
  }
  // The engine has the place only in its message. It is passed on; nothing is decided by it.
  const [, line, column, detail] = /^error at (\d+):(\d+): (.*)$/su.exec(error.message) ?? [];
  if (detail === undefined) return new QueryFault(error.message, query);
  return new QueryFault(readable(detail), query, { line: Number(line), column: Number(column) });
}

/** What the engine had expected, without the classes of characters among it: they are its grammar's, and many. */
function readable(detail: string): string {
  const shown = detail
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/(?:, )?\[(?:_|'[^\]]*)\]/gu, '')
    .trim();
  return shown === 'expected' ? 'this cannot stand here' : shown;
}

/** WebAssembly ends in these ways when it runs out of memory or stack; all else the engine throws is a plain error. */
function isExhaustion(error: unknown): boolean {
  return error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name);
}

function exhausted(cause: unknown): EngineFault {
  const message =
    'the query needs more memory than the built-in engine has; ask for less, or export the catalogue and use a triple store: see docs/stores.md';
  return new EngineFault('out-of-memory', message, { cause });
}

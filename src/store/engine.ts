import { namedNode, Store } from 'oxigraph';
import { Catalogue } from './catalogue.ts';
import type { Totals } from './catalogue-layout.ts';
import { EngineFault } from './engine-fault.ts';
import { maxStatementsPerRecord, provenanceGraph } from './provenance.ts';
import { QueryFault } from './query-fault.ts';
import type { Snapshot } from './snapshot.ts';
import { ownStatements } from './statements.ts';
import type { QueryDataset, QueryRequest } from './store.ts';

/**
 * Oxigraph takes 300 to 340 bytes a quad, and WebAssembly has 4 GB of memory, of which queries need some too.
 */
const defaultMaxQuads = 11_000_000;
/** A text is handed over in pieces of this size, so that a large one is not in memory twice. */
const pieceCharacters = 2 ** 22;

/** Measured: one call a graph, without a transaction and without checking again what our writer made, is fastest. */
const loadOptions = { format: 'nq', lenient: true, no_transaction: true } as const;

export interface EngineOptions {
  readonly path: string;
  readonly maxQuads?: number;
}

/**
 * Answers queries from memory. It is filled from the catalogue by the first query; before each further one it takes in
 * what was committed since. Everything is synchronous: it is meant for a thread of its own.
 */
export class Engine {
  readonly #catalogue: Catalogue;
  readonly #maxQuads: number;
  readonly #store = new Store();
  /** The state of the catalogue that the record graphs in memory are; 0 is that of an empty catalogue. */
  #change = 0;
  /** The state that our own graphs in memory are, where they are. */
  #ownChange: number | undefined;

  /** @throws {CatalogueFault} when there is no catalogue to read */
  constructor({ path, maxQuads = defaultMaxQuads }: EngineOptions) {
    this.#catalogue = new Catalogue({ path, access: 'read' });
    this.#maxQuads = maxQuads;
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
      const own = dataset === 'records' ? 0 : totals.graphs * maxStatementsPerRecord;
      this.#assertFits(totals, own);
      this.#followRecords(snapshot, totals.change);
      if (dataset === 'records') this.#dropOwnGraphs();
      else if (this.#ownChange !== totals.change) this.#loadOwnGraphs(snapshot, totals.change);
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

  #assertFits({ quads }: Totals, own: number): void {
    if (quads + own <= this.#maxQuads) return;
    throw new EngineFault(
      'too-many-quads',
      `the catalogue holds ${quads} statements, more than the built-in engine can take (${this.#maxQuads}` +
        `${own > 0 ? `, of which provenance needs up to ${own}` : ''}); ` +
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
      for (const nquads of snapshot.nquads()) this.#load(nquads);
    } else {
      for (const graph of touched) {
        this.#drop(graph);
        this.#load(snapshot.nquadsOf(graph) ?? '');
      }
    }
    this.#change = latest;
  }

  #loadOwnGraphs(snapshot: Snapshot, latest: number): void {
    this.#dropOwnGraphs();
    for (const nquads of ownStatements(snapshot)) this.#load(nquads);
    this.#ownChange = latest;
  }

  #dropOwnGraphs(): void {
    this.#drop(provenanceGraph);
    this.#ownChange = undefined;
  }

  #drop(graph: string): void {
    // `toString` of a term is its SPARQL form, and making the term checks the IRI.
    this.#store.update(`DROP SILENT GRAPH ${namedNode(graph).toString()}`);
  }

  #load(nquads: string): void {
    try {
      this.#store.load(nquads.length <= pieceCharacters ? nquads : piecesOf(nquads), loadOptions);
    } catch (error) {
      const start = nquads.slice(0, 200);
      const message = `a stored graph cannot be read, which is a mistake in cdif-graph: ${String(error)}\n  ${start}`;
      throw isExhaustion(error)
        ? exhausted(error)
        : new EngineFault('unreadable-graph', message, { cause: error });
    }
  }
}

/** One call that takes pieces keeps the blank nodes of the whole text apart from all others, and together. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceCharacters) {
    yield text.slice(at, at + pieceCharacters);
  }
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

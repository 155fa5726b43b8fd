import { Store } from 'oxigraph';
import { describeFullEngine } from '../model/full-engine.ts';
import { Catalogue } from './catalogue.ts';
import { usualCharacters, type Totals } from './catalogue-layout.ts';
import { EngineFault } from './engine-fault.ts';
import { engineUse, type GraphSize } from './engine-use.ts';
import { dropGraph, linesIn, loadPiece } from './engine-graphs.ts';
import { OwnGraphSet } from './own-graph-set.ts';
import { minStatementsPerRecord } from './provenance.ts';
import { ownGraphs, type QueryDataset } from './query-dataset.ts';
import { QueryFault } from './query-fault.ts';
import type { Snapshot } from './snapshot.ts';
import { sourceSizes } from './source-sizes.ts';
import type { GraphPiece, QueryRequest } from './store.ts';

/**
 * Of one record, which is loaded by one call, and that takes more memory than many calls. Measured, in an empty engine:
 * six million statements go in, eight million do not.
 */
export const maxEngineRecordQuads = 5_000_000;
/** No statement is shorter, so that most records need not be counted. */
const leastCharacters = 20;

export interface EngineOptions {
  readonly path: string;
  /** What it may hold, by the estimate of `engineUse`. */
  readonly capacityBytes?: number;
  readonly maxRecordQuads?: number;
  /** Runs what the engine does without the catalogue: see `ThreadEnd`. By default it is just run. */
  readonly compute?: Compute;
}

type Compute = <Result>(work: () => Result) => Result;

/**
 * Answers queries from memory. It is filled from the catalogue by the first query; before each further one it takes in
 * what was committed since. Everything is synchronous: it is meant for a thread of its own.
 */
export class Engine {
  readonly #catalogue: Catalogue;
  readonly #capacityBytes: number | undefined;
  readonly #maxRecordQuads: number;
  readonly #compute: Compute;
  /** The record graphs, and graphs of our own beside them while a query needs both. */
  readonly #store = new Store();
  readonly #ownWithRecords = new OwnGraphSet(this.#store);
  /** Graphs of our own for queries that see nothing else, so that these do not wait for the record graphs. */
  readonly #ownAlone = new OwnGraphSet(new Store());
  /** The state of the catalogue that the record graphs in memory are; 0 is that of an empty catalogue. */
  #change = 0;

  /** @throws {CatalogueFault} when there is no catalogue to read */
  constructor(options: EngineOptions) {
    this.#catalogue = new Catalogue({ path: options.path, access: 'read' });
    this.#capacityBytes = options.capacityBytes;
    this.#maxRecordQuads = options.maxRecordQuads ?? maxEngineRecordQuads;
    this.#compute = options.compute ?? ((work) => work());
  }

  /**
   * Asks the query of nothing, so that a wrong one is known before the catalogue is read.
   * @throws {QueryFault}
   */
  check({ text, format }: QueryRequest): void {
    this.#compute(() => ask(new Store(), text, { results_format: format }));
  }

  /**
   * Brings what is in memory up to date with the catalogue, for a query of this dataset.
   * @throws {EngineFault} as `query`
   */
  prepare(dataset: QueryDataset): void {
    const snapshot = this.#catalogue.snapshot();
    try {
      const totals = snapshot.totals();
      // First, so that there is room for what is to come.
      if (dataset.records) this.#prepareRecords(snapshot, totals, dataset);
      const records = dataset.records || this.#change > 0 ? totals : noStatements;
      this.#ownFor(dataset).bring(dataset.own, {
        snapshot,
        change: totals.change,
        load: (store, piece) => this.#load(store, piece),
        assertFits: (own) => this.#assertFits(snapshot, records, own),
      });
    } catch (error) {
      throw isExhaustion(error) ? exhausted(error) : error;
    } finally {
      snapshot.end();
    }
  }

  /** @throws {EngineFault} after which, if it is `out-of-memory`, the whole thread is of no use; {QueryFault} */
  query({ text, dataset, format }: QueryRequest): string {
    this.prepare(dataset);
    const { store } = this.#ownFor(dataset);
    const options = {
      results_format: format,
      use_default_graph_as_union: dataset.defaultGraph === 'union',
    };
    // With a format, whatever the query's form, the answer is a text.
    return this.#compute(() => ask(store, text, options)) as string;
  }

  async close(): Promise<void> {
    await this.#catalogue.close();
  }

  /** Where the graphs of our own are for a query, with the engine that it is asked of. */
  #ownFor({ records, own }: QueryDataset): OwnGraphSet {
    return records || this.#ownWithRecords.has(own) ? this.#ownWithRecords : this.#ownAlone;
  }

  #prepareRecords(snapshot: Snapshot, totals: Totals, { own }: QueryDataset): void {
    this.#ownWithRecords.drop(ownGraphs.filter((graph) => !own.includes(graph)));
    // What is needed beside the records is not held twice.
    this.#ownAlone.drop(own);
    this.#assertFits(snapshot, totals, own.length > 0 ? leastOwn(totals) : noStatements);
    this.#followRecords(snapshot, totals.change);
  }

  /**
   * @param records what the record graphs hold that are in memory or to come
   * @param own what our own graphs hold at the least
   */
  #assertFits(snapshot: Snapshot, records: GraphSize, own: GraphSize): void {
    const size = {
      quads: records.quads + own.quads,
      characters: records.characters + own.characters,
    };
    const use = engineUse(size, this.#capacityBytes);
    if (use.neededBytes <= use.capacityBytes) return;
    const ofOurs = `, ${own.quads.toLocaleString('en')} or more of them in graphs of ours that the query asks for`;
    throw new EngineFault(
      'catalogue-too-large',
      [
        `the catalogue is too large for the built-in engine: it has ${size.quads.toLocaleString('en')} statements${own.quads > 0 ? ofOurs : ''}.`,
        ...describeFullEngine({ ...use, sources: sourceSizes(snapshot) }),
      ].join(' '),
    );
  }

  #followRecords(snapshot: Snapshot, latest: number): void {
    if (this.#change === latest) return;
    const touched = this.#change === 0 ? undefined : snapshot.touchedSince(this.#change);
    // What fails below leaves part of the work done, which must not be taken for the whole.
    this.#change = 0;
    if (touched === undefined) {
      this.#ownWithRecords.drop();
      this.#compute(() => this.#store.update('DROP ALL'));
      for (const piece of snapshot.graphs()) this.#loadRecord(piece);
    } else {
      for (const graph of touched) {
        dropGraph(this.#store, graph);
        this.#loadRecord({ graph, nquads: snapshot.nquadsOf(graph) ?? '' });
      }
    }
    this.#change = latest;
  }

  /** A record that does not fit is not left out: answers without it would be wrong, and nobody would know. */
  #loadRecord(piece: GraphPiece): void {
    if (piece.nquads.length > this.#maxRecordQuads * leastCharacters) {
      const quads = linesIn(piece.nquads);
      if (quads > this.#maxRecordQuads) {
        throw new EngineFault('record-too-large', tooLarge(piece.graph, quads));
      }
    }
    this.#load(this.#store, piece);
  }

  #load(store: Store, piece: GraphPiece): void {
    this.#compute(() => loadStored(store, piece));
  }
}

/** @throws {EngineFault} */
function loadStored(store: Store, piece: GraphPiece): void {
  const { graph, nquads } = piece;
  try {
    loadPiece(store, piece);
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

/** @throws {QueryFault}; {EngineFault} */
function ask(store: Store, query: string, options: Parameters<Store['query']>[1]): unknown {
  try {
    return store.query(query, options);
  } catch (error) {
    throw faultOf(error, query);
  }
}

const noStatements: GraphSize = { quads: 0, characters: 0 };

/** What our own graphs hold of so many records at the least. */
function leastOwn({ graphs }: Totals): GraphSize {
  const quads = graphs * minStatementsPerRecord;
  return { quads, characters: quads * usualCharacters };
}

function tooLarge(graph: string, quads: number): string {
  return (
    `the graph ${graph} has ${quads} statements, more than the built-in engine can take in beside what else there is; ` +
    'show and export still work: load an export into a triple store (see docs/stores.md), or keep such records out ' +
    '(limits.jsonValues, exclude) and harvest again'
  );
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

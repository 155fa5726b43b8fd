import { CatalogueFault } from '../catalogue/catalogue-fault.ts';
import { derivedGraphs } from '../model/derived-graph.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import type { CatalogueGraphs } from '../catalogue/store.ts';
import { WorkerThread } from '../threads/worker-thread.ts';
import {
  type EngineAnswer,
  EngineFault,
  type EngineTask,
  type EngineThreadData,
  type GraphsRead,
  type QueryControl,
  QueryFault,
  type QueryRequest,
} from './engine-task.ts';
import {
  contentBytes,
  emptyGraphSize,
  engineCapacityBytes,
  type GraphSize,
  type Layers,
} from './engine-memory.ts';
import { GraphThread, type EngineThread, type FillControl, type Filling } from './graph-thread.ts';

/** Options of an engine; all have defaults. */
export interface SparqlEngineOptions {
  /** Called repeatedly with the progress of loading for a query, and finally with undefined. */
  readonly onFilling?: ((filling?: Filling) => void) | undefined;
  /** Memory limit in bytes, by `estimateEngineBytes`; by default 3.8 GB. */
  readonly capacityBytes?: number | undefined;
  /** Whether the thread leaves the processors to other threads; by default it does not. */
  readonly givesWay?: boolean | undefined;
  /** Starts the thread with the statements; by default a worker thread. */
  readonly openThread?: (() => EngineThread) | undefined;
}

/** From this share of changed records on, reloading all is as fast as updating. */
const followedShare = 0.2;
/** From this share of replaced statements on, reloading saves much memory. */
const wornShare = 0.5;
const bothLayers: Layers = { union: true, records: true };

/**
 * Answers SPARQL queries over a catalogue, one at a time. Before each query, the graphs that it
 * reads are loaded into a worker thread or updated there: derived graphs, and the record graphs in
 * two layers, their union and each under its name.
 *
 * The first query loads the layers that it needs. Once the catalogue has changed, or a query needs
 * more, both are loaded if they fit, since only both together can be updated.
 */
export class SparqlEngine {
  readonly #store: CatalogueGraphs;
  readonly #options: SparqlEngineOptions;
  readonly #capacityBytes: number;
  #filled: GraphThread | undefined;
  /** Whether the catalogue changed, or a query needed more than the one before. */
  #wantsBoth = false;
  /** The catalogue state whose file was last found readable as a whole. */
  #soundChange: number | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(store: CatalogueGraphs, options: SparqlEngineOptions = {}) {
    this.#store = store;
    this.#options = options;
    this.#capacityBytes = options.capacityBytes ?? engineCapacityBytes;
  }

  /**
   * Answers a query after the earlier ones.
   * @throws {QueryFault}; {QueryTimeoutFault}; {EngineFault}; {CatalogueFault}; the signal's reason
   * when it is aborted; {Error} when the engine is closed meanwhile
   */
  async query(request: QueryRequest, control: QueryControl = {}): Promise<string> {
    const answer = this.#last.then(async () => this.#answer(request, control));
    // The next query waits for the end of this one, successful or not.
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /**
   * Loads what a query reads after the earlier queries, so that the query itself need not. Unlike a
   * query, this is not given up when the client that asks is gone.
   * @throws as `query`
   */
  async load(reads: GraphsRead): Promise<void> {
    const loaded = this.#last.then(async () => this.#loadOrDiscard(reads, undefined));
    this.#last = loaded.catch(() => undefined);
    return loaded;
  }

  /** Whether record graphs are in memory. */
  get isFilled(): boolean {
    return this.#filled?.change !== undefined && !this.#filled.hasEnded;
  }

  /** Terminates the thread and all queries. */
  async close(): Promise<void> {
    this.#closed ??= this.#discard();
    await this.#closed;
    await this.#last;
  }

  async #answer(request: QueryRequest, control: QueryControl): Promise<string> {
    control.signal?.throwIfAborted();
    await this.#loadOrDiscard(request.reads, control.signal);
    return this.#orDiscard(async () => this.#open().query(request, control));
  }

  async #loadOrDiscard(reads: GraphsRead, signal: AbortSignal | undefined): Promise<void> {
    await this.#orDiscard(async () =>
      this.#load(reads, signal).finally(() => this.#options.onFilling?.()),
    );
  }

  /** Ends the thread if what it does fails, unless it can go on. */
  async #orDiscard<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      // Tasks of a closed thread fail in several ways, depending on the moment.
      this.#assertOpen();
      if (!leavesThreadSound(error)) {
        await this.#discard();
        // The next query fills what it reads, which may be much less.
        this.#wantsBoth = false;
      }
      throw error;
    }
  }

  /** Loads the graphs that a query reads, all of one catalogue state. */
  async #load(reads: GraphsRead, signal: AbortSignal | undefined): Promise<void> {
    const { union, records, own } = reads;
    if (!union && !records && own.length === 0) return;
    const control = { signal, onFilling: this.#options.onFilling };
    await this.#store.ofOneState(async (snapshot) => {
      try {
        await this.#loadFrom(snapshot, reads, control);
      } catch (error) {
        const hasOthers = this.#wantsBoth || this.#filled?.hasUnread(reads) === true;
        if (!isTooLarge(error) || !hasOthers) throw error;
        // Graphs of other queries take up the memory.
        this.#wantsBoth = false;
        await this.#discard();
        await this.#loadFrom(snapshot, reads, control);
      }
    });
  }

  async #loadFrom(snapshot: Snapshot, reads: GraphsRead, control: FillControl): Promise<void> {
    const { union, records, own } = reads;
    if (union || records) await this.#loadRecords(snapshot, { union, records }, control);
    const filled = this.#open();
    // A variable after GRAPH must not match them.
    if (records) await filled.dropDerived(derivedGraphs.filter((graph) => !own.includes(graph)));
    if (own.length > 0) await this.#assertSound(snapshot, control);
    for (const graph of own) await filled.loadDerived(snapshot, graph, control);
  }

  /** Checks a state before much of it is read. @throws {CatalogueFault} `damaged` */
  async #assertSound(snapshot: Snapshot, { signal }: FillControl): Promise<void> {
    const { change } = snapshot.totals();
    if (this.#soundChange === change) return;
    await this.#store.assertSound(signal);
    this.#soundChange = change;
  }

  async #loadRecords(snapshot: Snapshot, needed: Layers, control: FillControl): Promise<void> {
    const filled = this.#open();
    const { change, layers } = filled;
    const totals = snapshot.totals();
    if (hasLayers(layers, needed)) {
      if (change === totals.change) return;
      const touched = this.#fits(totals, layers) ? changedRecords(filled, snapshot) : undefined;
      if (touched !== undefined) return filled.updateRecords(snapshot, touched, control);
    }
    await this.#assertSound(snapshot, control);
    if (change !== undefined) {
      this.#wantsBoth = true;
      await this.#discard();
    }
    const isBoth = this.#wantsBoth && this.#fits(totals, bothLayers);
    await this.#open().addRecords(snapshot, isBoth ? bothLayers : needed, control);
  }

  /** Whether the record graphs fit into the memory in these layers. */
  #fits(records: GraphSize, layers: Layers): boolean {
    return contentBytes({ layers, records, own: emptyGraphSize }) <= this.#capacityBytes;
  }

  /** @throws {Error} when the engine is closed */
  #assertOpen(): void {
    if (this.#closed !== undefined) throw new Error('The engine is closed.');
  }

  /** @throws {Error} when the engine is closed */
  #open(): GraphThread {
    this.#assertOpen();
    if (this.#filled?.hasEnded === true) this.#filled = undefined;
    this.#filled ??= new GraphThread(
      this.#options.openThread?.() ?? startThread(this.#options),
      this.#capacityBytes,
    );
    return this.#filled;
  }

  async #discard(): Promise<void> {
    const filled = this.#filled;
    this.#filled = undefined;
    await filled?.close();
  }
}

function startThread({ givesWay = false }: SparqlEngineOptions): EngineThread {
  const script = new URL('./engine-thread.js', import.meta.url);
  const data: EngineThreadData = { givesWay };
  return new WorkerThread<EngineTask, EngineAnswer>({ script, data });
}

function hasLayers(layers: Layers, needed: Layers): boolean {
  return (layers.union || !needed.union) && (layers.records || !needed.records);
}

/** The changed graphs if they can be updated, which needs the layer of named graphs. */
function changedRecords(
  { change, layers, replacedQuads }: GraphThread,
  snapshot: Snapshot,
): ReadonlySet<string> | undefined {
  if (!layers.records || change === undefined) return undefined;
  const { graphs, quads } = snapshot.totals();
  if (replacedQuads > quads * wornShare) return undefined;
  const touched = snapshot.touchedSince(change);
  return touched !== undefined && touched.size <= graphs * followedShare ? touched : undefined;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof EngineFault && error.trouble === 'catalogue-too-large';
}

/** Whether the thread can run the next query: it has answered, and its memory is consistent. */
function leavesThreadSound(error: unknown): boolean {
  if (error instanceof EngineFault) return error.trouble === 'answer-too-long';
  return error instanceof QueryFault || error instanceof CatalogueFault;
}

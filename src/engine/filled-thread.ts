import {
  derivedStatementBytes,
  emptyGraphSize,
  type EngineMemoryLimit,
  type GraphSize,
  type Layers,
  type MemoryContent,
  recordStatementBytes,
} from './engine-memory.ts';
import { derivedStatements } from '../catalogue/derived/derived-statements.ts';
import {
  derivedGraphIri,
  derivedGraphs,
  type DerivedGraph,
} from '../catalogue/derived/derived-terms.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import type { GraphPiece } from '../catalogue/store.ts';
import { countLines } from '../text/text-position.ts';
import { ThreadTimeout, type WorkerThread } from '../threads/worker-thread.ts';
import {
  type EngineAnswer,
  type EngineTask,
  type GraphsRead,
  type QueryControl,
  type QueryRequest,
  restoreFault,
} from './engine-task.ts';
import { QueryTimeoutFault } from './engine-faults.ts';

/** The part of `WorkerThread` that the engine uses. */
export type EngineThread = Pick<
  WorkerThread<EngineTask, EngineAnswer>,
  'run' | 'close' | 'hasEnded'
>;

/** The progress of loading graphs for a query. */
export type Filling =
  /** Loaded records, of all records. */
  | { readonly graphs: 'records'; readonly records: number; readonly of: number }
  /** Loaded statements of a derived graph, whose total is not known yet. */
  | { readonly graphs: DerivedGraph; readonly statements: number };

/** A derived graph in memory: its catalogue state and size. */
interface HeldGraph {
  readonly change: number;
  readonly size: GraphSize;
}

/** Characters of statements in one batch, approximately. */
const batchCharacters = 2 ** 21;
const noLayers: Layers = { union: false, records: false };

/**
 * A worker thread with graphs of a catalogue in memory. It loads one batch while the next is read.
 * After an error it cannot be used again, except after a `QueryFault` and most `EngineFault`s.
 */
export class GraphThread {
  readonly #thread: EngineThread;
  readonly #room: EngineMemoryLimit;
  #layers = noLayers;
  #change: number | undefined;
  #records = emptyGraphSize;
  #replacedQuads = 0;
  readonly #own = new Map<DerivedGraph, HeldGraph>();

  constructor(thread: EngineThread, room: EngineMemoryLimit) {
    this.#thread = thread;
    this.#room = room;
  }

  /** Whether the thread has ended. */
  get hasEnded(): boolean {
    return this.#thread.hasEnded;
  }

  /** The layers of record graphs in memory. */
  get layers(): Layers {
    return this.#layers;
  }

  /** The catalogue state of the record graphs; undefined where none are loaded. */
  get change(): number | undefined {
    return this.#change;
  }

  /**
   * Statements replaced since the records were loaded. Oxigraph keeps the texts of removed
   * statements.
   */
  get replacedQuads(): number {
    return this.#replacedQuads;
  }

  /** Whether the memory holds graphs that a query does not read. */
  hasBeside({ union, records, own }: GraphsRead): boolean {
    const { layers } = this;
    const isMore = (layers.union && !union) || (layers.records && !records);
    return isMore || Array.from(this.#own.keys()).some((graph) => !own.includes(graph));
  }

  /**
   * Loads all record graphs, unless they are loaded.
   * @param onFilling called repeatedly with the progress
   * @throws {EngineFault}; {DamageFound}; the signal's reason
   */
  async addRecords(
    snapshot: Snapshot,
    layers: Layers,
    { signal, onFilling }: FillControl,
  ): Promise<void> {
    const { change, graphs, ...size } = snapshot.totals();
    this.#room.assertFits(this.#contentWith({ layers, records: size }), snapshot);
    let records = 0;
    const tasks = tasksOf(snapshot.graphs(), (pieces) => {
      records += pieces.length;
      onFilling?.({ graphs: 'records', records, of: graphs });
      return { kind: 'add', graphs: pieces.map((piece) => recordStatementBytes(piece, layers)) };
    });
    await this.#doAll(tasks, signal);
    this.#layers = layers;
    this.#change = change;
    this.#records = size;
  }

  /**
   * Updates changed record graphs in the loaded layers.
   * @param touched their IRIs
   * @throws as `addRecords`
   */
  async followRecords(
    snapshot: Snapshot,
    touched: ReadonlySet<string>,
    { signal, onFilling }: FillControl,
  ): Promise<void> {
    const { change, graphs: _, ...size } = snapshot.totals();
    const layers = this.#layers;
    this.#room.assertFits(this.#contentWith({ records: size }), snapshot);
    let records = 0;
    const tasks = tasksOf(graphsOf(snapshot, touched), (pieces) => {
      records += pieces.length;
      this.#replacedQuads += pieces.reduce(sizeWith, emptyGraphSize).quads;
      onFilling?.({ graphs: 'records', records, of: touched.size });
      return {
        kind: 'replace',
        graphs: pieces.map((piece) => recordStatementBytes(piece, layers)),
      };
    });
    await this.#doAll(tasks, signal);
    this.#change = change;
    this.#records = size;
  }

  /** Loads or updates a derived graph. @throws as `addRecords` */
  async bringOwn(
    snapshot: Snapshot,
    graph: DerivedGraph,
    { signal, onFilling }: FillControl,
  ): Promise<void> {
    const { change } = snapshot.totals();
    if (this.#own.get(graph)?.change === change) return;
    await this.dropOwn([graph]);
    const without = derivedGraphs.filter((other) => other !== graph);
    const tasks = tasksOf(derivedStatements(snapshot, { without }), (pieces) => {
      const before = this.#own.get(graph)?.size ?? emptyGraphSize;
      const size = pieces.reduce(sizeWith, before);
      this.#own.set(graph, { change, size });
      onFilling?.({ graphs: graph, statements: size.quads });
      // The size is known only after the graph is derived.
      this.#room.assertFits(this.#contentWith({}), snapshot);
      return { kind: 'add', graphs: pieces.map(derivedStatementBytes) };
    });
    await this.#doAll(tasks, signal);
  }

  /** Removes derived graphs. */
  async dropOwn(graphs: readonly DerivedGraph[]): Promise<void> {
    for (const graph of graphs) {
      if (this.#own.delete(graph)) await this.#do({ kind: 'drop', graph: derivedGraphIri(graph) });
    }
  }

  /** @throws {QueryFault}; {QueryTimeoutFault}; {EngineFault}; the signal's reason */
  async query(request: QueryRequest, control: QueryControl): Promise<string> {
    try {
      return await this.#do({ kind: 'query', request }, control);
    } catch (error) {
      throw error instanceof ThreadTimeout ? new QueryTimeoutFault(error.timeoutMs) : error;
    }
  }

  /** Terminates the thread at once. */
  async close(): Promise<void> {
    await this.#thread.close();
  }

  #contentWith(changed: Partial<MemoryContent>): MemoryContent {
    const own = Array.from(this.#own.values(), ({ size }) => size).reduce(sumOf, emptyGraphSize);
    return { layers: this.#layers, records: this.#records, own, ...changed };
  }

  /** Runs tasks; each is prepared while the one before runs. */
  async #doAll(tasks: Iterable<EngineTask>, signal: AbortSignal | undefined): Promise<void> {
    let before: Promise<unknown> = Promise.resolve();
    for (const task of tasks) {
      const next = this.#do(task, { signal });
      // The caller gets the failure later; it may occur before that.
      next.catch(() => undefined);
      await before;
      before = next;
    }
    await before;
  }

  async #do(task: EngineTask, control: QueryControl = {}): Promise<string> {
    let answer: EngineAnswer | undefined;
    // Reads to the end, since an unfinished task costs the thread.
    for await (const part of this.#thread.run(task, control)) answer = part;
    if (answer === undefined) throw new TypeError('The thread gave no answer.');
    if ('fault' in answer) throw restoreFault(answer.fault);
    return answer.text;
  }
}

/** Cancellation and progress of loading. */
export interface FillControl {
  readonly signal?: AbortSignal | undefined;
  readonly onFilling?: ((filling: Filling) => void) | undefined;
}

/** One task for each batch of statements. */
function* tasksOf(
  pieces: Iterable<GraphPiece>,
  taskOf: (batch: readonly GraphPiece[]) => EngineTask,
): Generator<EngineTask> {
  let batch: GraphPiece[] = [];
  let characters = 0;
  for (const piece of pieces) {
    batch.push(piece);
    characters += piece.nquads.length;
    if (characters < batchCharacters) continue;
    yield taskOf(batch);
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield taskOf(batch);
}

/** The current statements of record graphs: empty where they are gone. */
function* graphsOf(snapshot: Snapshot, graphs: Iterable<string>): Generator<GraphPiece> {
  for (const graph of graphs) yield { graph, nquads: snapshot.nquadsOf(graph) ?? '' };
}

function sizeWith(size: GraphSize, { nquads }: GraphPiece): GraphSize {
  return sumOf(size, { quads: countLines(nquads), characters: nquads.length });
}

function sumOf(one: GraphSize, other: GraphSize): GraphSize {
  return {
    quads: one.quads + other.quads,
    characters: one.characters + other.characters,
  };
}

import { setImmediate } from 'node:timers/promises';
import { derivedStatements } from '../catalogue/derived/derived-statements.ts';
import { derivedGraphIri } from '../catalogue/derived/derived-terms.ts';
import { derivedGraphs, type DerivedGraph } from '../model/derived-graph.ts';
import type { Snapshot, GraphPiece } from '../catalogue/snapshot.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { countLines } from '../text/text-position.ts';
import { ThreadTimeout, type WorkerThread } from '../threads/worker-thread.ts';
import {
  assertFits,
  emptyGraphSize,
  type GraphSize,
  type Layers,
  type MemoryContent,
} from './engine-memory.ts';
import {
  type EngineAnswer,
  type EngineTask,
  type GraphsRead,
  type QueryControl,
  type QueryRequest,
  QueryTimeoutFault,
  restoreFault,
  type StatementBytes,
} from './engine-task.ts';

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

/** Cancellation and progress of loading. */
export interface FillControl {
  readonly signal?: AbortSignal | undefined;
  /** Called repeatedly. */
  readonly onFilling?: ((filling: Filling) => void) | undefined;
}

/** A derived graph in memory: its catalogue state and size. */
interface LoadedGraph {
  readonly change: number;
  readonly size: GraphSize;
}

/** Characters of statements in one batch, approximately. */
const batchCharacters = 2 ** 18;
/** How long reading a batch blocks the event loop, in milliseconds; a server has other work. */
const turnMs = 2;

/**
 * A worker thread with graphs of a catalogue in memory. It loads one batch while the next is read.
 * After an error it cannot be used again, except after a `QueryFault` and most `EngineFault`s.
 */
export class GraphThread {
  readonly #thread: EngineThread;
  readonly #capacityBytes: number;
  /** The layers of record graphs in memory. */
  layers: Layers = { union: false, records: false };
  /** The catalogue state of the record graphs; undefined if none are loaded. */
  change: number | undefined;
  /**
   * Statements replaced since the records were loaded. Oxigraph keeps the texts of removed
   * statements.
   */
  replacedQuads = 0;
  #records = emptyGraphSize;
  readonly #derived = new Map<DerivedGraph, LoadedGraph>();

  /** @param capacityBytes memory limit, by `estimateEngineBytes` */
  constructor(thread: EngineThread, capacityBytes: number) {
    this.#thread = thread;
    this.#capacityBytes = capacityBytes;
  }

  get hasEnded(): boolean {
    return this.#thread.hasEnded;
  }

  /** Whether the memory holds graphs that a query does not read. */
  hasUnread({ union, records, own }: GraphsRead): boolean {
    const isMore = (this.layers.union && !union) || (this.layers.records && !records);
    return isMore || Array.from(this.#derived.keys()).some((graph) => !own.includes(graph));
  }

  /**
   * Loads all record graphs into an empty memory.
   * @throws {EngineFault}; {DamageFound}; the signal's reason
   */
  async addRecords(
    snapshot: Snapshot,
    layers: Layers,
    { signal, onFilling }: FillControl,
  ): Promise<void> {
    const { change, graphs, ...size } = snapshot.totals();
    this.#assertFits(snapshot, { layers, records: size });
    let records = 0;
    const tasks = tasksOf(snapshot.graphs(), (pieces) => {
      records += pieces.length;
      onFilling?.({ graphs: 'records', records, of: graphs });
      return { kind: 'add', graphs: pieces.map((piece) => recordStatementBytes(piece, layers)) };
    });
    await this.#runAll(tasks, signal);
    this.layers = layers;
    this.change = change;
    this.#records = size;
  }

  /**
   * Updates changed record graphs in the loaded layers.
   * @param touched their IRIs
   * @throws as `addRecords`
   */
  async updateRecords(
    snapshot: Snapshot,
    touched: ReadonlySet<string>,
    { signal, onFilling }: FillControl,
  ): Promise<void> {
    const { change, graphs: _, ...size } = snapshot.totals();
    const { layers } = this;
    this.#assertFits(snapshot, { records: size });
    let records = 0;
    const tasks = tasksOf(currentGraphs(snapshot, touched), (pieces) => {
      records += pieces.length;
      this.replacedQuads += pieces.reduce(addPiece, emptyGraphSize).quads;
      onFilling?.({ graphs: 'records', records, of: touched.size });
      return {
        kind: 'replace',
        graphs: pieces.map((piece) => recordStatementBytes(piece, layers)),
      };
    });
    await this.#runAll(tasks, signal);
    this.change = change;
    this.#records = size;
  }

  /** Loads or updates a derived graph. @throws as `addRecords` */
  async loadDerived(
    snapshot: Snapshot,
    graph: DerivedGraph,
    { signal, onFilling }: FillControl,
  ): Promise<void> {
    const { change } = snapshot.totals();
    if (this.#derived.get(graph)?.change === change) return;
    await this.dropDerived([graph]);
    const without = derivedGraphs.filter((other) => other !== graph);
    const tasks = tasksOf(derivedStatements(snapshot, { without, turnMs }), (pieces) => {
      const size = pieces.reduce(addPiece, this.#derived.get(graph)?.size ?? emptyGraphSize);
      this.#derived.set(graph, { change, size });
      onFilling?.({ graphs: graph, statements: size.quads });
      // The size is known only after the graph is derived.
      this.#assertFits(snapshot);
      return { kind: 'add', graphs: pieces.map(derivedStatementBytes) };
    });
    await this.#runAll(tasks, signal);
  }

  /** Removes derived graphs. */
  async dropDerived(graphs: readonly DerivedGraph[]): Promise<void> {
    for (const graph of graphs) {
      if (!this.#derived.delete(graph)) continue;
      await this.#run({ kind: 'drop', graph: derivedGraphIri(graph) });
    }
  }

  /** @throws {QueryFault}; {QueryTimeoutFault}; {EngineFault}; the signal's reason */
  async query(request: QueryRequest, control: QueryControl): Promise<string> {
    try {
      return await this.#run({ kind: 'query', request }, control);
    } catch (error) {
      throw error instanceof ThreadTimeout ? new QueryTimeoutFault(error.timeoutMs) : error;
    }
  }

  /** Terminates the thread at once. */
  async close(): Promise<void> {
    await this.#thread.close();
  }

  /** Checks the memory limit for the loaded graphs with some changes. */
  #assertFits(snapshot: Snapshot, changed: Partial<MemoryContent> = {}): void {
    const own = Array.from(this.#derived.values(), ({ size }) => size).reduce(
      addSizes,
      emptyGraphSize,
    );
    const content = { layers: this.layers, records: this.#records, own, ...changed };
    assertFits(content, this.#capacityBytes, snapshot);
  }

  /** Runs tasks; each is prepared while the one before runs. */
  async #runAll(tasks: Iterable<EngineTask>, signal: AbortSignal | undefined): Promise<void> {
    let before: Promise<unknown> = Promise.resolve();
    for (const task of tasks) {
      const next = this.#run(task, { signal });
      // The caller gets the failure later; it may occur before that.
      next.catch(() => undefined);
      await before;
      await setImmediate();
      before = next;
    }
    await before;
  }

  async #run(task: EngineTask, control: QueryControl = {}): Promise<string> {
    let answer: EngineAnswer | undefined;
    // Reads to the end, since an unfinished task costs the thread.
    for await (const part of this.#thread.run(task, control)) answer = part;
    if (answer === undefined) throw new TypeError('The thread gave no answer.');
    if ('fault' in answer) throw restoreFault(answer.fault);
    return answer.text;
  }
}

/** One task for each batch of statements. */
function* tasksOf(
  pieces: Iterable<GraphPiece>,
  taskOf: (batch: readonly GraphPiece[]) => EngineTask,
): Generator<EngineTask> {
  let batch: GraphPiece[] = [];
  let characters = 0;
  let since = performance.now();
  for (const piece of pieces) {
    batch.push(piece);
    characters += piece.nquads.length;
    if (characters < batchCharacters && performance.now() - since < turnMs) continue;
    yield taskOf(batch);
    batch = [];
    characters = 0;
    since = performance.now();
  }
  if (batch.length > 0) yield taskOf(batch);
}

/** The current statements of record graphs; empty for removed graphs. */
function* currentGraphs(snapshot: Snapshot, graphs: Iterable<string>): Generator<GraphPiece> {
  for (const graph of graphs) yield { graph, nquads: snapshot.nquadsOf(graph) ?? '' };
}

function addPiece(size: GraphSize, { nquads }: GraphPiece): GraphSize {
  return addSizes(size, { quads: countLines(nquads), characters: nquads.length });
}

function addSizes(one: GraphSize, other: GraphSize): GraphSize {
  return {
    quads: one.quads + other.quads,
    characters: one.characters + other.characters,
  };
}

const pieceBytes = 2 ** 22;

/** The statements of a record, once for each layer. */
function recordStatementBytes({ graph, nquads }: GraphPiece, layers: Layers): StatementBytes {
  const texts = [
    ...(layers.records ? [nquads] : []),
    // Line breaks within literals are escaped, so this matches only the ends of statements.
    ...(layers.union ? [nquads.replaceAll(` ${iriTerm(graph)} .\n`, ' .\n')] : []),
  ];
  return { graph, quads: countLines(nquads), pieces: piecesOf(texts) };
}

/** The statements of a derived graph. */
export function derivedStatementBytes({ graph, nquads }: GraphPiece): StatementBytes {
  return { graph, quads: countLines(nquads), pieces: piecesOf([nquads]) };
}

function piecesOf(texts: readonly string[]): readonly Uint8Array[] {
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (characters === 0) return [];
  // Oxigraph takes half as long for one piece as for two.
  if (characters <= pieceBytes) return [Buffer.from(texts.join(''))];
  return texts.flatMap((text) => {
    const bytes = Buffer.from(text);
    const count = Math.ceil(bytes.length / pieceBytes);
    return Array.from({ length: count }, (_, index) =>
      bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    );
  });
}

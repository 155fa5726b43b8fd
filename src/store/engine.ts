import type { NamedNode, Store } from 'oxigraph';
import { describeFullEngine } from '../model/full-engine.ts';
import { join } from 'node:path';
import { Catalogue } from './catalogue.ts';
import { catalogueFaultOf, dataFile } from './catalogue-directory.ts';
import { faultOfPages } from './lmdb-file.ts';
import type { KeepTask } from './engine-answer.ts';
import { usualCharacters } from './catalogue-layout.ts';
import type { Totals } from './rows.ts';
import { EngineFault } from './engine-fault.ts';
import { engineUse, type GraphSize } from './engine-use.ts';
import { linesIn } from '../text/lines-in.ts';
import { dropGraph, loadPiece } from './engine-graphs.ts';
import type { EngineMemories } from './image/engine-memories.ts';
import type { EngineMemory } from './image/engine-memory.ts';
import { EngineSpace } from './image/engine-space.ts';
import type { ImageName, ImageWriting } from './image/image-files.ts';
import type { ImageReading } from './image/image-reading.ts';
import { ownGraphIri } from './own-terms.ts';
import { minStatementsPerRecord } from './provenance.ts';
import {
  allGraphs,
  ownGraphs,
  unionOfRecords,
  type QueryDataset,
  type QueryRequest,
} from './queries.ts';
import { ask, exhausted, isExhaustion } from './ask-engine.ts';
import { QueryFault } from './query-fault.ts';
import type { Snapshot } from './snapshot.ts';
import { sourceSizes } from './source-sizes.ts';
import type { GraphPiece } from './store.ts';

/**
 * Of one record, which is loaded by one call, and that takes more memory than many calls. Measured, in an empty engine:
 * six million statements go in, eight million do not.
 */
export const maxEngineRecordQuads = 5_000_000;
/** No statement is shorter, so that most records need not be counted. */
const leastCharacters = 20;
/** The functions of SPARQL 1.1 whose answers are to be other ones each time, in all processes. */
const random = /\b(?:rand|(?:str)?uuid)\s*\(/iu;

export interface EngineOptions {
  readonly path: string;
  readonly memories: EngineMemories;
  /** The image that is being read into the memory of the graphs. */
  readonly reading?: ImageReading | undefined;
  /** What it may hold, by the estimate of `engineUse`. */
  readonly capacityBytes?: number;
  readonly maxRecordQuads?: number;
  /** See `EngineSpaceOptions`. */
  readonly maxGrowth?: number;
  /** Runs what the engine does without the catalogue: see `ThreadEnd`. By default it is just run. */
  readonly compute?: Compute;
}

type Compute = <Result>(work: () => Result) => Result;
type QueryOptions = NonNullable<Parameters<Store['query']>[1]>;

/**
 * Answers queries from memory. What was not put in place from an image is read from the catalogue by the first query; before each
 * further one it takes in what was committed since. All of that is synchronous: it is meant for a thread of its own.
 */
export class Engine {
  readonly #path: string;
  readonly #catalogue: Catalogue;
  readonly #scratch: EngineMemory;
  readonly #capacityBytes: number | undefined;
  readonly #maxRecordQuads: number;
  readonly #compute: Compute;
  /** The graphs that queries needed so far: the record graphs only after a query of them. */
  readonly #space: EngineSpace;
  /** Whether the engine has ended all it did as it should; after a trap nobody knows what its memory is. */
  #isSound = true;

  /** @throws {CatalogueFault} when there is no catalogue to read */
  constructor(options: EngineOptions) {
    const { path, memories, reading, maxGrowth } = options;
    this.#path = path;
    this.#catalogue = new Catalogue({ path, access: 'read' });
    this.#space = new EngineSpace(memories.graphs, { reading, maxGrowth });
    this.#scratch = memories.scratch;
    this.#capacityBytes = options.capacityBytes;
    this.#maxRecordQuads = options.maxRecordQuads ?? maxEngineRecordQuads;
    this.#compute = options.compute ?? ((work) => work());
  }

  /**
   * Asks the query of nothing, so that a wrong one is known before the catalogue is read.
   * @throws {QueryFault}
   */
  check({ text, format }: QueryRequest): void {
    this.#compute(() => ask(this.#scratch.newStore(), text, { results_format: format }));
  }

  /**
   * Puts an image in place of what would be read from the catalogue, where there is one and nothing has been read yet.
   * @returns whether it did
   * @throws {ImageFault} and whatever else where the image is not what it should be; the engine is of no use then
   */
  async restore(name: ImageName): Promise<boolean> {
    return this.#space.restore(name, this.#path, this.#catalogue);
  }

  /**
   * Writes an image of what was read from the catalogue, and with `fill` reads what is not there before.
   * @returns as `EngineSpace.keep`
   * @throws {UnkeepableMemory}; {NoRoom}; what `node:fs` throws; as `prepare`
   */
  keep(task: KeepTask): ImageWriting {
    const space = this.#space;
    if (task.fill) this.prepare(usualDataset(task.image, space));
    if (!this.#isSound || !space.hasNews(task)) return { isWorn: false };
    const change = space.latestChange;
    const id = this.#catalogue.read((snapshot) => snapshot.stateId(change));
    // An older program does not tell its states apart.
    if (id === undefined) return { isWorn: false };
    return this.#compute(() => space.keep(this.#path, { change, id }, task));
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
      const records = this.#space.change > 0 ? totals : noStatements;
      this.#space.own.bring(dataset.own, {
        snapshot,
        change: totals.change,
        load: (piece) => this.#load(piece),
        onFollow: (followed) => this.#space.noteDropped(followed),
        assertFits: (own) => this.#assertFits(snapshot, records, own),
      });
    } catch (error) {
      this.#isSound = false;
      throw isExhaustion(error) ? exhausted(error) : error;
    } finally {
      snapshot.end();
    }
  }

  /** @throws {EngineFault} after which, if it is `out-of-memory`, the whole thread is of no use; {QueryFault} */
  query({ text, dataset, format }: QueryRequest): string {
    this.prepare(dataset);
    const store = this.#space.use();
    const options = { results_format: format, ...graphsSeenBy(dataset) };
    try {
      if (random.test(text)) this.#compute(() => this.#space.renewRandomness());
      // With a format, whatever the query's form, the answer is a text.
      return this.#compute(() => ask(store, text, options)) as string;
    } catch (error) {
      this.#isSound &&= error instanceof QueryFault;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#space.close();
    await this.#catalogue.close();
  }

  #prepareRecords(snapshot: Snapshot, totals: Totals, { own }: QueryDataset): void {
    this.#space.own.drop(ownGraphs.filter((graph) => !own.includes(graph)));
    this.#assertFits(snapshot, totals, own.length > 0 ? leastOwn(totals) : noStatements);
    this.#followRecords(snapshot, totals);
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

  #followRecords(snapshot: Snapshot, { change: latest }: Totals): void {
    const space = this.#space;
    if (space.change === latest) return;
    const touched = space.change === 0 ? undefined : snapshot.touchedSince(space.change);
    // What fails below leaves part of the work done, which must not be taken for the whole.
    space.change = 0;
    if (touched === undefined) {
      space.own.drop();
      this.#assertSound();
      this.#compute(() => space.use().update('DROP ALL'));
      for (const piece of snapshot.graphs()) this.#loadRecord(piece);
    } else {
      space.noteDropped(touched.size);
      for (const graph of touched) {
        dropGraph(space.use(), graph);
        this.#loadRecord({ graph, nquads: snapshot.nquadsOf(graph) ?? '' });
      }
    }
    space.change = latest;
  }

  /** While a snapshot is held. @throws {CatalogueFault} `damaged` where LMDB could not go on */
  #assertSound(): void {
    const steps = faultOfPages(join(this.#path, dataFile));
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    if (step.value !== undefined) throw catalogueFaultOf(this.#path, step.value);
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

  #load(piece: GraphPiece): void {
    this.#compute(() => loadStored(this.#space.use(), piece));
    this.#space.noteLoaded(piece.nquads.length);
  }
}

/**
 * The part of the store that a query sees. Record graphs may be there when derived graphs alone are asked; `FROM` says itself
 * what it sees.
 */
function graphsSeenBy({ records, own, defaultGraph }: QueryDataset): QueryOptions {
  if (records || defaultGraph === 'stated') {
    return { use_default_graph_as_union: defaultGraph === 'union' };
  }
  // The engine reads these two members of a term and no other.
  const graphs = own.map((graph) => {
    return { termType: 'NamedNode', value: ownGraphIri(graph) } as NamedNode;
  });
  return { default_graph: graphs, named_graphs: graphs };
}

/** What an image has: graphs of our own as they were asked for before, or else what is asked most. */
function usualDataset(image: ImageName, { own }: EngineSpace): QueryDataset {
  if (image === 'records') return unionOfRecords;
  const held = own.graphs.map(({ graph }) => graph);
  return held.length > 0 ? { ...allGraphs, own: held } : allGraphs;
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

import type { Store } from 'oxigraph';
import { linesIn } from '../text/lines-in.ts';
import { dropGraph } from './engine-graphs.ts';
import { EngineFault } from './engine-fault.ts';
import type { GraphSize } from './engine-use.ts';
import { followIndex } from './follow-index.ts';
import { indexGraph } from './index-statements.ts';
import { ownStatements } from './own-statements.ts';
import { ownGraphIri } from './own-terms.ts';
import { ownGraphs, type OwnGraph } from './queries.ts';
import type { Snapshot } from './snapshot.ts';
import type { GraphPiece } from './store.ts';

/** What bringing graphs into an engine needs of who has it. */
export interface OwnGraphLoading {
  /** A state of the catalogue, and its number. */
  readonly snapshot: Snapshot;
  readonly change: number;
  /** Loads a piece. @throws {EngineFault} */
  readonly load: (piece: GraphPiece) => void;
  /** Told of so many records that went or changed, before the index follows them. */
  readonly onFollow: (records: number) => void;
  /** Told how much our own graphs hold by now, before each piece. @throws {EngineFault} where that is too much */
  readonly assertFits: (own: GraphSize) => void;
}

const nothing: GraphSize = { quads: 0, characters: 0 };
/** Beyond this share of the records, writing the index anew is faster than following what became other. */
const followedIndexShare = 0.1;

/** A graph of our own in an engine: of which state of the catalogue it is, and how much it holds by what has been counted. */
export interface OwnGraphState extends GraphSize {
  readonly graph: OwnGraph;
  readonly change: number;
}

/** The graphs of our own that an engine holds, each as at some state of the catalogue. */
export class OwnGraphSet {
  readonly #engine: { use(): Store };
  readonly #changes = new Map<OwnGraph, number>();
  readonly #sizes = new Map<OwnGraph, GraphSize>();

  /** @param engine whose store is asked for when it is needed */
  constructor(engine: { use(): Store }) {
    this.#engine = engine;
  }

  get store(): Store {
    return this.#engine.use();
  }

  /** What it holds. */
  get graphs(): readonly OwnGraphState[] {
    return Array.from(this.#changes, ([graph, change]) => {
      return { graph, change, ...(this.#sizes.get(graph) ?? nothing) };
    });
  }

  /** Takes what is in the store already. */
  restore(graphs: readonly OwnGraphState[]): void {
    for (const { graph, change, quads, characters } of graphs) {
      this.#changes.set(graph, change);
      this.#sizes.set(graph, { quads, characters });
    }
  }

  /**
   * How much all of them hold. What is known only when it has been derived is counted on the way; what went since is not taken
   * off until it seems to be too much.
   */
  get size(): GraphSize {
    return [...this.#sizes.values()].reduce(sumOf, nothing);
  }

  drop(graphs: readonly OwnGraph[] = ownGraphs): void {
    for (const graph of graphs) {
      if (this.#changes.delete(graph)) dropGraph(this.store, ownGraphIri(graph));
      this.#sizes.delete(graph);
    }
  }

  /** Brings some of them up to date; the others stay as they are. @throws {EngineFault} after which those are gone that were to come */
  bring(wanted: readonly OwnGraph[], loading: OwnGraphLoading): void {
    for (const graph of wanted) {
      if (this.#changes.get(graph) === loading.change) continue;
      if (graph !== 'index' || !this.#follow(loading)) this.#load(graph, loading);
      this.#changes.set(graph, loading.change);
    }
  }

  /** @returns whether that was the way; otherwise nothing of it is there. @throws {EngineFault} */
  #follow(loading: OwnGraphLoading): boolean {
    const { snapshot } = loading;
    const before = this.#changes.get('index');
    const touched = before === undefined ? undefined : snapshot.touchedSince(before);
    if (touched === undefined) return false;
    if (touched.size > snapshot.totals().graphs * followedIndexShare) return false;
    loading.onFollow(touched.size);
    try {
      const load = (nquads: string): void =>
        this.#take('index', { graph: indexGraph, nquads }, loading);
      followIndex({ store: this.store, snapshot, load }, touched);
      return true;
    } catch (error) {
      // Part of the work is done, which must not be taken for the whole.
      this.drop(['index']);
      if (error instanceof EngineFault && error.trouble === 'catalogue-too-large') return false;
      throw error;
    }
  }

  #load(graph: OwnGraph, loading: OwnGraphLoading): void {
    this.drop([graph]);
    const without = ownGraphs.filter((other) => other !== graph);
    this.#changes.set(graph, -1);
    try {
      for (const piece of ownStatements(loading.snapshot, { without })) {
        this.#take(graph, piece, loading);
      }
    } catch (error) {
      this.drop([graph]);
      throw error;
    }
  }

  #take(graph: OwnGraph, piece: GraphPiece, { load, assertFits }: OwnGraphLoading): void {
    const { nquads } = piece;
    const more = { quads: linesIn(nquads), characters: nquads.length };
    this.#sizes.set(graph, sumOf(this.#sizes.get(graph) ?? nothing, more));
    assertFits(this.size);
    load(piece);
  }
}

function sumOf(one: GraphSize, other: GraphSize): GraphSize {
  return {
    quads: one.quads + other.quads,
    characters: one.characters + other.characters,
  };
}

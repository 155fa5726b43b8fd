import { usualStatementCharacters } from '../catalogue/layout.ts';
import { sourceSizes } from '../catalogue/read-status.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import type { CatalogueGraphs, GraphPiece } from '../catalogue/store.ts';
import { describeFullEngine, type EngineUse, type FullEngine } from '../model/run.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { countLines } from '../text/text-position.ts';
import { EngineFault } from './engine-faults.ts';

/** The size of a graph that is not loaded. */
export const emptyGraphSize: GraphSize = { quads: 0, characters: 0 };

/** What a query needs in the memory of the engine. */
export interface MemoryContent {
  readonly layers: Layers;
  /** The size of the record graphs, counted once. */
  readonly records: GraphSize;
  /** The size of derived graphs. */
  readonly own: GraphSize;
}

/** Checks whether graphs fit into the memory of the engine, by the estimate of `estimateEngineBytes`. */
export class EngineMemoryLimit {
  readonly #capacityBytes: number;

  constructor(capacityBytes: number = engineCapacityBytes) {
    this.#capacityBytes = capacityBytes;
  }

  /** Whether the record graphs fit, once for each layer. */
  fits(records: GraphSize, layers: Layers): boolean {
    return bytesOf({ layers, records, own: emptyGraphSize }) <= this.#capacityBytes;
  }

  /** @throws {EngineFault} that names the sizes, the largest sources and the remedies */
  assertFits(content: MemoryContent, snapshot: Snapshot): void {
    if (bytesOf(content) <= this.#capacityBytes) return;
    const full = {
      neededBytes: bytesOf(content),
      capacityBytes: this.#capacityBytes,
      sources: sourceSizes(snapshot),
    };
    const sentences = [describeContent(content), ...describeFullEngine(full)];
    throw new EngineFault('catalogue-too-large', sentences.join(' '));
  }
}

function bytesOf({ layers, records, own }: MemoryContent): number {
  const count = Number(layers.union) + Number(layers.records);
  return (count === 0 ? 0 : estimateEngineBytes(records, count)) + estimateEngineBytes(own);
}

function describeContent({ layers, records, own }: MemoryContent): string {
  const isTwice = layers.union && layers.records;
  const recordQuads = layers.union || layers.records ? records.quads : 0;
  const parts = [
    ...(recordQuads > 0 ? [`${recordQuads.toLocaleString('en')} statements of records`] : []),
    ...(own.quads > 0 ? [`${own.quads.toLocaleString('en')} or more of derived graphs`] : []),
  ];
  const twice = isTwice
    ? ' It reads the records both together and by name, which takes them twice: one with nothing outside of GRAPH, or without GRAPH, needs them once.'
    : '';
  return `the catalogue is too large for the built-in engine: the query reads ${parts.join(' and ')}.${twice}`;
}

/** Number of statements and characters of their N-Quads. */
export interface GraphSize {
  readonly quads: number;
  readonly characters: number;
}

/** Bytes that a further layer takes for a statement (see `Layers`): measured 221. */
const layerBytes = 250;

/** In bytes. WebAssembly can address 4,295 MB; the rest is left for queries that sort or group. */
export const engineCapacityBytes = 3.8e9;

/** The share of the graph memory from which a harvest warns. */
const nearlyFull = 0.8;

/**
 * Estimates the memory of statements in the engine, in bytes, on the safe side for most data. A
 * statement takes 255, and each distinct text of more than 15 characters some 170 and its length;
 * the number of such texts is derived from the length of the statements up to the usual one, beyond
 * which texts are long. Measured bytes a statement (estimate): records of the benchmark 312 (380),
 * with short texts only 265 (308), five texts of 2,000 characters 365 (459), one of 40,000 characters
 * 638 (746). Too low where all texts differ: 468 (380), out of memory at nine million statements.
 * @param layers the number of graphs that each statement is in
 */
export function estimateEngineBytes({ quads, characters }: GraphSize, layers = 1): number {
  const usual = Math.min(characters, quads * usualStatementCharacters);
  const once = quads * 100 + usual * 2 + (characters - usual) * 1.1;
  return once + (layers - 1) * quads * layerBytes;
}

/** The share of its memory that the engine needs for all record graphs. */
export function engineUse(size: GraphSize): EngineUse {
  return {
    neededBytes: estimateEngineBytes(size),
    bothLayersBytes: estimateEngineBytes(size, 2),
    capacityBytes: engineCapacityBytes,
  };
}

/** The engine use where there is little room for more records; else undefined. */
export async function engineNearlyFull(store: CatalogueGraphs): Promise<FullEngine | undefined> {
  return store.ofOneState(async (snapshot) => {
    const { neededBytes: needed, capacityBytes } = engineUse(snapshot.totals());
    if (needed <= nearlyFull * capacityBytes) return undefined;
    return { neededBytes: needed, capacityBytes, sources: sourceSizes(snapshot) };
  });
}

/** The layers in which record graphs are in memory. */
export interface Layers {
  /** All record graphs in the default graph, each statement once. */
  readonly union: boolean;
  /** Each record in its named graph. */
  readonly records: boolean;
}

/** Statements of a graph for the thread, which loads them in one call. */
export interface StatementBytes {
  readonly graph: string;
  /** Statements of the graph, counted once for all layers. */
  readonly quads: number;
  /** N-Quads in UTF-8, in pieces, so that the thread has a large graph in memory once. */
  readonly pieces: readonly Uint8Array[];
}

const pieceBytes = 2 ** 22;

/** The statements of a record, once for each layer. */
export function recordStatementBytes(
  { graph, nquads }: GraphPiece,
  layers: Layers,
): StatementBytes {
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

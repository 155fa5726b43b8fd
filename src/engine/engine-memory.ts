import { sourceSizes } from '../catalogue/status.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import type { CatalogueGraphs } from '../catalogue/store.ts';
import { describeFullEngine, type EngineUse, type FullEngine } from '../model/run.ts';
import { EngineFault } from './engine-task.ts';

/** Number of statements and characters of their N-Quads. */
export interface GraphSize {
  readonly quads: number;
  readonly characters: number;
}

/** The size of a graph that is not loaded. */
export const emptyGraphSize: GraphSize = { quads: 0, characters: 0 };

/** The layers in which record graphs are in memory. */
export interface Layers {
  /** All record graphs in the default graph, each statement once. */
  readonly union: boolean;
  /** Each record in its named graph. */
  readonly records: boolean;
}

/** What a query needs in the memory of the engine. */
export interface MemoryContent {
  readonly layers: Layers;
  /** The size of the record graphs, counted once. */
  readonly records: GraphSize;
  /** The size of derived graphs. */
  readonly own: GraphSize;
}

/** In bytes. WebAssembly can address 4,295 MB; the rest is left for queries that sort or group. */
export const engineCapacityBytes = 3.8e9;

/** Mean length of an N-Quads statement of a metadata record, measured. */
export const usualStatementCharacters = 140;

/** Bytes that a further layer takes for a statement: measured 221. */
const layerBytes = 250;

/** The share of the graph memory from which a harvest warns. */
const nearlyFull = 0.8;

/**
 * Estimates the memory of statements in the engine, in bytes, on the safe side for most data. A
 * statement takes 255, and each distinct text of more than 15 characters some 170 and its length.
 * The number of such texts is derived from the length of the statements up to the usual one.
 * Measured bytes a statement (estimate): records of the benchmark 312 (380), short texts only 265
 * (308), five texts of 2,000 characters 365 (459). Too low where all texts differ: 468 (380).
 * @param layers the number of graphs that each statement is in
 */
export function estimateEngineBytes({ quads, characters }: GraphSize, layers = 1): number {
  const usual = Math.min(characters, quads * usualStatementCharacters);
  const once = quads * 100 + usual * 2 + (characters - usual) * 1.1;
  return once + (layers - 1) * quads * layerBytes;
}

/** The estimated size of loaded graphs, in bytes. */
export function contentBytes({ layers, records, own }: MemoryContent): number {
  const count = Number(layers.union) + Number(layers.records);
  return (count === 0 ? 0 : estimateEngineBytes(records, count)) + estimateEngineBytes(own);
}

/**
 * Checks that graphs fit into the memory of the engine.
 * @throws {EngineFault} that names the sizes, the largest sources and the remedies
 */
export function assertFits(
  content: MemoryContent,
  capacityBytes: number,
  snapshot: Snapshot,
): void {
  const neededBytes = contentBytes(content);
  if (neededBytes <= capacityBytes) return;
  const full = { neededBytes, capacityBytes, sources: sourceSizes(snapshot) };
  const sentences = [describeContent(content), ...describeFullEngine(full)];
  throw new EngineFault('catalogue-too-large', sentences.join(' '));
}

function describeContent({ layers, records, own }: MemoryContent): string {
  const recordQuads = layers.union || layers.records ? records.quads : 0;
  const parts = [
    ...(recordQuads > 0 ? [`${recordQuads.toLocaleString('en')} statements of records`] : []),
    ...(own.quads > 0 ? [`${own.quads.toLocaleString('en')} or more of derived graphs`] : []),
  ];
  const twice =
    layers.union && layers.records
      ? ' It reads the records both together and by name, which takes them twice: ' +
        'one with nothing outside of GRAPH, or without GRAPH, needs them once.'
      : '';
  return (
    'the catalogue is too large for the built-in engine: ' +
    `the query reads ${parts.join(' and ')}.${twice}`
  );
}

/** The share of its memory that the engine needs for all record graphs. */
export function engineUse(size: GraphSize): EngineUse {
  return {
    neededBytes: estimateEngineBytes(size),
    bothLayersBytes: estimateEngineBytes(size, 2),
    capacityBytes: engineCapacityBytes,
  };
}

/** The engine use if there is little room for more records; else undefined. */
export async function engineNearlyFull(store: CatalogueGraphs): Promise<FullEngine | undefined> {
  return store.ofOneState(async (snapshot) => {
    const { neededBytes, capacityBytes } = engineUse(snapshot.totals());
    if (neededBytes <= nearlyFull * capacityBytes) return undefined;
    return { neededBytes, capacityBytes, sources: sourceSizes(snapshot) };
  });
}

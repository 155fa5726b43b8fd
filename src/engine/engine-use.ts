import type { EngineUse, FullEngine } from '../model/run.ts';
import { usualCharacters } from '../store/catalogue-layout.ts';
import { sourceSizes } from '../store/source-sizes.ts';
import type { CatalogueGraphs } from '../store/store.ts';

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
 * The memory that statements take in the engine, in bytes: an estimate, on the safe side for most
 * data. A statement takes 255 and each distinct text of more than 15 characters some 170 and its
 * length; how many those are is told by the length of the statements as far as it is usual, and what
 * is longer is long texts. Measured, a statement, beside the estimate: records of the benchmark 312
 * (380), with short texts only 265 (308), with five texts of 2,000 characters 365 (459), with one of
 * 40,000 characters 638 (746). Where all texts differ it is too low: 468 (380); such a catalogue runs
 * out of memory at nine million statements.
 * @param layers in how many graphs each statement is
 */
export function neededBytes({ quads, characters }: GraphSize, layers = 1): number {
  const usual = Math.min(characters, quads * usualCharacters);
  const once = quads * 100 + usual * 2 + (characters - usual) * 1.1;
  return once + (layers - 1) * quads * layerBytes;
}

/** The share of its memory that the engine needs for all record graphs. */
export function engineUse(size: GraphSize): EngineUse {
  return {
    neededBytes: neededBytes(size),
    bothLayersBytes: neededBytes(size, 2),
    capacityBytes: engineCapacityBytes,
  };
}

/** The engine use where there is little room for more records; else undefined. */
export async function fullEngine(store: CatalogueGraphs): Promise<FullEngine | undefined> {
  return store.ofOneState(async (snapshot) => {
    const { neededBytes: needed, capacityBytes } = engineUse(snapshot.totals());
    if (needed <= nearlyFull * capacityBytes) return undefined;
    return { neededBytes: needed, capacityBytes, sources: sourceSizes(snapshot) };
  });
}

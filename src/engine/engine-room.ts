import { describeFullEngine } from '../model/full-engine.ts';
import { engineCapacityBytes, neededBytes, type GraphSize } from './engine-use.ts';
import type { Snapshot } from '../store/snapshot.ts';
import { sourceSizes } from '../store/source-sizes.ts';
import { EngineFault } from './engine-fault.ts';
import type { Layers } from './statement-bytes.ts';

/** The size of a graph that is not loaded. */
export const noStatements: GraphSize = { quads: 0, characters: 0 };

/** What a query needs in the memory of the engine. */
export interface MemoryContent {
  readonly layers: Layers;
  /** The size of the record graphs, counted once. */
  readonly records: GraphSize;
  /** The size of derived graphs. */
  readonly own: GraphSize;
}

/** Checks whether graphs fit into the memory of the engine, by the estimate of `neededBytes`. */
export class EngineRoom {
  readonly #capacityBytes: number;

  constructor(capacityBytes: number = engineCapacityBytes) {
    this.#capacityBytes = capacityBytes;
  }

  /** Whether the record graphs fit, once for each layer. */
  fits(records: GraphSize, layers: Layers): boolean {
    return bytesOf({ layers, records, own: noStatements }) <= this.#capacityBytes;
  }

  /**  @throws {EngineFault} that names what takes the memory, and the remedies */
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
  return (count === 0 ? 0 : neededBytes(records, count)) + neededBytes(own);
}

function describeContent({ layers, records, own }: MemoryContent): string {
  const isTwice = layers.union && layers.records;
  const ofRecords = layers.union || layers.records ? records.quads : 0;
  const parts = [
    ...(ofRecords > 0 ? [`${ofRecords.toLocaleString('en')} statements of records`] : []),
    ...(own.quads > 0 ? [`${own.quads.toLocaleString('en')} or more of derived graphs`] : []),
  ];
  const twice = isTwice
    ? ' It reads the records both together and by name, which takes them twice: one with nothing outside of GRAPH, or without GRAPH, needs them once.'
    : '';
  return `the catalogue is too large for the built-in engine: the query reads ${parts.join(' and ')}.${twice}`;
}

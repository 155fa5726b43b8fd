import { openEngineMemory, type EngineMemory } from './engine-memory.ts';

/** Memories that nothing has been put in yet. */
export interface EngineMemories {
  /** For the graphs of the catalogue. */
  readonly graphs: EngineMemory;
  /** For queries that are only checked. */
  readonly scratch: EngineMemory;
}

/** Opens all that an engine needs. */
export async function openEngineMemories(): Promise<EngineMemories> {
  const [graphs, scratch] = await Promise.all([openEngineMemory(), openEngineMemory()]);
  return { graphs, scratch };
}

import { openEngineMemory, type EngineMemory } from './engine-memory.ts';

/** Memories that nothing has been put in yet. */
export interface EngineMemories {
  readonly records: EngineMemory;
  /** For graphs of our own where a query sees nothing else. */
  readonly own: EngineMemory;
  /** For queries that are only checked. */
  readonly scratch: EngineMemory;
}

/** Opens all that an engine needs. */
export async function openEngineMemories(): Promise<EngineMemories> {
  const [records, own, scratch] = await Promise.all([
    openEngineMemory(),
    openEngineMemory(),
    openEngineMemory(),
  ]);
  return { records, own, scratch };
}

import { Engine } from '../../src/store/engine.ts';
import type { GraphEngine } from '../../src/store/graph-engine.ts';
import { openEngineMemories } from '../../src/store/image/engine-memories.ts';
import type { QueryRequest } from '../../src/store/queries.ts';

/** An engine that works in this thread, since one of its own needs built files. It is opened by the first query. */
export function engineInThisThread(path: string): GraphEngine {
  let engine: Promise<Engine> | undefined;
  const open = async (): Promise<Engine> =>
    new Engine({ path, memories: await openEngineMemories() });
  return {
    query: async (request: QueryRequest) => (await (engine ??= open())).query(request),
    keepImages: async () => [],
    close: async () => {
      const opened = engine;
      engine = undefined;
      await (await opened)?.close();
    },
  };
}

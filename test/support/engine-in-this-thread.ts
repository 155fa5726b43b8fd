import type { EngineTask } from '../../src/engine/engine-task.ts';
import type { EngineThread } from '../../src/engine/graph-thread.ts';
import { GraphMemory } from '../../src/engine/graph-memory.ts';
import { SparqlEngine, type SparqlEngineOptions } from '../../src/engine/sparql-engine.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';

/** Settings of an engine in this thread. */
export interface InThisThread extends Omit<SparqlEngineOptions, 'openThread'> {
  /** Maximum number of statements of one record. */
  readonly maxRecordQuads?: number;
  /** Called and awaited before each task; an exception fails the task. */
  readonly onTask?: (task: EngineTask) => void | Promise<void>;
  /** Called when a new, empty memory is created. */
  readonly onThread?: () => void;
}

/** An engine over a store, with its memory in this thread, since a worker thread needs built files. */
export function engineInThisThread(
  store: CatalogueStore,
  options: InThisThread = {},
): SparqlEngine {
  return new SparqlEngine(store, threadOptions(options));
}

/** The options of an engine whose memory is in this thread. */
export function threadOptions({
  maxRecordQuads,
  onTask,
  onThread,
  ...options
}: InThisThread): SparqlEngineOptions {
  const openThread = (): EngineThread => {
    onThread?.();
    return graphMemoryThread(new GraphMemory(maxRecordQuads), onTask);
  };
  return { ...options, openThread };
}

/** A replacement for the worker thread of an engine: one task at a time, in order. */
function graphMemoryThread(memory: GraphMemory, onTask: InThisThread['onTask']): EngineThread {
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  const assertGoesOn = (signal: AbortSignal | undefined): void => {
    signal?.throwIfAborted();
    if (isClosed) throw new Error('The thread was closed.');
  };
  return {
    get hasEnded() {
      return isClosed;
    },
    async *run(task, { signal } = {}) {
      const answer = last.then(async () => {
        assertGoesOn(signal);
        await onTask?.(task);
        assertGoesOn(signal);
        return structuredClone(memory.run(structuredClone(task)));
      });
      last = answer.catch(() => undefined);
      yield await answer;
    },
    close: async () => {
      isClosed = true;
    },
  };
}

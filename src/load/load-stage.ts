import { ResourceError } from '../model/http.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Receipt, RecordEntry } from '../model/receipt.ts';
import type { Stage } from '../model/stage.ts';
import type { GraphStore } from '../store/store.ts';

export interface LoadOptions {
  readonly store: Pick<GraphStore, 'write'>;
}

/**
 * Makes the stage that hands a record graph to the store. Yields one receipt once the graph is durable, or one failure
 * with `graph-too-large`. The store lets entries that come at the same time share a commit.
 */
export function createLoadStage({ store }: LoadOptions): Stage<RecordEntry, Receipt> {
  return {
    name: 'load',
    async *process(entry): AsyncGenerator<Outcome<Receipt>> {
      try {
        for (const value of await store.write([entry])) yield { kind: 'produced', value };
      } catch (error) {
        if (!(error instanceof ResourceError)) throw error;
        yield { kind: 'failed', problem: error.problem };
      }
    },
  };
}

import { ResourceError } from '../model/http.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Receipt } from '../model/receipt.ts';
import type { Stage } from '../model/stage.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import type { GraphStore } from '../store/store.ts';

export interface LoadOptions {
  readonly store: Pick<GraphStore, 'write'>;
}

/**
 * Makes the stage that hands what a look at a URL gave to the store. Yields one receipt once all of it is durable, or one
 * failure with `graph-too-large`. The store lets updates that come at the same time share a commit.
 */
export function createLoadStage({ store }: LoadOptions): Stage<UrlUpdate, Receipt> {
  return {
    name: 'load',
    async *process(update): AsyncGenerator<Outcome<Receipt>> {
      try {
        yield { kind: 'produced', value: await store.write(update) };
      } catch (error) {
        if (!(error instanceof ResourceError)) throw error;
        yield { kind: 'failed', problem: error.problem };
      }
    },
  };
}

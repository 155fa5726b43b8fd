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
 * Makes the stage that stores the result of a visit. Yields one receipt when everything is durable,
 * or one failure with `graph-too-large`. Concurrent updates share a commit.
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

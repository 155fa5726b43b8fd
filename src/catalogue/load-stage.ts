import { ResourceError } from '../model/http.ts';
import type { Outcome, Stage } from '../model/outcome.ts';
import { emptyReceipt, type Receipt, type UrlUpdate } from '../model/url-update.ts';
import type { GraphStore } from './store.ts';

interface LoadOptions {
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

/**
 * Makes the load stage of a dry run: reports `would-load` for every graph and stores nothing.
 * @param onUpdate receives each update that would be stored
 */
export function createDryLoadStage(
  onUpdate?: (update: UrlUpdate) => void,
): Stage<UrlUpdate, Receipt> {
  return {
    name: 'load',
    async *process(update) {
      onUpdate?.(update);
      const receipts = update.graphs.map(
        ({ graph, quads }) => ({ graph, state: 'would-load', quads }) as const,
      );
      yield { kind: 'produced', value: { ...emptyReceipt, graphs: receipts } };
    },
  };
}

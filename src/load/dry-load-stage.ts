import { nothingDone, type Receipt } from '../model/receipt.ts';
import type { Stage } from '../model/stage.ts';
import type { UrlUpdate } from '../model/url-update.ts';

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
      yield { kind: 'produced', value: { ...nothingDone, graphs: receipts } };
    },
  };
}

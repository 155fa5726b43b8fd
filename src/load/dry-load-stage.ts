import type { Receipt, RecordEntry } from '../model/receipt.ts';
import type { Stage } from '../model/stage.ts';

/** Makes the stage of a dry run: it says of every graph that it would be loaded, and stores none. */
export function createDryLoadStage(): Stage<RecordEntry, Receipt> {
  return {
    name: 'load',
    async *process({ graph: { graph, quads } }) {
      yield { kind: 'produced', value: { graph, state: 'would-load', quads } };
    },
  };
}

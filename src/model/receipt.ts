import { isToldByContent } from './record-identity.ts';
import type { RecordGraph } from './record.ts';
import type { RecordState } from './run.ts';

/** What the store did with an update of a URL. Given only once the change is durable. */
export interface Receipt {
  /** One for each graph of the update, in the same order. */
  readonly graphs: readonly GraphReceipt[];
  /** The graphs of the URL that are no longer there: `UrlEnd.graphs`. */
  readonly removed: readonly string[];
  /** The graphs of the URL that stay although the look did not give them. */
  readonly kept: number;
  /** Those that the look did not give although it was whole, and that wait to be removed when the run ends. */
  readonly leaving: number;
}

export interface GraphReceipt {
  readonly graph: string;
  readonly state: Extract<RecordState, 'added' | 'replaced' | 'unchanged' | 'would-load'>;
  readonly quads: number;
}

/** How many graphs of an update were added that are `isToldByContent`. @param receipts one for each, in the same order */
export function rewrittenOf(
  graphs: readonly RecordGraph[],
  receipts: readonly GraphReceipt[],
): number {
  const added = graphs.filter((_, at) => receipts[at]?.state === 'added');
  return added.filter((graph) => isToldByContent(graph)).length;
}

/** The receipt of what changed nothing. */
export const nothingDone: Receipt = { graphs: [], removed: [], kept: 0, leaving: 0 };

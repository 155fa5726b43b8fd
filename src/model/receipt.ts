import { isToldByContent } from './record-identity.ts';
import type { RecordGraph } from './record.ts';
import type { RecordState } from './run.ts';

/** The effect of an update on the store, given once the change is durable. */
export interface Receipt {
  /** One for each graph of the update, in the same order. */
  readonly graphs: readonly GraphReceipt[];
  /** Removed graphs of the URL: see `UrlEnd.graphs`. */
  readonly removed: readonly string[];
  /** The number of graphs of the URL that stay although the visit did not find them. */
  readonly kept: number;
  /**
   * The number of graphs that a complete visit did not find, pending removal until the end of the
   * run.
   */
  readonly leaving: number;
}

export interface GraphReceipt {
  readonly graph: string;
  readonly state: Extract<RecordState, 'added' | 'replaced' | 'unchanged' | 'would-load'>;
  readonly quads: number;
}

/**
 * How many added graphs of an update are `isToldByContent`. @param receipts one per graph, in the
 * same order
 */
export function rewrittenOf(
  graphs: readonly RecordGraph[],
  receipts: readonly GraphReceipt[],
): number {
  const added = graphs.filter((_, at) => receipts[at]?.state === 'added');
  return added.filter((graph) => isToldByContent(graph)).length;
}

/** The receipt of an update without effect. */
export const nothingDone: Receipt = { graphs: [], removed: [], kept: 0, leaving: 0 };

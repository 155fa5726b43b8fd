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

/** The receipt of what changed nothing. */
export const nothingDone: Receipt = { graphs: [], removed: [], kept: 0, leaving: 0 };

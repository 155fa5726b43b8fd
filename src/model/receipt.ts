import type { RecordState } from './run.ts';

/** What the store did with an update of a URL. Given only once the change is durable. */
export interface Receipt {
  /** One for each graph of the update, in the same order. */
  readonly graphs: readonly GraphReceipt[];
  /** The graphs of the URL that are no longer there: `UrlEnd.graphs`. */
  readonly removed: readonly string[];
}

export interface GraphReceipt {
  readonly graph: string;
  readonly state: Exclude<RecordState, 'failed' | 'removed'>;
  readonly quads: number;
}

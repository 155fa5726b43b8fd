import type { RecordGraph } from './record.ts';
import type { Retrieval } from './response.ts';
import type { RecordState } from './run.ts';
import type { Target } from './target.ts';

/** A record graph on its way into the store, with where it came from. */
export interface RecordEntry {
  readonly graph: RecordGraph;
  readonly target: Target;
  readonly retrieval: Retrieval;
  /** The id of the run that fetched it. */
  readonly run: string;
}

/** What the store did with a record graph. Given only once the change is durable. */
export interface Receipt {
  readonly graph: string;
  readonly state: Exclude<RecordState, 'failed'>;
  readonly quads: number;
}

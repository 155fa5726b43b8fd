import type { KeptDocument, RecordGraph } from './record.ts';
import type { Retrieval } from './response.ts';
import type { UrlOutcome } from './run.ts';

/** What one look at a URL gives to keep. Of a list of many records it comes in several parts, the last of which has `end`. */
export interface UrlUpdate {
  readonly url: string;
  /** The id of the run. */
  readonly run: string;
  /** How the documents were had; absent where nothing came. */
  readonly retrieval?: Retrieval;
  readonly documents: readonly KeptDocument[];
  readonly graphs: readonly RecordGraph[];
  readonly end?: UrlEnd;
}

/** The last part of a look at a URL. */
export interface UrlEnd {
  readonly outcome: UrlOutcome;
  /**
   * All that the look gave, earlier parts included: what the URL had before and is not among it is removed. Absent
   * where the look was not whole (something failed), so that nothing may be taken for gone.
   */
  readonly replaced?: LookContent;
}

export interface LookContent {
  /** IRIs of graphs. */
  readonly graphs: ReadonlySet<string>;
  /** `sha256` of documents. */
  readonly documents: ReadonlySet<string>;
}

import type { TextLookup } from '../text/text-set.ts';
import type { KeptDocument, RecordGraph } from './record.ts';
import type { Retrieval } from './response.ts';
import type { UrlOutcome } from './run.ts';
import type { Listing } from './target.ts';

/** What one look at a URL gives to keep. Of a list of many records it comes in several parts, the last of which has `end`. */
export interface UrlUpdate {
  readonly url: string;
  /** The id of the run. */
  readonly run: string;
  /** How the documents were had; absent where nothing came. */
  readonly retrieval?: Retrieval;
  /** The sources that list the URL, so that what a look that is cut off leaves behind is somebody's. */
  readonly listings: readonly Listing[];
  readonly documents: readonly KeptDocument[];
  readonly graphs: readonly RecordGraph[];
  readonly end?: UrlEnd;
}

/** The last part of a look at a URL. */
export interface UrlEnd {
  readonly outcome: UrlOutcome;
  /**
   * The IRIs of all graphs that the look gave, earlier parts included: other graphs of the URL are removed. Absent where
   * the look was not whole (something failed, or there was nothing), so that no record may be taken for gone.
   */
  readonly graphs?: TextLookup;
  /**
   * The same of a look that was not whole, where it gave any: other graphs of the URL stay, but those that a record had
   * which has another name now.
   */
  readonly someGraphs?: TextLookup;
  /**
   * The `sha256` of all documents that the look gave, earlier parts included: others of the URL are removed, but those of
   * which graphs stay. Absent where the URL gave no answer, so that nothing new is known of it.
   */
  readonly documents?: TextLookup;
}

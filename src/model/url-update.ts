import type { TextLookup } from '../text/text-set.ts';
import type { Problem } from './problem.ts';
import type { KeptDocument, Lead, RecordGraph } from './record.ts';
import type { Retrieval } from './response.ts';
import type { UrlOutcome } from './run.ts';
import type { Listing } from './target.ts';
import type { Removal, RemovalReason } from './tombstone.ts';
import type { VisitEnd } from './url-visit.ts';

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
  /** Those that belong to these records; absent where there are none. */
  readonly recordProblems?: readonly Problem[];
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
  /**
   * Where the URL led to, as far as that may be followed; takes the place of what was kept of it. Absent where the URL gave no
   * answer.
   */
  readonly leads?: readonly Lead[];
  /**
   * Present where records that are gone wait until the run ends, which knows how many go in all: those of a URL that is gone
   * itself, and those that it no longer gives. Where it is absent they go at once.
   */
  readonly waits?: {
    /**
     * How many graphs the earlier parts added that nothing but what they say names (`rewrittenOf`). With those of the last
     * part, as many of such that are gone do not wait: they are what was there before, or cannot be told from that.
     */
    readonly rewritten: number;
    /** What an earlier look of the same run added. It does not wait either: no harvest before knew it. */
    readonly fresh: ReadonlySet<string>;
  };
}

/** A URL was asked for, and all that is known of it still holds, or nothing was had of it; its outcome stays. */
export interface UrlTouch {
  readonly url: string;
  readonly visit: VisitEnd;
  /** Put in place of what was noted of these sources and the URL before. */
  readonly listings: readonly Listing[];
  /** By what the answers are known from now on, where that is new. */
  readonly answers?: Pick<UrlOutcome, 'answer' | 'negotiated'>;
}

/** Why records go in a run. */
export type RemovalCause = Omit<Removal, 'sources'>;

/** What of a URL is to go: some of its records, or, as far as these sources list it, all that is kept of it. */
export type UrlRemoval = { readonly url: string; readonly because: RemovalCause } & (
  | { readonly graphs: readonly string[]; readonly sources?: undefined }
  | { readonly sources: readonly string[]; readonly graphs?: undefined }
);

/** A record that waits to be removed when the run ends, if not too many do. */
export interface LeavingRecord {
  readonly graph: string;
  readonly url: string;
  /** Its URL is gone, or gives other records now and not this one. */
  readonly reason: Extract<RemovalReason, 'gone' | 'dropped'>;
}

import type { TextLookup } from '../text/text-set.ts';
import type { Problem } from './problem.ts';
import type { KeptDocument, Lead, RecordGraph } from './record.ts';
import type { Retrieval } from './response.ts';
import type { UrlOutcome } from './run.ts';
import type { Listing } from './target.ts';
import type { Removal, RemovalReason } from './tombstone.ts';
import type { VisitEnd } from './url-visit.ts';

/**
 * The result of a visit to store. A list of many records comes in several parts, the last of which
 * has `end`.
 */
export interface UrlUpdate {
  readonly url: string;
  /** The id of the run. */
  readonly run: string;
  /** How the documents were retrieved; absent where nothing came. */
  readonly retrieval?: Retrieval;
  /**
   * The sources that list the URL, so that the parts of an interrupted visit belong to a source.
   */
  readonly listings: readonly Listing[];
  readonly documents: readonly KeptDocument[];
  readonly graphs: readonly RecordGraph[];
  /** Problems of these records; absent where there are none. */
  readonly recordProblems?: readonly Problem[];
  readonly end?: UrlEnd;
}

/** The last part of a visit. */
export interface UrlEnd {
  readonly outcome: UrlOutcome;
  /**
   * The IRIs of all graphs of the visit, earlier parts included: other graphs of the URL are
   * removed. Absent where the visit was incomplete (something failed, or nothing was found), so
   * that no record counts as gone.
   */
  readonly graphs?: TextLookup;
  /**
   * The same for an incomplete visit that gave graphs: other graphs of the URL stay, except those
   * of a record that was found under another name.
   */
  readonly someGraphs?: TextLookup;
  /**
   * The `sha256` of all documents of the visit, earlier parts included: others of the URL are
   * removed, except those of graphs that stay. Absent where the URL did not respond.
   */
  readonly documents?: TextLookup;
  /**
   * The links that may be followed; replaces the stored ones. Absent where the URL did not respond.
   */
  readonly leads?: readonly Lead[];
  /**
   * Present where removed records stay pending until the end of the run, which knows how many are
   * removed in total: those of a URL that is gone, and those not found any more. Absent where they
   * are removed at once.
   */
  readonly waits?: {
    /**
     * How many graphs of earlier parts are new and named by their content (`rewrittenOf`). With
     * those of the last part, as many missing graphs of that kind are removed at once: they are the
     * former versions.
     */
    readonly rewritten: number;
  };
}

/** A visit after which the stored outcome stays: nothing changed, or nothing was received. */
export interface UrlTouch {
  readonly url: string;
  readonly visit: VisitEnd;
  /** Replaces the listings of these sources for the URL. */
  readonly listings: readonly Listing[];
  /** The new signatures of the responses, if they changed. */
  readonly answers?: Pick<UrlOutcome, 'answer' | 'negotiated'>;
}

/** Why a run removes records. */
export type RemovalCause = Omit<Removal, 'sources'>;

/** What to remove of a URL: some of its records or, as far as these sources list it, everything. */
export type UrlRemoval = { readonly url: string; readonly because: RemovalCause } & (
  | { readonly graphs: readonly string[]; readonly sources?: undefined }
  | { readonly sources: readonly string[]; readonly graphs?: undefined }
);

/** A record that is removed at the end of the run, if not too many are. */
export interface LeavingRecord {
  readonly graph: string;
  readonly url: string;
  /** Its URL is gone, or does not give this record any more. */
  readonly reason: Extract<RemovalReason, 'gone' | 'dropped'>;
}

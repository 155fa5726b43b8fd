import type { AnswerKey } from './answer.ts';
import type { HttpStep } from './http.ts';
import type { NotDueCounts } from './not-due.ts';
import type { Signposts } from './offer.ts';
import type { ProblemCounts } from './problem-tally.ts';
import type { Problem } from './problem.ts';
import type { SkipReason } from './outcome.ts';
import type { LeftHost, PhaseSeconds, RequestCounts, RunHosts, SavedLooks } from './run-costs.ts';
import type { Listing, TargetLabel } from './target.ts';

/** What the latest look at a URL that had something to say of it gave; kept in the catalogue. */
export type LookState =
  /** At least one record from it is in the catalogue. */
  | 'harvested'
  /** It has no metadata of its own, but links to some. */
  | 'linked'
  /** It answered, and offered no metadata. */
  | 'no-metadata'
  /** It offered metadata, of which nothing could be used. */
  | 'metadata-failed'
  /** It could not be had. */
  | 'fetch-failed'
  /** Its server says that it is not there (404) or not there any more (410). */
  | 'gone'
  /** Its robots.txt forbids to ask for it, or for what it redirects to. */
  | 'disallowed'
  /** The run ended before its turn, or its host could not be asked, so that it has to wait. */
  | 'not-tried';

/** The one final state of a URL in a run. */
export type UrlState =
  | Exclude<LookState, 'harvested'>
  /** It gave records, of which at least one is other than before, is new or is gone. */
  | 'loaded'
  /** It gave records, all as they were. */
  | 'unchanged'
  /** It was not asked for, since what is known of it still holds (`recheck`, `lastmod`), or a run that this one continues did. */
  | 'not-due'
  /** Known from runs before. It is in no list any more, and was removed. */
  | 'unlisted'
  /** Known from runs before. It was not listed this time, and stays: not all was listed, or more would go than may. */
  | 'missing';

/** The one final state of a record in a run. `would-load` only in a dry run. */
export type RecordState =
  | 'added'
  | 'replaced'
  | 'unchanged'
  /** Its URL does not have it any more, is gone or is not listed any more. */
  | 'removed'
  /** It stays as it was, since its URL was not asked for: what is known of it still holds. */
  | 'not-due'
  /** It stays as it was, since its URL could not be looked at, was not listed, or it may not be removed yet. */
  | 'kept'
  /** It stays as it was, since the look at its URL failed. */
  | 'failed-kept'
  /** Metadata that gave no record, and of which there is none from before. */
  | 'failed-new'
  | 'would-load';

/** How looking for a source's URLs ended. Only after `complete` is what was not listed really unlisted. */
export type ListingState =
  | 'complete'
  /** All was read, but it names by its nature only a part of what there is, such as a feed. */
  | 'partial'
  /** Something is or may be listed that could not be read, or nothing is. */
  | 'incomplete'
  /** Ended by `--limit`. */
  | 'limited'
  | 'interrupted';

/** What came of looking again at URLs that were known: by that is told how often a source changes, and how it announces it. */
export interface Rechecks {
  /** URLs that were asked for again and answered. */
  readonly looks: number;
  /** The days since the looks before, added up. */
  readonly days: number;
  /** Looks that found something other than the look before. */
  readonly changed: number;
  /** Of these, how many had another `lastmod` in their sitemap than before. */
  readonly announced: number;
}

/** Where nothing was looked at again. */
export const noRechecks: Rechecks = { looks: 0, days: 0, changed: 0, announced: 0 };

/** What became of one source: every number is a sum over final states, so that they add up by construction. */
export interface SourceReport {
  readonly source: string;
  readonly listing: ListingState;
  /** Listed or linked, and left alone. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /**
   * Of `skipped`, the records of unwanted types. Absent where there is none, and in older reports.
   */
  readonly leftOut?: LeftOutCounts;
  readonly urls: Readonly<Record<UrlState, number>>;
  readonly records: Readonly<Record<RecordState, number>>;
  readonly quads: number;
  readonly rechecks: Rechecks;
  /**
   * All that there are: of its URLs and records, of its listing, and the names that its records
   * share.
   */
  readonly problems: ProblemCounts;
  /**
   * Those of listing the source, as far as they are kept; those of its URLs and records are kept
   * with these.
   */
  readonly listingProblems: readonly Problem[];
  /** Up to three of each kind, by the order of their URLs and records. */
  readonly examples: readonly Problem[];
  /** From the start of the run to the last final state of a URL of it. */
  readonly seconds: number;
  /** Sums over its URLs, which overlap: together they can be longer than the run. `listing` does not count waiting for room. */
  readonly phases: PhaseSeconds;
  /** Those for its URLs, redirects and further tries included; robots.txt and lists of URLs are counted in the run alone. */
  readonly requests: RequestCounts;
  readonly saved: SavedLooks;
  /** Hosts whose URLs were left, at most a hundred. */
  readonly leftHosts: readonly LeftHost[];
  /** How many of the URLs that are not due were looked at by a run that this one goes on with. */
  readonly doneBefore: number;
  /** The other URLs that are not due; absent where there is none, and in older reports. */
  readonly notDue?: NotDueCounts;
}

export interface RunReport {
  readonly run: string;
  /** The runs before it that did not come to their end, whose work it went on with, the latest first. Not in older reports. */
  readonly continues?: readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly dryRun: boolean;
  /** Whether the run was ended from outside before it was done. */
  readonly interrupted: boolean;
  readonly sources: readonly SourceReport[];
  /**
   * For each phase, the time in which at least one thing was in it. They overlap, so together they can be longer than the run,
   * but none of them alone is.
   */
  readonly phases: PhaseSeconds;
  /** All requests, also for robots.txt and for lists of URLs. */
  readonly requests: RequestCounts;
  readonly hosts: RunHosts;
  /** One example of each kind. */
  readonly examples: readonly Problem[];
  /**
   * Problems of the catalogue as a whole after the run, which belong to no source of it. None in a
   * dry run.
   */
  readonly catalogue: CatalogueProblems;
  /** Where the catalogue after the run nearly fills the engine that answers queries, or no longer fits. Not kept. */
  readonly fullEngine?: FullEngine;
}

/** The memory of the engine that answers queries, in bytes; what is needed is an estimate. */
export interface EngineUse {
  /** For a query that reads the record graphs either together or by their names. */
  readonly neededBytes: number;
  /** For a query that reads them both together and by their names. */
  readonly bothLayersBytes: number;
  /** What it has for graphs. */
  readonly capacityBytes: number;
}

export interface FullEngine extends Pick<EngineUse, 'neededBytes' | 'capacityBytes'> {
  /** All sources, the one with the most statements first. */
  readonly sources: readonly SourceSize[];
}

/** What of a source is in the catalogue. What several sources list counts for each of them. */
export interface SourceSize {
  readonly source: string;
  readonly records: number;
  readonly quads: number;
}

/** Problems that belong to no source of a run. */
export interface CatalogueProblems {
  readonly problems: readonly Problem[];
  readonly counts: ProblemCounts;
}

/**
 * How many records were left out because of `types`, by their types: IRIs in order, with blanks
 * between.
 */
export type LeftOutCounts = Readonly<Record<string, number>>;

/** What a look gave that none of the sources wants which list its URL. */
export interface LeftOutRecords {
  readonly counts: LeftOutCounts;
  /** The first of them. */
  readonly records: readonly LeftOutRecord[];
}

export interface LeftOutRecord {
  /** The IRI of the graph that it would have. */
  readonly graph: string;
  /** What it describes is called so. */
  readonly name?: string;
  /** As in `LeftOutCounts`. */
  readonly types: string;
}

/** Why robots.txt let a URL be asked for; what forbids one is a problem. */
export type RobotsLeave =
  /** A rule allows it: its text as written, where it stands and for which user agent. */
  | { readonly by: 'rule'; readonly text: string; readonly line: number; readonly agent: string }
  /** No rule says anything of it. */
  | { readonly by: 'no-rule' }
  /** The server has no robots.txt. */
  | { readonly by: 'no-file' }
  /** The source ignores robots.txt, which was not asked for. */
  | { readonly by: 'ignored' };

/** What the latest look at one URL gave; kept in the catalogue. */
export interface UrlOutcome {
  readonly url: string;
  /** One for each source that lists the URL, sorted by the name of the source. */
  readonly listings: readonly Listing[];
  readonly state: LookState;
  /** When it was looked at and something came that was not known, ISO 8601 in UTC; see `UrlVisit` for when it was asked last. */
  readonly at: string;
  readonly run: string;
  /** Those that belong to no record, as far as they are kept: see `ProblemTally`. */
  readonly problems: readonly Problem[];
  /** Absent for files, and for what may not be asked for. */
  readonly robots?: RobotsLeave;
  /** The requests of the look, in order; absent where there was none. */
  readonly steps?: readonly HttpStep[];
  /** What the answer said of where metadata is, be it the answer itself. */
  readonly signposts?: Signposts;
  /** By what the answer is known when it comes again; absent where none came that can be taken for all there is. */
  readonly answer?: AnswerKey;
  /** The same of the answer to the asking for metadata alone, where that gave some. */
  readonly negotiated?: AnswerKey;
  /** What decided how it was read: see `look-terms.ts`. */
  readonly terms?: string;
  /** The labels among these that name scripts of the page; absent where there is none. */
  readonly scriptLabels?: readonly TargetLabel[];
  /** How much metadata it had that gave no record; absent where there was none. */
  readonly failed?: number;
  /** How many records from before the look stay although it did not give them; absent where there is none. */
  readonly kept?: number;
  /**
   * The records that it gave and no source wanted which listed it; absent where there was none.
   * Older versions of the program kept only that there were any.
   */
  readonly leftOut?: LeftOutRecords | true;
  /** Whether it is a list, or a page of one, of which something is not known. */
  readonly isMissing?: true;
}

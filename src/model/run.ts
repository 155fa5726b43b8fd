import type { HttpStep } from './http.ts';
import type { Signposts } from './offer.ts';
import type { Problem, ProblemKind } from './problem.ts';
import type { SkipReason } from './outcome.ts';
import type { Listing } from './target.ts';

/** The one final state of a URL in a run. */
export type UrlState =
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
  /** Its robots.txt forbids to ask for it, or for what it redirects to. */
  | 'disallowed'
  /** The run ended before its turn, or its robots.txt could not be had, so that it has to wait. */
  | 'not-tried';

/**
 * The one final state of a record in a run. `removed` where its URL no longer has it; `would-load` only in a dry run.
 */
export type RecordState = 'added' | 'replaced' | 'unchanged' | 'removed' | 'failed' | 'would-load';

/** How looking for a source's URLs ended. Only after `complete` is what was not listed really unlisted. */
export type ListingState = 'complete' | 'incomplete' | 'limited' | 'interrupted';

/** What became of one source: every number is a sum over final states, so that they add up by construction. */
export interface SourceReport {
  readonly source: string;
  readonly listing: ListingState;
  /** Listed or linked, and left alone. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  readonly urls: Readonly<Record<UrlState, number>>;
  readonly records: Readonly<Record<RecordState, number>>;
  readonly quads: number;
  readonly problems: Readonly<Partial<Record<ProblemKind, number>>>;
  /** Those that were met in listing the source, at most a hundred; those of a URL are kept with the URL. */
  readonly listingProblems: readonly Problem[];
  readonly seconds: number;
}

export interface RunReport {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly dryRun: boolean;
  /** Whether the run was ended from outside before it was done. */
  readonly interrupted: boolean;
  readonly sources: readonly SourceReport[];
  /** One example of each kind. */
  readonly examples: readonly Problem[];
  /** Problems of the catalogue as a whole after the run, such as one IRI in several records. None in a dry run. */
  readonly catalogue: CatalogueProblems;
  /** Where the catalogue after the run nearly fills the engine that answers queries, or no longer fits. Not kept. */
  readonly fullEngine?: FullEngine;
}

/** The memory of the engine that answers queries. */
export interface EngineUse {
  /** What the record graphs are estimated to take. */
  readonly neededBytes: number;
  /** What it has for graphs. */
  readonly capacityBytes: number;
}

export interface FullEngine extends EngineUse {
  /** All sources, the one with the most statements first. */
  readonly sources: readonly SourceSize[];
}

/** What of a source is in the catalogue. What several sources list counts for each of them. */
export interface SourceSize {
  readonly source: string;
  readonly records: number;
  readonly quads: number;
}

/** Problems of all records together. */
export interface CatalogueProblems {
  /** Some of each kind. */
  readonly problems: readonly Problem[];
  readonly counts: Readonly<Partial<Record<ProblemKind, number>>>;
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
  readonly state: UrlState;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly run: string;
  readonly etag?: string;
  readonly lastModified?: string;
  readonly problems: readonly Problem[];
  /** Absent for files, and for what may not be asked for. */
  readonly robots?: RobotsLeave;
  /** The requests of the look, in order; absent where there was none. */
  readonly steps?: readonly HttpStep[];
  /** What the answer said of where metadata is, be it the answer itself. */
  readonly signposts?: Signposts;
}

import { escapeControls } from '../text/printable.ts';
import type { HttpStep, RequestCost } from './http.ts';
import type { SkipReason } from './outcome.ts';
import type { ProblemCounts } from './problem-tally.ts';
import type { Problem, ProblemKind, UnmetCounts } from './problem.ts';
import type { NotDue, NotDueCounts } from './revisit.ts';
import type {
  DeferredHost,
  HostState,
  PhaseSeconds,
  RequestCounts,
  RunHosts,
  SavedVisits,
} from './run-costs.ts';

/** The result of the latest visit to a URL that gave new information; stored in the catalogue. */
export type VisitState =
  /** At least one record from it is in the catalogue. */
  | 'harvested'
  /** It links to metadata and has none of its own. */
  | 'linked'
  /** It responded without offering metadata. */
  | 'no-metadata'
  /** It offered metadata, and none of it could be used. */
  | 'metadata-failed'
  /** It gave records, and all were kept out, since they do not conform to what is required. */
  | 'nonconforming'
  /** It could not be fetched. */
  | 'fetch-failed'
  /** Its server responds 404 or 410. */
  | 'gone'
  /** Its robots.txt, or that of a redirect target, disallows it. */
  | 'disallowed'
  /** It was left for a later run, because the run ended or its host was given up. */
  | 'not-tried';

/** The one final state of a URL in a run. */
export type UrlState =
  | Exclude<VisitState, 'harvested'>
  /** It gave records, and at least one was added, changed or removed. */
  | 'loaded'
  /** It gave records, all unchanged. */
  | 'unchanged'
  /**
   * It was not requested, because of `recheck` or `lastmod`, because its source lists what has
   * changed and does not list it so, or because an interrupted run that this one continues has
   * visited it.
   */
  | 'not-due'
  /** Known from earlier runs. It is in no listing any more, and was removed. */
  | 'unlisted'
  /** Not listed, but kept: a listing was incomplete, or too many would be removed. */
  | 'missing';

/** The one final state of a record in a run. `would-load` only in a dry run. */
export type RecordState =
  | 'added'
  | 'replaced'
  | 'unchanged'
  /** Its URL does not have it any more, is gone or is not listed any more. */
  | 'removed'
  /** Unchanged, because its URL was not requested. */
  | 'not-due'
  /** Unchanged, because its URL was not visited or not listed, or it may not be removed yet. */
  | 'kept'
  /** Unchanged, because the visit to its URL failed. */
  | 'failed-kept'
  /** Metadata that gave no record, without a record from earlier visits. */
  | 'failed-new'
  /** An older copy that conforms and stays: the present version does not conform. */
  | 'nonconforming-kept'
  /** Kept out, since it does not conform, and no older copy stays. */
  | 'nonconforming-new'
  | 'would-load';

/** Why a record is no longer in the catalogue. */
export type RemovalReason =
  /** Its URL responds that it does not exist any more (404, 410). */
  | 'gone'
  /** Complete listings show that no source lists its URL any more. */
  | 'unlisted'
  /** A complete visit to its URL did not find it. */
  | 'dropped'
  /** The stored documents of its URL, read by this version of the program, do not give it. */
  | 'rebuilt';

/** The completeness of a listing. Only after `complete` are missing URLs unlisted. */
export type ListingState =
  | 'complete'
  /** All was read, but the listing is a part by its nature, such as a feed. */
  | 'partial'
  /** Some listing could not be read, or nothing is listed. */
  | 'incomplete'
  /** Ended by `--limit`. */
  | 'limited'
  | 'interrupted';

/** Counts of revisits, which show how often a source changes and whether it announces changes. */
export interface RevisitCounts {
  /** Revisited URLs that responded. */
  readonly looks: number;
  /** The sum of the days since their previous visits. */
  readonly days: number;
  /** Revisits with a change. */
  readonly changed: number;
  /** Of these, those with a changed `lastmod` in the sitemap. */
  readonly announced: number;
}

/** The counts of no revisits. */
export const noRevisits: RevisitCounts = { looks: 0, days: 0, changed: 0, announced: 0 };

/** How a run read a sitemap, index or feed; its problems are among those of the listing. */
export interface SitemapRead {
  /** As it was named. */
  readonly url: string;
  readonly named: SitemapNaming;
  readonly at: string;
  /**
   * `read` also where parsing stopped at a fault; `not-modified` where the entries of a run before
   * count; `failed` without entries; `unfinished` where the listing ended before, by a limit.
   */
  readonly state: 'read' | 'not-modified' | 'failed' | 'unfinished';
  /** Of the response; absent where there was none. */
  readonly status?: number;
  /** The URL that answered, where redirects led to another one. */
  readonly finalUrl?: string;
  /** How many URLs and sitemaps it names. */
  readonly urls: number;
  readonly sitemaps: number;
}

/** What named a sitemap: for all but the configuration the URL of the file, or of the site. */
export interface SitemapNaming {
  readonly by: 'configuration' | 'robots' | 'sitemap' | 'usual-place';
  readonly in?: string;
}

/** The report about one source. Every number is a sum over final states. */
export interface SourceReport {
  readonly source: string;
  readonly listing: ListingState;
  /** Listed or linked, and ignored. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** Of `skipped`, records of unwanted types. Absent where there is none, and in older reports. */
  readonly leftOut?: LeftOutCounts;
  readonly urls: Readonly<Record<UrlState, number>>;
  readonly records: Readonly<Record<RecordState, number>>;
  readonly quads: number;
  readonly rechecks: RevisitCounts;
  /** All problems: of its URLs and records, of its listing, and of names that its records share. */
  readonly problems: ProblemCounts;
  /** Of `problems`, unmet rules of profiles. Absent where there is none, and in older reports. */
  readonly unmet?: UnmetCounts;
  /** Kept problems of listing the source; those of URLs and records are stored with these. */
  readonly listingProblems: readonly Problem[];
  /**
   * The first thousand sitemaps that were read; absent where there is none, and in older reports.
   */
  readonly sitemaps?: readonly SitemapRead[];
  /** Up to three of each kind, by the order of their URLs and records. */
  readonly examples: readonly Problem[];
  /** From the start of the run to the last final state of one of its URLs. */
  readonly seconds: number;
  /** Sums over its URLs, which overlap. `listing` does not count waiting for room. */
  readonly phases: PhaseSeconds;
  /** For its URLs, with redirects and retries, but without robots.txt and listings. */
  readonly requests: RequestCounts;
  readonly saved: SavedVisits;
  /** Hosts whose URLs were left for the next run, at most a hundred. */
  readonly leftHosts: readonly DeferredHost[];
  /** URLs that are not due because the continued run has visited them. */
  readonly doneBefore: number;
  /** The other URLs that are not due; absent where there is none, and in older reports. */
  readonly notDue?: NotDueCounts;
}

/** The report about a run, stored in the catalogue: its sources, costs and problems. */
export interface RunReport {
  readonly run: string;
  /** The unfinished earlier runs that it continued, latest first. Not in older reports. */
  readonly continues?: readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly dryRun: boolean;
  /** Whether the run was interrupted. */
  readonly interrupted: boolean;
  readonly sources: readonly SourceReport[];
  /**
   * For each phase, the time in which at least one item was in it. Phases overlap, so their sum can
   * exceed the run, but no phase alone does.
   */
  readonly phases: PhaseSeconds;
  /** All requests, including robots.txt and listings. */
  readonly requests: RequestCounts;
  readonly hosts: RunHosts;
  /** Present where other machines made visits: what each of them did. */
  readonly workers?: readonly WorkerShare[];
  /** One example of each kind. */
  readonly examples: readonly Problem[];
  /** Problems of the catalogue as a whole after the run. Empty in a dry run. */
  readonly catalogue: CatalogueProblems;
  /** Present if the catalogue nearly fills the memory of the query engine. Not stored. */
  readonly fullEngine?: FullEngine;
}

/** What one worker did for a run. */
export interface WorkerShare {
  /** The name of the worker. */
  readonly worker: string;
  /** Slices that it finished, and visits that it made in them. */
  readonly slices: number;
  readonly visits: number;
  /** Requests that it sent, those for robots.txt included. */
  readonly requests: number;
}

/** The memory of the query engine, in bytes; the need is an estimate. */
export interface EngineUse {
  /** For a query that reads the record graphs either as a union or by name. */
  readonly neededBytes: number;
  /** For a query that reads them both as a union and by name. */
  readonly bothLayersBytes: number;
  /** The memory available for graphs. */
  readonly capacityBytes: number;
}

/** What fills the memory of the query engine, for a warning. */
export interface FullEngine extends Pick<EngineUse, 'neededBytes' | 'capacityBytes'> {
  /** All sources, most statements first. */
  readonly sources: readonly SourceSize[];
}

/** The content of a source in the catalogue. What several sources list counts for each of them. */
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

/** Records left out because of `types`, by their types: sorted IRIs, separated by blanks. */
export type LeftOutCounts = Readonly<Record<string, number>>;

// All states of each kind are in display order. The compiler keeps them complete.

/** Visit counts by result, all 0. */
export function emptyVisitCounts(): Record<VisitState, number> {
  return {
    harvested: 0,
    linked: 0,
    'no-metadata': 0,
    'metadata-failed': 0,
    nonconforming: 0,
    'fetch-failed': 0,
    gone: 0,
    disallowed: 0,
    'not-tried': 0,
  };
}

/** URL counts by final state, all 0. */
export function emptyUrlCounts(): Record<UrlState, number> {
  const { harvested: _, ...visits } = emptyVisitCounts();
  return { loaded: 0, unchanged: 0, ...visits, 'not-due': 0, unlisted: 0, missing: 0 };
}

/** Record counts by final state, all 0. */
export function emptyRecordCounts(): Record<RecordState, number> {
  return {
    added: 0,
    replaced: 0,
    unchanged: 0,
    removed: 0,
    'not-due': 0,
    kept: 0,
    'failed-kept': 0,
    'failed-new': 0,
    'nonconforming-kept': 0,
    'nonconforming-new': 0,
    'would-load': 0,
  };
}

/** How many sources are named; the others are only counted. */
const maxSources = 3;

/** Sentences for the user: what fills the engine and how to reduce it. */
export function describeFullEngine({
  neededBytes: needed,
  capacityBytes,
  sources,
}: FullEngine): readonly string[] {
  const most = sources
    .slice(0, maxSources)
    .map(({ source, quads }) => `${escapeControls(source)} (${quads.toLocaleString('en')})`);
  const others = sources.length - most.length;
  return [
    `The statements need about ${megabytes(needed)} of memory; the built-in query engine has ` +
      `${megabytes(capacityBytes)}.`,
    ...(most.length === 0
      ? []
      : [`Most statements: ${most.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`]),
    'Let a SPARQL store answer queries (engine.query of the configuration, filled by ' +
      'cdif-graph push): see docs/stores.md. Or remove a source that is not needed (cdif-graph ' +
      'remove --source).',
  ];
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}

/** One request, and the duration of its response, body included. */
export interface LoggedRequest extends Pick<HttpStep, 'method' | 'url' | 'status' | 'problem'> {
  readonly ms: number;
}

/** Facts about a URL besides its final state. */
export interface SettledFacts {
  /** Without zeros. */
  readonly records?: Readonly<Partial<Record<RecordState, number>>>;
  readonly requests?: readonly LoggedRequest[];
  readonly bytes?: Pick<RequestCost, 'bytesReceived' | 'bytesDecoded'>;
  readonly problems?: Readonly<Partial<Record<ProblemKind, number>>>;
  /** Why it was not requested, and until when. */
  readonly notDue?: NotDue;
}

/** An event of a run, for observers. */
export type RunEvent =
  | {
      readonly event: 'run-started';
      readonly run: string;
      readonly continues: readonly string[];
      readonly dryRun: boolean;
      readonly sources: readonly { readonly source: string; readonly kind: string }[];
    }
  /** Sent again where something turns out to be missing. */
  | { readonly event: 'source-listed'; readonly source: string; readonly listing: ListingState }
  | { readonly event: 'listing-problem'; readonly source: string; readonly problem: Problem }
  /** Sent again where a URL is visited once more; the latest counts. */
  | ({
      readonly event: 'url-settled';
      readonly source: string;
      readonly url: string;
      readonly state: UrlState;
    } & SettledFacts)
  /** For a URL that stays. */
  | {
      readonly event: 'records-removed';
      readonly source: string;
      readonly url: string;
      readonly reason: RemovalReason;
      readonly graphs: readonly string[];
    }
  /** A host is in back-off, or is given up. */
  | {
      readonly event: 'host-changed';
      readonly host: string;
      readonly state: HostState;
      readonly requests: number;
      readonly failures: number;
    }
  /** The report without its problems, which were sent before. */
  | { readonly event: 'run-ended'; readonly report: CountsOfRun }
  /** A fault ended the run. */
  | { readonly event: 'run-failed'; readonly message: string };

/** A run report without the problems themselves. */
export type CountsOfRun = Omit<RunReport, 'examples' | 'catalogue' | 'sources'> & {
  readonly catalogue: RunReport['catalogue']['counts'];
  readonly sources: readonly Omit<
    RunReport['sources'][number],
    'examples' | 'listingProblems' | 'sitemaps'
  >[];
};

/** Receives the events of a run. */
export interface RunObserver {
  /** Receives an event; returns at once. */
  tell(event: RunEvent): void;
  /** Resolves when there is room for more events; a sender of many events waits for it. */
  room(): Promise<void>;
}

import type { TextLookup } from '../text/text-set.ts';
import type { HttpStep, ResponseSignature, Retrieval, RobotsDecision } from './http.ts';
import type { Problem } from './problem.ts';
import {
  type FoundLinkTarget,
  isNamedByContent,
  type KeptDocument,
  type RecordGraph,
} from './record.ts';
import type { LeftOutCounts, RecordState, RemovalReason, VisitState } from './run.ts';
import type { Listing, TargetLabel } from './target.ts';
import type { Signposts } from './typed-link.ts';

/** The result of the latest visit to a URL; stored in the catalogue. */
export interface UrlOutcome {
  readonly url: string;
  /** One for each source that lists the URL, sorted by source name. */
  readonly listings: readonly Listing[];
  readonly state: VisitState;
  /** When a visit last gave new information, ISO 8601 in UTC; see also `UrlVisit`. */
  readonly at: string;
  readonly run: string;
  /** Kept problems that belong to no record: see `ProblemTally`. */
  readonly problems: readonly Problem[];
  /** Absent for files, and for disallowed URLs. */
  readonly robots?: RobotsDecision;
  /** The worker that made the visit; absent where the machine with the catalogue did. */
  readonly worker?: string;
  /** The requests of the visit, in order; absent where there was none. */
  readonly steps?: readonly HttpStep[];
  /** The offers and links of the response. */
  readonly signposts?: Signposts;
  /** Identifies the response for the next visit; absent where no complete response came. */
  readonly answer?: ResponseSignature;
  /** The same for the content-negotiated response, where it gave metadata. */
  readonly negotiated?: ResponseSignature;
  /** The fingerprint of the settings with which it was read: see `settingsFingerprint`. */
  readonly terms?: string;
  /** The labels among these that name scripts of the page; absent where there is none. */
  readonly scriptLabels?: readonly TargetLabel[];
  /** How many metadata documents gave no record; absent where there was none. */
  readonly failed?: number;
  /** Number of records that the visit did not find, and that stay; absent if none. */
  readonly kept?: number;
  /**
   * Records that no source listing it wanted; absent where there was none. Older versions stored
   * only whether there were any.
   */
  readonly leftOut?: LeftOutRecords | true;
  /** Records that do not conform to what all sources require; absent where there was none. */
  readonly keptOut?: KeptOutRecords;
  /** Whether it turned out to be a listing (`sitemap-among-pages`), and is a list from now on. */
  readonly isListing?: true;
  /** Whether it is a list, or a page of one, that could not be read completely. */
  readonly isMissing?: true;
}

/** Records that none of the sources listing their URL wants. */
export interface LeftOutRecords {
  readonly counts: LeftOutCounts;
  /** The first of them. */
  readonly records: readonly LeftOutRecord[];
}

/** How many records were kept out, since they do not conform. */
export interface KeptOutRecords {
  readonly records: number;
  /** Of these, how many have an older copy, which conforms and stays. */
  readonly copies: number;
}

/** A record that was left out because its source wants other types. */
export interface LeftOutRecord {
  /** The IRI of the graph that it would have. */
  readonly graph: string;
  /** The name of its resource. */
  readonly name?: string;
  /** As in `LeftOutCounts`. */
  readonly types: string;
}

/** The result of a visit to store, in several parts if large; the last one has `end`. */
export interface UrlUpdate {
  readonly url: string;
  /** The id of the run. */
  readonly run: string;
  /** How the documents were retrieved; absent where nothing came. */
  readonly retrieval?: Retrieval;
  /** The sources that list the URL, to which parts of an interrupted visit belong. */
  readonly listings: readonly Listing[];
  readonly documents: readonly KeptDocument[];
  readonly graphs: readonly RecordGraph[];
  /** Problems of these records; absent where there are none. */
  readonly recordProblems?: readonly Problem[];
  readonly end?: UrlVisitEnd;
}

/** The last part of a visit. */
export interface UrlVisitEnd {
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
  /** The new links that may be followed. Absent if the URL did not respond. */
  readonly leads?: readonly FoundLinkTarget[];
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
export interface UnchangedVisit {
  readonly url: string;
  readonly visit: VisitEnd;
  /** Replaces the listings of these sources for the URL. */
  readonly listings: readonly Listing[];
  /** The new signatures of the responses, if they changed. */
  readonly answers?: Pick<UrlOutcome, 'answer' | 'negotiated'>;
}

/** What to remove of a URL: some of its records or, as far as these sources list it, everything. */
export type UrlRemoval = { readonly url: string; readonly because: Omit<Removal, 'sources'> } & (
  | { readonly graphs: readonly string[]; readonly sources?: undefined }
  | { readonly sources: readonly string[]; readonly graphs?: undefined }
);

/** A record that is removed at the end of the run, if not too many are. */
export interface PendingRemoval {
  readonly graph: string;
  readonly url: string;
  /** Its URL is gone, or does not give this record any more. */
  readonly reason: Extract<RemovalReason, 'gone' | 'dropped'>;
}

/** The latest visit to a URL, whatever its result. */
export interface UrlVisit {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly run: string;
  /** The result; `unchanged` where the latest `UrlOutcome` still holds. */
  readonly state: VisitState | 'unchanged';
  /** When a visit last succeeded, with new or unchanged content. Absent where none did. */
  readonly goodAt?: string;
  /**
   * The day, ISO 8601, of the last visit that was more than a 304 or a HEAD with known headers.
   * Absent where it is this one, or nothing was received.
   */
  readonly wholeOn?: string;
  /** The number of consecutive failures, and when they started. */
  readonly failures?: number;
  readonly failingSince?: string;
}

/** What earlier runs recorded about a URL. */
export interface KnownUrl {
  readonly outcome: UrlOutcome;
  /** Absent where the last visit was by a version that did not record visits. */
  readonly visit?: UrlVisit;
  /** The number of its records, without those pending removal. */
  readonly records: number;
  /** The number of statements of these records. */
  readonly quads: number;
  /** Whether further records are pending removal. */
  readonly hasLeaving?: true;
}

/** Results of a visit that gives no information about the content: earlier records stay. */
const failures: ReadonlySet<UrlVisit['state']> = new Set([
  'fetch-failed',
  'metadata-failed',
  'no-metadata',
  'nonconforming',
  'gone',
]);

/** States of a URL that was not requested. */
const waits: ReadonlySet<UrlVisit['state']> = new Set(['not-tried', 'disallowed']);

/** The time and the result of a visit. */
export interface VisitEnd extends Pick<UrlVisit, 'at' | 'run' | 'state'> {
  /** Whether its server only said that nothing changed (a 304, or HEAD with known headers). */
  readonly isNotModified?: boolean;
}

/**
 * Combines a visit with the previous one of the same URL.
 * @param hasRecords whether the catalogue has records of the URL: a page that never had metadata
 * does not fail
 */
export function mergeVisit(
  before: UrlVisit | undefined,
  { at, run, state, isNotModified }: VisitEnd,
  hasRecords: boolean,
): UrlVisit {
  const isWaiting = waits.has(state);
  const whole = isWaiting || isNotModified === true ? lastWhole(before) : {};
  const visit = { at, run, state, ...whole };
  if (isWaiting) return { ...before, ...visit };
  const fails = state === 'fetch-failed' || (failures.has(state) && hasRecords);
  if (!fails) return { ...visit, goodAt: at };
  const { goodAt, failures: times = 0, failingSince = at } = before ?? {};
  const good = goodAt === undefined ? {} : { goodAt };
  return { ...visit, ...good, failures: times + 1, failingSince };
}

/** A visit whose documents are read in another way now, which gives another state. */
export function rereadVisit(before: UrlVisit, state: VisitState, hasRecords: boolean): UrlVisit {
  if (waits.has(before.state)) return before;
  const { failures: times = 1, failingSince = before.at, ...visit } = before;
  return failures.has(state) && hasRecords
    ? { ...visit, state, failures: times, failingSince }
    : { ...visit, state, goodAt: visit.at };
}

function lastWhole(before: UrlVisit | undefined): Pick<UrlVisit, 'wholeOn'> {
  if (before?.wholeOn !== undefined) return { wholeOn: before.wholeOn };
  return before === undefined || waits.has(before.state) ? {} : { wholeOn: before.at.slice(0, 10) };
}

/** The effect of an update on the store, given once the change is durable. */
export interface Receipt {
  /** One for each graph of the update, in the same order. */
  readonly graphs: readonly GraphReceipt[];
  /** Removed graphs of the URL: see `UrlVisitEnd.graphs`. */
  readonly removed: readonly string[];
  /** The number of graphs of the URL that stay although the visit did not find them. */
  readonly kept: number;
  /** The number of graphs that a complete visit did not find, pending removal. */
  readonly leaving: number;
}

/** The effect of an update on one graph. */
export interface GraphReceipt {
  readonly graph: string;
  readonly state: Extract<RecordState, 'added' | 'replaced' | 'unchanged' | 'would-load'>;
  readonly quads: number;
}

/** The number of added graphs that are `isNamedByContent`; one receipt for each graph. */
export function countContentNamedAdditions(
  graphs: readonly RecordGraph[],
  receipts: readonly GraphReceipt[],
): number {
  const added = graphs.filter((_, at) => receipts[at]?.state === 'added');
  return added.filter((graph) => isNamedByContent(graph)).length;
}

/** The receipt of an update without effect. */
export const emptyReceipt: Receipt = { graphs: [], removed: [], kept: 0, leaving: 0 };

/** When and why records were removed. */
export interface Removal {
  readonly reason: RemovalReason;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Absent where no run removed it. */
  readonly run?: string;
  /** The names of the sources that listed its URL, sorted. */
  readonly sources: readonly string[];
}

/** A removed record, until it comes back. */
export interface Tombstone extends Removal {
  /** The IRI of its former graph. */
  readonly graph: string;
  readonly documentUrl: string;
  readonly recordIri?: string;
  /** The IRIs of the first resources that it described. */
  readonly describes: readonly string[];
  /** The beginning of the name of the first resource; absent where it had none, and in old rows. */
  readonly title?: string;
  /** When the last copy was retrieved, ISO 8601 in UTC; absent in old rows. */
  readonly copiedAt?: string;
}

/** What one URL gave in a dry run. */
export interface LiveVisit {
  readonly outcome: UrlOutcome;
  readonly records: readonly RecordGraph[];
  /** Problems that belong to the records. */
  readonly recordProblems: readonly Problem[];
  /** What the records were made from. */
  readonly documents: readonly KeptDocument[];
  /** How the documents were retrieved; absent without an answer. */
  readonly retrieval?: Retrieval;
}

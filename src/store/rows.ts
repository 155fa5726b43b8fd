import type { Validators } from '../model/http.ts';
import type { MissingContext } from '../model/missing-context.ts';
import type { Problem } from '../model/problem.ts';
import type { ExtractionRoute, ListPiece, RecordGraph } from '../model/record.ts';
import type { Retrieval } from '../model/response.ts';
import type { RunReport, UrlOutcome } from '../model/run.ts';
import type { PlaceReading, SearchFacts } from '../model/search-facts.ts';
import type { ProcessIdentity } from './process-identity.ts';

// The rows of the catalogue's databases, as far as no stage knows them too: those rows are types of
// `src/model`. `catalogue-layout.ts` says which database holds what under which key.

/** What is known of a record besides its statements and its search facts. */
export type RecordFacts = Omit<RecordGraph, 'nquads' | 'search'>;

/** A row of the database `facts`. */
export interface GraphFacts extends RecordFacts {
  /** The change by which its statements came; absent in rows older than these numbers. */
  readonly changed?: number;
}

/** A row of `outcomes`: its problems are in `problems`. */
export interface OutcomeRow extends Omit<UrlOutcome, 'problems'> {
  /** Of a row of format 3, those of its records included. */
  readonly problems?: readonly Problem[];
}

/**
 * A row of `problems`: those of a record, or those of a URL that belong to none of its records; at
 * least one.
 */
export interface ProblemsRow {
  readonly url: string;
  /** The IRI of its graph. */
  readonly record?: string;
  /** As `keptProblems` gives them. */
  readonly problems: readonly SeenProblem[];
}

/** A problem, and the look that met it first. */
export interface SeenProblem {
  readonly problem: Problem;
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The change by which it was noted; absent in old rows. */
  readonly change?: number;
}

/** First line of a row of `documents`, in JSON; the text of the document follows it. */
export interface DocumentFacts {
  readonly documentUrl: string;
  readonly route: ExtractionRoute;
  readonly baseIri: string;
  readonly piece?: ListPiece;
  readonly placeReading?: PlaceReading;
  readonly missingContext?: MissingContext | undefined;
  /** How the document was first retrieved in this form, and by which run. */
  readonly retrieval: Retrieval;
  readonly run: string;
}

/** First line of a row of `former`, in JSON; the statements that the graph had then follow it. */
export interface FormerFacts {
  readonly graph: string;
  readonly documentUrl: string;
  /** The change by which these statements came; 0 for changes older than these numbers. */
  readonly from: number;
}

/**
 * A row of `runs`, with its key: what is known of a run without its plan and its report. Without
 * `endedAt` the run is in progress, or its process was killed.
 */
export interface RunHead {
  /** Runs are numbered from 1 in the order in which they began. */
  readonly number: number;
  readonly run: string;
  /** ISO 8601, UTC, as are all times; by the clock of the machine, which may have been wrong. */
  readonly startedAt: string;
  /** The runs that this one continues, the latest first. Absent in old rows. */
  readonly continues?: readonly string[];
  /** Whether the run asks for everything (`--full`). Absent in old rows. */
  readonly full?: boolean;
  /** The latest time of the run before, where that is later than `startedAt`. */
  readonly behind?: RunMoment;
  /** The change by which the run began; absent in old rows. */
  readonly began?: number;
  readonly endedAt?: string;
  /** Whether the run was ended from outside; known of runs that left a report. */
  readonly interrupted?: boolean;
  /** The change by which the run ended; absent before its end, and in old rows. */
  readonly change?: number;
}

/** A time of a run, by the clock that the machine had then. */
export interface RunMoment {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A row of `plans`. */
export interface RunPlanRow {
  /** The sources that the run harvests. Absent in old rows. */
  readonly sources?: readonly string[];
  /** The names of all sources in the configuration of the run. Absent in old rows. */
  readonly configured?: readonly string[];
}

/** A row of `reports`: the reports about the sources are in `sourceReports`, under these names. */
export interface ReportRow extends Omit<RunReport, 'sources'> {
  readonly sources: readonly string[];
}

/** All that is kept of a run. */
export interface RunFacts extends RunHead, RunPlanRow {
  readonly report?: RunReport;
}

/** A row of `listings`: a sitemap or feed that was read to its end. Its entries are in `listed`. */
export interface KeptListing {
  /** Part of the key of the entries, so that a new version can be written beside the old one. */
  readonly version: number;
  readonly validators: Validators;
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** When the last byte arrived, ISO 8601. */
  readonly at: string;
  readonly items: number;
  /** The version of the program that read the listing: another one may read it otherwise. */
  readonly program: string;
  /** The sources that read the listing in runs that came to their end; sorted. */
  readonly sources: readonly string[];
  /** The name of the listing, where it is too long to be the key. */
  readonly name?: string;
}

/** A row of `robots`: `KeptRobots` in JSON. */
export interface RobotsRow {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Present where there is a robots.txt. */
  readonly file?: {
    /** One character per octet, since the file need not be text in any encoding. */
    readonly octets: string;
    readonly finalUrl: string;
    readonly etag?: string | undefined;
    readonly lastModified?: string | undefined;
  };
}

/** The keys of the database `meta`, and the type of the value of each. */
export interface MetaValues {
  readonly format: number;
  readonly totals: Totals;
  /** The first change whose state can still be told; 0 where nothing of the past was dropped. */
  readonly history: number;
  readonly writer: WriterRecord;
}

/** Sums over the whole catalogue. */
export interface Totals {
  /** Grows by one with every commit that changes what can be read. */
  readonly change: number;
  readonly graphs: number;
  readonly quads: number;
  /** The length of the statements of all graphs, as N-Quads. */
  readonly characters: number;
  /** The first change that is remembered; see `change-memory.ts`. */
  readonly oldestChange: number;
  /** The weight of all changes that are remembered. */
  readonly memory: number;
}

/** The totals of an empty catalogue. */
export const noTotals: Totals = {
  change: 0,
  graphs: 0,
  quads: 0,
  characters: 0,
  oldestChange: 1,
  memory: 0,
};

/** The process that holds the writer lock. Times are ISO 8601, UTC. */
export interface WriterRecord extends ProcessIdentity {
  readonly since: string;
  /** The time of its latest sign of life. */
  readonly seen: string;
}

/** Reads a row of the database `search`, which expansion alone writes; none where there is none. */
export function readSearchFacts(kept: string | undefined): readonly SearchFacts[] {
  return kept === undefined ? [] : (JSON.parse(kept) as readonly SearchFacts[]);
}

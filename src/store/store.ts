import type { Problem } from '../model/problem.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { RobotsMemory } from '../model/robots-memory.ts';
import type { SiteMemory } from '../model/site-memory.ts';
import type { Receipt } from '../model/receipt.ts';
import type { ListingMemories } from '../model/listing-memory.ts';
import type { KeptDocument, Lead, RecordGraph, Way } from '../model/record.ts';
import type { Retrieval } from '../model/response.ts';
import type {
  CatalogueProblems,
  Rechecks,
  RunReport,
  SourceSize,
  UrlOutcome,
} from '../model/run.ts';
import type { Listing } from '../model/target.ts';
import type { Tombstone } from '../model/tombstone.ts';
import type { Signpost } from '../model/typed-link.ts';
import type { LeavingRecord, UrlRemoval, UrlTouch, UrlUpdate } from '../model/url-update.ts';
import type { KnownUrl } from '../model/url-visit.ts';
import type { Verification } from '../model/verification.ts';
import type { RecordOrigin } from '../model/record.ts';
import type { TextLookup } from '../text/text-set.ts';
import type { FoundProblem } from './found-problems.ts';
import type { IsWantedRun, LastRun } from './last-runs.ts';
import type { OwnGraph } from './own-terms.ts';
import type { DocumentSummary } from './kept-document.ts';
import type { ShownResource } from './resource-claims.ts';
import type { PausingReading } from './in-turns.ts';
import type { RecordFacts, RunFacts } from './rows.ts';
import type { Snapshot } from './snapshot.ts';
import type { CatalogueSizes, CatalogueStatus } from './status.ts';

/**
 * Where record graphs are kept. What is written can be read at once, and is durable when the promise
 * resolves. What is read is of one state, whatever is written meanwhile.
 */
export interface GraphStore {
  /**
   * Notes the start of a run. Its id, by which all that it writes refers to it, is the time in UTC as in `20261120T113625Z`,
   * followed by `-2` and so on where that is taken.
   * @param plan without it, nothing is known of what the run is for, and it goes on with none
   */
  beginRun(startedAt: Date, plan?: RunPlan): Promise<RunStart>;

  /**
   * Takes all of an update or, when it throws, nothing of it. Updates that come at the same time share a commit. A
   * graph whose statements and facts are the same as before is not written, nor a document that is.
   * @throws {ResourceError} with `graph-too-large` when a text is longer than the store can hold
   * @throws {Fault} when the store cannot be written
   */
  write(update: UrlUpdate): Promise<Receipt>;
  /**
   * Notes that a source lists a URL of which there is an outcome already, in place of what was noted of that source and
   * URL before. Shares commits with `write`. Does nothing where there is no outcome.
   */
  list(url: string, listing: Listing): Promise<void>;
  /** Notes that a URL was asked for and its outcome stays. Shares commits with `write`. Does nothing where there is no outcome. */
  touch(touch: UrlTouch): Promise<void>;
  /** Removes what it names, as one change. Shares commits with `write`. */
  remove(removal: UrlRemoval): Promise<Receipt>;
  /**
   * Keeps the report of a run that `beginRun` began.
   * @param signal when it is aborted, what can be tidied up later is left to the next run
   */
  keepReport(report: RunReport, signal?: AbortSignal): Promise<void>;
  /**
   * Statements as N-Quads, in pieces of whole lines, each of one graph only: the record graphs in the order of their
   * IRIs, then our own graphs. The same state gives the same text.
   */
  statements(selection?: Selection): AsyncIterable<GraphPiece>;
  close(): Promise<void>;
}

/** What is known of a run before it begins. */
export interface RunPlan {
  /** The names of the sources that it is for. */
  readonly sources: readonly string[];
  /** Whether it asks for everything as if nothing were known. */
  readonly full?: boolean;
  /** The names of all sources of its configuration, also of those that it is not for. */
  readonly configured: readonly string[];
}

/** A run that begins. */
export interface RunStart {
  readonly run: string;
  /** The runs before it that did not come to their end, whose work it goes on with, the latest first. */
  readonly continues: readonly string[];
  /** The same by source. */
  readonly unfinished: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What of a store is wanted; everything where nothing is said. */
export interface Selection {
  /** Only records that one of these sources lists, and what is said of them. */
  readonly sources?: readonly string[];
  /** Graphs of our own that are left out. */
  readonly without?: readonly OwnGraph[];
}

export interface GraphPiece {
  /** The IRI of the graph. A graph may come in several pieces, one behind the other. */
  readonly graph: string;
  readonly nquads: string;
}

/** What is other than it was. Statements are N-Quads of the one graph. */
export type Change =
  | {
      readonly kind: 'record';
      readonly graph: string;
      /** What it said; empty where it was not there. */
      readonly before: string;
      /** What it says; empty where it is not there. */
      readonly after: string;
    }
  /** A piece of a graph of our own. Of each there is an empty one before there are others of any. */
  | ({ readonly kind: 'own' } & GraphPiece);

/** What the commands that look after a catalogue need beside a `GraphStore`. */
export interface CatalogueStore extends GraphStore {
  /** What servers said of robots.txt. No part of what can be read, nor of what `status` counts as a change. */
  readonly robots: RobotsMemory;
  /** From where sites were listed; no part of that either. */
  readonly sites: SiteMemory;
  /**
   * The records that a text names: a graph IRI, a document URL, the IRI of a record or of a resource it describes, an
   * identifier in any spelling (`doi:…`, `https://doi.org/…`, another case), or the key under which a resource without IRI is
   * found. In the order of their graph IRIs.
   */
  find(name: string): Promise<readonly FoundRecord[]>;
  /**
   * What is shown of the resource that a text names, by its IRI or an identifier in any spelling,
   * and which records say it; undefined where no record describes such a resource.
   */
  shownResource(name: string): Promise<ShownResource | undefined>;
  /**
   * The records that a text names of those that were removed and have not come back: by the IRI of the graph, the URL of the
   * document, or the IRI of the record or of a resource it described, in any spelling. In the order of their graph IRIs.
   */
  removed(name: string): Promise<readonly Tombstone[]>;
  /**
   * What is other than it was when a run ended: of each record graph that is, what it said then and says now, and then our own
   * graphs as they are now. Nothing at all where nothing was changed since. All of it is of one state.
   * @param run its id, the beginning of it that no other has, or `last` for the run before the latest that ended
   * @param selection of sources, as then and as now
   * @throws {UsageFault} where there is no such run, or it cannot be told any more
   */
  changesSince(run: string, selection?: Selection): AsyncIterable<Change>;
  /**
   * Of how many resources there are no views in `urn:cdif-graph:views`, since an earlier version of
   * the program kept their records, until `rebuild` derives them anew.
   * @param sources all where absent
   */
  resourcesWithoutViews(sources?: readonly string[], signal?: AbortSignal): Promise<number>;
  /** The records that one of these sources lists, with their statements, in the order of their graph IRIs. */
  records(sources: readonly string[]): AsyncIterable<StoredRecord>;
  /** The statements of a record graph as N-Quads; undefined where there is no such graph. */
  graphOf(graph: string): Promise<string | undefined>;
  /** What each resource that a record describes can be searched by, in the order of `describes`. */
  searchFactsOf(graph: string): Promise<readonly SearchFacts[]>;
  /** The document a record graph was made from. */
  documentOf(graph: string): Promise<KeptDocument | undefined>;
  /** The same without its text, which may be large. */
  documentSummaryOf(graph: string): Promise<DocumentSummary | undefined>;
  /** What the provenance graph says of a record, as N-Quads. */
  provenanceOf(graph: string): Promise<string>;
  /** Where our copy of a record is from; undefined where there is no such record. */
  originOf(graph: string): Promise<RecordOrigin | undefined>;
  /**
   * All problems that are kept or can be told of what is kept, each once, in a fixed order: see
   * `foundProblems`.
   */
  problems(selection?: ProblemSelection): AsyncIterable<FoundProblem>;
  /** The names that records share, told of each of them; ends when the signal is aborted. */
  sharedNames(signal?: AbortSignal): AsyncIterable<FoundProblem>;
  /**
   * What is wrong with the records of a URL, in the order of their graphs, but those that wait to
   * be removed.
   */
  recordProblems(url: string): AsyncIterable<RecordProblems>;
  /** The typed links that the latest looks at a URL and at what led to it gave; those of a record are those of its document. */
  linksOf(url: string): Promise<readonly Signpost[]>;
  /**
   * Reads one state of the catalogue, whatever is written meanwhile, and lets others have their turn
   * at each step.
   * @throws what `read` throws; the signal's reason when it is aborted
   */
  inTurns<Result>(
    read: (snapshot: Snapshot) => PausingReading<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /**
   * The same for a reading that waits for something else on its way.
   * @throws what `read` throws; {CatalogueFault} `replaced` where another file took its place
   */
  ofOneState<Result>(read: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;
  /**
   * The number of the latest transaction that wrote to the catalogue: another one with each.
   * @throws {CatalogueFault} `replaced` where another file took its place
   */
  transaction(): number;
  /**
   * The present state of the catalogue, to read from until its `end` is called: while it is held,
   * space that writers give up in the file is not used again.
   * @throws {CatalogueFault} `replaced` where another file took its place
   */
  snapshot(): Snapshot;
  /**
   * Makes sure that the file of the catalogue can be read as a whole.
   * @throws {CatalogueFault} `damaged`; the signal's reason when it is aborted
   */
  assertSound(signal?: AbortSignal): Promise<void>;
  /** What the latest look at a URL gave. */
  outcomeOf(url: string): Promise<UrlOutcome | undefined>;
  /** What is known of a URL from before. */
  known(url: string): Promise<KnownUrl | undefined>;
  /** Where a URL led to when it last answered, in the order in which that was noted. */
  leadsOf(url: string): Promise<readonly Lead[]>;
  /** How each record of a URL was had; undefined where its document is missing. */
  waysOf(url: string): Promise<readonly (Way | undefined)[]>;
  /** What came of looking again at URLs of a source, of its latest runs together. */
  rechecksOf(source: string): Promise<Rechecks>;
  /**
   * What of each source is in the catalogue, the one with the most statements first.
   * @throws the signal's reason when it is aborted
   */
  sourceSizes(signal?: AbortSignal): Promise<readonly SourceSize[]>;
  /** The records that wait to be removed. */
  leaving(): Promise<readonly LeavingRecord[]>;
  /** The URLs of which there is an outcome and for which `isListed` is false, with the sources that list them. */
  missing(isListed: (url: string) => boolean): AsyncIterable<MissingUrl>;
  /** What is kept of sitemaps and feeds, for one run. */
  listings<Item>(): ListingMemories<Item>;
  /**
   * The latest looks at what a listing says to be the metadata of what a text names (a link of a sitemap entry, a template),
   * but those at that URL itself; in the order of their URLs.
   */
  describing(name: string): Promise<readonly UrlOutcome[]>;
  status(): Promise<CatalogueStatus>;
  /** What it takes on disk now. */
  sizes(): CatalogueSizes;
  /**
   * Of each of these sources, the latest run for it that came to its end; a source is left out
   * where there is none.
   * @param isWanted what else is asked of the run; by default nothing
   * @throws the signal's reason when it is aborted
   */
  lastRuns(
    sources: readonly string[],
    isWanted?: IsWantedRun,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, LastRun>>;
  /**
   * The names of the sources in the configuration of the latest run; undefined where that is not
   * known.
   */
  configuredSources(): Promise<readonly string[] | undefined>;
  /** @param name its id, the beginning of it that no other has, or `last`. @throws {UsageFault} where there is no such run */
  run(name: string): Promise<RunFacts>;
  /** The documents of each URL, in the order of the URLs: what `rebuild` derives all graphs from. */
  documents(): AsyncIterable<KeptUrl>;
  /**
   * Puts graphs made anew from the kept documents of a URL in place of those it has, and their problems in place of
   * those of the same kinds. Of what they were retrieved from nothing changes. @throws as `write`
   */
  rederive(url: string, derived: Rederived): Promise<Receipt>;
  /**
   * Forgets what one source lists. What no other source lists goes: records, documents, outcomes.
   * @returns undefined where no source has that name
   */
  removeSource(name: string): Promise<SourceRemoval | undefined>;
  /** @returns the number of URLs; undefined where no source has the old name. @throws {UsageFault} where one has the new name */
  renameSource(name: string, newName: string): Promise<number | undefined>;
  /**
   * Counts again how long the statements of all records are: what was mended was counted from what
   * was damaged.
   */
  recount(): Promise<void>;
  /** Writes the catalogue anew without the space that is free in it. */
  compact(): Promise<Compaction>;
  /** Writes a copy that can be opened as a catalogue once it lies in a directory as `data.mdb`. The file must not exist. */
  backup(file: string): Promise<void>;
  /**
   * Checks the integrity of one state of the catalogue: entries can be decoded, documents match
   * their hashes, statements parse, references lead to something, totals are sums. Reads in bounded
   * memory and yields to the event loop.
   * @throws the signal's reason when it is aborted
   */
  verify(signal?: AbortSignal): Promise<Verification>;
  /**
   * Problems of the catalogue as a whole: see `foundProblems`.
   * @param signal when it is aborted, sources are not looked through any more
   */
  catalogueProblems(signal?: AbortSignal): Promise<CatalogueProblems>;
}

/** Which problems. */
export type ProblemSelection =
  /** Those of a URL and its records. */
  | { readonly url: string }
  /** Those of records, and before them those of URLs that belong to none of their records. */
  | { readonly records: readonly string[]; readonly beside?: readonly string[] };

/** What is wrong with a record, without the names that it shares. */
export interface RecordProblems {
  readonly record: string;
  readonly problems: readonly Problem[];
}

/** A record without what is known of how it was had. */
export interface StoredRecord {
  readonly record: RecordFacts;
  /** The statements of its graph. */
  readonly nquads: string;
  /** Where our copy is from. */
  readonly origin: RecordOrigin;
}

export interface FoundRecord {
  readonly record: RecordFacts;
  /** How its document was had, and by which run. */
  readonly retrieval: Retrieval;
  readonly run: string;
  /** What the latest look at its URL gave. */
  readonly outcome: UrlOutcome | undefined;
  /** The index in `describes` of the resource whose key is the name; absent for all other names. */
  readonly resourceIndex?: number;
}

/** A URL that is known and was not listed. */
export interface MissingUrl {
  readonly url: string;
  /** One for each source that lists it. */
  readonly listings: readonly Listing[];
  readonly records: number;
}

export interface KeptUrl {
  readonly url: string;
  readonly documents: AsyncIterable<KeptDocument> | Iterable<KeptDocument>;
}

export interface Rederived {
  readonly graphs: readonly RecordGraph[];
  /** Those that belong to these graphs; absent where there are none. */
  readonly recordProblems?: readonly Problem[];
  /**
   * All others that were met in deriving the URL, earlier parts included; given with the last part.
   */
  readonly problems?: readonly Problem[];
  /** Whether the URL's other graphs go: this was the last part, and nothing failed. */
  readonly replaced?: TextLookup;
  /** `sha256` of all documents that were read. A graph of another does not go: that one cannot be read. */
  readonly read?: ReadonlySet<string>;
}

export interface SourceRemoval {
  readonly urls: number;
  readonly records: number;
  /** URLs that stay since another source lists them. */
  readonly shared: number;
}

export interface Compaction {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

import type { ListingMemories, RobotsMemory, SiteMemory } from '../model/harvest-memory.ts';
import type { Retrieval } from '../model/http.ts';
import type { Problem } from '../model/problem.ts';
import type {
  FoundLinkTarget,
  KeptDocument,
  RecordGraph,
  RecordOrigin,
  RetrievalWay,
} from '../model/record.ts';
import type { CatalogueProblems, RevisitCounts, RunReport, SourceSize } from '../model/run.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { Listing, TargetLabel } from '../model/target.ts';
import type { Signpost } from '../model/typed-link.ts';
import type {
  KnownUrl,
  PendingRemoval,
  Receipt,
  Tombstone,
  UnchangedVisit,
  UrlOutcome,
  UrlRemoval,
  UrlUpdate,
} from '../model/url-update.ts';
import type { Verification } from '../model/verification.ts';
import type { TextLookup } from '../text/text-set.ts';
import type { DerivedGraph } from './derived/derived-terms.ts';
import type { DocumentSummary } from './document-rows.ts';
import type { IsWantedRun, LastRun } from './find-runs.ts';
import type { FoundProblem } from './found-problems.ts';
import type { InterruptibleReading } from './interruptible-reading.ts';
import type { RecordFacts, StoredRunFacts } from './rows.ts';
import type { ShownResource } from './shown-resource.ts';
import type { Snapshot } from './snapshot.ts';
import type { CatalogueSizes, CatalogueStatus } from './status.ts';

/**
 * A store of record graphs. Writes are visible at once, and durable when the promise resolves. Each
 * read sees one committed state.
 */
export interface GraphStore {
  /**
   * Records the start of a run. Its id is the start time in UTC as `20261120T113625Z`, followed by
   * `-2` and so on where that is taken.
   * @param plan without it, the sources of the run are unknown and it continues no other run
   */
  beginRun(startedAt: Date, plan?: RunPlan): Promise<RunStart>;

  /**
   * Stores an update completely or, when it throws, not at all. Concurrent updates share a commit.
   * A graph with equal statements and facts is not written, nor is an equal document.
   * @throws {ResourceError} with `graph-too-large` when a text is longer than the store can hold
   * @throws {Fault} when the store cannot be written
   */
  write(update: UrlUpdate): Promise<Receipt>;
  /**
   * Records how a source lists a URL that has an outcome, in place of its earlier listing. Shares
   * commits with `write`. Does nothing for a URL without outcome.
   */
  list(url: string, listing: Listing): Promise<void>;
  /**
   * Keeps the labels of a page that name its scripts, for the next run. Shares commits with `write`.
   * Does nothing for a URL without outcome.
   */
  keepScriptLabels(url: string, labels: readonly TargetLabel[]): Promise<void>;
  /**
   * Records a visit that left the outcome of a URL as it was. Shares commits with `write`. Does
   * nothing for a URL without outcome.
   */
  touch(touch: UnchangedVisit): Promise<void>;
  /** Removes a URL or some of its records, as one change. Shares commits with `write`. */
  remove(removal: UrlRemoval): Promise<Receipt>;
  /**
   * Stores the report of a run that `beginRun` started.
   * @param signal when it is aborted, clean-up that can wait is left to the next run
   */
  keepReport(report: RunReport, signal?: AbortSignal): Promise<void>;
  /**
   * Statements as N-Quads, in pieces of whole lines of one graph each: the record graphs in the
   * order of their IRIs, then the derived graphs. Equal states give equal text.
   */
  statements(selection?: Selection): AsyncIterable<GraphPiece>;
  close(): Promise<void>;
}

/** The plan of a run. */
export interface RunPlan {
  /** The names of the sources that the run harvests. */
  readonly sources: readonly string[];
  /** Whether the run re-fetches and re-processes every URL, ignoring cached validators. */
  readonly full?: boolean;
  /** The names of all configured sources, also those that the run does not harvest. */
  readonly configured: readonly string[];
}

/** A started run. */
export interface RunStart {
  readonly run: string;
  /** The unfinished earlier runs that it continues, latest first. */
  readonly continues: readonly string[];
  /** The continued runs by source. */
  readonly unfinished: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Selects graphs of a store; absent members select everything. */
export interface Selection {
  /** Only records that one of these sources lists, with their statements in the derived graphs. */
  readonly sources?: readonly string[];
  /** Derived graphs that are left out. */
  readonly without?: readonly DerivedGraph[];
}

/** Statements of one graph. */
export interface GraphPiece {
  /** The IRI of the graph. A graph may come in several consecutive pieces. */
  readonly graph: string;
  readonly nquads: string;
}

/** A difference between two states. Statements are N-Quads of one graph. */
export type GraphChange =
  | {
      readonly kind: 'record';
      readonly graph: string;
      /** The former statements; empty for a new graph. */
      readonly before: string;
      /** The present statements; empty for a removed graph. */
      readonly after: string;
    }
  /**
   * A piece of a derived graph. Each derived graph starts with an empty piece, before any other.
   */
  | ({ readonly kind: 'own' } & GraphPiece);

/** The graphs of a catalogue in one state, for queries, search and export. */
export interface CatalogueGraphs {
  /**
   * The latest committed state, readable until its `end` is called. Meanwhile LMDB does not reuse
   * space that writers free.
   * @throws {CatalogueFault} `replaced` where another file took its place
   */
  snapshot(): Snapshot;
  /**
   * The number of the latest transaction, which changes with every write.
   * @throws {CatalogueFault} `replaced` where another file took its place
   */
  transaction(): number;
  /**
   * Reads from one state of the catalogue, with pauses for other work in the event loop.
   * @throws what `read` throws; the signal's reason when it is aborted
   */
  inTurns<Result>(
    read: (snapshot: Snapshot) => InterruptibleReading<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /**
   * Reads from one state of the catalogue in an asynchronous function.
   * @throws what `read` throws; {CatalogueFault} `replaced` where another file took its place
   */
  ofOneState<Result>(read: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;
  /**
   * Checks that the whole file of the catalogue is readable.
   * @throws {CatalogueFault} `damaged`; the signal's reason when it is aborted
   */
  assertSound(signal?: AbortSignal): Promise<void>;
  /**
   * The differences between the end of a run and now: each changed record graph with its former and
   * present statements, then the present derived graphs. Empty where nothing changed. All of it is
   * read from one state.
   * @param run its id, a unique prefix of it, or `last` for the run before the latest finished one
   * @param selection by the sources of then and of now
   * @throws {UsageFault} where there is no such run, or its state is not known any more
   */
  changesSince(run: string, selection?: Selection): AsyncIterable<GraphChange>;
  /** The statements of a record graph as N-Quads; undefined where there is no such graph. */
  graphOf(graph: string): Promise<string | undefined>;
  /** The statements of the provenance graph about a record, as N-Quads. */
  provenanceOf(graph: string): Promise<string>;
  /**
   * The number of resources without views in `urn:cdif-graph:views`, because an earlier version
   * stored their records; `rebuild` adds the views.
   * @param sources all where absent
   */
  resourcesWithoutViews(sources?: readonly string[], signal?: AbortSignal): Promise<number>;
  /**
   * The size of each source in the catalogue, most statements first.
   * @throws the signal's reason when it is aborted
   */
  sourceSizes(signal?: AbortSignal): Promise<readonly SourceSize[]>;
}

/** Finds records, resources and URLs by name, with their documents, problems and links. */
export interface RecordFinder {
  /**
   * The records that a name denotes: a graph IRI, a document URL, the IRI of a record or described
   * resource, an identifier in any spelling (`doi:…`, `https://doi.org/…`, any case), or the key of
   * a resource without IRI. In the order of their graph IRIs.
   */
  find(name: string): Promise<readonly FoundRecord[]>;
  /**
   * The values shown for the resource with this IRI or identifier (in any spelling), and the
   * records that provide them; undefined where no record describes it.
   */
  shownResource(name: string): Promise<ShownResource | undefined>;
  /**
   * The tombstones that a name denotes: by graph IRI, document URL, or IRI of the record or of a
   * resource it described, in any spelling. In the order of their graph IRIs.
   */
  removed(name: string): Promise<readonly Tombstone[]>;
  /**
   * The outcomes of URLs whose metadata a listing says describes this name (a link of a sitemap
   * entry, a template), without that of the URL itself; in the order of the URLs.
   */
  describing(name: string): Promise<readonly UrlOutcome[]>;
  /**
   * The records that one of these sources lists, with their statements, in the order of their graph
   * IRIs.
   */
  records(sources: readonly string[]): AsyncIterable<StoredRecord>;
  /** The search facts of each resource that a record describes, in the order of `describes`. */
  searchFactsOf(graph: string): Promise<readonly SearchFacts[]>;
  /** The document a record graph was made from. */
  documentOf(graph: string): Promise<KeptDocument | undefined>;
  /** The document without its text, which may be large. */
  documentSummaryOf(graph: string): Promise<DocumentSummary | undefined>;
  /** The origin of a record; undefined if the record does not exist. */
  originOf(graph: string): Promise<RecordOrigin | undefined>;
  /** The result of the latest visit to a URL. */
  outcomeOf(url: string): Promise<UrlOutcome | undefined>;
  /**
   * The typed links found by the latest visits to a URL and to the pages that led to it; the links
   * of a record are those of its document.
   */
  linksOf(url: string): Promise<readonly Signpost[]>;
  /** All problems, stored or computed, each once and in a fixed order: see `foundProblems`. */
  problems(selection?: ProblemSelection): AsyncIterable<FoundProblem>;
  /**
   * The problems of the records of a URL, in the order of their graphs, without records that are
   * pending removal.
   */
  recordProblems(url: string): AsyncIterable<RecordProblems>;
  /**
   * The names that several records share, as one problem per record; ends when the signal is
   * aborted.
   */
  sharedNames(signal?: AbortSignal): AsyncIterable<FoundProblem>;
}

/** What a harvest remembers of earlier runs: responses, links, listings and reports. */
export interface HarvestLog {
  /**
   * robots.txt files of earlier runs. Not part of the readable catalogue, nor of the changes that
   * `status` counts.
   */
  readonly robots: RobotsMemory;
  /**
   * Where the listings of sites were found in earlier runs; not part of the readable catalogue
   * either.
   */
  readonly sites: SiteMemory;
  /** The memories of sitemaps and feeds, for one run. */
  listings<Item>(): ListingMemories<Item>;
  /** What earlier runs recorded about a URL. */
  known(url: string): Promise<KnownUrl | undefined>;
  /** The links found by the latest successful visit to a URL, in their order. */
  leadsOf(url: string): Promise<readonly FoundLinkTarget[]>;
  /** How each record of a URL was retrieved; undefined where its document is missing. */
  waysOf(url: string): Promise<readonly (RetrievalWay | undefined)[]>;
  /** Counts of revisits to URLs of a source, over its latest runs. */
  rechecksOf(source: string): Promise<RevisitCounts>;
  /** The records that are pending removal. */
  leaving(): Promise<readonly PendingRemoval[]>;
  /**
   * The URLs that have an outcome and for which `isListed` is false, with the sources that list
   * them.
   */
  missing(isListed: (url: string) => boolean): AsyncIterable<UnlistedUrl>;
  /**
   * The latest finished run of each of these sources; a source without one is left out.
   * @param isWanted further condition; by default none
   * @throws the signal's reason when it is aborted
   */
  lastRuns(
    sources: readonly string[],
    isWanted?: IsWantedRun,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, LastRun>>;
  /**
   * The source names in the configuration of the latest run; undefined where they were not
   * recorded.
   */
  configuredSources(): Promise<readonly string[] | undefined>;
  /**
   * @param name its id, a unique prefix of it, or `last`. @throws {UsageFault} where there is no
   * such run
   */
  run(name: string): Promise<StoredRunFacts>;
}

/** The whole catalogue: its graphs, its records, its log, and their maintenance. */
export interface CatalogueStore extends GraphStore, CatalogueGraphs, RecordFinder, HarvestLog {
  status(): Promise<CatalogueStatus>;
  /** The present sizes on disk. */
  sizes(): CatalogueSizes;
  /** The documents of each URL, in the order of the URLs: the input of `rebuild`. */
  documents(): AsyncIterable<StoredUrl>;
  /**
   * Replaces the graphs of a URL by graphs rebuilt from its stored documents, and the problems of
   * the same kinds. Retrieval facts stay. @throws as `write`
   */
  rederive(url: string, derived: RebuiltUrl): Promise<Receipt>;
  /**
   * Removes a source: its listings, and the records, documents and outcomes that no other source
   * lists.
   * @returns undefined where no source has that name
   */
  removeSource(name: string): Promise<SourceRemoval | undefined>;
  /**
   * @returns the number of URLs; undefined where no source has the old name
   * @throws {UsageFault} where one has the new name
   */
  renameSource(name: string, newName: string): Promise<number | undefined>;
  /**
   * Recounts the characters of all statements: where records were repaired, the total still
   * contains the damaged counts.
   */
  recount(): Promise<void>;
  /** Rewrites the catalogue without free space. */
  compact(): Promise<Compaction>;
  /**
   * Writes a copy that is a catalogue once it is in a directory as `data.mdb`. The file must not
   * exist.
   */
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
   * @param signal when it is aborted, the search for unconfigured sources stops
   */
  catalogueProblems(signal?: AbortSignal): Promise<CatalogueProblems>;
}

/** Selects problems. */
export type ProblemSelection =
  /** Those of a URL and its records. */
  | { readonly url: string }
  /**
   * Those of records, preceded by those of the URLs in `beside` that belong to none of their
   * records.
   */
  | { readonly records: readonly string[]; readonly beside?: readonly string[] };

/** The problems of a record, without shared names. */
export interface RecordProblems {
  readonly record: string;
  readonly problems: readonly Problem[];
}

/** A record without its retrieval. */
export interface StoredRecord {
  readonly record: RecordFacts;
  /** The statements of its graph. */
  readonly nquads: string;
  /** The origin of the record. */
  readonly origin: RecordOrigin;
}

/** A record that a name denotes, with its retrieval. */
export interface FoundRecord {
  readonly record: RecordFacts;
  /** How its document was retrieved, and by which run. */
  readonly retrieval: Retrieval;
  readonly run: string;
  /** The result of the latest visit to its URL. */
  readonly outcome: UrlOutcome | undefined;
  /** The index in `describes` of the resource whose key is the name; absent for all other names. */
  readonly resourceIndex?: number;
}

/** A known URL that was not listed. */
export interface UnlistedUrl {
  readonly url: string;
  /** One for each source that lists it. */
  readonly listings: readonly Listing[];
  readonly records: number;
}

/** A URL with its stored documents. */
export interface StoredUrl {
  readonly url: string;
  readonly documents: AsyncIterable<KeptDocument> | Iterable<KeptDocument>;
}

/** Graphs that were rebuilt from the stored documents of a URL, or a part of them. */
export interface RebuiltUrl {
  readonly graphs: readonly RecordGraph[];
  /** Problems of these graphs; absent if there are none. */
  readonly recordProblems?: readonly Problem[];
  /** All other problems of deriving the URL, also of earlier parts; given with the last part. */
  readonly problems?: readonly Problem[];
  /**
   * Present with the last part if nothing failed: the graphs of the URL outside of this set are
   * removed.
   */
  readonly replaced?: TextLookup;
  /**
   * `sha256` of all documents that were read. Graphs of other documents stay, since those cannot be
   * read.
   */
  readonly read?: ReadonlySet<string>;
}

/** How much the removal of a source removed. */
export interface SourceRemoval {
  readonly urls: number;
  readonly records: number;
  /** URLs that stay because another source lists them. */
  readonly shared: number;
}

/** The size of the data file before and after a compaction. */
export interface Compaction {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

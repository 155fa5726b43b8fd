import type {
  ContextMemory,
  ListingMemories,
  RobotsMemory,
  SiteMemory,
} from '../model/harvest-memory.ts';
import type { RunReport } from '../model/run.ts';
import type { Listing, TargetLabel } from '../model/target.ts';
import type { Receipt, UnchangedVisit, UrlRemoval, UrlUpdate } from '../model/url-update.ts';
import type { CatalogueOptions } from './catalogue-directory.ts';
import { removeFormerImages } from './catalogue-files.ts';
import { CatalogueReader } from './catalogue-reader.ts';
import { Catalogue } from './catalogue.ts';
import { pruneHistory } from './changes-since.ts';
import { CommitQueue } from './commit-queue.ts';
import {
  createContextMemory,
  createHarvestPointMemory,
  createSiteMemory,
  type HarvestPointMemory,
  StoredListingMemories,
  StoredRobotsMemory,
} from './harvest-memory.ts';
import { assertWhole } from './integrity-check.ts';
import { skipWhenAborted } from './interruptible-reading.ts';
import { boundProblems, maxProblemsPerSource } from './problem-limit.ts';
import type { RunPlan } from './run-rows.ts';
import { removeSource, renameSource } from './source-changes.ts';
import { type RebuiltUrl, refuseTooLong, textsOfJob, type UrlJob } from './url-writer.ts';

/** Limit of one commit; more than 64 records gain nothing and block the main thread longer. */
const maxJobs = 256;
const maxCommitCharacters = 2 ** 24;

/** The directory of a catalogue, how it is opened, and what it keeps. */
export interface EmbeddedStoreOptions extends CatalogueOptions {
  /** For how many of the latest finished runs `changesSince` works; 30 by default. */
  readonly keepRuns?: number;
  /** How many problems of each source are kept; see `boundProblems`. */
  readonly maxProblems?: number;
}

/**
 * Opens the LMDB store in a directory.
 * @throws {CatalogueFault}; {CatalogueLockedFault} when another process writes to it
 */
export function openEmbeddedStore(options: EmbeddedStoreOptions): CatalogueStore {
  return new EmbeddedStore(options);
}

/**
 * A catalogue that is open for writing. Writes are visible at once, and durable when the promise
 * resolves.
 */
class EmbeddedStore extends CatalogueReader {
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
  /** The JSON-LD contexts that earlier runs fetched; not part of the readable catalogue either. */
  readonly contexts: ContextMemory;
  /** Up to where sources that list changes were harvested; not part of the readable catalogue. */
  readonly points: HarvestPointMemory;
  readonly #robots: StoredRobotsMemory;
  readonly #queue: CommitQueue<UrlJob, Receipt>;
  readonly #keepRuns: number;
  readonly #maxProblems: number;
  /** The number of problems written since the per-source limit was last enforced. */
  #problemsAdded = 0;

  constructor(options: EmbeddedStoreOptions) {
    const catalogue = new Catalogue(options);
    super(catalogue);
    this.#robots = new StoredRobotsMemory(catalogue);
    this.robots = this.#robots;
    this.sites = createSiteMemory(catalogue);
    this.contexts = createContextMemory(catalogue);
    this.points = createHarvestPointMemory(catalogue);
    // By default one month of nightly runs.
    this.#keepRuns = options.keepRuns ?? 30;
    this.#maxProblems = options.maxProblems ?? maxProblemsPerSource;
    this.#queue = new CommitQueue({
      commit: (jobs) => catalogue.commit(jobs),
      weightOf: (job) => textsOfJob(job).reduce((sum, { text }) => sum + text.length, 0),
      maxJobs,
      maxWeight: maxCommitCharacters,
    });
  }

  /** The memories of sitemaps and feeds, for one run. */
  listings<Item>(): ListingMemories<Item> {
    return new StoredListingMemories<Item>(this.catalogue);
  }

  /**
   * Records the start of a run. Its id is the start time in UTC as `20261120T113625Z`, followed by
   * `-2` and so on where that is taken.
   * @param plan without it, the sources of the run are unknown and it continues no other run
   */
  async beginRun(startedAt: Date, plan?: RunPlan) {
    return this.catalogue.beginRun(startedAt, plan);
  }

  /**
   * Stores an update completely or, when it throws, not at all. Concurrent updates share a commit.
   * A graph with equal statements and facts is not written, nor is an equal document.
   * @throws {ResourceError} with `graph-too-large` when a text is longer than the store can hold
   * @throws {Fault} when the store cannot be written
   */
  async write(update: UrlUpdate) {
    const receipt = await this.#add({ kind: 'update', update });
    const { recordProblems = [], end } = update;
    this.#problemsAdded += recordProblems.length + (end?.outcome.problems.length ?? 0);
    if (this.#problemsAdded > this.#maxProblems) await this.#boundProblems();
    return receipt;
  }

  /**
   * Records how a source lists a URL that has an outcome, in place of its earlier listing. Shares
   * commits with `write`. Does nothing for a URL without outcome.
   */
  async list(url: string, listing: Listing) {
    await this.#queue.add({ kind: 'list', url, listing });
  }

  /**
   * Keeps the labels of a page that name its scripts, for the next run. Shares commits with
   * `write`. Does nothing for a URL without outcome.
   */
  async keepScriptLabels(url: string, labels: readonly TargetLabel[]) {
    await this.#queue.add({ kind: 'labels', url, labels });
  }

  /**
   * Records a visit that left the outcome of a URL as it was. Shares commits with `write`. Does
   * nothing for a URL without outcome.
   */
  async touch(touch: UnchangedVisit) {
    await this.#queue.add({ kind: 'touch', touch });
  }

  /** Removes a URL or some of its records, as one change. Shares commits with `write`. */
  async remove(removal: UrlRemoval) {
    return this.#queue.add({ kind: 'removal', removal });
  }

  /**
   * Replaces the graphs of a URL by graphs rebuilt from its stored documents, and the problems of
   * the same kinds. Retrieval facts stay. @throws as `write`
   */
  async rederive(url: string, derived: RebuiltUrl) {
    return this.#add({ kind: 'rederive', url, derived });
  }

  /**
   * Stores the report of a run that `beginRun` started.
   * @param signal when it is aborted, clean-up that can wait is left to the next run
   */
  async keepReport(report: RunReport, signal?: AbortSignal) {
    await this.#queue.idle();
    await skipWhenAborted(async () => this.#boundProblems(signal), signal);
    this.catalogue.keepReport(report);
    await skipWhenAborted(async () => pruneHistory(this.catalogue, this.#keepRuns, signal), signal);
  }

  /** Removes a source: see the function `removeSource`. */
  async removeSource(name: string) {
    await this.#queue.idle();
    await this.assertSound();
    return removeSource(this.catalogue, name);
  }

  /** Renames a source: see the function `renameSource`. */
  async renameSource(name: string, newName: string) {
    await this.#queue.idle();
    await this.assertSound();
    return renameSource(this.catalogue, name, newName);
  }

  /**
   * Recounts the characters of all statements: where records were repaired, the total still
   * contains the damaged counts.
   */
  async recount() {
    await this.#queue.idle();
    this.catalogue.recount();
  }

  /** Rewrites the catalogue without free space. */
  async compact() {
    await this.#queue.idle();
    await assertWhole(this.catalogue);
    const compaction = await this.catalogue.compact();
    removeFormerImages(this.catalogue.path);
    return compaction;
  }

  /** Closes the catalogue when everything is written. */
  async close() {
    await Promise.all([this.#queue.idle(), this.#robots.idle()]);
    await this.catalogue.close();
  }

  async #boundProblems(signal?: AbortSignal) {
    this.#problemsAdded = 0;
    await boundProblems(this.catalogue, this.#maxProblems, signal);
  }

  async #add(job: UrlJob) {
    refuseTooLong(job);
    return this.#queue.add(job);
  }
}

/** The whole catalogue: its graphs, its records, its log, and their maintenance. */
export type CatalogueStore = Pick<EmbeddedStore, keyof EmbeddedStore>;

/** A store of record graphs, for a pipeline. */
export type GraphStore = Pick<
  CatalogueStore,
  | 'beginRun'
  | 'close'
  | 'keepReport'
  | 'keepScriptLabels'
  | 'list'
  | 'remove'
  | 'statements'
  | 'touch'
  | 'write'
>;

/** The graphs of a catalogue, for queries, search and export. */
export type CatalogueGraphs = Pick<
  CatalogueStore,
  | 'assertSound'
  | 'changesSince'
  | 'graphOf'
  | 'inTurns'
  | 'ofOneState'
  | 'provenanceOf'
  | 'resourcesWithoutViews'
  | 'snapshot'
  | 'sourceSizes'
  | 'transaction'
>;

/** Finds records, resources and URLs by name, with their documents, problems and links. */
export type RecordFinder = Pick<
  CatalogueStore,
  | 'documentOf'
  | 'documentSummaryOf'
  | 'find'
  | 'linksOf'
  | 'originOf'
  | 'outcomeOf'
  | 'problems'
  | 'recordProblems'
  | 'records'
  | 'removed'
  | 'searchFactsOf'
  | 'sharedNames'
  | 'shownResource'
>;

/** What a harvest remembers of earlier runs: responses, links, listings and reports. */
export type HarvestLog = Pick<
  CatalogueStore,
  | 'conformingCopy'
  | 'configuredSources'
  | 'contexts'
  | 'known'
  | 'lastRuns'
  | 'leadsOf'
  | 'leaving'
  | 'listings'
  | 'missing'
  | 'rechecksOf'
  | 'robots'
  | 'run'
  | 'points'
  | 'sites'
  | 'waysOf'
>;

import { setImmediate } from 'node:timers/promises';
import type { Receipt } from '../model/receipt.ts';
import type { ListingMemories } from '../model/listing-memory.ts';
import type { KeptDocument, Lead, Way } from '../model/record.ts';
import type {
  CatalogueProblems,
  Rechecks,
  RunReport,
  SourceSize,
  UrlOutcome,
} from '../model/run.ts';
import { countProblems } from '../model/problem-tally.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { Tombstone } from '../model/tombstone.ts';
import type { Signpost } from '../model/typed-link.ts';
import type { Listing, TargetLabel } from '../model/target.ts';
import type { LeavingRecord, UrlRemoval, UrlTouch, UrlUpdate } from '../model/url-update.ts';
import type { KnownUrl } from '../model/url-visit.ts';
import type { Verification } from '../model/verification.ts';
import type { CatalogueOptions } from './catalogue-directory.ts';
import { readStatus } from './catalogue-status.ts';
import { assertSoundPages, assertWhole } from './damage.ts';
import { changesSince } from './changes-since.ts';
import { clockProblems } from './clock-set-back.ts';
import { Catalogue } from './catalogue.ts';
import { CommitQueue } from './commit-queue.ts';
import { looksDescribing } from './described-names.ts';
import {
  copyOf,
  documentOfRecord,
  findRecords,
  linksOf,
  provenanceOfRecord,
  UnnamedResources,
} from './find-records.ts';
import { recordOrigin } from './provenance.ts';
import type { RecordOrigin } from '../model/record.ts';
import { pausingSharedNames, type FoundProblem } from './found-problems.ts';
import { EmbeddedListings } from './embedded-listings.ts';
import { dropHistory } from './history-retention.ts';
import { readAtOnce, readInTurns, untilAborted, type PausingReading } from './in-turns.ts';
import { KeptPlaces } from './kept-places.ts';
import { KeptRobotsFiles } from './kept-robots.ts';
import type { DocumentSummary } from './kept-document.ts';
import { shownResource, type ShownResource } from './resource-claims.ts';
import { keptUrls } from './kept-urls.ts';
import { lastRuns, latestConfigured, type IsWantedRun, type LastRun } from './last-runs.ts';
import type { RunFacts } from './rows.ts';
import { missingUrls } from './missing-urls.ts';
import { runNamed } from './named-run.ts';
import { rechecksOf } from './rechecks.ts';
import { wholeRun } from './run-reader.ts';
import type { Snapshot } from './snapshot.ts';
import { removeSource, renameSource } from './source-changes.ts';
import { removeFormerImages } from './catalogue-file.ts';
import { readWithoutViews } from './own-statements.ts';
import { readSourceSizes } from './source-sizes.ts';
import { recordsFrom, statementsOf } from './statements.ts';
import type {
  CatalogueStore,
  Change,
  Compaction,
  FoundRecord,
  GraphPiece,
  KeptUrl,
  MissingUrl,
  ProblemSelection,
  RecordProblems,
  Rederived,
  RunPlan,
  RunStart,
  Selection,
  SourceRemoval,
  StoredRecord,
} from './store.ts';
import { selectedProblems } from './selected-problems.ts';
import type { CatalogueSizes, CatalogueStatus } from './status.ts';
import { tombstonesNamed } from './tombstones.ts';
import { refuseTooLong, textsOf } from './job-texts.ts';
import { boundProblems, maxProblemsPerSource } from './problem-bound.ts';
import { problemsIn } from './kept-problems.ts';
import { readUnconfiguredSources } from './unconfigured-sources.ts';
import type { UrlJob } from './url-writer.ts';
import { verify } from './verify.ts';

/** Limit of one commit; more than 64 records gain nothing and block the main thread longer. */
const maxJobs = 256;
const maxCommitCharacters = 2 ** 24;

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
  const catalogue = new Catalogue(options);
  return new EmbeddedStore(catalogue, options);
}

class EmbeddedStore implements CatalogueStore {
  readonly robots: KeptRobotsFiles;
  readonly sites: KeptPlaces;
  readonly #catalogue: Catalogue;
  readonly #queue: CommitQueue<UrlJob, Receipt>;
  readonly #keepRuns: number;
  readonly #maxProblems: number;
  readonly #unnamed = new UnnamedResources();
  /** The number of problems written since the per-source limit was last enforced. */
  #problemsAdded = 0;

  constructor(catalogue: Catalogue, options: EmbeddedStoreOptions) {
    this.#catalogue = catalogue;
    this.robots = new KeptRobotsFiles(catalogue);
    this.sites = new KeptPlaces(catalogue);
    // By default one month of nightly runs.
    this.#keepRuns = options.keepRuns ?? 30;
    this.#maxProblems = options.maxProblems ?? maxProblemsPerSource;
    this.#queue = new CommitQueue({
      commit: (jobs) => catalogue.commit(jobs),
      weightOf: (job) => textsOf(job).reduce((sum, { text }) => sum + text.length, 0),
      maxJobs,
      maxWeight: maxCommitCharacters,
    });
  }

  async beginRun(startedAt: Date, plan?: RunPlan): Promise<RunStart> {
    return this.#catalogue.beginRun(startedAt, plan);
  }

  async write(update: UrlUpdate): Promise<Receipt> {
    const receipt = await this.#add({ kind: 'update', update });
    const { recordProblems = [], end } = update;
    this.#problemsAdded += recordProblems.length + (end?.outcome.problems.length ?? 0);
    if (this.#problemsAdded > this.#maxProblems) await this.#boundProblems();
    return receipt;
  }

  async list(url: string, listing: Listing): Promise<void> {
    await this.#queue.add({ kind: 'list', url, listing });
  }

  async keepScriptLabels(url: string, labels: readonly TargetLabel[]): Promise<void> {
    await this.#queue.add({ kind: 'labels', url, labels });
  }

  async touch(touch: UrlTouch): Promise<void> {
    await this.#queue.add({ kind: 'touch', touch });
  }

  async remove(removal: UrlRemoval): Promise<Receipt> {
    return this.#queue.add({ kind: 'removal', removal });
  }

  async rederive(url: string, derived: Rederived): Promise<Receipt> {
    return this.#add({ kind: 'rederive', url, derived });
  }

  async keepReport(report: RunReport, signal?: AbortSignal): Promise<void> {
    await this.#queue.idle();
    // Whatever remains of both clean-ups is done at the end of the next run.
    await untilAborted(async () => this.#boundProblems(signal), signal);
    this.#catalogue.keepReport(report);
    await untilAborted(async () => dropHistory(this.#catalogue, this.#keepRuns, signal), signal);
  }

  async *statements(selection?: Selection): AsyncGenerator<GraphPiece> {
    await assertSoundPages(this.#catalogue);
    yield* this.#streamed((snapshot) => statementsOf(snapshot, selection));
  }

  async find(name: string): Promise<readonly FoundRecord[]> {
    return this.#catalogue.read((snapshot) => findRecords(snapshot, name, this.#unnamed));
  }

  async shownResource(name: string): Promise<ShownResource | undefined> {
    return this.#catalogue.read((snapshot) => shownResource(snapshot, name));
  }

  async removed(name: string): Promise<readonly Tombstone[]> {
    return this.#catalogue.read((snapshot) => tombstonesNamed(snapshot, name));
  }

  async *changesSince(run: string, selection?: Selection): AsyncGenerator<Change> {
    await assertSoundPages(this.#catalogue);
    yield* this.#streamed((snapshot) => changesSince(snapshot, run, selection));
  }

  async resourcesWithoutViews(sources?: readonly string[], signal?: AbortSignal): Promise<number> {
    return this.inTurns((snapshot) => readWithoutViews(snapshot, sources), signal);
  }

  records(sources: readonly string[]): AsyncGenerator<StoredRecord> {
    return this.#streamed((snapshot) => recordsFrom(snapshot, sources));
  }

  async graphOf(graph: string): Promise<string | undefined> {
    return this.#catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && snapshot.wholeNquadsOf(facts);
    });
  }

  async searchFactsOf(graph: string): Promise<readonly SearchFacts[]> {
    return this.#catalogue.read((snapshot) => snapshot.searchFactsOf(graph));
  }

  async documentOf(graph: string): Promise<KeptDocument | undefined> {
    return this.#catalogue.read((snapshot) => documentOfRecord(snapshot, graph));
  }

  async documentSummaryOf(graph: string): Promise<DocumentSummary | undefined> {
    return this.#catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && snapshot.documentSummary(facts.documentUrl, facts.document);
    });
  }

  async provenanceOf(graph: string): Promise<string> {
    return this.#catalogue.read((snapshot) => provenanceOfRecord(snapshot, graph));
  }

  async originOf(graph: string): Promise<RecordOrigin | undefined> {
    return this.#catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && recordOrigin(copyOf(snapshot, facts));
    });
  }

  problems(selection?: ProblemSelection): AsyncGenerator<FoundProblem> {
    return this.#streamed((snapshot) => selectedProblems(snapshot, selection));
  }

  async *sharedNames(signal?: AbortSignal): AsyncGenerator<FoundProblem> {
    for await (const found of this.#streamed(pausingSharedNames)) {
      if (signal?.aborted === true) return;
      if (found === undefined) await setImmediate();
      else yield found;
    }
  }

  recordProblems(url: string): AsyncGenerator<RecordProblems> {
    return this.#streamed((snapshot) => recordProblemsOf(snapshot, url));
  }

  async linksOf(url: string): Promise<readonly Signpost[]> {
    return this.#catalogue.read((snapshot) => linksOf(snapshot, url));
  }

  async outcomeOf(url: string): Promise<UrlOutcome | undefined> {
    return this.#catalogue.outcomeOf(url);
  }

  async known(url: string): Promise<KnownUrl | undefined> {
    return this.#catalogue.known(url);
  }

  async leadsOf(url: string): Promise<readonly Lead[]> {
    return this.#catalogue.leadsOf(url);
  }

  async waysOf(url: string): Promise<readonly (Way | undefined)[]> {
    return this.#catalogue.waysOf(url);
  }

  async rechecksOf(source: string): Promise<Rechecks> {
    return this.#catalogue.read((snapshot) => rechecksOf(snapshot, source));
  }

  async sourceSizes(signal?: AbortSignal): Promise<readonly SourceSize[]> {
    return this.inTurns(readSourceSizes, signal);
  }

  async leaving(): Promise<readonly LeavingRecord[]> {
    return this.#catalogue.read((snapshot) => [...snapshot.leaving()]);
  }

  missing(isListed: (url: string) => boolean): AsyncIterable<MissingUrl> {
    return missingUrls(this.#catalogue, isListed);
  }

  listings<Item>(): ListingMemories<Item> {
    return new EmbeddedListings<Item>(this.#catalogue);
  }

  async describing(name: string): Promise<readonly UrlOutcome[]> {
    return this.#catalogue.read((snapshot) => looksDescribing(snapshot, name));
  }

  async status(): Promise<CatalogueStatus> {
    const content = this.#catalogue.read((snapshot) => readAtOnce(readStatus(snapshot)));
    return { ...content, sizes: this.sizes() };
  }

  sizes(): CatalogueSizes {
    return this.#catalogue.sizes();
  }

  async lastRuns(
    sources: readonly string[],
    isWanted: IsWantedRun = () => true,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, LastRun>> {
    return this.inTurns((snapshot) => lastRuns(snapshot, sources, isWanted), signal);
  }

  async configuredSources(): Promise<readonly string[] | undefined> {
    return this.#catalogue.read(latestConfigured);
  }

  async run(name: string): Promise<RunFacts> {
    return this.#catalogue.read((snapshot) => wholeRun(snapshot.runs(), runNamed(snapshot, name)));
  }

  async *documents(): AsyncGenerator<KeptUrl> {
    await assertSoundPages(this.#catalogue);
    yield* keptUrls(this.#catalogue);
  }

  async removeSource(name: string): Promise<SourceRemoval | undefined> {
    await this.#queue.idle();
    await assertSoundPages(this.#catalogue);
    return removeSource(this.#catalogue, name);
  }

  async renameSource(name: string, newName: string): Promise<number | undefined> {
    await this.#queue.idle();
    await assertSoundPages(this.#catalogue);
    return renameSource(this.#catalogue, name, newName);
  }

  async recount(): Promise<void> {
    await this.#queue.idle();
    this.#catalogue.recount();
  }

  async compact(): Promise<Compaction> {
    await this.#queue.idle();
    await assertWhole(this.#catalogue);
    const compaction = await this.#catalogue.compact();
    removeFormerImages(this.#catalogue.path);
    return compaction;
  }

  async backup(file: string): Promise<void> {
    await assertWhole(this.#catalogue);
    await this.#catalogue.backup(file);
  }

  async verify(signal?: AbortSignal): Promise<Verification> {
    await this.assertSound(signal);
    return verify(this.#catalogue, signal);
  }

  async assertSound(signal?: AbortSignal): Promise<void> {
    await assertSoundPages(this.#catalogue, signal);
  }

  async catalogueProblems(signal?: AbortSignal): Promise<CatalogueProblems> {
    const sources = await untilAborted(
      async () => this.inTurns(readUnconfiguredSources, signal),
      signal,
    );
    const problems = [...(sources ?? []), ...this.#catalogue.read(clockProblems)];
    return { problems, counts: countProblems(problems) };
  }

  async close(): Promise<void> {
    await Promise.all([this.#queue.idle(), this.robots.idle()]);
    await this.#catalogue.close();
  }

  /** Streams from one snapshot, which is released when the consumer stops. */
  async *#streamed<Item>(
    read: (snapshot: Snapshot) => Iterable<Item> | AsyncIterable<Item>,
  ): AsyncGenerator<Item> {
    const snapshot = this.#catalogue.snapshot();
    try {
      yield* read(snapshot);
    } finally {
      snapshot.end();
    }
  }

  async inTurns<Result>(
    read: (snapshot: Snapshot) => PausingReading<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.ofOneState(async (snapshot) => readInTurns(read(snapshot), signal));
  }

  async ofOneState<Result>(read: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const snapshot = this.snapshot();
    try {
      return await read(snapshot);
    } finally {
      snapshot.end();
    }
  }

  transaction(): number {
    this.#catalogue.assertInPlace();
    return this.#catalogue.transaction();
  }

  snapshot(): Snapshot {
    this.#catalogue.assertInPlace();
    return this.#catalogue.snapshot();
  }

  async #boundProblems(signal?: AbortSignal): Promise<void> {
    this.#problemsAdded = 0;
    await boundProblems(this.#catalogue, this.#maxProblems, signal);
  }

  async #add(job: UrlJob): Promise<Receipt> {
    refuseTooLong(job);
    return this.#queue.add(job);
  }
}

function* recordProblemsOf(snapshot: Snapshot, url: string): Generator<RecordProblems> {
  for (const row of snapshot.recordProblems(url)) {
    yield { record: row.record, problems: problemsIn(row) };
  }
}

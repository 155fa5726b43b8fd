import { setImmediate } from 'node:timers/promises';
import type { ListingMemories } from '../model/harvest-memory.ts';
import { countProblems } from '../model/problem-tally.ts';
import type { FoundLinkTarget, KeptDocument, RecordOrigin, RetrievalWay } from '../model/record.ts';
import {
  type CatalogueProblems,
  noRevisits,
  type RevisitCounts,
  type RunReport,
  type SourceSize,
  type UrlOutcome,
} from '../model/run.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { Listing, TargetLabel } from '../model/target.ts';
import type { Signpost } from '../model/typed-link.ts';
import type {
  KnownUrl,
  PendingRemoval,
  Receipt,
  Tombstone,
  UnchangedVisit,
  UrlRemoval,
  UrlUpdate,
} from '../model/url-update.ts';
import type { Verification } from '../model/verification.ts';
import type { CatalogueOptions } from './catalogue-directory.ts';
import { Catalogue } from './catalogue.ts';
import { CommitQueue } from './commit-queue.ts';
import { removeFormerImages } from './compaction-and-backup.ts';
import { assertSoundPages, assertWhole } from './damage.ts';
import { readWithoutViews } from './derived/derived-statements.ts';
import { recordOrigin } from './derived/provenance.ts';
import type { DocumentSummary } from './document-rows.ts';
import {
  findRecords,
  harvestedCopy,
  provenanceStatements,
  recordDocument,
  recordsOfSources,
  selectStatements,
  signpostsOfUrl,
  UnnamedResources,
} from './find-records.ts';
import {
  type IsWantedRun,
  type LastRun,
  latestConfiguredSources,
  latestRunsOfSources,
  resolveRunName,
} from './find-runs.ts';
import { visitsDescribing } from './find-urls.ts';
import {
  type FoundProblem,
  readUnconfiguredSources,
  sharedNamesWithPauses,
} from './found-problems.ts';
import { changesSince } from './history/changes-since.ts';
import { pruneHistory } from './history/retention.ts';
import { clockProblems } from './history/run-times.ts';
import { findTombstones } from './history/tombstones.ts';
import { checkIntegrity } from './integrity-check.ts';
import {
  type InterruptibleReading,
  readWithoutPauses,
  readWithPauses,
  skipWhenAborted,
} from './interruptible-reading.ts';
import { isCompleteKey } from './keys.ts';
import { StoredListingMemories } from './listing-rows.ts';
import { boundProblems, maxProblemsPerSource } from './problem-limit.ts';
import { problemsInRow } from './problem-rows.ts';
import { readStatus, sourceSizesWithPauses } from './read-status.ts';
import type { StoredRunFacts } from './rows.ts';
import { completeRun } from './run-reader.ts';
import { selectProblems } from './selected-problems.ts';
import { StoredRobotsMemory, StoredSiteMemory } from './server-memory.ts';
import { shownResource, type ShownResource } from './shown-resource.ts';
import type { Snapshot } from './snapshot.ts';
import { removeSource, renameSource } from './source-changes.ts';
import type { CatalogueSizes, CatalogueStatus } from './status.ts';
import type {
  CatalogueStore,
  Compaction,
  FoundRecord,
  GraphChange,
  GraphPiece,
  ProblemSelection,
  RebuiltUrl,
  RecordProblems,
  RunPlan,
  RunStart,
  Selection,
  SourceRemoval,
  StoredRecord,
  StoredUrl,
  UnlistedUrl,
} from './store.ts';
import { refuseTooLong, textsOfJob, type UrlJob } from './url-writer.ts';

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
  readonly robots: StoredRobotsMemory;
  readonly sites: StoredSiteMemory;
  readonly #catalogue: Catalogue;
  readonly #queue: CommitQueue<UrlJob, Receipt>;
  readonly #keepRuns: number;
  readonly #maxProblems: number;
  readonly #unnamed = new UnnamedResources();
  /** The number of problems written since the per-source limit was last enforced. */
  #problemsAdded = 0;

  constructor(catalogue: Catalogue, options: EmbeddedStoreOptions) {
    this.#catalogue = catalogue;
    this.robots = new StoredRobotsMemory(catalogue);
    this.sites = new StoredSiteMemory(catalogue);
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

  async touch(touch: UnchangedVisit): Promise<void> {
    await this.#queue.add({ kind: 'touch', touch });
  }

  async remove(removal: UrlRemoval): Promise<Receipt> {
    return this.#queue.add({ kind: 'removal', removal });
  }

  async rederive(url: string, derived: RebuiltUrl): Promise<Receipt> {
    return this.#add({ kind: 'rederive', url, derived });
  }

  async keepReport(report: RunReport, signal?: AbortSignal): Promise<void> {
    await this.#queue.idle();
    // Whatever remains of both clean-ups is done at the end of the next run.
    await skipWhenAborted(async () => this.#boundProblems(signal), signal);
    this.#catalogue.keepReport(report);
    await skipWhenAborted(
      async () => pruneHistory(this.#catalogue, this.#keepRuns, signal),
      signal,
    );
  }

  async *statements(selection?: Selection): AsyncGenerator<GraphPiece> {
    await assertSoundPages(this.#catalogue);
    yield* this.#streamed((snapshot) => selectStatements(snapshot, selection));
  }

  async find(name: string): Promise<readonly FoundRecord[]> {
    return this.#catalogue.read((snapshot) => findRecords(snapshot, name, this.#unnamed));
  }

  async shownResource(name: string): Promise<ShownResource | undefined> {
    return this.#catalogue.read((snapshot) => shownResource(snapshot, name));
  }

  async removed(name: string): Promise<readonly Tombstone[]> {
    return this.#catalogue.read((snapshot) => findTombstones(snapshot, name));
  }

  async *changesSince(run: string, selection?: Selection): AsyncGenerator<GraphChange> {
    await assertSoundPages(this.#catalogue);
    yield* this.#streamed((snapshot) => changesSince(snapshot, run, selection));
  }

  async resourcesWithoutViews(sources?: readonly string[], signal?: AbortSignal): Promise<number> {
    return this.inTurns((snapshot) => readWithoutViews(snapshot, sources), signal);
  }

  records(sources: readonly string[]): AsyncGenerator<StoredRecord> {
    return this.#streamed((snapshot) => recordsOfSources(snapshot, sources));
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
    return this.#catalogue.read((snapshot) => recordDocument(snapshot, graph));
  }

  async documentSummaryOf(graph: string): Promise<DocumentSummary | undefined> {
    return this.#catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && snapshot.documentSummary(facts.documentUrl, facts.document);
    });
  }

  async provenanceOf(graph: string): Promise<string> {
    return this.#catalogue.read((snapshot) => provenanceStatements(snapshot, graph));
  }

  async originOf(graph: string): Promise<RecordOrigin | undefined> {
    return this.#catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && recordOrigin(harvestedCopy(snapshot, facts));
    });
  }

  problems(selection?: ProblemSelection): AsyncGenerator<FoundProblem> {
    return this.#streamed((snapshot) => selectProblems(snapshot, selection));
  }

  async *sharedNames(signal?: AbortSignal): AsyncGenerator<FoundProblem> {
    for await (const found of this.#streamed(sharedNamesWithPauses)) {
      if (signal?.aborted === true) return;
      if (found === undefined) await setImmediate();
      else yield found;
    }
  }

  recordProblems(url: string): AsyncGenerator<RecordProblems> {
    return this.#streamed((snapshot) => recordProblemsOf(snapshot, url));
  }

  async linksOf(url: string): Promise<readonly Signpost[]> {
    return this.#catalogue.read((snapshot) => signpostsOfUrl(snapshot, url));
  }

  async outcomeOf(url: string): Promise<UrlOutcome | undefined> {
    return this.#catalogue.outcomeOf(url);
  }

  async known(url: string): Promise<KnownUrl | undefined> {
    return this.#catalogue.known(url);
  }

  async leadsOf(url: string): Promise<readonly FoundLinkTarget[]> {
    return this.#catalogue.leadsOf(url);
  }

  async waysOf(url: string): Promise<readonly (RetrievalWay | undefined)[]> {
    return this.#catalogue.waysOf(url);
  }

  async rechecksOf(source: string): Promise<RevisitCounts> {
    return this.#catalogue.read((snapshot) => rechecksOf(snapshot, source));
  }

  async sourceSizes(signal?: AbortSignal): Promise<readonly SourceSize[]> {
    return this.inTurns(sourceSizesWithPauses, signal);
  }

  async leaving(): Promise<readonly PendingRemoval[]> {
    return this.#catalogue.read((snapshot) => [...snapshot.pendingRemovals()]);
  }

  missing(isListed: (url: string) => boolean): AsyncIterable<UnlistedUrl> {
    return unlistedUrls(this.#catalogue, isListed);
  }

  listings<Item>(): ListingMemories<Item> {
    return new StoredListingMemories<Item>(this.#catalogue);
  }

  async describing(name: string): Promise<readonly UrlOutcome[]> {
    return this.#catalogue.read((snapshot) => visitsDescribing(snapshot, name));
  }

  async status(): Promise<CatalogueStatus> {
    const content = this.#catalogue.read((snapshot) => readWithoutPauses(readStatus(snapshot)));
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
    return this.inTurns((snapshot) => latestRunsOfSources(snapshot, sources, isWanted), signal);
  }

  async configuredSources(): Promise<readonly string[] | undefined> {
    return this.#catalogue.read(latestConfiguredSources);
  }

  async run(name: string): Promise<StoredRunFacts> {
    return this.#catalogue.read((snapshot) =>
      completeRun(snapshot.runs(), resolveRunName(snapshot, name)),
    );
  }

  async *documents(): AsyncGenerator<StoredUrl> {
    await assertSoundPages(this.#catalogue);
    yield* storedUrls(this.#catalogue);
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
    return checkIntegrity(this.#catalogue, signal);
  }

  async assertSound(signal?: AbortSignal): Promise<void> {
    await assertSoundPages(this.#catalogue, signal);
  }

  async catalogueProblems(signal?: AbortSignal): Promise<CatalogueProblems> {
    const sources = await skipWhenAborted(
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
    read: (snapshot: Snapshot) => InterruptibleReading<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.ofOneState(async (snapshot) => readWithPauses(read(snapshot), signal));
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
    yield { record: row.record, problems: problemsInRow(row) };
  }
}

/** How many keys are read at once; each read has a fixed cost and holds a snapshot. */
const keysAtOnce = 1000;

/** The hashes of the documents of a URL. */
interface UrlDocuments {
  readonly url: string;
  readonly hashes: readonly string[];
}

/**
 * The documents of each URL, in the order of the URLs. Texts are read on demand and no snapshot is
 * held in between, so the catalogue can be written meanwhile; documents removed before their turn
 * are left out.
 */
export async function* storedUrls(catalogue: Catalogue): AsyncGenerator<StoredUrl> {
  let last: string | undefined;
  for (;;) {
    const read = (snapshot: Snapshot): UrlDocuments[] => nextUrls(snapshot, last);
    const urls = catalogue.read(read);
    for (const { url, hashes } of urls) {
      yield { url, documents: documentsOf(catalogue, url, hashes) };
      last = url;
    }
    if (urls.length === 0) return;
  }
}

function* documentsOf(
  catalogue: Catalogue,
  url: string,
  hashes: readonly string[],
): Generator<KeptDocument> {
  for (const sha256 of hashes) {
    const document = catalogue.read((snapshot) => snapshot.document(url, sha256));
    if (document !== undefined) yield document;
  }
}

/** The URLs after `last`, each with all its documents. */
function nextUrls(snapshot: Snapshot, last: string | undefined): UrlDocuments[] {
  const urls: { readonly url: string; readonly hashes: string[] }[] = [];
  let keys = 0;
  for (const { url, sha256 } of snapshot.documentsBehind(last)) {
    const current = urls.at(-1);
    if (current?.url === url) current.hashes.push(sha256);
    else if (keys >= keysAtOnce) break;
    else urls.push({ url, hashes: [sha256] });
    keys += 1;
  }
  return urls;
}

/** How many URLs are read at once; the consumer may remove them before the next are read. */
const urlsAtOnce = 500;

/** See `CatalogueStore.missing`. In the order of the URLs. */
export async function* unlistedUrls(
  catalogue: Catalogue,
  isListed: (url: string) => boolean,
): AsyncGenerator<UnlistedUrl> {
  // All keys at once: a URL takes some hundred bytes, and the running harvest changes the database.
  const keys = catalogue.read((snapshot) => [...snapshot.urlKeys()]);
  const missing = keys.filter((key) => !isCompleteKey(key) || !isListed(key));
  for (let at = 0; at < missing.length; at += urlsAtOnce) {
    const some = missing.slice(at, at + urlsAtOnce);
    yield* catalogue.read((snapshot) => some.flatMap((key) => missingAt(snapshot, key, isListed)));
    await setImmediate();
  }
}

function missingAt(
  snapshot: Snapshot,
  key: string,
  isListed: (url: string) => boolean,
): readonly UnlistedUrl[] {
  const outcome = snapshot.outcomeAt(key);
  if (outcome === undefined || isListed(outcome.url)) return [];
  const { url, listings } = outcome;
  const records = [...snapshot.factsOfUrl(url)].length;
  return [{ url, listings, records }];
}

/** How many of the latest runs of a source count; older runs say little about today. */
const maxRuns = 10;
const maxRead = 10 * maxRuns;

/**
 * See `CatalogueStore.rechecksOf`. A run that began later than a following one had a clock that was
 * ahead: its days are ignored.
 */
export function rechecksOf(snapshot: Snapshot, name: string): RevisitCounts {
  const sum = { ...noRevisits };
  let runs = 0;
  let read = 0;
  // ISO 8601 in UTC, so texts sort like times.
  let earliest = latestStart(snapshot);
  for (const { run, source } of snapshot.runs().reportsOfSource(name)) {
    if (runs === maxRuns || read === maxRead) break;
    read += 1;
    const isAhead = run.startedAt > earliest;
    if (!isAhead) earliest = run.startedAt;
    const { looks, days, changed, announced } = source.rechecks;
    if (looks === 0 || isAhead) continue;
    sum.looks += looks;
    sum.days += days;
    sum.changed += changed;
    sum.announced += announced;
    runs += 1;
  }
  return sum;
}

function latestStart(snapshot: Snapshot): string {
  for (const { startedAt } of snapshot.runs().latest(1)) return startedAt;
  return '';
}

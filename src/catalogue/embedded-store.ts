import { setImmediate } from 'node:timers/promises';
import { countProblems } from '../model/problem-tally.ts';
import type { KeptDocument } from '../model/record.ts';
import { noRevisits, type RevisitCounts, type RunReport } from '../model/run.ts';
import type { Listing, TargetLabel } from '../model/target.ts';
import type { Receipt, UnchangedVisit, UrlRemoval, UrlUpdate } from '../model/url-update.ts';
import type { CatalogueOptions } from './catalogue-directory.ts';
import { Catalogue } from './catalogue.ts';
import { CommitQueue } from './commit-queue.ts';
import { removeFormerImages } from './compaction-and-backup.ts';
import { assertSoundPages, assertWhole } from './damage.ts';
import { readWithoutViews } from './derived/derived-statements.ts';
import { recordOrigin } from './derived/provenance-and-problems.ts';
import {
  harvestedCopy,
  provenanceStatements,
  recordDocument,
  readNamedRecords,
  recordsOfSources,
  selectStatements,
  signpostsOfUrl,
  UnnamedResources,
} from './find-records.ts';
import {
  type IsWantedRun,
  latestConfiguredSources,
  latestRunsOfSources,
  resolveRunName,
} from './find-runs.ts';
import { visitsDescribing } from './find-urls.ts';
import { readUnconfiguredSources, sharedNamesWithPauses } from './found-problems.ts';
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
import { completeRun } from './run-rows.ts';
import { selectProblems } from './selected-problems.ts';
import { StoredRobotsMemory, StoredSiteMemory } from './server-memory.ts';
import { shownResource } from './shown-resource.ts';
import type { Snapshot } from './snapshot.ts';
import { removeSource, renameSource } from './source-changes.ts';
import type { CatalogueSizes } from './status.ts';
import type {
  CatalogueStore,
  ProblemSelection,
  RebuiltUrl,
  RecordProblems,
  RunPlan,
  Selection,
  StoredUrl,
  UnlistedUrl,
} from './store.ts';
import { refuseTooLong, textsOfJob, type UrlJob } from './url-writer.ts';

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

  constructor(options: EmbeddedStoreOptions) {
    const catalogue = new Catalogue(options);
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

  // What each method promises stands at the interfaces of `store.ts`.

  async beginRun(startedAt: Date, plan?: RunPlan) {
    return this.#catalogue.beginRun(startedAt, plan);
  }

  async write(update: UrlUpdate) {
    const receipt = await this.#add({ kind: 'update', update });
    const { recordProblems = [], end } = update;
    this.#problemsAdded += recordProblems.length + (end?.outcome.problems.length ?? 0);
    if (this.#problemsAdded > this.#maxProblems) await this.#boundProblems();
    return receipt;
  }

  async list(url: string, listing: Listing) {
    await this.#queue.add({ kind: 'list', url, listing });
  }

  async keepScriptLabels(url: string, labels: readonly TargetLabel[]) {
    await this.#queue.add({ kind: 'labels', url, labels });
  }

  async touch(touch: UnchangedVisit) {
    await this.#queue.add({ kind: 'touch', touch });
  }

  async remove(removal: UrlRemoval) {
    return this.#queue.add({ kind: 'removal', removal });
  }

  async rederive(url: string, derived: RebuiltUrl) {
    return this.#add({ kind: 'rederive', url, derived });
  }

  async keepReport(report: RunReport, signal?: AbortSignal) {
    await this.#queue.idle();
    // Whatever remains of both clean-ups is done at the end of the next run.
    await skipWhenAborted(async () => this.#boundProblems(signal), signal);
    this.#catalogue.keepReport(report);
    await skipWhenAborted(
      async () => pruneHistory(this.#catalogue, this.#keepRuns, signal),
      signal,
    );
  }

  async *statements(selection?: Selection) {
    await assertSoundPages(this.#catalogue);
    yield* this.#streamed((snapshot) => selectStatements(snapshot, selection));
  }

  async find(name: string) {
    return this.#catalogue.read((snapshot) =>
      readWithoutPauses(readNamedRecords(snapshot, name, this.#unnamed)),
    );
  }

  async shownResource(name: string) {
    return this.#catalogue.read((snapshot) => shownResource(snapshot, name));
  }

  async removed(name: string) {
    return this.#catalogue.read((snapshot) => findTombstones(snapshot, name));
  }

  async *changesSince(run: string, selection?: Selection) {
    await assertSoundPages(this.#catalogue);
    yield* this.#streamed((snapshot) => changesSince(snapshot, run, selection));
  }

  async resourcesWithoutViews(sources?: readonly string[], signal?: AbortSignal) {
    return this.inTurns((snapshot) => readWithoutViews(snapshot, sources), signal);
  }

  records(sources: readonly string[]) {
    return this.#streamed((snapshot) => recordsOfSources(snapshot, sources));
  }

  async graphOf(graph: string) {
    return this.#catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && snapshot.wholeNquadsOf(facts);
    });
  }

  async searchFactsOf(graph: string) {
    return this.#catalogue.read((snapshot) => snapshot.searchFactsOf(graph));
  }

  async documentOf(graph: string) {
    return this.#catalogue.read((snapshot) => recordDocument(snapshot, graph));
  }

  async documentSummaryOf(graph: string) {
    return this.#catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && snapshot.documentSummary(facts.documentUrl, facts.document);
    });
  }

  async provenanceOf(graph: string) {
    return this.#catalogue.read((snapshot) => provenanceStatements(snapshot, graph));
  }

  async originOf(graph: string) {
    return this.#catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && recordOrigin(harvestedCopy(snapshot, facts));
    });
  }

  problems(selection?: ProblemSelection) {
    return this.#streamed((snapshot) => selectProblems(snapshot, selection));
  }

  async *sharedNames(signal?: AbortSignal) {
    for await (const found of this.#streamed(sharedNamesWithPauses)) {
      if (signal?.aborted === true) return;
      if (found === undefined) await setImmediate();
      else yield found;
    }
  }

  recordProblems(url: string) {
    return this.#streamed((snapshot) => recordProblemsOf(snapshot, url));
  }

  async linksOf(url: string) {
    return this.#catalogue.read((snapshot) => signpostsOfUrl(snapshot, url));
  }

  async outcomeOf(url: string) {
    return this.#catalogue.outcomeOf(url);
  }

  async known(url: string) {
    return this.#catalogue.known(url);
  }

  async leadsOf(url: string) {
    return this.#catalogue.leadsOf(url);
  }

  async waysOf(url: string) {
    return this.#catalogue.waysOf(url);
  }

  async rechecksOf(source: string) {
    return this.#catalogue.read((snapshot) => rechecksOf(snapshot, source));
  }

  async sourceSizes(signal?: AbortSignal) {
    return this.inTurns(sourceSizesWithPauses, signal);
  }

  async leaving() {
    return this.#catalogue.read((snapshot) => [...snapshot.pendingRemovals()]);
  }

  missing(isListed: (url: string) => boolean) {
    return unlistedUrls(this.#catalogue, isListed);
  }

  listings<Item>() {
    return new StoredListingMemories<Item>(this.#catalogue);
  }

  async describing(name: string) {
    return this.#catalogue.read((snapshot) => visitsDescribing(snapshot, name));
  }

  async status() {
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
  ) {
    return this.inTurns((snapshot) => latestRunsOfSources(snapshot, sources, isWanted), signal);
  }

  async configuredSources() {
    return this.#catalogue.read(latestConfiguredSources);
  }

  async run(name: string) {
    return this.#catalogue.read((snapshot) =>
      completeRun(snapshot.runs(), resolveRunName(snapshot, name)),
    );
  }

  async *documents() {
    await assertSoundPages(this.#catalogue);
    yield* storedUrls(this.#catalogue);
  }

  async removeSource(name: string) {
    await this.#queue.idle();
    await assertSoundPages(this.#catalogue);
    return removeSource(this.#catalogue, name);
  }

  async renameSource(name: string, newName: string) {
    await this.#queue.idle();
    await assertSoundPages(this.#catalogue);
    return renameSource(this.#catalogue, name, newName);
  }

  async recount() {
    await this.#queue.idle();
    this.#catalogue.recount();
  }

  async compact() {
    await this.#queue.idle();
    await assertWhole(this.#catalogue);
    const compaction = await this.#catalogue.compact();
    removeFormerImages(this.#catalogue.path);
    return compaction;
  }

  async backup(file: string) {
    await assertWhole(this.#catalogue);
    await this.#catalogue.backup(file);
  }

  async verify(signal?: AbortSignal) {
    await this.assertSound(signal);
    return checkIntegrity(this.#catalogue, signal);
  }

  async assertSound(signal?: AbortSignal) {
    await assertSoundPages(this.#catalogue, signal);
  }

  async catalogueProblems(signal?: AbortSignal) {
    const sources = await skipWhenAborted(
      async () => this.inTurns(readUnconfiguredSources, signal),
      signal,
    );
    const problems = [...(sources ?? []), ...this.#catalogue.read(clockProblems)];
    return { problems, counts: countProblems(problems) };
  }

  async close() {
    await Promise.all([this.#queue.idle(), this.robots.idle()]);
    await this.#catalogue.close();
  }

  /** Streams from one snapshot, which is released when the consumer stops. */
  async *#streamed<Item>(read: (snapshot: Snapshot) => Iterable<Item> | AsyncIterable<Item>) {
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
  ) {
    return this.ofOneState(async (snapshot) => readWithPauses(read(snapshot), signal));
  }

  async ofOneState<Result>(read: (snapshot: Snapshot) => Promise<Result>) {
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

  async #boundProblems(signal?: AbortSignal) {
    this.#problemsAdded = 0;
    await boundProblems(this.#catalogue, this.#maxProblems, signal);
  }

  async #add(job: UrlJob) {
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

/**
 * The documents of each URL, in the order of the URLs. Texts are read on demand and no snapshot is
 * held in between, so the catalogue can be written meanwhile; documents removed before their turn
 * are left out.
 */
async function* storedUrls(catalogue: Catalogue): AsyncGenerator<StoredUrl> {
  let urls = catalogue.read((snapshot) => nextUrls(snapshot));
  while (urls.length > 0) {
    for (const { url, hashes } of urls)
      yield { url, documents: documentsOf(catalogue, url, hashes) };
    const last = urls.at(-1)?.url;
    urls = catalogue.read((snapshot) => nextUrls(snapshot, last));
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

/** The URLs after `last`, each with the hashes of all its documents. */
function nextUrls(snapshot: Snapshot, last?: string) {
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

/** See `HarvestLog.missing`. In the order of the URLs. */
async function* unlistedUrls(
  catalogue: Catalogue,
  isListed: (url: string) => boolean,
): AsyncGenerator<UnlistedUrl> {
  // All keys at once: a URL takes some hundred bytes, and the running harvest changes the database.
  const keys = catalogue.read((snapshot) => [...snapshot.urlKeys()]);
  const missing = keys.filter((key) => !isCompleteKey(key) || !isListed(key));
  for (let at = 0; at < missing.length; at += urlsAtOnce) {
    yield* catalogue.read((snapshot) =>
      missing.slice(at, at + urlsAtOnce).flatMap((key) => {
        const outcome = snapshot.outcomeAt(key);
        if (outcome === undefined || isListed(outcome.url)) return [];
        const { url, listings } = outcome;
        return [{ url, listings, records: [...snapshot.factsOfUrl(url)].length }];
      }),
    );
    await setImmediate();
  }
}

/** How many of the latest runs of a source count; older runs say little about today. */
const maxRuns = 10;
const maxRead = 10 * maxRuns;

/**
 * See `HarvestLog.rechecksOf`. A run that began later than a following one had a clock that was
 * ahead: its days are ignored.
 */
export function rechecksOf(snapshot: Snapshot, name: string): RevisitCounts {
  const sum = { ...noRevisits };
  let runs = 0;
  let read = 0;
  // ISO 8601 in UTC, so texts sort like times.
  const [latest] = snapshot.runs().latest(1);
  let earliest = latest?.startedAt ?? '';
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

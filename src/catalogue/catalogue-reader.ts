import { setImmediate } from 'node:timers/promises';
import { countProblems } from '../model/problem-tally.ts';
import type { RecordGraph } from '../model/record.ts';
import type { CatalogueProblems } from '../model/run.ts';
import type { ProfileVerdict } from '../model/validation.ts';
import type { Catalogue } from './catalogue.ts';
import { changesSince } from './changes-since.ts';
import { readWithoutViews } from './derived/derived-statements.ts';
import { recordOrigin } from './derived/provenance-and-problems.ts';
import {
  findTombstones,
  harvestedCopy,
  provenanceStatements,
  readNamedRecords,
  recordDocument,
  recordsOfSources,
  selectStatements,
  signpostsOfUrl,
  UnnamedResources,
} from './find-records.ts';
import {
  clockProblems,
  type IsWantedRun,
  latestConfiguredSources,
  latestRunsOfSources,
  rechecksOf,
  resolveRunName,
} from './find-runs.ts';
import { knownUrl, retrievalWays, storedUrls, unlistedUrls } from './find-urls.ts';
import { dropPauses, readUnconfiguredSources, sharedNamesWithPauses } from './found-problems.ts';
import { assertSoundPages, assertWhole, checkIntegrity } from './integrity-check.ts';
import {
  type InterruptibleReading,
  readWithoutPauses,
  readWithPauses,
  skipWhenAborted,
} from './interruptible-reading.ts';
import { problemsInRow } from './problem-rows.ts';
import { pushedStores } from './push-ledger.ts';
import { completeRun } from './run-rows.ts';
import { type ProblemSelection, selectProblemsWithPauses } from './selected-problems.ts';
import { shownResource } from './shown-resource.ts';
import type { Selection, Snapshot } from './snapshot.ts';
import { readStatus, sourceSizesWithPauses } from './status.ts';

function conformsAsNamed(
  copy: readonly ProfileVerdict[],
  present: readonly ProfileVerdict[],
): boolean {
  const named = present.filter(({ because }) => because === 'named');
  const checked = new Set(copy.map(({ profile }) => profile));
  return (
    copy.length > 0 &&
    copy.every(({ conforms }) => conforms) &&
    named.every(({ profile }) => checked.has(profile))
  );
}

/** Reads a catalogue. Each call sees one committed state. */
export class CatalogueReader {
  protected readonly catalogue: Catalogue;
  readonly #unnamed = new UnnamedResources();

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * The latest committed state, readable until its `end` is called. Meanwhile LMDB does not reuse
   * space that writers free.
   * @throws {CatalogueFault} `replaced` where another file took its place
   */
  snapshot(): Snapshot {
    this.catalogue.assertInPlace();
    return this.catalogue.snapshot();
  }

  /**
   * The number of the latest transaction, which changes with every write.
   * @throws {CatalogueFault} `replaced` where another file took its place
   */
  transaction(): number {
    this.catalogue.assertInPlace();
    return this.catalogue.transaction();
  }

  /**
   * Reads from one state in an asynchronous function.
   * @throws what `read` throws; {CatalogueFault} `replaced` where another file took its place
   */
  async ofOneState<Result>(read: (snapshot: Snapshot) => Promise<Result>) {
    const snapshot = this.snapshot();
    try {
      return await read(snapshot);
    } finally {
      snapshot.end();
    }
  }

  /**
   * Reads from one state, with pauses for other work in the event loop.
   * @throws as `ofOneState`; the signal's reason when it is aborted
   */
  async inTurns<Result>(
    read: (snapshot: Snapshot) => InterruptibleReading<Result>,
    signal?: AbortSignal,
  ) {
    return this.ofOneState(async (snapshot) => readWithPauses(read(snapshot), signal));
  }

  /** Streams from one state, which is released when the consumer stops. */
  async *#stream<Item>(read: (snapshot: Snapshot) => Iterable<Item>) {
    const snapshot = this.catalogue.snapshot();
    try {
      yield* read(snapshot);
    } finally {
      snapshot.end();
    }
  }

  /**
   * Statements as N-Quads, in pieces of whole lines of one graph each: the record graphs in the
   * order of their IRIs, then the derived graphs. Equal states give equal text.
   */
  async *statements(selection?: Selection) {
    await this.assertSound();
    yield* this.#stream((snapshot) => selectStatements(snapshot, selection));
  }

  /**
   * The differences between the end of a run and now: each changed record graph with its former and
   * present statements, then the present derived graphs. Empty where nothing changed.
   * @param run its id, a unique prefix of it, or `last` for the run before the latest finished one
   * @param selection by the sources of then and of now
   * @throws {UsageFault} where there is no such run, or its state is not known any more
   */
  async *changesSince(run: string, selection?: Selection) {
    await this.assertSound();
    yield* this.#stream((snapshot) => changesSince(snapshot, run, selection));
  }

  /** The statements of a record graph as N-Quads; undefined where there is no such graph. */
  async graphOf(graph: string) {
    return this.catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && snapshot.wholeNquadsOf(facts);
    });
  }

  /** The statements of the provenance graph about a record, as N-Quads. */
  async provenanceOf(graph: string) {
    return this.catalogue.read((snapshot) => provenanceStatements(snapshot, graph));
  }

  /**
   * The number of resources without views in `urn:cdif-graph:views`, because an earlier version
   * stored their records; `rebuild` adds the views.
   * @param sources all where absent
   */
  async resourcesWithoutViews(sources?: readonly string[], signal?: AbortSignal) {
    return this.inTurns((snapshot) => readWithoutViews(snapshot, sources), signal);
  }

  /** The size of each source, most statements first. @throws as `inTurns` */
  async sourceSizes(signal?: AbortSignal) {
    return this.inTurns(sourceSizesWithPauses, signal);
  }

  /**
   * The records that a name denotes: a graph IRI, a document URL, the IRI of a record or described
   * resource, an identifier in any spelling (`doi:…`, `https://doi.org/…`, any case), or the key of
   * a resource without IRI. In the order of their graph IRIs.
   */
  async find(name: string) {
    return this.catalogue.read((snapshot) =>
      readWithoutPauses(readNamedRecords(snapshot, name, this.#unnamed)),
    );
  }

  /**
   * The values shown for the resource with this IRI or identifier (in any spelling), and the
   * records that provide them; undefined where no record describes it.
   */
  async shownResource(name: string) {
    return this.catalogue.read((snapshot) => shownResource(snapshot, name));
  }

  /** The tombstones that a name denotes: see `findTombstones`. */
  async removed(name: string) {
    return this.catalogue.read((snapshot) => findTombstones(snapshot, name));
  }

  /**
   * The records that one of these sources lists, with their statements, in the order of their graph
   * IRIs.
   */
  records(sources: readonly string[]) {
    return this.#stream((snapshot) => recordsOfSources(snapshot, sources));
  }

  /** The search facts of each resource that a record describes, in the order of `describes`. */
  async searchFactsOf(graph: string) {
    return this.catalogue.read((snapshot) => snapshot.searchFactsOf(graph));
  }

  /** The document a record graph was made from. */
  async documentOf(graph: string) {
    return this.catalogue.read((snapshot) => recordDocument(snapshot, graph));
  }

  /** The document without its text, which may be large. */
  async documentSummaryOf(graph: string) {
    return this.catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && snapshot.documentSummary(facts.documentUrl, facts.document);
    });
  }

  /** The origin of a record; undefined if the record does not exist. */
  async originOf(graph: string) {
    return this.catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      return facts && recordOrigin(harvestedCopy(snapshot, facts));
    });
  }

  /** The result of the latest visit to a URL. */
  async outcomeOf(url: string) {
    return this.catalogue.read((snapshot) => snapshot.outcomeOf(url));
  }

  /**
   * The typed links found by the latest visits to a URL and to the pages that led to it; the links
   * of a record are those of its document.
   */
  async linksOf(url: string) {
    return this.catalogue.read((snapshot) => signpostsOfUrl(snapshot, url));
  }

  /** All problems, stored or computed, each once and in a fixed order: see `problemsWithPauses`. */
  problems(selection?: ProblemSelection) {
    return this.#stream((snapshot) => dropPauses(selectProblemsWithPauses(snapshot, selection)));
  }

  /**
   * The problems of the records of a URL, in the order of their graphs, without shared names and
   * without records that are pending removal.
   */
  recordProblems(url: string) {
    return this.#stream(function* (snapshot) {
      for (const row of snapshot.recordProblems(url)) {
        yield { record: row.record, problems: problemsInRow(row) };
      }
    });
  }

  /**
   * The names that several records share, as one problem per record; ends when the signal is
   * aborted.
   */
  async *sharedNames(signal?: AbortSignal) {
    for await (const found of this.#stream(sharedNamesWithPauses)) {
      if (signal?.aborted === true) return;
      if (found === undefined) await setImmediate();
      else yield found;
    }
  }

  /** What earlier runs recorded about a URL. */
  async known(url: string) {
    return this.catalogue.read((snapshot) => knownUrl(snapshot, url));
  }

  /** The links found by the latest successful visit to a URL, in their order. */
  async leadsOf(url: string) {
    return this.catalogue.read((snapshot) => snapshot.leadsOf(url));
  }

  /** How each record of a URL was retrieved; undefined where its document is missing. */
  async waysOf(url: string) {
    return this.catalogue.read((snapshot) => retrievalWays(snapshot, url));
  }

  /**
   * When the copy of a record that is kept out was retrieved, if the copy was validated and
   * conforms: to all its profiles, among them those that its source names for the record now.
   * @returns undefined also where it is pending removal
   */
  async conformingCopy({ graph, conformance }: Pick<RecordGraph, 'graph' | 'conformance'>) {
    return this.catalogue.read((snapshot) => {
      const facts = snapshot.factsOf(graph);
      const isGood = conformsAsNamed(facts?.conformance ?? [], conformance ?? []);
      if (facts === undefined || !isGood || snapshot.isLeaving(graph)) return undefined;
      return snapshot.documentFacts(facts.documentUrl, facts.document)?.retrieval.at;
    });
  }

  /** Counts of revisits to URLs of a source, over its latest runs. */
  async rechecksOf(source: string) {
    return this.catalogue.read((snapshot) => rechecksOf(snapshot, source));
  }

  /** The records that are pending removal. */
  async leaving() {
    return this.catalogue.read((snapshot) => [...snapshot.pendingRemovals()]);
  }

  /**
   * The URLs that have an outcome and for which `isListed` is false, with the sources that list
   * them.
   */
  missing(isListed: (url: string) => boolean) {
    return unlistedUrls(this.catalogue, isListed);
  }

  /**
   * The latest finished run of each of these sources; a source without one is left out.
   * @param isWanted further condition; by default none
   * @throws as `inTurns`
   */
  async lastRuns(
    sources: readonly string[],
    isWanted: IsWantedRun = () => true,
    signal?: AbortSignal,
  ) {
    return this.inTurns((snapshot) => latestRunsOfSources(snapshot, sources, isWanted), signal);
  }

  /**
   * The source names in the configuration of the latest run; undefined where they were not
   * recorded.
   */
  async configuredSources() {
    return this.catalogue.read(latestConfiguredSources);
  }

  /**
   * A run by its id, a unique prefix of it, or `last`.
   * @throws {UsageFault} where there is no such run
   */
  async run(name: string) {
    return this.catalogue.read((snapshot) =>
      completeRun(snapshot.runs(), resolveRunName(snapshot, name)),
    );
  }

  /** The documents of each URL, in the order of the URLs: the input of `rebuild`. */
  async *documents() {
    await this.assertSound();
    yield* storedUrls(this.catalogue);
  }

  /** What is in the catalogue, by source, with its problems and sizes. */
  async status() {
    const content = this.catalogue.read((snapshot) => readWithoutPauses(readStatus(snapshot)));
    const stores = await pushedStores(this.catalogue.path);
    return { ...content, sizes: this.sizes(), stores };
  }

  /** The present sizes on disk. */
  sizes() {
    return this.catalogue.sizes();
  }

  /**
   * Problems of the catalogue as a whole: see `problemsWithPauses`.
   * @param signal when it is aborted, the search for unconfigured sources stops
   */
  async catalogueProblems(signal?: AbortSignal): Promise<CatalogueProblems> {
    const sources = await skipWhenAborted(
      async () => this.inTurns(readUnconfiguredSources, signal),
      signal,
    );
    const problems = [...(sources ?? []), ...this.catalogue.read(clockProblems)];
    return { problems, counts: countProblems(problems) };
  }

  /**
   * Checks that the whole file of the catalogue is readable.
   * @throws {CatalogueFault} `damaged`; the signal's reason when it is aborted
   */
  async assertSound(signal?: AbortSignal) {
    await assertSoundPages(this.catalogue, signal);
  }

  /**
   * Checks the integrity of one state of the catalogue: entries can be decoded, documents match
   * their hashes, statements parse, references lead to something, totals are sums. Reads in bounded
   * memory and yields to the event loop.
   * @throws as `assertSound`
   */
  async verify(signal?: AbortSignal) {
    await this.assertSound(signal);
    return checkIntegrity(this.catalogue, signal);
  }

  /**
   * Writes a copy that is a catalogue once it is in a directory as `data.mdb`. The file must not
   * exist.
   */
  async backup(file: string) {
    await assertWhole(this.catalogue);
    await this.catalogue.backup(file);
  }
}

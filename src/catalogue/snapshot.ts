import type { Database, Transaction } from 'lmdb';
import type { HarvestPoint, ListingPlace } from '../model/harvest-memory.ts';
import type { ProblemPlace } from '../model/problem-tally.ts';
import type { FoundLinkTarget, KeptDocument } from '../model/record.ts';
import type { UrlOutcome, PendingRemoval, Tombstone, UrlVisit } from '../model/url-update.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { Listing } from '../model/target.ts';
import { countLines } from '../text/text-position.ts';
import { DamageFound } from './catalogue-fault.ts';
import {
  type DocumentSummary,
  readDocument,
  readDocumentFacts,
  readStoredFacts,
  readStoredSummary,
  type ContextRow,
  type DocumentFacts,
  type GraphFacts,
  type ListingRow,
  noTotals,
  type OutcomeRow,
  type ProblemsRow,
  readSearchFacts,
  type RobotsRow,
  type Totals,
} from './rows.ts';
import {
  changeInHistoryKey,
  readFormerGraph,
  sourceNames,
  subjectInHistoryKey,
  versionAtChange,
} from './history.ts';
import {
  documentKey,
  documentRange,
  graphRange,
  isCompleteKey,
  partRange,
  readStoredList,
  sha256OfDocumentKey,
  storageKey,
  urlKeyOfDocument,
  describedRange,
  namePartRange,
  nameRange,
} from './keys.ts';
import { type CatalogueData, treeStats } from './layout.ts';
import { problemsInRow, problemsKey } from './problem-rows.ts';
import { openRuns } from './format-4.ts';
import type { RunReader } from './run-rows.ts';
import type { DerivedGraph } from '../model/derived-graph.ts';

/** Statements of one graph. */
export interface GraphPiece {
  /** The IRI of the graph. A graph may come in several consecutive pieces. */
  readonly graph: string;
  readonly nquads: string;
}

/** Selects graphs of a store; absent members select everything. */
export interface Selection {
  /** Only records that one of these sources lists, with their statements in the derived graphs. */
  readonly sources?: readonly string[];
  /** Derived graphs that are left out. */
  readonly without?: readonly DerivedGraph[];
}

/** When a former version of a record graph was in the catalogue. */
export interface FormerVersion {
  readonly graph: string;
  /** The change that wrote it; 0 where that is not known. */
  readonly from: number;
  /** The change that replaced or removed it. */
  readonly until: number;
}

/** A version of a graph, and the URL it came from. */
export interface GraphText {
  readonly documentUrl: string;
  readonly nquads: string;
}

/**
 * One committed state of the catalogue. It keeps LMDB from reusing space in the file, so it must be
 * ended soon.
 */
export class Snapshot {
  readonly #data: CatalogueData;
  readonly #transaction: Transaction;
  readonly #onEnd: () => void;
  #runs: RunReader | undefined;

  constructor(data: CatalogueData, onEnd: () => void) {
    this.#data = data;
    this.#onEnd = onEnd;
    // All reads in one turn of the event loop share a read transaction, which may be older than
    // this call.
    data.environment.resetReadTxn();
    this.#transaction = data.environment.useReadTransaction();
  }

  end(): void {
    this.#transaction.done();
    this.#onEnd();
  }

  totals(): Totals {
    return this.#data.meta.get('totals', this.#options) ?? noTotals;
  }

  /**
   * The statements of each record graph as N-Quads, in the order of the graph IRIs.
   * @throws {DamageFound} at the end where the totals differ
   */
  *graphs(): Iterable<{ readonly graph: string; readonly nquads: string }> {
    const sums = { graphs: 0, quads: 0, characters: 0 };
    for (const { key, value } of this.#entries(this.#data.nquads)) {
      sums.graphs += 1;
      sums.quads += countLines(value);
      sums.characters += value.length;
      const graph = isCompleteKey(key) ? key : this.#get(this.#data.facts, key)?.graph;
      yield { graph: graph ?? key, nquads: value };
    }
    this.#assertTotals(sums);
  }

  /**
   * The statements of a record.
   * @throws {DamageFound} where their number differs from the facts
   */
  wholeNquadsOf({ graph, quads }: Pick<GraphFacts, 'graph' | 'quads'>): string {
    const nquads = this.nquadsOf(graph) ?? '';
    const lines = countLines(nquads);
    if (lines === quads) return nquads;
    throw new DamageFound(`of ${quads} statements of ${graph}, ${lines} are there`);
  }

  /** The statements of one record graph. */
  nquadsOf(graph: string): string | undefined {
    return this.#get(this.#data.nquads, storageKey(graph));
  }

  /**
   * The search facts of a record, as in `RecordGraph.search`; undefined for records of old
   * programs.
   */
  searchOf(graph: string): string | undefined {
    return this.#get(this.#data.search, storageKey(graph));
  }

  /** The search facts of a record, one item per resource; empty for records of old programs. */
  searchFactsOf(graph: string): readonly SearchFacts[] {
    return readSearchFacts(this.searchOf(graph));
  }

  /**
   * All records, each with its `searchOf`. Both databases have the same keys and are walked in
   * parallel, which is faster than a lookup per record.
   * @throws {DamageFound} as `allFacts`
   */
  *searchedRecords(): Iterable<{ readonly facts: GraphFacts; readonly search?: string }> {
    const rows = this.#entries(this.#data.search)[Symbol.iterator]();
    let row = rows.next();
    for (const facts of this.allFacts()) {
      const next = row.done === true ? undefined : row.value;
      if (next?.key === storageKey(facts.graph)) {
        yield { facts, search: next.value };
        row = rows.next();
      } else {
        const search = this.searchOf(facts.graph);
        yield search === undefined ? { facts } : { facts, search };
      }
    }
  }

  /**
   * How many records cannot be searched, because an old program stored them without search facts.
   * Must be called in the turn of the event loop in which the snapshot was taken.
   */
  unsearchedRecords(): number {
    return this.totals().graphs - treeStats(this.#data.search).entryCount;
  }

  /**
   * A record graph as of a change, which must not be before `historyFrom`; undefined if it did not
   * exist.
   * @param now its present facts
   */
  previousVersion(
    graph: string,
    change: number,
    now: GraphFacts | undefined = this.factsOf(graph),
  ): GraphText | undefined {
    if (now !== undefined && (now.changed ?? 0) <= change) {
      return { documentUrl: now.documentUrl, nquads: this.nquadsOf(graph) ?? '' };
    }
    const kept = versionAtChange(this.#data.former, graph, change, this.#options);
    const former = kept === undefined ? undefined : readFormerGraph(kept);
    return former !== undefined && former.from <= change ? former : undefined;
  }

  /** The graphs that a change after this one replaced or removed; each once. */
  *formerGraphs(change: number): Iterable<string> {
    let last: string | undefined;
    const { former } = this.#data;
    for (const key of former.getKeys(this.#options)) {
      const subject = subjectInHistoryKey(key);
      if (changeInHistoryKey(key) <= change || subject === last) continue;
      last = subject;
      if (isCompleteKey(subject)) yield subject;
      else yield readFormerGraph(former.get(key, this.#options) ?? '').graph;
    }
  }

  /**
   * All former versions of record graphs, those of a graph in the order of their changes, without
   * their statements.
   */
  *formerVersions(): Iterable<FormerVersion> {
    for (const { key, value } of this.#entries(this.#data.former)) {
      const { graph, from } = readFormerGraph(value);
      yield { graph, from, until: changeInHistoryKey(key) };
    }
  }

  /** The sources that listed a URL as of a change, if it was known then. */
  previousSources(url: string, change: number): readonly string[] {
    const former = versionAtChange(this.#data.formerSources, url, change, this.#options);
    return former ?? sourceNames(this.outcomeOf(url)?.listings ?? []);
  }

  /** The first change as of which all former graphs are kept. */
  historyFrom(): number {
    return this.#data.meta.get('history', this.#options) ?? 0;
  }

  /** All tombstones, in the order of their graph IRIs. */
  *tombstones(): Iterable<Tombstone> {
    for (const { value } of this.#entries(this.#data.tombstones)) yield value;
  }

  /** The tombstone of a record that was removed and has not come back. */
  tombstoneOf(graph: string): Tombstone | undefined {
    return this.#get(this.#data.tombstones, storageKey(graph));
  }

  /** In the order of the graph IRIs. */
  *facts(): Iterable<GraphFacts> {
    for (const { value } of this.#entries(this.#data.facts)) yield value;
  }

  /** As `facts`. @throws {DamageFound} at the end where the totals differ */
  *allFacts(): Iterable<GraphFacts> {
    const sums = { graphs: 0, quads: 0 };
    for (const facts of this.facts()) {
      sums.graphs += 1;
      sums.quads += facts.quads;
      yield facts;
    }
    this.#assertTotals(sums);
  }

  /** The length of the statements of all records. */
  characters(): number {
    let characters = 0;
    for (const { value } of this.#entries(this.#data.nquads)) characters += value.length;
    return characters;
  }

  factsOf(graph: string): GraphFacts | undefined {
    return this.#get(this.#data.facts, storageKey(graph));
  }

  /** The graphs of a URL, in the order of their IRIs. */
  *factsOfUrl(url: string): Iterable<GraphFacts> {
    const whole = this.factsOf(url);
    if (whole?.documentUrl === url) yield whole;
    for (const { value } of this.#entries(this.#data.facts, graphRange(url))) {
      if (value.documentUrl === url && value.graph !== url) yield value;
    }
  }

  /** The graphs with a name; may contain duplicates. */
  *graphsNamed(name: string): Iterable<string> {
    for (const { value } of this.#entries(this.#data.names, nameRange(name))) yield value;
  }

  /** The URLs whose metadata may describe a resource, by its name in listings. */
  *urlsDescribing(name: string): Iterable<string> {
    for (const { value } of this.#entries(this.#data.names, describedRange(name))) yield value;
  }

  /** All names with the graphs and URLs that they denote, in the order of the names. */
  names(): Iterable<{ readonly key: string; readonly value: string }> {
    return this.#entries(this.#data.names);
  }

  /** The IRIs of the graphs that have one name in one role. @param part see `sharedPart` */
  *graphsOfPart(part: string): Iterable<string> {
    for (const { value } of this.#entries(this.#data.names, namePartRange(part))) yield value;
  }

  document(url: string, sha256: string): KeptDocument | undefined {
    const kept = this.#get(this.#data.documents, documentKey(url, sha256));
    return kept === undefined ? undefined : readDocument(kept, sha256);
  }

  documentFacts(url: string, sha256: string): DocumentFacts | undefined {
    return readStoredFacts(this.#data.documents, documentKey(url, sha256), this.#options);
  }

  documentSummary(url: string, sha256: string): DocumentSummary | undefined {
    return readStoredSummary(this.#data.documents, documentKey(url, sha256), this.#options);
  }

  /** All documents of the URLs after `url`, in the order of the URLs. */
  *documentsBehind(url?: string): Iterable<{ readonly url: string; readonly sha256: string }> {
    const { documents } = this.#data;
    const start = url === undefined ? {} : { start: documentRange(url).end };
    let last: { readonly key: string; readonly url: string } | undefined;
    for (const key of documents.getKeys({ ...this.#options, ...start })) {
      const urlKey = urlKeyOfDocument(key);
      if (last?.key !== urlKey) {
        const kept = isCompleteKey(urlKey) ? undefined : documents.get(key, this.#options);
        const whole = kept === undefined ? urlKey : readDocumentFacts(kept).documentUrl;
        last = { key: urlKey, url: whole };
      }
      yield { url: last.url, sha256: sha256OfDocumentKey(key) };
    }
  }

  outcomeOf(url: string): UrlOutcome | undefined {
    const row = this.#get(this.#data.outcomes, storageKey(url));
    return row && { ...row, problems: problemsInRow(this.problemsOf({ url })) };
  }

  /** How each source lists a URL. */
  listingsOf(url: string): readonly Listing[] {
    return this.#get(this.#data.outcomes, storageKey(url))?.listings ?? [];
  }

  /** In the order of the URLs. */
  *outcomes(): Iterable<OutcomeRow> {
    for (const { value } of this.#entries(this.#data.outcomes)) yield value;
  }

  /** The problems of a record, or those of a URL that belong to none of its records. */
  problemsOf(place: ProblemPlace): ProblemsRow | undefined {
    return this.#get(this.#data.problems, problemsKey(place));
  }

  /**
   * The problems of the records of a URL, in the order of their graph IRIs, without records that
   * are pending removal.
   */
  *recordProblems(url: string): Iterable<ProblemsRow & { readonly record: string }> {
    const whole = this.problemsOf({ url, record: url });
    if (whole !== undefined && this.#isOfRecord(whole, url)) yield whole;
    for (const { value } of this.#entries(this.#data.problems, graphRange(url))) {
      if (value.record !== url && this.#isOfRecord(value, url)) yield value;
    }
  }

  /**
   * The problems of all records and URLs, in the order of their IRIs, without records that are
   * pending removal.
   */
  *problems(): Iterable<ProblemsRow> {
    for (const { value } of this.#entries(this.#data.problems)) {
      if (value.record === undefined || !this.isLeaving(value.record)) yield value;
    }
  }

  visitOf(url: string): UrlVisit | undefined {
    return this.#get(this.#data.visits, storageKey(url));
  }

  /** In the order of the URLs, which are not included. */
  *visits(): Iterable<UrlVisit> {
    for (const { value } of this.#entries(this.#data.visits)) yield value;
  }

  /** The records that are pending removal, in the order of the graph IRIs. */
  *pendingRemovals(): Iterable<PendingRemoval> {
    for (const { value } of this.#entries(this.#data.leaving)) yield value;
  }

  /** The keys of all URLs with an outcome, as made by `storageKey`. */
  urlKeys(): Iterable<string> {
    return this.#data.outcomes.getKeys(this.#options);
  }

  outcomeAt(key: string): OutcomeRow | undefined {
    return this.#get(this.#data.outcomes, key);
  }

  listing(name: string): ListingRow | undefined {
    return this.#get(this.#data.listings, storageKey(name));
  }

  /** The entries under a name, in their order. */
  listed(name: string): Iterable<unknown> {
    return readStoredList(this.#data.listed, name, this.#options);
  }

  /** The number of parts that hold these entries. */
  listedParts(name: string): number {
    return this.#data.listed.getKeysCount({ ...partRange(name), ...this.#options });
  }

  /** The links found by the latest successful visit to a URL. */
  leadsOf(url: string): readonly FoundLinkTarget[] {
    return [...readStoredList(this.#data.leads, url, this.#options)];
  }

  /** Whether a record is pending removal. */
  isLeaving(record: string): boolean {
    return this.#get(this.#data.leaving, storageKey(record)) !== undefined;
  }

  /** The stored robots.txt of a server. */
  robotsOf(origin: string): RobotsRow | undefined {
    return this.#get(this.#data.robots, storageKey(origin));
  }

  /** Where the listing of a source's site was found, or up to where a source was harvested. */
  placeOf(source: string): ListingPlace | HarvestPoint | undefined {
    return this.#get(this.#data.places, storageKey(source));
  }

  /** A JSON-LD context that a run fetched. */
  contextOf(url: string): ContextRow | undefined {
    return this.#get(this.#data.contexts, storageKey(url));
  }

  runs(): RunReader {
    this.#runs ??= openRuns(this.#data, this.#options);
    return this.#runs;
  }

  /**
   * The record graphs that changes after `change` touched, each once.
   * @returns undefined when the log does not reach that far back, or `change` is in the future
   */
  touchedSince(change: number): ReadonlySet<string> | undefined {
    const { change: latest, oldestChange } = this.totals();
    if (change > latest || change + 1 < oldestChange) return undefined;
    const touched = new Set<string>();
    for (const { value } of this.#entries(this.#data.changes, { start: change + 1 })) {
      for (const graph of value) touched.add(graph);
    }
    return touched;
  }

  /** The databases, and the transaction to read them in: for the integrity check. */
  databases(): { readonly data: CatalogueData; readonly transaction: Transaction } {
    return { data: this.#data, transaction: this.#transaction };
  }

  /** The options of one read: lmdb writes into the object that it gets. */
  get #options(): { readonly transaction: Transaction } {
    return { transaction: this.#transaction };
  }

  /** A read that ends early or returns other data must not go unnoticed. */
  #assertTotals(sums: Partial<Totals>): void {
    const noted = this.totals();
    for (const name of ['graphs', 'quads', 'characters'] as const) {
      if (sums[name] === undefined || sums[name] === noted[name]) continue;
      // After a harvest has replaced damaged records, the total still contains the damaged counts.
      const mend = name === 'characters' ? ' (cdif-graph rebuild counts them again)' : '';
      const counts = `of ${noted[name]} ${name} of records, ${sums[name]} are there`;
      throw new DamageFound(`${counts}${mend}`);
    }
  }

  #isOfRecord(row: ProblemsRow, url: string): row is ProblemsRow & { readonly record: string } {
    return row.url === url && row.record !== undefined && !this.isLeaving(row.record);
  }

  #get<Value>(database: Database<Value, string>, key: string): Value | undefined {
    return database.get(key, this.#options);
  }

  #entries<Value, Key extends string | number>(
    database: Database<Value, Key>,
    range: { readonly start?: Key; readonly end?: Key } = {},
  ): Iterable<{ readonly key: Key; readonly value: Value }> {
    return database.getRange({ ...range, ...this.#options });
  }
}

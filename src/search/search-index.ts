import {
  entryOfResource,
  resourceIriOfEntry,
  resourceName,
} from '../catalogue/derived/index-statements.ts';
import { sourceNames } from '../catalogue/history.ts';
import {
  type InterruptibleReading,
  readWithoutPauses,
} from '../catalogue/interruptible-reading.ts';
import { type GraphFacts, readSearchFacts } from '../catalogue/rows.ts';
import { recordOfShownTitle } from '../catalogue/shown-resource.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import { preferredText } from '../facts/text/text-languages.ts';
import { testForWords } from '../facts/text/word-folding.ts';
import { type ColumnName, columnNames, IndexColumns } from './columns/columns.ts';
import { EntryOrders, EntryTable } from './entry-table.ts';
import type { FacetCounts } from './facets.ts';
import {
  findUnknownNames,
  type FoundResource,
  readSearchResults,
  type ResultEntries,
  type SearchAnswer,
  streamFoundResources,
} from './search-answer.ts';
import { type ParsedSearch, parseSearchRequest, type SearchRequest } from './search-request.ts';
import { type SearchSelection, selectEntries } from './selection.ts';
import { parseWordQuery } from './text-tables.ts';

/** The part of a catalogue that an index reads. */
export interface SearchedCatalogue {
  /** Reads one state of the catalogue with pauses for other tasks. */
  inTurns<Result>(
    read: (snapshot: Snapshot) => InterruptibleReading<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/**
 * As `SearchIndex.search` for a single request, without loading facts that cannot match.
 * @throws as `SearchIndex.search`
 */
export async function searchOnce(
  catalogue: SearchedCatalogue,
  request: SearchRequest,
  signal?: AbortSignal,
): Promise<SearchAnswer> {
  const search = parseSearchRequest(request);
  const answerOf = async (wanted?: (stored: string) => boolean): Promise<SearchAnswer> => {
    const content = new IndexContent(new Set(search.columns), search.words);
    await catalogue.inTurns((snapshot) => content.fill(snapshot, wanted), signal);
    return answerRequest({ content, search, request }, catalogue, signal);
  };
  const wanted = createWordTest(request);
  const answer = await answerOf(wanted);
  // Counts without the words need all records.
  const isToldByAll = wanted !== undefined && answer.withoutCondition !== undefined;
  return isToldByAll ? answerOf() : answer;
}

/**
 * An in-memory index over the search facts of a catalogue. The first search fills the columns that
 * it needs; later ones update the index first.
 */
export class SearchIndex {
  readonly #catalogue: SearchedCatalogue;
  #content: IndexContent | undefined;
  /** The latest update; updates run one at a time. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(catalogue: SearchedCatalogue) {
    this.#catalogue = catalogue;
  }

  /**
   * Updates the index to the state of the catalogue.
   * @param columns columns to fill; default: all
   * @throws the abort reason of the signal; the index stays as it was
   */
  async prepare(columns: readonly ColumnName[] = columnNames, signal?: AbortSignal): Promise<void> {
    await this.#prepared(columns, signal);
  }

  /**
   * Finds the resources that match all conditions, with their records.
   * @throws {UsageFault} for invalid conditions; the abort reason of the signal
   */
  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    const search = parseSearchRequest(request);
    const content = await this.#prepared(search.columns, signal);
    return answerRequest({ content, search, request }, this.#catalogue, signal);
  }

  async #prepared(
    columns: readonly ColumnName[],
    signal: AbortSignal | undefined,
  ): Promise<IndexContent> {
    signal?.throwIfAborted();
    const work = this.#work.then(async () => this.#upToDate(columns, signal));
    this.#work = work.catch(() => undefined);
    return signal === undefined ? work : Promise.race([work, rejectedBy(signal)]);
  }

  async #upToDate(
    columns: readonly ColumnName[],
    signal: AbortSignal | undefined,
  ): Promise<IndexContent> {
    const before = this.#content;
    const known = before?.columns.names;
    const content = await this.#catalogue.inTurns(function* read(snapshot) {
      const hasAll = known !== undefined && columns.every((column) => known.has(column));
      if (before !== undefined && hasAll && before.follow(snapshot)) return before;
      const filled = new IndexContent(new Set([...(known ?? []), ...columns]));
      yield* filled.fill(snapshot);
      return filled;
    }, signal);
    this.#content = content;
    return content;
  }
}

/**
 * A test whether stored search facts may contain the words of a request; undefined without words,
 * and for `source` and `type`, whose unknown names are determined from all records.
 */
function createWordTest({ keyword = [], source, type }: SearchRequest) {
  const demanded = keyword.flatMap(parseWordQuery).filter(({ isExcluded }) => !isExcluded);
  if (demanded.length === 0 || source !== undefined || type !== undefined) return undefined;
  const tests = demanded.map(({ alternatives }) =>
    testForWords(alternatives.flatMap(({ words }) => words)),
  );
  return (stored: string): boolean => tests.every((test) => test(stored));
}

/**
 * Never fulfilled.
 * @throws the abort reason of the signal
 */
async function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** A request, and an index with the columns that it needs. */
interface AnswerInput {
  readonly content: IndexContent;
  readonly search: ParsedSearch;
  readonly request: SearchRequest;
}

async function answerRequest(
  { content, search, request }: AnswerInput,
  catalogue: SearchedCatalogue,
  signal: AbortSignal | undefined,
): Promise<SearchAnswer> {
  const { page, ...answer } = selectAnswer(content, search, request);
  const found = await catalogue.inTurns((snapshot) => readSearchResults(snapshot, page), signal);
  return { ...answer, results: found.map(({ result }) => result) };
}

/** A search answer whose results include the search facts of the record that matched best. */
export interface FoundResources extends Omit<SearchAnswer, 'results'> {
  readonly found: readonly FoundResource[];
}

/**
 * As `SearchIndex.search`, from an up-to-date index with all columns.
 * @param snapshot the state of the catalogue that the index has
 * @throws {UsageFault} for invalid conditions
 */
export function searchIndexContent(
  content: IndexContent,
  snapshot: Snapshot,
  request: SearchRequest,
): FoundResources {
  const { page, ...answer } = selectAnswer(content, parseSearchRequest(request), request);
  return { ...answer, found: readWithoutPauses(readSearchResults(snapshot, page)) };
}

/** The results of a search, each read from the snapshot on iteration. */
export interface StreamedResources extends Pick<
  SearchAnswer,
  'facets' | 'next' | 'total' | 'unknown' | 'withoutCondition'
> {
  readonly found: Iterable<FoundResource>;
}

/**
 * As `searchIndexContent`, for results that are too many for memory. The selection is final when
 * this returns; the index may be updated while the snapshot is read.
 * @throws {UsageFault} for invalid conditions
 */
export function streamSearchResults(
  content: IndexContent,
  snapshot: Snapshot,
  request: SearchRequest,
): StreamedResources {
  const { firsts, matching, ...selected } = selectEntries(content, parseSearchRequest(request));
  // Entry numbers are stable; a copy of `live` hides later changes.
  const page = resultEntries(content.entries, { firsts, matching }, content.entries.live.copy());
  const unknown = selected.total === 0 ? findUnknownNames(content, request) : [];
  return { ...selected, unknown, found: streamFoundResources(snapshot, page) };
}

/** A search answer without its results. */
interface SelectedAnswer extends Omit<SearchAnswer, 'results'> {
  readonly page: readonly ResultEntries[];
}

function selectAnswer(
  content: IndexContent,
  search: ParsedSearch,
  request: SearchRequest,
): SelectedAnswer {
  const { firsts, matching, ...selected } = selectEntries(content, search);
  return {
    ...selected,
    page: [...resultEntries(content.entries, { firsts, matching })],
    unsearched: content.unsearched,
    unknown: selected.total === 0 ? findUnknownNames(content, request) : [],
  };
}

/** The entries of results, created lazily. @param live the live entries when searching */
function* resultEntries(
  entries: EntryTable,
  { firsts, matching }: Pick<SearchSelection, 'firsts' | 'matching'>,
  live = entries.live,
): Generator<ResultEntries> {
  const graphsOf = (own: readonly number[]): readonly string[] =>
    own.map((entry) => entries.graphOf(entry));
  for (const first of firsts) {
    const resource = entries.resourceOf(first);
    const own = entries.entriesOf(resource, live);
    yield {
      key: entries.resources.nameOf(resource),
      graph: entries.graphOf(first),
      place: entries.placeOf(first),
      graphs: graphsOf(own),
      matched: graphsOf(own.filter((entry) => matching.has(entry))),
    };
  }
}

/** Share of removed entries beyond which refilling takes less time and memory. */
const mostRemoved = 0.25;
/** With more changed records the index is refilled, since `follow` runs without pauses. */
const mostFollowed = 500;

/** The contents of the index at one state of the catalogue. */
export class IndexContent {
  readonly entries = new EntryTable();
  readonly columns: IndexColumns;
  /** Cached facet counts of all entries, by facet name and limit. */
  readonly wholeFacets = new Map<string, FacetCounts>();
  /** The displayed title of resources whose records have different titles. */
  readonly #shownTitles = new Map<number, string>();
  readonly orders: EntryOrders;
  /** Records written by an older version, missing until `rebuild` reads them. */
  unsearched = 0;
  #change = 0;
  /** Whether the last update was completed; partial content must not be used. */
  #isWhole = false;

  /** @param words see `TextTable` */
  constructor(columns: ReadonlySet<ColumnName>, words?: readonly string[]) {
    this.columns = new IndexColumns(columns, words);
    this.orders = new EntryOrders(this.entries, this.columns, this.#shownTitles);
  }

  /**
   * Fills an empty index with all records of a snapshot.
   * @param mayBeFound whether a record may match, by its stored search facts; other records are
   *   only added if they describe a resource of a matching one
   */
  *fill(
    snapshot: Snapshot,
    mayBeFound: (stored: string) => boolean = () => true,
  ): InterruptibleReading<void> {
    this.#begin(snapshot);
    const others: GraphFacts[] = [];
    for (const { facts, search } of snapshot.searchedRecords()) {
      if (search === undefined || mayBeFound(search)) this.#addRecord(snapshot, facts, search);
      else others.push(facts);
      yield;
    }
    for (const facts of others) {
      if (this.#mayShareResource(facts)) this.#addRecord(snapshot, facts);
      yield;
    }
    for (let resource = 0; resource < this.entries.resources.size; resource += 1) {
      if (this.#chooseTitle(snapshot, resource)) yield;
    }
    this.#isWhole = true;
  }

  /**
   * Applies the changes since the last state.
   * @returns false, without any effect, if the index must be refilled
   */
  follow(snapshot: Snapshot): boolean {
    const { change } = snapshot.totals();
    if (!this.#isWhole) return false;
    if (change === this.#change) return true;
    const touched = snapshot.touchedSince(this.#change);
    if (touched === undefined || touched.size > mostFollowed) return false;
    if (this.entries.live.size < this.entries.size * (1 - mostRemoved)) return false;
    this.#isWhole = false;
    this.#begin(snapshot);
    const resources = this.#reread(snapshot, touched);
    for (const resource of resources) this.#chooseTitle(snapshot, resource);
    this.orders.renew(this.entries.resourceOfEntry.ownersOfAny([...resources]).toArray());
    this.#isWhole = true;
    return true;
  }

  /**
   * Re-reads records.
   * @returns the resources that they describe or described
   */
  #reread(snapshot: Snapshot, touched: ReadonlySet<string>): ReadonlySet<number> {
    const resources = new Set<number>();
    for (const graph of touched) {
      for (const entry of this.entries.remove(graph)) resources.add(this.entries.resourceOf(entry));
    }
    const before = this.entries.size;
    for (const graph of touched) {
      const facts = snapshot.factsOf(graph);
      if (facts !== undefined) this.#addRecord(snapshot, facts);
    }
    for (let entry = before; entry < this.entries.size; entry += 1) {
      resources.add(this.entries.resourceOf(entry));
    }
    return resources;
  }

  #begin(snapshot: Snapshot): void {
    this.wholeFacets.clear();
    this.#change = snapshot.totals().change;
    this.unsearched = snapshot.unsearchedRecords();
  }

  /** Without an IRI, the resource is only known from the search facts. */
  #mayShareResource({ describes }: GraphFacts): boolean {
    const { resources } = this.entries;
    return describes.some((described) => {
      const name = resourceName(described, []);
      return name === undefined || resources.numberOf(name) !== undefined;
    });
  }

  /** @param stored its stored search facts */
  #addRecord(
    snapshot: Snapshot,
    { graph, documentUrl, describes, profiles, conformance = [] }: GraphFacts,
    stored = snapshot.searchOf(graph),
  ): void {
    const sources = (): readonly string[] => sourceNames(snapshot.listingsOf(documentUrl));
    const unnamed = new Set<string>();
    this.entries.addRecord(graph);
    for (const [place, facts] of readSearchFacts(stored).entries()) {
      const described = describes[place];
      if (described === undefined) continue;
      const resource = resourceIriOfEntry(graph, described, facts);
      // Resources of one record without IRI and with equal facts are the same.
      const isUnnamed =
        described.iri === undefined && resource === entryOfResource(graph, described, facts);
      if (isUnnamed && unnamed.has(resource)) continue;
      if (isUnnamed) unnamed.add(resource);
      this.entries.addEntry(resource, place, preferredText(facts.texts.titles)?.text);
      this.columns.add({ resource, described, facts, profiles, conformance, sources });
    }
  }

  /** @returns whether several records had to be compared */
  #chooseTitle(snapshot: Snapshot, resource: number): boolean {
    const { entries } = this;
    this.#shownTitles.delete(resource);
    const own = entries.entriesOf(resource);
    if (own.length < 2) return false;
    const titles = own.map((entry) => [entries.graphOf(entry), entries.titleOf(entry)] as const);
    const [first, ...others] = new Set(titles.flatMap(([, title]) => title ?? []));
    if (first === undefined) return false;
    if (others.length === 0) {
      this.#shownTitles.set(resource, first);
      return false;
    }
    const speaker = recordOfShownTitle(snapshot, entries.resources.nameOf(resource), titles);
    const title = titles.find(([graph, its]) => graph === speaker && its !== undefined)?.[1];
    if (title !== undefined) this.#shownTitles.set(resource, title);
    return true;
  }
}

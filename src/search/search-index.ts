import { testForWords } from '../facts/text/fold.ts';
import { readAtOnce, type PausingReading } from '../store/in-turns.ts';
import type { Snapshot } from '../store/snapshot.ts';
import { BitSet } from './bit-set.ts';
import { columnNames, type ColumnName } from './columns/columns.ts';
import type { EntryTable } from './entry-table.ts';
import { IndexContent } from './index-content.ts';
import { readSearch, type Search } from './read-search.ts';
import {
  foundOneByOne,
  readFound,
  type FoundResource,
  type ResultEntries,
} from './search-results.ts';
import type { SearchAnswer } from './search-answer.ts';
import type { SearchRequest } from './search-request.ts';
import { selectEntries, type Selection } from './selection.ts';
import { unknownNames } from './unknown-names.ts';
import { parseWordQuery } from './word-query.ts';

/** The part of a catalogue that an index reads. */
export interface SearchedCatalogue {
  /** Reads one state of the catalogue with pauses for other tasks. */
  inTurns<Result>(
    read: (snapshot: Snapshot) => PausingReading<Result>,
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
  const search = readSearch(request);
  const answerOf = async (wanted?: (kept: string) => boolean): Promise<SearchAnswer> => {
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
    const search = readSearch(request);
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
  return (kept: string): boolean => tests.every((test) => test(kept));
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
  readonly search: Search;
  readonly request: SearchRequest;
}

async function answerRequest(
  { content, search, request }: AnswerInput,
  catalogue: SearchedCatalogue,
  signal: AbortSignal | undefined,
): Promise<SearchAnswer> {
  const { page, ...answer } = selectAnswer(content, search, request);
  const found = await catalogue.inTurns((snapshot) => readFound(snapshot, page), signal);
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
export function searchContent(
  content: IndexContent,
  snapshot: Snapshot,
  request: SearchRequest,
): FoundResources {
  const { page, ...answer } = selectAnswer(content, readSearch(request), request);
  return { ...answer, found: readAtOnce(readFound(snapshot, page)) };
}

/** All results of a search, each read from the snapshot on iteration. */
export interface FoundInTurn {
  readonly total: number;
  readonly found: Iterable<FoundResource>;
}

/**
 * As `searchContent`, for results that are too many for memory. The selection is final when this
 * returns; the index may be updated while the snapshot is read.
 * @throws {UsageFault} for invalid conditions
 */
export function streamContent(
  content: IndexContent,
  snapshot: Snapshot,
  request: SearchRequest,
): FoundInTurn {
  const selection = selectEntries(content, readSearch(request));
  const found = foundOneByOne(snapshot, resultEntries(content.entries, selection));
  return { total: selection.total, found };
}

/** A search answer without its results. */
interface SelectedAnswer extends Omit<SearchAnswer, 'results'> {
  readonly page: readonly ResultEntries[];
}

function selectAnswer(
  content: IndexContent,
  search: Search,
  request: SearchRequest,
): SelectedAnswer {
  const { entries, unsearched } = content;
  const { firsts, meeting, ...selected } = selectEntries(content, search);
  return {
    ...selected,
    page: [...resultEntries(entries, { firsts, meeting })],
    unsearched,
    unknown: selected.total === 0 ? unknownNames(content, request) : [],
  };
}

/** The entries of results in the current state, created lazily. */
function resultEntries(
  entries: EntryTable,
  selection: Pick<Selection, 'firsts' | 'meeting'>,
): Iterable<ResultEntries> {
  // Entry numbers are stable; a copy of `live` hides later changes.
  return yieldResultEntries(entries, selection, BitSet.inAll([entries.live]));
}

function* yieldResultEntries(
  entries: EntryTable,
  { firsts, meeting }: Pick<Selection, 'firsts' | 'meeting'>,
  live: BitSet,
): Generator<ResultEntries> {
  for (const first of firsts) {
    const resource = entries.resourceOf(first);
    const own = [...entries.resourceOfEntry.ownersOf(resource)].filter((entry) => live.has(entry));
    const matched = own.filter((entry) => entry !== first && meeting.has(entry));
    yield {
      key: entries.resources.nameOf(resource),
      graph: entries.graphOf(first),
      place: entries.placeOf(first),
      graphs: own.map((entry) => entries.graphOf(entry)),
      matched: [first, ...matched].map((entry) => entries.graphOf(entry)),
    };
  }
}

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

/** What an index needs of a catalogue. */
export interface SearchedCatalogue {
  /** Reads one state of the catalogue while others have their turn. */
  inTurns<Result>(
    read: (snapshot: Snapshot) => PausingReading<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/**
 * The same as `SearchIndex.search` for one request alone, of which what cannot be found by it is
 * not put into memory.
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
    return answerFrom({ content, search, request }, catalogue, signal);
  };
  const wanted = mayBeFound(request);
  const answer = await answerOf(wanted);
  // What is found without the words is among all records only.
  const isToldByAll = wanted !== undefined && answer.withoutCondition !== undefined;
  return isToldByAll ? answerOf() : answer;
}

/**
 * An index over what the records of a catalogue say of resources, in memory. It is filled by the
 * first search, with what that needs, and brought up to date before each further one.
 */
export class SearchIndex {
  readonly #catalogue: SearchedCatalogue;
  #content: IndexContent | undefined;
  /** The work on the content that was asked for last: one goes on at a time. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(catalogue: SearchedCatalogue) {
    this.#catalogue = catalogue;
  }

  /**
   * Brings the index up to date with the catalogue.
   * @param columns what is to be known of entries; all by default
   * @throws the signal's reason when it is aborted, after which the index is as it was
   */
  async prepare(columns: readonly ColumnName[] = columnNames, signal?: AbortSignal): Promise<void> {
    await this.#prepared(columns, signal);
  }

  /**
   * Finds resources that meet all conditions of a request, and says which records are behind them.
   * @throws {UsageFault} where a condition cannot be read; the signal's reason when it is aborted
   */
  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    const search = readSearch(request);
    const content = await this.#prepared(search.columns, signal);
    return answerFrom({ content, search, request }, this.#catalogue, signal);
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
 * Whether the search facts of a record, as they are kept, may hold the words of a request;
 * undefined where the request asks for none. Where nothing is found, names that nothing has are told by all records.
 */
function mayBeFound({ keyword = [], source, type }: SearchRequest) {
  const demanded = keyword.flatMap(parseWordQuery).filter(({ isExcluded }) => !isExcluded);
  if (demanded.length === 0 || source !== undefined || type !== undefined) return undefined;
  const tests = demanded.map(({ alternatives }) =>
    testForWords(alternatives.flatMap(({ words }) => words)),
  );
  return (kept: string): boolean => tests.every((test) => test(kept));
}

/** Never fulfilled. @throws the signal's reason when it is aborted */
async function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** A request, and an index that has what it needs. */
interface Answering {
  readonly content: IndexContent;
  readonly search: Search;
  readonly request: SearchRequest;
}

async function answerFrom(
  { content, search, request }: Answering,
  catalogue: SearchedCatalogue,
  signal: AbortSignal | undefined,
): Promise<SearchAnswer> {
  const { page, ...answer } = select(content, search, request);
  const found = await catalogue.inTurns((snapshot) => readFound(snapshot, page), signal);
  return { ...answer, results: found.map(({ result }) => result) };
}

/** What a search found, each resource with the search facts of the record that it was found by. */
export interface FoundResources extends Omit<SearchAnswer, 'results'> {
  readonly found: readonly FoundResource[];
}

/**
 * The same as `SearchIndex.search` from an index that is up to date and holds all columns.
 * @param snapshot the state of the catalogue that the index is of
 * @throws {UsageFault} where a condition cannot be read
 */
export function searchContent(
  content: IndexContent,
  snapshot: Snapshot,
  request: SearchRequest,
): FoundResources {
  const { page, ...answer } = select(content, readSearch(request), request);
  return { ...answer, found: readAtOnce(readFound(snapshot, page)) };
}

/** All that a search found, of which each is read from the snapshot when it is iterated. */
export interface FoundInTurn {
  readonly total: number;
  readonly found: Iterable<FoundResource>;
}

/**
 * The same as `searchContent` for answers that are too long for memory. What is found is settled
 * when this returns, so that the index may follow the catalogue while the snapshot is read.
 * @throws {UsageFault} where a condition cannot be read
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

/** An answer whose results are still to be read. */
interface SelectedAnswer extends Omit<SearchAnswer, 'results'> {
  readonly page: readonly ResultEntries[];
}

function select(content: IndexContent, search: Search, request: SearchRequest): SelectedAnswer {
  const { entries, unsearched } = content;
  const { firsts, meeting, ...selected } = selectEntries(content, search);
  return {
    ...selected,
    page: [...resultEntries(entries, { firsts, meeting })],
    unsearched,
    unknown: selected.total === 0 ? unknownNames(content, request) : [],
  };
}

/** The entries of results as they are now, each result made when it is iterated. */
function resultEntries(
  entries: EntryTable,
  selection: Pick<Selection, 'firsts' | 'meeting'>,
): Iterable<ResultEntries> {
  // Entries keep their numbers; those that come or go later are told by what is live now.
  return eachResult(entries, selection, BitSet.inAll([entries.live]));
}

function* eachResult(
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

import { UsageFault } from '../model/fault.ts';
import { askedFor } from '../search/asked-for.ts';
import type { SearchAnswer } from '../search/search-answer.ts';
import { searchOnce } from '../search/search-index.ts';
import type { SearchRequest } from '../search/search-request.ts';
import type { CatalogueStore } from '../store/store.ts';
import { searchCsv } from '../render/search-csv.ts';
import { facetTables, mostValues } from '../render/search-facets.ts';
import type { SearchFormat } from '../render/search-formats.ts';
import { searchGeoJson } from '../render/search-geojson.ts';
import {
  cutShortText,
  unknownNameText,
  unsearchedText,
  withoutConditionText,
} from '../render/search-notes.ts';
import { searchTable } from '../render/search-table.ts';
import type { CommandContext } from './command.ts';
import { printAll, printJson } from './print.ts';

/** A search, and how what it finds is written. */
export interface PrintedSearch extends SearchRequest {
  readonly format: SearchFormat;
}

/** How an answer is written, one line a format. */
const formats = {
  table: ({ answer, context, request }: Answered) => {
    const { isTTY, columns } = context.stdout;
    const width = isTTY === true ? columns : undefined;
    const asked = askedFor(request);
    const text = searchTable(answer, { asked, width, offset: request.offset });
    context.stdout.write(text + facetTables(answer.facets ?? {}, width));
  },
  json: ({ answer, context }: Answered) => printJson(written(answer), context),
  csv: ({ answer, context }: Answered) =>
    void context.stdout.write([...searchCsv(answer.results)].join('')),
  geojson: ({ answer, context }: Answered) => printJson(searchGeoJson(answer), context),
  nq: async ({ answer, context, store }: Answered) => printAll(graphsOf(answer, store), context),
} as const satisfies Record<SearchFormat, (answered: Answered) => void | Promise<void>>;

/** In these formats nobody could see that there is more. */
const withoutTotal: ReadonlySet<SearchFormat> = new Set(['csv', 'nq']);
const withFacets: ReadonlySet<SearchFormat> = new Set(['table', 'json']);

/** A table is for people, who read the first results; programs get all. */
const tableLimit = 20;

interface Answered {
  readonly request: SearchRequest;
  readonly answer: SearchAnswer;
  readonly store: Pick<CatalogueStore, 'graphOf'>;
  readonly context: CommandContext;
}

/** @throws {UsageFault} where a format has no place for the counts of facets */
export function refuseFacets({ facets = [], format }: PrintedSearch): void {
  if (facets.length === 0 || withFacets.has(format)) return;
  throw new UsageFault(`--facets needs --format table or json, not ${format}`);
}

/**
 * Searches a catalogue, writes what was found, and says where there may be more.
 * @throws as `SearchIndex.search`
 */
export async function printSearch(
  store: CatalogueStore,
  options: PrintedSearch,
  context: CommandContext,
): Promise<void> {
  const { format, ...asked } = options;
  const { limit = format === 'table' ? tableLimit : undefined } = asked;
  const facetLimit = format === 'table' ? mostValues : undefined;
  const request = { ...asked, limit, facetLimit };
  const answer = await searchOnce(store, request, context.signal);
  await formats[format]({ request, answer, store, context });
  for (const note of notesOn(answer, format, options)) {
    context.stderr.write(`cdif-graph: ${note}\n`);
  }
}

/** Why there may be more than was found or written. */
function notesOn(
  { total, results, unknown, unsearched, withoutCondition = {} }: SearchAnswer,
  format: SearchFormat,
  { offset = 0 }: SearchRequest,
): readonly string[] {
  const isCut = offset + results.length < total && withoutTotal.has(format);
  return [
    ...(isCut ? [cutShortText(results.length, total)] : []),
    ...unknown.map(unknownNameText),
    ...withoutConditionText(withoutCondition),
    ...(unsearched === 0 ? [] : [unsearchedText(unsearched)]),
  ];
}

/** What of an answer is written as JSON: the rest are notes. */
function written({ total, results, facets, withoutCondition }: SearchAnswer) {
  return {
    total,
    results,
    ...(facets && { facets }),
    ...(withoutCondition && { withoutCondition }),
  };
}

/** The statements of the records that meet the conditions, each record once. */
async function* graphsOf(
  { results }: SearchAnswer,
  store: Pick<CatalogueStore, 'graphOf'>,
): AsyncGenerator<string> {
  const records = results.flatMap((result) => result.records.filter(({ matched }) => matched));
  for (const graph of new Set(records.map((record) => record.graph))) {
    yield (await store.graphOf(graph)) ?? '';
  }
}

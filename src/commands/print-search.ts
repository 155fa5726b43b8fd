import { askedFor } from '../query/search/asked-for.ts';
import type { SearchAnswer } from '../query/search/search-answer.ts';
import { searchCatalogue } from '../query/search/search-catalogue.ts';
import type { SearchRequest } from '../query/search/search-request.ts';
import { unknownNames } from '../query/search/unknown-names.ts';
import type { CatalogueStore } from '../store/store.ts';
import type { QueryControl } from '../store/queries.ts';
import { searchCsv } from '../views/search-csv.ts';
import type { SearchFormat } from '../views/search-formats.ts';
import { searchGeoJson } from '../views/search-geojson.ts';
import { cutShortText, unknownNameText, unsearchedText } from '../views/search-notes.ts';
import { searchTable } from '../views/search-table.ts';
import type { CommandContext } from './command.ts';
import { printAll, printJson } from './print.ts';

/** A search, and how what it finds is written. */
export interface PrintedSearch extends SearchRequest {
  readonly format: SearchFormat;
  /** The longest it may compute, in seconds. */
  readonly timeout: number;
}

/** How an answer is written, one line a format. */
const formats = {
  table: ({ answer, context, request }: Answered) =>
    void context.stdout.write(searchTable(answer, askedFor(request))),
  json: ({ answer, context }: Answered) => printJson(answer, context),
  csv: ({ answer, context }: Answered) => void context.stdout.write(searchCsv(answer)),
  geojson: ({ answer, context }: Answered) => printJson(searchGeoJson(answer), context),
  nq: async ({ answer, context, store }: Answered) => printAll(graphsOf(answer, store), context),
} as const satisfies Record<SearchFormat, (answered: Answered) => void | Promise<void>>;

/** In these it could not be seen that there is more. */
const withoutTotal: ReadonlySet<SearchFormat> = new Set(['csv', 'nq']);

interface Answered {
  readonly request: SearchRequest;
  readonly answer: SearchAnswer;
  readonly store: Pick<CatalogueStore, 'graphOf'>;
  readonly context: CommandContext;
}

/** Searches a catalogue, writes what was found, and says where there may be more. @throws as `searchCatalogue` */
export async function printSearch(
  store: CatalogueStore,
  options: PrintedSearch,
  context: CommandContext,
): Promise<void> {
  const { timeout, format } = options;
  const control = { timeoutMs: timeout * 1000, signal: context.signal };
  const answer = await searchCatalogue(store, options, control);
  await formats[format]({ request: options, answer, store, context });
  for (const note of await notesOn(answer, { store, options, control })) {
    context.stderr.write(`cdif-graph: ${note}\n`);
  }
}

interface Searching {
  readonly store: CatalogueStore;
  readonly options: PrintedSearch;
  readonly control: QueryControl;
}

/** Why there may be more than was found or written. */
async function notesOn(
  { total, results }: SearchAnswer,
  { store, options, control }: Searching,
): Promise<readonly string[]> {
  const unsearched = await store.unsearchedRecords();
  const unknown = total === 0 ? await unknownNames(store, options, control) : [];
  const isCut = results.length < total && withoutTotal.has(options.format);
  return [
    ...(isCut ? [cutShortText(results.length, total)] : []),
    ...unknown.map(unknownNameText),
    ...(unsearched === 0 ? [] : [unsearchedText(unsearched)]),
  ];
}

/** The statements of all records behind what is shown, each record once. */
async function* graphsOf(
  { results }: SearchAnswer,
  store: Pick<CatalogueStore, 'graphOf'>,
): AsyncGenerator<string> {
  const graphs = new Set(results.flatMap(({ records }) => records.map(({ graph }) => graph)));
  for (const graph of graphs) yield (await store.graphOf(graph)) ?? '';
}

import { Option } from 'commander';
import {
  conditionNames,
  searchConditions,
  type ConditionName,
} from '../query/search/conditions.ts';
import { optionName } from '../query/search/option-name.ts';
import {
  qualifierNames,
  searchQualifiers,
  type Qualifier,
  type Qualifiers,
} from '../query/search/qualifiers.ts';
import type { SearchAnswer } from '../query/search/search-answer.ts';
import { searchCatalogue } from '../query/search/search-catalogue.ts';
import {
  searchSorts,
  type SearchRequest,
  type SearchSort,
} from '../query/search/search-request.ts';
import { askedFor } from '../query/search/asked-for.ts';
import { unknownNames } from '../query/search/unknown-names.ts';
import type { CatalogueStore, QueryControl } from '../store/store.ts';
import { searchCsv } from '../views/search-csv.ts';
import { searchGeoJson } from '../views/search-geojson.ts';
import { cutShortText, unknownNameText, unsearchedText } from '../views/search-notes.ts';
import { searchTable } from '../views/search-table.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand, ExitCode } from './command.ts';
import { wholeNumber } from './numbers.ts';
import { printAll, printJson } from './print.ts';
import { maxTimeoutSeconds } from './query.ts';

type Conditions = { readonly [Name in ConditionName]?: string };

interface SearchOptions extends CatalogueOption, Conditions, Qualifiers {
  readonly limit: number;
  readonly sort: SearchSort;
  readonly format: SearchFormat;
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
} as const satisfies Record<string, (answered: Answered) => void | Promise<void>>;

type SearchFormat = keyof typeof formats;
/** In these it could not be seen that there is more. */
const withoutTotal: ReadonlySet<SearchFormat> = new Set(['csv', 'nq']);
const formatNames = Object.keys(formats) as readonly SearchFormat[]; // its own names

interface Answered {
  readonly request: SearchRequest;
  readonly answer: SearchAnswer;
  readonly store: Pick<CatalogueStore, 'graphOf'>;
  readonly context: CommandContext;
}

export const defineSearch: DefineCommand = (command, run) => {
  command.description(
    'Finds the resources that meet all conditions, each within what one record says of one resource. A resource that several records describe is one result. What can be asked for, and much more, is also there as SPARQL: see cdif-graph queries.',
  );
  for (const name of conditionNames) {
    const { argument, meaning } = searchConditions[name];
    command.option(`--${optionName(name)} <${argument}>`, meaning);
  }
  for (const name of qualifierNames) {
    const { argument, meaning }: Qualifier = searchQualifiers[name];
    const shown = argument === undefined ? '' : ` <${argument}>`;
    command.option(`--${optionName(name)}${shown}`, meaning);
  }
  command
    .option('--limit <number>', 'how many to show at most', wholeNumber(0), 20)
    .addOption(
      new Option('--sort <order>', 'by what to sort; time and modified have the latest first')
        .choices(searchSorts)
        .default('relevance'),
    )
    .addOption(
      new Option(
        '--format <format>',
        'how to write what was found: geojson has the boxes around places, nq the records themselves',
      )
        .choices(formatNames)
        .default('table'),
    )
    .option(
      '--timeout <seconds>',
      'the longest the search may compute, once the index is in memory',
      wholeNumber(1, maxTimeoutSeconds),
      60,
    );
  addCatalogueOption(command).action(run(search));
};

async function search(context: CommandContext, options: SearchOptions): Promise<ExitCode> {
  const { timeout, format } = options;
  await withCatalogue(options, context, async (store) => {
    const control = { timeoutMs: timeout * 1000, signal: context.signal };
    const answer = await searchCatalogue(store, options, control);
    await formats[format]({ request: options, answer, store, context });
    for (const note of await notesOn(answer, { store, options, control })) {
      context.stderr.write(`cdif-graph: ${note}\n`);
    }
  });
  return 0;
}

interface Searching {
  readonly store: CatalogueStore;
  readonly options: SearchOptions;
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

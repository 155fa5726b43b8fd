import { Option } from 'commander';
import type { CatalogueGraphs } from '../catalogue/store.ts';
import { UsageFault } from '../model/fault.ts';
import {
  searchCsv,
  type SearchFormat,
  searchFormats,
  searchGeoJson,
} from '../render/search-formats.ts';
import {
  formatFacets,
  maxFacetValues,
  noteTruncated,
  noteUnknownName,
  noteUnsearched,
  noteWithoutCondition,
  searchTable,
} from '../render/search-table.ts';
import {
  conditionNames,
  searchConditions,
  type Qualifier,
  qualifierNames,
  searchQualifiers,
} from '../search/conditions.ts';
import { facetNames } from '../search/facets.ts';
import { optionName } from '../search/condition-values.ts';
import type { SearchAnswer } from '../search/search-answer.ts';
import { searchOnce } from '../search/search-index.ts';
import { type SearchRequest, searchSorts } from '../search/search-request.ts';
import { createTimeMatcher } from '../search/why-found.ts';
import { type CommandContext, type DefineCommand, printAll, printJson } from './command.ts';
import {
  addCatalogueOption,
  type CatalogueOption,
  collectValues,
  namesParser,
  parseWholeNumber,
  withCatalogue,
} from './options.ts';

interface SearchOptions extends CatalogueOption, SearchRequest {
  readonly format: SearchFormat;
}

/** Defines `cdif-graph search`. */
export const defineSearch: DefineCommand = (command, run) => {
  command
    .description(
      'Finds the resources that meet all conditions; one record about the resource must meet ' +
        'all of them. A resource that several records describe is one result. Conditions can be ' +
        'repeated: of words, terms, variables, places, people, organizations and funders, all ' +
        'values must match; of other conditions, one. For the same searches as SPARQL for other ' +
        'stores, see cdif-graph queries.',
    )
    .argument(
      '[words...]',
      `${searchConditions.keyword.meaning}; if a word begins with a minus, put -- after the ` +
        'options and before the words',
    );
  for (const name of conditionNames) {
    const { argument, meaning } = searchConditions[name];
    const text = name === 'keyword' ? 'the same as words' : meaning;
    command.option(`--${optionName(name)} <${argument}>`, `${text} (repeatable)`, collectValues);
  }
  for (const name of qualifierNames) {
    const { argument, meaning }: Qualifier = searchQualifiers[name];
    const shown = argument === undefined ? '' : ` <${argument}>`;
    command.option(`--${optionName(name)}${shown}`, meaning);
  }
  command
    .option(
      '--facets <names...>',
      `count the results by each of these, ignoring the condition on it: ${facetNames.join(', ')}`,
      namesParser(facetNames, (name) => `${name} is not one of ${facetNames.join(', ')}.`),
    )
    .option('--offset <number>', 'skip this many results', parseWholeNumber(0), 0)
    .option(
      '--limit <number>',
      'write at most this many results, or all (default: 20 in a table, all in other formats)',
      parseResultLimit,
    )
    .addOption(
      new Option(
        '--sort <order>',
        'the order of the results; time and modified begin with the latest',
      )
        .choices(searchSorts)
        .default('relevance'),
    )
    .addOption(
      new Option(
        '--format <format>',
        'the output format; geojson has the bounding boxes of places, nq the matching records',
      )
        .choices(searchFormats)
        .default('table'),
    );
  addCatalogueOption(command).action(run(search));
};

async function search(
  context: CommandContext,
  words: readonly string[],
  options: SearchOptions,
): Promise<void> {
  const { config: _config, store: _store, format, ...given } = options;
  const { facets = [], offset = 0 } = given;
  if (facets.length > 0 && !withFacets.has(format)) {
    throw new UsageFault(`--facets needs --format table or json, not ${format}`);
  }
  const typed = words.join(' ').trim();
  const isTable = format === 'table';
  const request = {
    ...given,
    keyword: [...(typed === '' ? [] : [typed]), ...(given.keyword ?? [])],
    limit: given.limit ?? (isTable ? tableLimit : undefined),
    facetLimit: isTable ? maxFacetValues : undefined,
  };
  await withCatalogue(options, context, async (store) => {
    const answer = await searchOnce(store, request, context.signal);
    await writers[format]({ request, answer, store, context });
    const { total, results, unknown, unsearched, withoutCondition = {} } = answer;
    const isCut = offset + results.length < total && withoutTotal.has(format);
    const notes = [
      ...(isCut ? [noteTruncated(results.length, total)] : []),
      ...unknown.map(noteUnknownName),
      ...noteWithoutCondition(withoutCondition),
      ...(unsearched === 0 ? [] : [noteUnsearched(unsearched)]),
    ];
    for (const note of notes) context.stderr.write(`cdif-graph: ${note}\n`);
  });
}

function parseResultLimit(text: string): number {
  return text === 'all' ? Number.POSITIVE_INFINITY : parseWholeNumber(0)(text);
}

interface Answered {
  readonly request: SearchRequest;
  readonly answer: SearchAnswer;
  readonly store: Pick<CatalogueGraphs, 'graphOf'>;
  readonly context: CommandContext;
}

/** Writes an answer, a line a format. */
const writers = {
  table: ({ answer, context, request }: Answered) => {
    const { isTTY, columns } = context.stdout;
    const width = isTTY === true ? columns : undefined;
    const requested = createTimeMatcher(request);
    const text = searchTable(answer, { requested, width, offset: request.offset });
    context.stdout.write(text + formatFacets(answer.facets ?? {}, width));
  },
  json: ({ answer, context }: Answered) => {
    const { total, results, facets, withoutCondition } = answer;
    const counts = { ...(facets && { facets }), ...(withoutCondition && { withoutCondition }) };
    printJson({ total, results, ...counts }, context);
  },
  csv: ({ answer, context }: Answered) =>
    void context.stdout.write([...searchCsv(answer.results)].join('')),
  geojson: ({ answer, context }: Answered) => printJson(searchGeoJson(answer), context),
  nq: async ({ answer, context, store }: Answered) => printAll(graphsOf(answer, store), context),
} as const satisfies Record<SearchFormat, (answered: Answered) => void | Promise<void>>;

/** Formats without the total number, so a note is needed where results are cut. */
const withoutTotal: ReadonlySet<SearchFormat> = new Set(['csv', 'nq']);
const withFacets: ReadonlySet<SearchFormat> = new Set(['table', 'json']);

/** A table is for people, who read the first results; programs get all. */
const tableLimit = 20;

/** The statements of the records that meet the conditions, each record once. */
async function* graphsOf(
  { results }: SearchAnswer,
  store: Pick<CatalogueGraphs, 'graphOf'>,
): AsyncGenerator<string> {
  const records = results.flatMap((result) => result.records.filter(({ matched }) => matched));
  for (const graph of new Set(records.map((record) => record.graph))) {
    yield (await store.graphOf(graph)) ?? '';
  }
}

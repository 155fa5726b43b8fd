import { InvalidArgumentError, Option } from 'commander';
import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import { conditionNames, searchConditions } from '../search/conditions.ts';
import { facetNames, type FacetName } from '../search/facets.ts';
import { optionName } from '../search/option-name.ts';
import { qualifierNames, searchQualifiers, type Qualifier } from '../search/qualifiers.ts';
import { searchSorts } from '../search/search-request.ts';
import { searchFormats } from '../render/search-formats.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import { wholeNumber } from './numbers.ts';
import { printSearch, refuseFacets, type PrintedSearch } from './print-search.ts';

interface SearchOptions extends CatalogueOption, PrintedSearch {}

export const defineSearch: DefineCommand = (command, run) => {
  command
    .description(
      'Finds the resources that meet all conditions; one record about the resource must meet all of them. A resource that several records describe is one result. Conditions can be repeated: of words, terms, variables, places, people, organizations and funders, all values must match; of other conditions, one. For the same searches as SPARQL for other stores, see cdif-graph queries.',
    )
    .argument(
      '[words...]',
      `${searchConditions.keyword.meaning}; if a word begins with a minus, put -- after the options and before the words`,
    );
  for (const name of conditionNames) {
    const { argument, meaning } = searchConditions[name];
    const text = name === 'keyword' ? 'the same as words' : meaning;
    command.option(`--${optionName(name)} <${argument}>`, `${text} (repeatable)`, added);
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
      facetsAdded,
    )
    .option('--offset <number>', 'skip this many results', wholeNumber(0), 0)
    .option(
      '--limit <number>',
      'write at most this many results, or all (default: 20 in a table, all in other formats)',
      limitOf,
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
): Promise<ExitCode> {
  refuseFacets(options);
  const typed = words.join(' ').trim();
  const keyword = [...(typed === '' ? [] : [typed]), ...(options.keyword ?? [])];
  const { config: _config, store: _store, ...printed } = options;
  await withCatalogue(options, context, async (store) =>
    printSearch(store, { ...printed, keyword }, context),
  );
  return exitCodes.done;
}

function added(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function facetsAdded(text: string, before: readonly FacetName[] = []): readonly FacetName[] {
  const asked = text.split(',').map((name) => {
    const known = facetNames.find((each) => each === name.trim());
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`${name} is not one of ${facetNames.join(', ')}.`);
  });
  return [...new Set([...before, ...asked])];
}

const parseLimit = wholeNumber(0);

function limitOf(text: string): number {
  return text === 'all' ? Number.POSITIVE_INFINITY : parseLimit(text);
}

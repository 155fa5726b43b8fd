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
      'Finds the resources that meet all conditions, each within what one record says of one resource. A resource that several records describe is one result. Conditions can be repeated: all of several words, terms, variables, places, people, organizations and funders must be met, and one of several others. The same questions are there as SPARQL for other stores: see cdif-graph queries.',
    )
    .argument(
      '[words...]',
      `${searchConditions.keyword.meaning}; where one begins with a minus, -- stands behind all options and before the words`,
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
      `count the results by each of these, without the condition on it: ${facetNames.join(', ')}`,
      facetsAdded,
    )
    .option('--offset <number>', 'how many of the first results to leave out', wholeNumber(0), 0)
    .option(
      '--limit <number>',
      'how many results to write at most, or all (default: 20 in a table, all in other formats)',
      limitOf,
    )
    .addOption(
      new Option('--sort <order>', 'by what to sort; time and modified have the latest first')
        .choices(searchSorts)
        .default('relevance'),
    )
    .addOption(
      new Option(
        '--format <format>',
        'how to write what was found: geojson has the boxes around places, nq the records that meet the conditions',
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
    throw new InvalidArgumentError(`${name} is none of ${facetNames.join(', ')}.`);
  });
  return [...new Set([...before, ...asked])];
}

const parseLimit = wholeNumber(0);

function limitOf(text: string): number {
  return text === 'all' ? Number.POSITIVE_INFINITY : parseLimit(text);
}

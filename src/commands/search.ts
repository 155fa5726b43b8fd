import { Option } from 'commander';
import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import { conditionNames, searchConditions } from '../query/search/conditions.ts';
import { optionName } from '../query/search/option-name.ts';
import { qualifierNames, searchQualifiers, type Qualifier } from '../query/search/qualifiers.ts';
import { searchSorts } from '../query/search/search-request.ts';
import {
  addCatalogueOption,
  withQueriedCatalogue,
  type CatalogueOption,
} from './catalogue-option.ts';
import { searchedGraphs } from '../store/queries.ts';
import { searchFormats } from '../views/search-formats.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import { wholeNumber } from './numbers.ts';
import type { PrintedSearch } from './print-search.ts';
import { maxTimeoutSeconds } from './query.ts';

interface SearchOptions extends CatalogueOption, PrintedSearch {}

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
        .choices(searchFormats)
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
  await withQueriedCatalogue(options, context, {
    prepare: async (onDataset) => {
      onDataset(searchedGraphs);
      return import('./print-search.ts');
    },
    ask: async (store, { printSearch }) => printSearch(store, options, context),
  });
  return exitCodes.done;
}

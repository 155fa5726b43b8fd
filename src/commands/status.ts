import { catalogueStatus } from '../views/catalogue-status.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand, ExitCode } from './command.ts';
import { printJson } from './print.ts';
import { problemPages } from './problem-pages.ts';

interface StatusOptions extends CatalogueOption {
  readonly json?: true;
}

export const defineStatus: DefineCommand = (program, run) => {
  const command = program
    .command('status')
    .summary('what is in the catalogue, the last runs, what fails where')
    .description(
      'Says what is in the catalogue: records and their sources, sizes on disk, the last runs, and the problems of the latest look at each URL by kind.',
    )
    .option('--json', 'print it as one JSON document; sizes are in bytes');
  addCatalogueOption(command).action(run(status));
};

async function status(context: CommandContext, options: StatusOptions): Promise<ExitCode> {
  const found = await withCatalogue(options, context, async (store) => store.status());
  if (options.json === true) printJson(found, context);
  else context.stdout.write(catalogueStatus(found, problemPages));
  return 0;
}

import { funnelOf } from '../report/funnel.ts';
import { catalogueStatus } from '../views/catalogue-status.ts';
import { runText } from '../views/run-text.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand, ExitCode } from './command.ts';
import { printJson } from './print.ts';
import { problemPages } from './problem-pages.ts';

interface StatusOptions extends CatalogueOption {
  readonly run?: string;
  readonly json?: true;
}

export const defineStatus: DefineCommand = (command, run) => {
  command
    .description(
      'Says what is in the catalogue: records and their sources, sizes on disk, the last runs, and the problems of the latest look at each URL by kind.',
    )
    .option(
      '--run <run>',
      'the whole report of one run: its id, the beginning of it, or last for the latest',
    )
    .option('--json', 'print it as one JSON document; sizes are in bytes');
  addCatalogueOption(command).action(run(status));
};

async function status(context: CommandContext, options: StatusOptions): Promise<ExitCode> {
  if (options.run !== undefined) return runStatus(context, options, options.run);
  const found = await withCatalogue(options, context, async (store) => store.status());
  if (options.json === true) printJson(found, context);
  else context.stdout.write(catalogueStatus(found, problemPages, context.now()));
  return 0;
}

async function runStatus(
  context: CommandContext,
  options: StatusOptions,
  name: string,
): Promise<ExitCode> {
  const found = await withCatalogue(options, context, async (store) => store.run(name));
  if (options.json !== true) {
    context.stdout.write(runText(found, problemPages));
    return 0;
  }
  const { report } = found;
  const sources = report?.sources.map((source) => ({ ...source, funnel: funnelOf(source) }));
  printJson(report === undefined ? found : { ...found, report: { ...report, sources } }, context);
  return 0;
}

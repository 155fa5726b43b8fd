import { resolve } from 'node:path';
import { exportQuads, exportToFile } from '../export/export-quads.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand, ExitCode } from './command.ts';

interface ExportCommandOptions extends CatalogueOption {
  readonly out?: string;
  readonly gzip?: true;
}

export const defineExport: DefineCommand = (program, run) => {
  const command = program
    .command('export')
    .summary('write everything as N-Quads')
    .description(
      'Writes all record graphs and what we know of where they came from as N-Quads, for any other store. The same catalogue gives the same bytes.',
    )
    .option(
      '--out <file>',
      'where to write it; the file appears when it is whole (default: stdout)',
    )
    .option('--gzip', 'compress it');
  addCatalogueOption(command).action(run(exportCatalogue));
};

async function exportCatalogue(
  context: CommandContext,
  options: ExportCommandOptions,
): Promise<ExitCode> {
  const { out, gzip = false } = options;
  const settings = { gzip, signal: context.signal };
  await withCatalogue(options, context, (store) =>
    out === undefined
      ? exportQuads(store, context.stdout, settings)
      : exportToFile(store, resolve(context.cwd, out), settings),
  );
  return 0;
}

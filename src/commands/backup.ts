import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { missingFolder } from '../files/output-file.ts';
import { UsageFault } from '../model/fault.ts';
import { escapeControls } from '../text/printable.ts';
import { formatBytes } from '../text/amounts.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './options.ts';
import { type CommandContext, type DefineCommand, printResult } from './command.ts';

/** Defines `cdif-graph backup`. */
export const defineBackup: DefineCommand = (command, run) => {
  command
    .description(
      'Copies the catalogue into one file, even while an ingest runs. The file appears only ' +
        'when it is complete; an existing file is never overwritten. To use the copy, put it as ' +
        'data.mdb into an empty directory and give that directory with --store.',
    )
    .argument('<file>', 'the file to write, in an existing directory')
    .option('--json', 'print the file and its size in bytes as one JSON document');
  addCatalogueOption(command).action(run(backup));
};

async function backup(
  context: CommandContext,
  file: string,
  options: CatalogueOption,
): Promise<void> {
  const path = resolve(context.cwd, file);
  const reason = missingFolder(path);
  if (reason !== undefined) throw new UsageFault(`Cannot write ${file}: ${reason}`);
  await withCatalogue(options, context, async (store) => store.backup(path));
  const bytes = statSync(path).size;
  printResult(context, options, {
    value: { file: path, bytes },
    text:
      `Wrote ${escapeControls(file)} (${formatBytes(bytes)}). To use it, put it as data.mdb ` +
      'into an empty directory.\n',
  });
}

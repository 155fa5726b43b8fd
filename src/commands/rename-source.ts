import { sourceName, sourceNameForm } from '../config/schema.ts';
import { UsageFault } from '../model/fault.ts';
import { escapeControls } from '../text/printable.ts';
import { formatCount } from '../text/amounts.ts';
import {
  addCatalogueOption,
  unknownSourceFault,
  addWaitOption,
  withWritableCatalogue,
  type WritableCatalogueOption,
} from './options.ts';
import { type CommandContext, type DefineCommand, printResult } from './command.ts';

/** Defines `cdif-graph rename-source`. */
export const defineRenameSource: DefineCommand = (command, run) => {
  command
    .description(
      'Renames a source in the catalogue and keeps its records. Rename it in the ' +
        'configuration, too, or the next ingest harvests it under the old name again.',
    )
    .argument('<old>', 'the present name')
    .argument('<new>', 'the new name, which no other source may have')
    .option('--json', 'print what was done as one JSON document');
  addCatalogueOption(addWaitOption(command)).action(run(renameSource));
};

async function renameSource(
  context: CommandContext,
  oldName: string,
  newName: string,
  options: WritableCatalogueOption,
): Promise<void> {
  if (!sourceName.test(newName)) {
    throw new UsageFault(
      `${escapeControls(newName)} is not a valid name of a source: give ${sourceNameForm}.`,
    );
  }
  const urls = await withWritableCatalogue(options, context, async (store) => {
    const renamed = await store.renameSource(oldName, newName);
    if (renamed === undefined) throw await unknownSourceFault([oldName], store);
    return renamed;
  });
  printResult(context, options, {
    value: { old: oldName, new: newName, urls },
    text:
      `Renamed ${escapeControls(oldName)} to ${escapeControls(newName)} ` +
      `(${formatCount(urls, 'URL')}).\n`,
  });
}

import { sourceName, sourceNameForm } from '../config/schema.ts';
import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import { UsageFault } from '../model/fault.ts';
import { printable } from '../text/printable.ts';
import { amount } from '../text/amounts.ts';
import {
  addCatalogueOption,
  withWritableCatalogue,
  type WritableCatalogueOption,
} from './catalogue-option.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import { printJson } from './print.ts';
import { unknownSource } from './unknown-source.ts';
import { waitOption } from './wait-option.ts';

interface RenameOptions extends WritableCatalogueOption {
  readonly json?: true;
}

export const defineRenameSource: DefineCommand = (command, run) => {
  command
    .description(
      'Renames a source in the catalogue and keeps its records. Rename it in the configuration, too, or the next ingest harvests it under the old name again.',
    )
    .argument('<old>', 'the present name')
    .argument('<new>', 'the new name, which no other source may have')
    .option('--json', 'print what was done as one JSON document');
  addCatalogueOption(command.addOption(waitOption())).action(run(renameSource));
};

async function renameSource(
  context: CommandContext,
  oldName: string,
  newName: string,
  options: RenameOptions,
): Promise<ExitCode> {
  if (!sourceName.test(newName)) {
    throw new UsageFault(
      `${printable(newName)} is not a valid name of a source: give ${sourceNameForm}.`,
    );
  }
  const urls = await withWritableCatalogue(options, context, async (store) => {
    const renamed = await store.renameSource(oldName, newName);
    if (renamed === undefined) throw await unknownSource([oldName], store);
    return renamed;
  });
  if (options.json === true) printJson({ old: oldName, new: newName, urls }, context);
  else {
    context.stdout.write(
      `Renamed ${printable(oldName)} to ${printable(newName)} (${amount(urls, 'URL')}).\n`,
    );
  }
  return exitCodes.done;
}

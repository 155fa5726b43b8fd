import { byteSize } from '../text/amounts.ts';
import {
  addCatalogueOption,
  withWritableCatalogue,
  type CatalogueOption,
} from './catalogue-option.ts';
import type { CommandContext, DefineCommand, ExitCode } from './command.ts';
import { printJson } from './print.ts';

interface CompactOptions extends CatalogueOption {
  readonly json?: true;
}

export const defineCompact: DefineCommand = (command, run) => {
  command
    .description(
      'Writes the catalogue anew without the space that removing and replacing have left free. It needs room for a second copy meanwhile. Readers are not disturbed.',
    )
    .option('--json', 'print the sizes in bytes as one JSON document');
  addCatalogueOption(command).action(run(compact));
};

async function compact(context: CommandContext, options: CompactOptions): Promise<ExitCode> {
  const compaction = await withWritableCatalogue(options, context, async (store) =>
    store.compact(),
  );
  const { bytesBefore, bytesAfter } = compaction;
  if (options.json === true) printJson(compaction, context);
  else {
    context.stdout.write(`Compacted from ${byteSize(bytesBefore)} to ${byteSize(bytesAfter)}.\n`);
  }
  return 0;
}

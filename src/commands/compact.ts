import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import { byteSize } from '../text/amounts.ts';
import {
  addCatalogueOption,
  withWritableCatalogue,
  type WritableCatalogueOption,
} from './catalogue-option.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import { printJson } from './print.ts';
import { waitOption } from './wait-option.ts';

interface CompactOptions extends WritableCatalogueOption {
  readonly json?: true;
}

export const defineCompact: DefineCommand = (command, run) => {
  command
    .description(
      'Rewrites the catalogue without its free space, and removes images of the query engine that earlier versions kept beside it. Meanwhile it needs disk space for a second copy. Readers are not disturbed, but restart processes that keep the catalogue open, such as query --interactive.',
    )
    .option('--json', 'print the sizes in bytes as one JSON document');
  addCatalogueOption(command.addOption(waitOption())).action(run(compact));
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
  return exitCodes.done;
}

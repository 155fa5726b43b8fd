import { formatBytes } from '../text/amounts.ts';
import {
  addCatalogueOption,
  addWaitOption,
  withWritableCatalogue,
  type WritableCatalogueOption,
} from './options.ts';
import { type CommandContext, type DefineCommand, printResult } from './command.ts';

/** Defines `cdif-graph compact`. */
export const defineCompact: DefineCommand = (command, run) => {
  command
    .description(
      'Rewrites the catalogue without its free space, and removes images of the query engine ' +
        'that earlier versions kept beside it. Meanwhile it needs disk space for a second copy. ' +
        'Readers are not disturbed, but restart processes that keep the catalogue open, such as ' +
        'query --interactive.',
    )
    .option('--json', 'print the sizes in bytes as one JSON document');
  addCatalogueOption(addWaitOption(command)).action(run(compact));
};

async function compact(context: CommandContext, options: WritableCatalogueOption): Promise<void> {
  const compaction = await withWritableCatalogue(options, context, async (store) =>
    store.compact(),
  );
  const { bytesBefore, bytesAfter } = compaction;
  printResult(context, options, {
    value: compaction,
    text: `Compacted from ${formatBytes(bytesBefore)} to ${formatBytes(bytesAfter)}.\n`,
  });
}

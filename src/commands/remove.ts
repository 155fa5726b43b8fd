import type { CatalogueStore } from '../catalogue/store.ts';
import { textParts } from '../render/layout.ts';
import { escapeControls } from '../text/printable.ts';
import { sumCounts } from '../pipeline/report/source-ledger.ts';
import { formatCount } from '../text/amounts.ts';
import {
  addCatalogueOption,
  unknownSourceFault,
  addWaitOption,
  withCatalogue,
  withWritableCatalogue,
  type WritableCatalogueOption,
} from './options.ts';
import { type CommandContext, type DefineCommand, printResult } from './command.ts';

interface RemoveOptions extends WritableCatalogueOption {
  readonly source: string;
  readonly dryRun?: true;
}

/** Defines `cdif-graph remove`. */
export const defineRemove: DefineCommand = (command, run) => {
  command
    .description(
      'Removes a source with its records, their documents and the state of its URLs. What ' +
        'another source lists, too, is kept. Removing is final; --dry-run shows what it would ' +
        'remove. An ingest whose configuration still has the source harvests it again.',
    )
    .requiredOption('--source <name>', 'the source to remove')
    .option('--dry-run', 'only show what would be removed and what would be kept')
    .option('--json', 'print the counts as one JSON document');
  addCatalogueOption(addWaitOption(command)).action(run(remove));
};

async function remove(context: CommandContext, options: RemoveOptions): Promise<void> {
  const { source } = options;
  if (options.dryRun === true) {
    const forecast = await withCatalogue(options, context, async (store) =>
      forecastRemoval(source, store),
    );
    const { urls, records, sharedRecords } = forecast;
    const lines = textParts(
      `${escapeControls(source)} lists ${formatCount(urls, 'URL')}. ` +
        `Removing it would remove ${formatCount(records, 'record')}.`,
      keptText(sharedRecords, 'record'),
      'Nothing was removed (dry run).',
    );
    const value = { source, dryRun: true, ...forecast };
    printResult(context, options, { value, text: `${lines.join('\n')}\n` });
    return;
  }
  const removal = await withWritableCatalogue(options, context, async (store) => {
    const removed = await store.removeSource(source);
    if (removed === undefined) throw await unknownSourceFault([source], store);
    return removed;
  });
  const { records, urls, shared } = removal;
  const lines = textParts(
    `Removed ${escapeControls(source)}: ${formatCount(records, 'record')}, ` +
      `${formatCount(urls, 'URL')}.`,
    keptText(shared, 'URL'),
    'The catalogue uses the freed space again; cdif-graph compact returns it to the disk.',
  );
  printResult(context, options, { value: { source, ...removal }, text: `${lines.join('\n')}\n` });
}

function keptText(count: number, noun: string): string | false {
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them'];
  const kept = `${formatCount(count, noun)} ${are} kept`;
  return count > 0 && `${kept}, because another source lists ${them}, too.`;
}

/** @throws {UsageFault} when no source has the name */
async function forecastRemoval(
  name: string,
  store: Pick<CatalogueStore, 'status' | 'documents' | 'outcomeOf' | 'find'>,
): Promise<{
  /** URLs that the source lists, also those that another source lists, too. */
  readonly urls: number;
  /** Records that would be removed. */
  readonly records: number;
  readonly sharedRecords: number;
}> {
  const status = await store.status();
  const source = status.sources.find((each) => each.source === name);
  if (source === undefined) throw await unknownSourceFault([name], store);
  const urls = sumCounts(source.urls);
  let sharedRecords = 0;
  if (status.sources.length > 1) {
    for await (const { url } of store.documents()) {
      const listings = (await store.outcomeOf(url))?.listings ?? [];
      if (listings.length < 2 || !listings.some((listing) => listing.source === name)) continue;
      const found = await store.find(url);
      sharedRecords += found.filter(({ record }) => record.documentUrl === url).length;
    }
  }
  return { urls, records: source.records - sharedRecords, sharedRecords };
}

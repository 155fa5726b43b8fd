import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { exportFormats, fileKind, type ExportFormat } from '../export/export-format.ts';
import { exportStatements, exportToFile } from '../export/export-statements.ts';
import { UsageFault } from '../model/fault.ts';
import type { CatalogueStore, OwnGraph } from '../store/store.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand, ExitCode } from './command.ts';

interface ExportCommandOptions extends CatalogueOption {
  readonly out?: string;
  readonly format?: ExportFormat;
  readonly source?: readonly string[];
  readonly without?: readonly OwnGraph[];
  readonly skolemize?: true;
  readonly gzip?: true;
}

const ownGraphs = ['index', 'provenance', 'problems'] as const satisfies readonly OwnGraph[];

export const defineExport: DefineCommand = (program, run) => {
  const command = program
    .command('export')
    .summary('write everything for another store')
    .description(
      'Writes all record graphs, and what we say of them in graphs of our own, for any other store. The same catalogue gives the same bytes.',
    )
    .option(
      '--out <file>',
      'where to write it; the file appears when it is whole (default: stdout)',
    )
    .addOption(
      new Option(
        '--format <format>',
        'how to write it; nt and ttl have no graphs and hold the union of all (default: by the ending of the file, else nq)',
      ).choices(exportFormats),
    )
    .option('--source <name>', 'only the records of this source; may be repeated', several)
    .option(
      '--without <graphs>',
      `graphs of our own to leave out, of ${ownGraphs.join(',')}; may be repeated`,
      severalOwnGraphs,
    )
    .option('--skolemize', 'write IRIs of ours for blank nodes, made of what is said of them')
    .option('--gzip', 'compress it (default where the file ends in .gz)');
  addCatalogueOption(command).action(run(exportCatalogue));
};

async function exportCatalogue(
  context: CommandContext,
  options: ExportCommandOptions,
): Promise<ExitCode> {
  const { out, source: sources = [], without = [], skolemize = false } = options;
  const byName = fileKind(out ?? '');
  const settings = {
    format: options.format ?? byName.format,
    gzip: options.gzip ?? byName.gzip,
    selection: sources.length === 0 ? { without } : { sources, without },
    skolemize,
    signal: context.signal,
  };
  await withCatalogue(options, context, async (store) => {
    await refuseUnknown(sources, store);
    if (out === undefined) await exportStatements(store, context.stdout, settings);
    else await exportToFile(store, resolve(context.cwd, out), settings);
  });
  return 0;
}

/** @throws {UsageFault} when a source is named that the catalogue does not have */
async function refuseUnknown(
  names: readonly string[],
  store: Pick<CatalogueStore, 'status'>,
): Promise<void> {
  if (names.length === 0) return;
  const { sources } = await store.status();
  const known = new Set(sources.map(({ source }) => source));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new UsageFault(
    known.size === 0
      ? 'the catalogue has no sources yet'
      : `the catalogue has no source ${unknown.join(', ')}; it has ${[...known].join(', ')}`,
  );
}

function several(name: string, before: readonly string[] = []): readonly string[] {
  return [...before, name];
}

function severalOwnGraphs(text: string, before: readonly OwnGraph[] = []): readonly OwnGraph[] {
  const graphs = text.split(',').map((name) => {
    const graph = ownGraphs.find((own) => own === name.trim());
    if (graph === undefined) {
      throw new InvalidArgumentError(`They are ${ownGraphs.join(', ')}, with commas between.`);
    }
    return graph;
  });
  return [...new Set([...before, ...graphs])];
}

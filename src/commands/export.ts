import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { changeFiles } from '../export/change-files.ts';
import {
  exportChanges,
  exportUpdate,
  exportUpdateToFile,
  type ChangesOptions,
} from '../export/export-changes.ts';
import { exportFormats, fileKind, type ExportFormat } from '../export/export-format.ts';
import { exportStatements, exportToFile } from '../export/export-statements.ts';
import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import { UsageFault } from '../model/fault.ts';
import { bundledQueries } from '../query/bundled.ts';
import type { CatalogueStore } from '../store/store.ts';
import { ownGraphIri, ownGraphs, type OwnGraph } from '../store/own-terms.ts';
import { amount } from '../text/amounts.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import { refuseUnknownSources } from './unknown-source.ts';

interface ExportCommandOptions extends CatalogueOption {
  readonly out?: string | undefined;
  readonly format?: ExportFormat | typeof updateFormat;
  readonly since?: string;
  readonly source?: readonly string[];
  readonly without?: readonly OwnGraph[];
  readonly skolemize?: true;
  readonly gzip?: true;
}

/** Of changes, or of all. */
const updateFormat = 'sparql-update';
const updateEnding = /\.ru(?:\.gz)?$/iu;

export const defineExport: DefineCommand = (command, run) => {
  command
    .description(
      'Writes all record graphs, and what we say of them in graphs of our own, for any other store. The same catalogue gives the same bytes. With --since, writes what was added and what was removed since a run, so that another store can follow; see docs/stores.md.',
    )
    .option(
      '--out <file>',
      'where to write it; the file appears when it is whole, and no symbolic link is followed (default: stdout)',
    )
    .addOption(
      new Option(
        '--format <format>',
        'how to write it; nt and ttl have no graphs and hold the union of all; sparql-update is for stores that take nothing else, and for --since (default: by the ending of the file, else nq)',
      ).choices([...exportFormats, updateFormat]),
    )
    .option(
      '--since <run>',
      'what was changed since a run ended: its id, the beginning of it, or last for the run before the latest; as nq in two files, <out>.added.nq and <out>.removed.nq, in which a changed graph with blank nodes stands as a whole, or as sparql-update',
    )
    .option('--source <name>', 'only the records of this source; may be repeated', several)
    .option(
      '--without <graphs>',
      `graphs of our own to leave out, of ${ownGraphs.join(',')}; may be repeated`,
      severalOwnGraphs,
    )
    .option(
      '--skolemize',
      'write IRIs of ours for blank nodes, made of what is said of them; sparql-update always does, and with this takes for granted that the other store has them',
    )
    .option('--gzip', 'compress it (default where the file ends in .gz)');
  addCatalogueOption(command).action(run(exportCatalogue));
};

async function exportCatalogue(
  context: CommandContext,
  given: ExportCommandOptions,
): Promise<ExitCode> {
  // The same, and it may be one that cannot be opened by that name, such as a socket.
  const options = given.out === '/dev/stdout' ? { ...given, out: undefined } : given;
  const { out, source: sources = [], without = [], skolemize = false } = options;
  const byName = fileKind(out ?? '');
  const path = out === undefined ? undefined : resolve(context.cwd, out);
  const write = writerOf(options);
  const wanted = sources.length === 0 ? {} : { sources };
  const notes: string[] = [];
  await withCatalogue(options, context, async (store) => {
    await refuseUnknownSources(sources, store);
    await write({
      store,
      path,
      stdout: context.stdout,
      settings: {
        gzip: options.gzip ?? byName.gzip,
        selection: { ...wanted, without },
        skolemize,
        signal: context.signal,
      },
    });
    if (without.includes('views')) return;
    const count = await store.resourcesWithoutViews(wanted.sources, context.signal);
    if (count > 0) notes.push(withoutViewsText(count));
  });
  if (without.length > 0) notes.push(unansweredText(without));
  for (const note of notes) context.stderr.write(`cdif-graph: ${note}\n`);
  return exitCodes.done;
}

function withoutViewsText(count: number): string {
  const lacking = `${ownGraphIri('views')} has no views of ${amount(count, 'resource')}`;
  return `${lacking}, which an earlier version kept; cdif-graph rebuild mends it`;
}

/** Which bundled queries read one of these graphs. */
function unansweredText(without: readonly OwnGraph[]): string {
  const left = new Set(without.map(ownGraphIri));
  const names = bundledQueries()
    .filter(({ graphs }) => graphs.split(', ').some((graph) => left.has(graph)))
    .map(({ name }) => name);
  return `without ${without.join(', ')}, what was written answers none of these queries: ${names.join(', ')}`;
}

interface Writing {
  readonly store: CatalogueStore;
  /** Absolute; undefined where the standard output is meant. */
  readonly path: string | undefined;
  readonly stdout: CommandContext['stdout'];
  readonly settings: Omit<ChangesOptions, 'since'>;
}

type Write = (writing: Writing) => Promise<void>;

/**
 * @throws {UsageFault} where the format is not for changes, or nothing says where two files are to
 * be
 */
function writerOf({ format, since, out }: ExportCommandOptions): Write {
  if (format === updateFormat || (format === undefined && updateEnding.test(out ?? ''))) {
    return async ({ store, path, stdout, settings }) => {
      if (path === undefined) await exportUpdate(store, stdout, { ...settings, since });
      else await exportUpdateToFile(store, path, { ...settings, since });
    };
  }
  const statementFormat = format ?? fileKind(out ?? '').format;
  return since === undefined
    ? writeAll(statementFormat)
    : writeChanges(statementFormat, since, out);
}

function writeAll(format: ExportFormat): Write {
  return async ({ store, path, stdout, settings }) => {
    if (path === undefined) await exportStatements(store, stdout, { ...settings, format });
    else await exportToFile(store, path, { ...settings, format });
  };
}

function writeChanges(format: ExportFormat, since: string, out: string | undefined): Write {
  if (format !== 'nq') throw new UsageFault(`Changes are written as nq or as ${updateFormat}.`);
  if (out === undefined) {
    throw new UsageFault(
      `Changes as nq are two files: say with --out what their names begin with, or take --format ${updateFormat}.`,
    );
  }
  return async ({ store, path = '', settings }) => {
    const files = changeFiles(path, { isFolder: out.endsWith('/'), gzip: settings.gzip === true });
    await exportChanges(store, files, { ...settings, since });
  };
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

import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import {
  changeFilePaths,
  type ChangesOptions,
  exportChanges,
  exportUpdate,
  exportUpdateToFile,
} from '../export/export-changes.ts';
import { exportFormats, fileKind, type ExportFormat } from '../export/serialisations.ts';
import { exportStatements, exportToFile } from '../export/export-statements.ts';
import { type ExitCode, exitCodes, UsageFault } from '../model/fault.ts';
import { bundledQueries } from '../query/bundled.ts';
import type { CatalogueGraphs, GraphStore } from '../catalogue/store.ts';
import {
  derivedGraphIri,
  derivedGraphs,
  type DerivedGraph,
} from '../catalogue/derived/derived-terms.ts';
import { formatCount } from '../text/amounts.ts';
import {
  addCatalogueOption,
  type CatalogueOption,
  collectValues,
  refuseUnknownSources,
  withCatalogue,
} from './options.ts';
import type { CommandContext, DefineCommand } from './command.ts';

interface ExportCommandOptions extends CatalogueOption {
  readonly out?: string | undefined;
  readonly format?: ExportFormat | typeof updateFormat;
  readonly since?: string;
  readonly source?: readonly string[];
  readonly without?: readonly DerivedGraph[];
  readonly skolemize?: true;
  readonly gzip?: true;
}

/** Of changes, or of all. */
const updateFormat = 'sparql-update';
const updateEnding = /\.ru(?:\.gz)?$/iu;

/** Defines `cdif-graph export`. */
export const defineExport: DefineCommand = (command, run) => {
  command
    .description(
      'Writes all record graphs, and the graphs about them (provenance, problems and more), for another store. The same catalogue gives the same bytes. With --since it writes only the statements added and removed since a run, to update another store; see docs/stores.md.',
    )
    .option(
      '--out <file>',
      'the output file, which appears only when it is complete; symbolic links are not followed (default: stdout)',
    )
    .addOption(
      new Option(
        '--format <format>',
        'the output format; nt and ttl have no named graphs and hold the union of all; sparql-update is for --since and for stores that read nothing else (default: by the ending of the file, else nq)',
      ).choices([...exportFormats, updateFormat]),
    )
    .option(
      '--since <run>',
      'only the changes since a run ended: its identifier, the beginning of that, or last for the run before the latest; written as sparql-update, or as nq in two files, <out>.added.nq and <out>.removed.nq, which repeat the whole of a changed graph that has blank nodes',
    )
    .option('--source <name>', 'only the records of this source (repeatable)', collectValues)
    .option(
      '--without <graphs>',
      `graphs about the records to leave out: ${derivedGraphs.join(',')} (repeatable)`,
      collectDerivedGraphs,
    )
    .option(
      '--skolemize',
      'replace blank nodes by IRIs derived from their statements; sparql-update always does, and with this option assumes that the other store has these IRIs',
    )
    .option('--gzip', 'compress the output (default if the file ends in .gz)');
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
  const lacking = `${derivedGraphIri('views')} lacks the views of ${formatCount(count, 'resource')}`;
  return `${lacking}, whose records an earlier version stored; cdif-graph rebuild adds them`;
}

/** Which bundled queries read one of these graphs. */
function unansweredText(without: readonly DerivedGraph[]): string {
  const left = new Set(without.map(derivedGraphIri));
  const names = bundledQueries()
    .filter(({ graphs }) => graphs.split(', ').some((graph) => left.has(graph)))
    .map(({ name }) => name);
  return `without ${without.join(', ')}, the export cannot answer these queries: ${names.join(', ')}`;
}

interface Writing {
  readonly store: CatalogueGraphs & GraphStore;
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
  if (format !== 'nq')
    throw new UsageFault(`With --since, the format must be nq or ${updateFormat}.`);
  if (out === undefined) {
    throw new UsageFault(
      `With --since, nq is written to two files: give the beginning of their names with --out, or use --format ${updateFormat}.`,
    );
  }
  return async ({ store, path = '', settings }) => {
    const files = changeFilePaths(path, {
      isFolder: out.endsWith('/'),
      gzip: settings.gzip === true,
    });
    await exportChanges(store, files, { ...settings, since });
  };
}

function collectDerivedGraphs(
  text: string,
  before: readonly DerivedGraph[] = [],
): readonly DerivedGraph[] {
  const graphs = text.split(',').map((name) => {
    const graph = derivedGraphs.find((each) => each === name.trim());
    if (graph === undefined) {
      throw new InvalidArgumentError(
        `Allowed are ${derivedGraphs.join(', ')}, separated by commas.`,
      );
    }
    return graph;
  });
  return [...new Set([...before, ...graphs])];
}

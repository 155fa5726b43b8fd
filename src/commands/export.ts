import { resolve } from 'node:path';
import { Option } from 'commander';
import {
  changeFilePaths,
  exportChanges,
  exportUpdate,
  exportUpdateToFile,
} from '../export/export-changes.ts';
import { type StoreDialect, storeDialects } from '../engine/store/store-dialects.ts';
import type { DialectName } from '../model/dialect-name.ts';
import { exportFormats, fileKind, type ExportFormat } from '../export/serialisations.ts';
import { exportStatements, exportToFile } from '../export/export-statements.ts';
import { UsageFault } from '../model/fault.ts';
import { bundledQueries } from '../query/bundled.ts';
import { derivedGraphIri } from '../catalogue/derived/derived-terms.ts';
import type { DerivedGraph } from '../model/derived-graph.ts';
import { formatCount } from '../text/amounts.ts';
import {
  addCatalogueOption,
  addSelectionOptions,
  type CatalogueOption,
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
  readonly dialect?: ExportDialect;
  readonly gzip?: true;
}

/** The dialects that an export can be written for. */
const exportDialects = ['standard', 'virtuoso'] as const satisfies readonly DialectName[];
type ExportDialect = (typeof exportDialects)[number];

/** The format of changes, or of all statements, as a SPARQL update. */
const updateFormat = 'sparql-update';
const updateExtension = 'ru';

/** The formats by the extensions of files, for people. */
const extensionsText =
  '.nq (N-Quads), .trig (TriG), .nt (N-Triples), .ttl (Turtle), .jsonld (JSON-LD) and ' +
  `.${updateExtension} (SPARQL Update), each also with .gz`;

/** Defines `cdif-graph export`. */
export const defineExport: DefineCommand = (command, run) => {
  command
    .description(
      'Writes all record graphs, and the graphs about them (provenance, problems and more), ' +
        'for another store. The same catalogue gives the same bytes. With --since it writes ' +
        'only the statements added and removed since a run, to update another store; see ' +
        'docs/export.md.',
    )
    .option(
      '--out <file>',
      'the output file, which appears only when it is complete; symbolic links are not ' +
        'followed (default: stdout)',
    )
    .addOption(
      new Option(
        '--format <format>',
        'the output format; nt and ttl have no named graphs and hold the union of all; ' +
          'sparql-update is for --since and for stores that read nothing else (default: by the ' +
          'extension of the file, which must be that of a format; nq without one)',
      ).choices([...exportFormats, updateFormat]),
    )
    .option(
      '--since <run>',
      'only the changes since a run ended: its identifier, the beginning of that, or last for ' +
        'the run before the latest; written as sparql-update, or as nq in two files, ' +
        '<out>.added.nq and <out>.removed.nq, which repeat the whole of a changed graph that ' +
        'has blank nodes',
    );
  addSelectionOptions(command)
    .option(
      '--skolemize',
      'replace blank nodes by IRIs derived from their statements; sparql-update always does, ' +
        'and with this option assumes that the other store has these IRIs',
    )
    .addOption(
      new Option(
        '--dialect <name>',
        'write values that the store would refuse or change in a form that it keeps, and ' +
          'operations of sparql-update of the size that it takes; see docs/stores.md',
      ).choices(exportDialects),
    )
    .option('--gzip', 'compress the output (default if the file ends in .gz)');
  addCatalogueOption(command).action(run(exportCatalogue));
};

async function exportCatalogue(
  context: CommandContext,
  given: ExportCommandOptions,
): Promise<void> {
  // `/dev/stdout` may be a socket, which cannot be opened by that name.
  const options = given.out === '/dev/stdout' ? { ...given, out: undefined } : given;
  const { out, since, source: sources = [], without = [], skolemize = false } = options;
  const format = formatOf(options);
  const selected = sources.length === 0 ? {} : { sources };
  const notes: string[] = [];
  await withCatalogue(options, context, async (store) => {
    await refuseUnknownSources(sources, store);
    const settings = {
      gzip: options.gzip ?? fileKind(out ?? '').gzip,
      selection: { ...selected, without },
      skolemize,
      ...dialectOf(options),
      signal: context.signal,
    };
    const path = out === undefined ? undefined : resolve(context.cwd, out);
    if (format === updateFormat) {
      if (path === undefined) await exportUpdate(store, context.stdout, { ...settings, since });
      else await exportUpdateToFile(store, path, { ...settings, since });
    } else if (since === undefined) {
      if (path === undefined)
        await exportStatements(store, context.stdout, { ...settings, format });
      else await exportToFile(store, path, { ...settings, format });
    } else {
      const { gzip } = settings;
      const isFolder = out?.endsWith('/') === true;
      const files = changeFilePaths(path ?? '', { isFolder, gzip });
      await exportChanges(store, files, { ...settings, since });
    }
    if (without.includes('views')) return;
    const count = await store.resourcesWithoutViews(selected.sources, context.signal);
    if (count > 0) notes.push(withoutViewsText(count));
  });
  if (without.length > 0) notes.push(unansweredText(without));
  for (const note of notes) context.stderr.write(`cdif-graph: ${note}\n`);
}

function dialectOf({ dialect }: ExportCommandOptions): { readonly dialect?: StoreDialect } {
  return dialect === undefined ? {} : { dialect: storeDialects[dialect] };
}

/**
 * The format that is given, or that of the file name.
 * @throws {UsageFault} where the file name has the extension of no format, the format is not for
 *   changes, or nothing names the two files of nq
 */
function formatOf(options: ExportCommandOptions) {
  const { format, since, out } = options;
  const named = namedFormat(out);
  if ((format ?? named) === updateFormat) return updateFormat;
  // With --since, the name is only the beginning of two names.
  if (since === undefined) refuseUnknownFile(options);
  const chosen = format ?? named ?? 'nq';
  if (since === undefined) return chosen;
  if (chosen !== 'nq') {
    throw new UsageFault(`With --since, the format must be nq or ${updateFormat}.`);
  }
  if (out === undefined) {
    throw new UsageFault(
      'With --since, nq is written to two files: give the beginning of their names with --out, ' +
        `or use --format ${updateFormat}.`,
    );
  }
  return chosen;
}

function namedFormat(out = ''): ExportFormat | typeof updateFormat | undefined {
  const { format, extension } = fileKind(out);
  return extension === updateExtension ? updateFormat : format;
}

/** @throws {UsageFault} for a folder, and for a file whose extension is that of no format */
function refuseUnknownFile({ format, out = '' }: ExportCommandOptions): void {
  if (out.endsWith('/')) throw new UsageFault(`--out ${out} is a folder; name a file in it.`);
  const { extension } = fileKind(out);
  if (extension === '' || (format ?? namedFormat(out)) !== undefined) return;
  throw new UsageFault(
    `--out ${out}: .${extension} is the extension of no export format. Use ${extensionsText}; ` +
      'or name the format with --format. Tables are made by search and query --format csv.',
  );
}

function withoutViewsText(count: number): string {
  const views = formatCount(count, 'resource');
  const lacking = `${derivedGraphIri('views')} lacks the views of ${views}`;
  return `${lacking}, whose records an earlier version stored; cdif-graph rebuild adds them`;
}

/** Which bundled queries read one of these graphs. */
function unansweredText(without: readonly DerivedGraph[]): string {
  const left = new Set(without.map(derivedGraphIri));
  const names = bundledQueries()
    .filter(({ graphs }) => graphs.split(', ').some((graph) => left.has(graph)))
    .map(({ name }) => name);
  const queries = names.join(', ');
  return `without ${without.join(', ')}, the export cannot answer these queries: ${queries}`;
}

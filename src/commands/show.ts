import { Option } from 'commander';
import { type ExportFormat, exportFormats, serialisations } from '../export/serialisations.ts';
import { type ExitCode, exitCodes, UsageFault } from '../model/fault.ts';
import type { ShownResource } from '../catalogue/shown-resource.ts';
import type {
  CatalogueGraphs,
  FoundRecord,
  GraphPiece,
  HarvestLog,
  RecordFinder,
} from '../catalogue/store.ts';
import { escapeControls } from '../text/printable.ts';
import { recordList, recordSummary, tombstoneSummary } from '../render/record-summary.ts';
import { formatVisitSummary } from '../render/url-explanation.ts';
import {
  addCatalogueOption,
  addLiveOptions,
  type CatalogueOption,
  refuseWithoutLive,
  withCatalogue,
} from './options.ts';
import { type CommandContext, type DefineCommand, printAll, printJson } from './command.ts';
import { findVisits } from '../catalogue/find-urls.ts';
import {
  lastVisitOf,
  noRecordText,
  pieceStatements,
  rawDocument,
  type RecordDetailsSource,
  recordsNamed,
  shownJson,
  shownRecord,
} from './named-records.ts';

interface ShowOptions extends CatalogueOption {
  readonly graph?: true;
  readonly raw?: true;
  readonly provenance?: true;
  readonly problems?: true;
  readonly json?: true;
  readonly format?: ExportFormat;
  readonly live?: true;
  readonly allowPrivateAddresses?: true;
}

type Shown = 'graph' | 'raw' | 'provenance' | 'problems' | 'json';

const flags = {
  graph: 'print its statements (RDF)',
  raw: 'print the JSON-LD as it was published',
  provenance: 'print the provenance of the copy, as RDF',
  problems: 'print the problems of the latest visit of its URL, as RDF',
  json: 'print the whole summary as one JSON document',
} as const satisfies Record<Shown, string>;

/** The views, of which one is shown. */
const views = Object.keys(flags) as readonly Shown[]; // The keys of a record by view are views.

/** Defines `cdif-graph show`. */
export const defineShow: DefineCommand = (command, run) => {
  command
    .description(
      'Shows a record. It can be named by the IRI of its graph, the URL of its document or of the page that the document describes, its own IRI, the IRI or identifier of what it describes in any spelling (doi:…, https://doi.org/…), or the key of a search result. For a removed record it says when and why it was removed; for a URL without a record, what happened at its latest visit. Exits with code 1 if there is no record.',
    )
    .argument('<name>', 'a name of the record');
  for (const view of views) {
    const others = views.filter((each) => each !== view);
    command.addOption(new Option(`--${view}`, flags[view]).conflicts(others));
  }
  command.addOption(
    new Option('--format <format>', 'the output format of statements (default: nq)')
      .choices(exportFormats)
      .conflicts(['raw', 'json']),
  );
  addCatalogueOption(addLiveOptions(command)).action(run(show));
};

async function show(
  context: CommandContext,
  name: string,
  options: ShowOptions,
): Promise<ExitCode> {
  const view = views.find((each) => options[each] === true);
  if (options.format !== undefined && view === undefined) {
    throw new UsageFault('--format needs --graph, --provenance or --problems.');
  }
  refuseWithoutLive(options);
  const showing = { name, context, format: options.format ?? 'nq', isLive: options.live === true };
  if (options.live === true) {
    // What visits at the Web takes longer to load than all the rest.
    const { findLive } = await import('./live-visit.ts');
    const { records, details, missingText } = await findLive(name, options, context);
    if (records.length > 0) return showRecords(records, view, { ...showing, details });
    if (view === 'json') printJson({ name, records: [] }, context);
    context.stderr.write(`cdif-graph: ${missingText}\n`);
    return exitCodes.failed;
  }
  return withCatalogue(options, context, async (store) => {
    const { records, shown } = await recordsNamed(name, store);
    if (records.length === 0) return showNone(view, { name, store, context });
    return showRecords(records, view, { ...showing, details: store, shown });
  });
}

interface Showing {
  readonly name: string;
  readonly details: RecordDetailsSource;
  readonly context: CommandContext;
  readonly format: ExportFormat;
  readonly isLive: boolean;
  /** What is shown of the resource that the name is of. */
  readonly shown?: ShownResource | undefined;
}

async function showRecords(
  records: readonly FoundRecord[],
  view: Shown | undefined,
  { name, details, context, format, isLive, shown }: Showing,
): Promise<ExitCode> {
  const [first, ...more] = records;
  if (view === undefined) {
    const isOne = first !== undefined && more.length === 0;
    const text = isOne
      ? recordSummary(await shownRecord(first, details), context.now(), isLive)
      : recordList(name, records, { shown, options: isLive ? ['--live'] : [] });
    context.stdout.write(text);
  } else if (view === 'json') {
    const all = await shownJson(records, details);
    printJson({ name, ...(shown && { shown }), records: all }, context);
  } else if (view === 'raw') {
    const { json, piece } = await rawDocument(records, details);
    if (piece !== undefined) context.stderr.write(pieceNote);
    context.stdout.write(json);
  } else {
    await printAll(serialised(pieceStatements(records, view, details), format), context);
  }
  return exitCodes.done;
}

/** Shows when a record was removed, or how the visit of a URL without a record ended. */
async function showNone(
  view: Shown | undefined,
  {
    name,
    store,
    context,
  }: Pick<Showing, 'name' | 'context'> & {
    readonly store: CatalogueGraphs & RecordFinder & HarvestLog;
  },
): Promise<ExitCode> {
  const { own, describing } = await store.ofOneState(async (snapshot) =>
    findVisits(snapshot, name),
  );
  const visits = own === undefined ? describing : [own];
  const [outcome] = visits;
  const removed = await store.removed(name);
  if (view === 'json') {
    const former = removed.length === 0 ? {} : { removed };
    const visit = outcome && (await lastVisitOf(outcome.url, store));
    const outcomeAndVisit = { ...(outcome && { outcome }), ...(visit && { visit }) };
    printJson({ name, records: [], ...former, ...outcomeAndVisit }, context);
  } else if (view === undefined && visits.length + removed.length > 0) {
    const tombstones = removed.slice(0, maxTombstones).map((each) => tombstoneSummary(each));
    const lastVisits = await Promise.all(visits.map(async ({ url }) => lastVisitOf(url, store)));
    const summaries = [
      ...tombstones,
      ...visits.map((visited, index) =>
        formatVisitSummary(visited, lastVisits[index], context.now()),
      ),
    ];
    context.stdout.write(summaries.join('\n'));
    return exitCodes.failed;
  }
  if (removed.length > 0) {
    context.stderr.write(`cdif-graph: ${wasRemoved(name)}\n`);
    return exitCodes.failed;
  }
  context.stderr.write(
    `cdif-graph: ${outcome === undefined ? noRecordText(name) : notFromText(name)}\n`,
  );
  return exitCodes.failed;
}

const maxTombstones = 20;

function wasRemoved(name: string): string {
  return `The record named ${escapeControls(name)} was removed. For the time and reason, run show without --graph, --raw, --provenance and --problems.`;
}

function notFromText(name: string): string {
  return `${escapeControls(name)} gave no record. For the result of its visit, run show without --graph, --raw, --provenance and --problems.`;
}

const pieceNote =
  'This is an item of a large list, shown with the context, name and type of the list but without its other items.\n';

async function* serialised(
  pieces: AsyncIterable<GraphPiece>,
  format: ExportFormat,
): AsyncGenerator<string> {
  const document = serialisations[format]();
  yield document.head;
  for await (const piece of pieces) {
    if (piece.nquads !== '') yield* document.write(piece);
  }
  yield document.end();
}

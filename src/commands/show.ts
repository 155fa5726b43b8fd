import { Option } from 'commander';
import { type ExportFormat, exportFormats, serialisations } from '../export/serialisations.ts';
import { type ExitCode, exitCodes, UsageFault } from '../model/fault.ts';
import type { ShownResource } from '../catalogue/shown-resource.ts';
import type { CatalogueGraphs, HarvestLog, RecordFinder } from '../catalogue/store.ts';
import type { FoundRecord } from '../catalogue/find-records.ts';
import type { GraphPiece } from '../catalogue/snapshot.ts';
import { escapeControls } from '../text/printable.ts';
import { recordList, recordSummary, tombstoneSummary } from '../render/record-summary.ts';
import { shownJson, shownRecord } from '../render/shown-records.ts';
import { formatVisitSummary } from '../render/url-explanation.ts';
import {
  addCatalogueOption,
  addLiveOptions,
  type LiveOptions,
  refuseWithoutLive,
  withCatalogue,
} from './options.ts';
import { type CommandContext, type DefineCommand, printAll, printJson } from './command.ts';
import { findVisits } from '../catalogue/find-urls.ts';
import {
  noRecordText,
  pieceStatements,
  rawDocument,
  type RecordDetailsSource,
  recordsNamed,
} from './named-records.ts';

interface ShowOptions extends LiveOptions {
  readonly graph?: true;
  readonly raw?: true;
  readonly provenance?: true;
  readonly problems?: true;
  readonly format?: ExportFormat;
}

type Shown = 'graph' | 'raw' | 'provenance' | 'problems' | 'json';

const flags = {
  graph: 'print its statements (RDF)',
  raw: 'print the JSON-LD as it was published',
  provenance: 'print the provenance of the copy, as RDF',
  problems: 'print the problems of the latest visit of its URL, as RDF',
  json: 'print the whole summary as one JSON document',
} as const satisfies Record<Shown, string>;

/** The views; one of them is shown. */
const views = Object.keys(flags) as readonly Shown[]; // The keys of a record by view are views.

/** Defines `cdif-graph show`. */
export const defineShow: DefineCommand = (command, run) => {
  command
    .description(
      'Shows a record. It can be named by the IRI of its graph, the URL of its document or of ' +
        'the page that the document describes, its own IRI, the IRI or identifier of what it ' +
        'describes in any spelling (doi:…, https://doi.org/…), or the key of a search result. ' +
        'For a removed record it says when and why it was removed; for a URL without a record, ' +
        'what happened at its latest visit. Exits with code 1 if there is no record.',
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
  const showing = { name, view, context, format: options.format ?? 'nq' };
  if (options.live === true) {
    // The harvest takes longer to load than all the rest.
    const { findLive } = await import('./live-visit.ts');
    const { records, details, missingText } = await findLive(name, options, context);
    if (records.length > 0) return showRecords(records, { ...showing, details, isLive: true });
    if (view === 'json') printJson({ name, records: [] }, context);
    context.stderr.write(`cdif-graph: ${missingText}\n`);
    return exitCodes.failed;
  }
  return withCatalogue(options, context, async (store) => {
    const { records, shown } = await recordsNamed(name, store);
    if (records.length === 0) return showNone(showing, store);
    return showRecords(records, { ...showing, details: store, isLive: false, shown });
  });
}

interface Showing {
  readonly name: string;
  readonly view: Shown | undefined;
  readonly context: CommandContext;
  readonly format: ExportFormat;
}

interface ShownRecords extends Showing {
  readonly details: RecordDetailsSource;
  readonly isLive: boolean;
  /** The summary of the resource with the name. */
  readonly shown?: ShownResource | undefined;
}

async function showRecords(
  records: readonly FoundRecord[],
  { name, view, details, context, format, isLive, shown }: ShownRecords,
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

const maxTombstones = 20;

/** Shows when a record was removed, or how the visit of a URL without a record ended. */
async function showNone(
  { name, view, context }: Showing,
  store: CatalogueGraphs & RecordFinder & HarvestLog,
): Promise<ExitCode> {
  const { own, describing } = await store.ofOneState(async (snapshot) =>
    findVisits(snapshot, name),
  );
  const outcomes = own === undefined ? describing : [own];
  const known = await Promise.all(outcomes.map(async ({ url }) => store.known(url)));
  const removed = await store.removed(name);
  if (view === undefined && outcomes.length + removed.length > 0) {
    const summaries = [
      ...removed.slice(0, maxTombstones).map(tombstoneSummary),
      ...outcomes.map((outcome, at) => formatVisitSummary(outcome, known[at]?.visit)),
    ];
    context.stdout.write(summaries.join('\n'));
    return exitCodes.failed;
  }
  const [outcome] = outcomes;
  if (view === 'json') {
    const visit = known[0]?.visit;
    const former = removed.length === 0 ? {} : { removed };
    const latest = { ...(outcome && { outcome }), ...(visit && { visit }) };
    printJson({ name, records: [], ...former, ...latest }, context);
  }
  const without = 'run show without --graph, --raw, --provenance and --problems.';
  const isRemoved = removed.length > 0;
  const reason = isRemoved
    ? `The record named ${escapeControls(name)} was removed. For the time and reason, ${without}`
    : `${escapeControls(name)} gave no record. For the result of its visit, ${without}`;
  const isUnknown = !isRemoved && outcome === undefined;
  context.stderr.write(`cdif-graph: ${isUnknown ? noRecordText(name) : reason}\n`);
  return exitCodes.failed;
}

const pieceNote =
  'This is an item of a large list, shown with the context, name and type of the list but ' +
  'without its other items.\n';

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

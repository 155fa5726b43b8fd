import { Option } from 'commander';
import { exportFormats, type ExportFormat } from '../export/export-format.ts';
import { serialisations } from '../export/serialisations.ts';
import { UsageFault } from '../model/fault.ts';
import { signpostsOf } from '../links/signposts.ts';
import type { KeptDocument } from '../model/record.ts';
import type { UrlVisit } from '../model/url-visit.ts';
import { ownGraphIri } from '../store/own-terms.ts';
import type { CatalogueStore, FoundRecord, GraphPiece } from '../store/store.ts';
import { printable } from '../text/printable.ts';
import { recordJson } from '../views/record-json.ts';
import { recordList, recordSummary, type ShownRecord } from '../views/record-summary.ts';
import { tombstoneSummary } from '../views/tombstone.ts';
import { lookSummary } from '../views/url-look.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand, ExitCode } from './command.ts';
import { looksNamed } from './named-looks.ts';
import { noRecordText, recordsNamed } from './named-records.ts';
import { printAll, printJson } from './print.ts';

interface ShowOptions extends CatalogueOption {
  readonly graph?: true;
  readonly raw?: true;
  readonly provenance?: true;
  readonly problems?: true;
  readonly json?: true;
  readonly format?: ExportFormat;
}

type Shown = 'graph' | 'raw' | 'provenance' | 'problems' | 'json';

const flags = {
  graph: 'print its statements',
  raw: 'print the JSON-LD as it was published',
  provenance: 'print what we say of where our copy came from',
  problems: 'print the problems of the latest look at its URL, as RDF',
  json: 'print all that the summary tells, as one JSON document',
} as const satisfies Record<Shown, string>;

/** The views, of which one is shown. */
const views = Object.keys(flags) as readonly Shown[]; // The keys of a record by view are views.

export const defineShow: DefineCommand = (program, run) => {
  const command = program
    .command('show')
    .summary('one record: what it is, its graph, its JSON-LD, where it is from')
    .description(
      'Shows the record that something names: the IRI of its graph, the URL of its document, or of what a source says to be described there, its own IRI or that of what it describes, or an identifier in any spelling (doi:…, https://doi.org/…). Of a record that was removed, says when and why. Where no record is from a URL, says what became of it. Ends with 1 when there is no record.',
    )
    .argument('<name>', 'what names the record');
  for (const view of views) {
    const others = views.filter((each) => each !== view);
    command.addOption(new Option(`--${view}`, flags[view]).conflicts(others));
  }
  command.addOption(
    new Option('--format <format>', 'how to write statements (default: nq)')
      .choices(exportFormats)
      .conflicts(['raw', 'json']),
  );
  addCatalogueOption(command).action(run(show));
};

async function show(
  context: CommandContext,
  name: string,
  options: ShowOptions,
): Promise<ExitCode> {
  const view = views.find((each) => options[each] === true);
  if (options.format !== undefined && view === undefined) {
    throw new UsageFault('--format is for --graph, --provenance and --problems.');
  }
  return withCatalogue(options, context, async (store) => {
    const showing: Showing = { name, store, context, format: options.format ?? 'nq' };
    const records = await recordsNamed(name, store);
    if (records.length === 0) return showNone(view, showing);
    await showRecords(records, view, showing);
    return 0;
  });
}

interface Showing {
  readonly name: string;
  readonly store: CatalogueStore;
  readonly context: CommandContext;
  readonly format: ExportFormat;
}

async function showRecords(
  records: readonly FoundRecord[],
  view: Shown | undefined,
  { name, store, context, format }: Showing,
): Promise<void> {
  const [first, ...more] = records;
  if (view === undefined) {
    const isOne = first !== undefined && more.length === 0;
    const text = isOne
      ? recordSummary(await withDocument(first, store), context.now())
      : recordList(name, records);
    context.stdout.write(text);
  } else if (view === 'json') {
    printJson({ name, records: await jsonOf(records, store) }, context);
  } else if (view === 'raw') {
    const { json, piece } = await rawOf(records, store);
    if (piece !== undefined) context.stderr.write(pieceNote);
    context.stdout.write(json);
  } else {
    await printAll(serialised(piecesOf(records, view, store), format), context);
  }
}

/** What became of a record that was removed, and of a URL of which there is no record; else only that there is none. */
async function showNone(
  view: Shown | undefined,
  { name, store, context }: Showing,
): Promise<ExitCode> {
  const { own, describing } = await looksNamed(name, store);
  const looks = own === undefined ? describing : [own];
  const [outcome] = looks;
  const removed = await store.removed(name);
  if (view === 'json') {
    const former = removed.length === 0 ? {} : { removed };
    const visit = outcome && (await visitOf(outcome.url, store));
    const look = { ...(outcome && { outcome }), ...(visit && { visit }) };
    printJson({ name, records: [], ...former, ...look }, context);
  } else if (view === undefined && looks.length + removed.length > 0) {
    const graves = removed.slice(0, maxGraphs).map((each) => tombstoneSummary(each));
    const visits = await Promise.all(looks.map(async ({ url }) => visitOf(url, store)));
    const summaries = [
      ...graves,
      ...looks.map((look, index) => lookSummary(look, visits[index], context.now())),
    ];
    context.stdout.write(summaries.join('\n'));
    return 1;
  }
  if (removed.length > 0) {
    context.stderr.write(`cdif-graph: ${wasRemoved(name)}\n`);
    return 1;
  }
  context.stderr.write(
    `cdif-graph: ${outcome === undefined ? noRecordText(name) : notFromText(name)}\n`,
  );
  return 1;
}

function wasRemoved(name: string): string {
  return `The record named ${printable(name)} was removed. Without --graph and the like, show says when and why.`;
}

function notFromText(name: string): string {
  return `No record is from ${printable(name)}. Without --graph and the like, show says what came of the URL.`;
}

async function withDocument(found: FoundRecord, store: CatalogueStore): Promise<ShownRecord> {
  const { graph, documentUrl } = found.record;
  const [document, visit, links] = await Promise.all([
    store.documentOf(graph),
    visitOf(documentUrl, store),
    store.linksOf(documentUrl),
  ]);
  // Several pages can have the same one.
  return { ...found, visit, document, links: signpostsOf(links) };
}

async function visitOf(url: string, store: CatalogueStore): Promise<UrlVisit | undefined> {
  return (await store.known(url))?.visit;
}

/** The records of one document, which may be large, share it. */
async function jsonOf(records: readonly FoundRecord[], store: CatalogueStore): Promise<unknown[]> {
  const all: unknown[] = [];
  let last: ShownRecord | undefined;
  for (const found of records) {
    const isSame =
      last?.record.document === found.record.document &&
      last.record.documentUrl === found.record.documentUrl;
    last = last && isSame ? { ...last, ...found } : await withDocument(found, store);
    all.push(recordJson(last));
  }
  return all;
}

const pieceNote =
  'An item of a large list, in a copy of the list that holds nothing else but its context, name and type.\n';

/** A message names so many. */
const maxGraphs = 20;

/** @throws {UsageFault} when the records are of several documents, which would make no JSON together */
async function rawOf(
  records: readonly FoundRecord[],
  store: CatalogueStore,
): Promise<Pick<KeptDocument, 'json' | 'piece'>> {
  const documents = new Map(
    records.map(({ record }) => [`${record.document} ${record.documentUrl}`, record.graph]),
  );
  const [graph = '', ...others] = documents.values();
  if (others.length > 0) {
    const more = records.length - maxGraphs;
    const graphs = [
      ...records.slice(0, maxGraphs).map((each) => `  ${printable(each.record.graph)}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ];
    throw new UsageFault(
      `${records.length} records have that name, and are of ${documents.size} documents. Name one of these graphs:\n${graphs.join('\n')}`,
    );
  }
  return (await store.documentOf(graph)) ?? { json: '' };
}

async function* piecesOf(
  records: readonly FoundRecord[],
  view: 'graph' | 'provenance' | 'problems',
  store: CatalogueStore,
): AsyncGenerator<GraphPiece> {
  // Records of one document have the same problems.
  const seen = new Set<string>();
  for (const { record } of records) {
    const { graph } = record;
    if (view === 'graph') yield { graph, nquads: (await store.graphOf(graph)) ?? '' };
    else {
      const nquads = await store.aboutRecord(graph, view);
      if (!seen.has(nquads)) yield { graph: ownGraphIri(view), nquads };
      if (view === 'problems') seen.add(nquads);
    }
  }
}

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

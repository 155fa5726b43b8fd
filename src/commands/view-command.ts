import type { Command } from 'commander';
import { createInterface } from 'node:readline';
import { type ReadableRecordGraph, readRecordGraph } from '../facts/record/record-graph.ts';
import { exitCodes, type ExitCode, UsageFault } from '../model/fault.ts';
import type { DescribedResource, RecordOrigin } from '../model/record.ts';
import { escapeControls, escapeInvisibleJson } from '../text/printable.ts';
import type { ViewedRecord } from '../views/record-views.ts';
import { type CommandContext, printAll } from './command.ts';
import { catalogueRecords, type ViewedRecords } from './named-records.ts';
import {
  addCatalogueOption,
  addLiveOptions,
  type LiveOptions,
  maxTimeoutSeconds,
  parseWholeNumber,
  refuseWithoutLive,
  withCatalogue,
} from './options.ts';

/** The options that all commands with a view of records have. */
export interface ViewOptions extends LiveOptions {
  readonly timeout: number;
}

/** Adds the argument and options that select records in the catalogue or on the Web. */
export function addViewOptions(command: Command): Command {
  command
    .argument(
      '[name]',
      'an IRI, an identifier in any spelling, or the key of a search result; - reads one per ' +
        'line from stdin',
    )
    .option('--source <name>', 'all records of this source, as JSON lines');
  addLiveOptions(command).option(
    '--timeout <seconds>',
    'with --live: the time limit, including all links that are followed',
    parseWholeNumber(1, maxTimeoutSeconds),
    60,
  );
  return addCatalogueOption(command);
}

/** How views are written: each as a text or as JSON lines, or all together. */
export type ViewFormat<View> =
  | { readonly text: (view: View) => string }
  | { readonly lines: (view: View) => readonly unknown[] }
  | { readonly all: (views: AsyncIterable<View>) => AsyncIterable<string> };

/** A view, and how it is written. */
export interface ViewPrinting<View> {
  /** Makes the view of a resource; undefined where its record has no node for it. */
  readonly makeView: (
    graph: ReadableRecordGraph,
    resource: DescribedResource,
    origin: RecordOrigin,
  ) => View | undefined;
  /** Chooses the format for one name, or for several names or a source. */
  readonly format: (isOneName: boolean) => ViewFormat<View>;
  /** Called with each view before it is written. */
  readonly onView?: (view: View) => void;
}

/**
 * Prints the views of the records that a name, the lines of stdin (`-`) or a source select. A name
 * without a record, and a record without a view, are reported on stderr, and the rest is printed.
 * @returns 1 where something was reported
 * @throws {UsageFault} where neither or both of name and source are given; no such source
 */
export async function printViews<View extends { readonly graph: string }>(
  printing: ViewPrinting<View>,
  name: string | undefined,
  options: ViewOptions,
  context: CommandContext,
): Promise<ExitCode> {
  refuseSelection(name, options.source);
  refuseWithoutLive(options);
  let isWhole = true;
  const report = (message: string): void => {
    isWhole = false;
    context.stderr.write(`cdif-graph: ${message}\n`);
  };
  const print = async (records: ViewedRecords): Promise<void> => {
    const selected =
      options.source === undefined
        ? recordsOfNames(name === '-' ? linesOf(context) : [name ?? ''], records, report)
        : records.ofSource(options.source);
    const views = viewsOf(selected, printing, context.signal, report);
    const format = printing.format(name !== undefined && name !== '-');
    await printAll(textsOf(views, format, report), context);
  };
  if (options.live === true) {
    // The harvest takes longer to load than all the rest.
    const { liveRecords } = await import('./live-visit.ts');
    await print(liveRecords(options, context));
  } else await withCatalogue(options, context, async (store) => print(catalogueRecords(store)));
  return isWhole ? exitCodes.done : exitCodes.failed;
}

function refuseSelection(name: string | undefined, source: string | undefined): void {
  if (name !== undefined && source !== undefined) {
    throw new UsageFault('Give either a name or --source, not both.');
  }
  if (name === undefined && source === undefined) {
    throw new UsageFault(
      'Give an IRI or identifier, - to read one per line from stdin, or --source.',
    );
  }
}

/** The lines of the standard input that are not empty. */
async function* linesOf({ stdin, signal }: CommandContext): AsyncGenerator<string> {
  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY, signal });
  for await (const line of lines) {
    if (line.trim() !== '') yield line.trim();
  }
  signal.throwIfAborted();
}

async function* recordsOfNames(
  names: Iterable<string> | AsyncIterable<string>,
  records: ViewedRecords,
  report: (message: string) => void,
): AsyncGenerator<ViewedRecord> {
  for await (const name of names) {
    const named = await records.named(name);
    if (named.length === 0) report(records.missingText(name));
    yield* named;
  }
}

const withoutNode =
  'an earlier version stored it without the node of its resource; cdif-graph rebuild adds it';

async function* viewsOf<View>(
  records: AsyncIterable<ViewedRecord>,
  { makeView, onView }: ViewPrinting<View>,
  signal: AbortSignal,
  report: (message: string) => void,
): AsyncGenerator<View> {
  for await (const { origin, describes, ...text } of records) {
    signal.throwIfAborted();
    const graph = readRecordGraph(text);
    const views = describes.map((resource) => makeView(graph, resource, origin));
    for (const view of views) {
      if (view === undefined) continue;
      onView?.(view);
      yield view;
    }
    if (views.includes(undefined)) {
      report(`no view of ${escapeControls(text.graph)}: ${withoutNode}`);
    }
  }
}

const tooLong = 'it is longer than the longest possible string';

async function* textsOf<View extends { readonly graph: string }>(
  views: AsyncIterable<View>,
  format: ViewFormat<View>,
  report: (message: string) => void,
): AsyncGenerator<string> {
  if ('all' in format) {
    yield* format.all(views);
    return;
  }
  for await (const view of views) {
    const text = unlessTooLong(() =>
      'text' in format
        ? format.text(view)
        : format
            .lines(view)
            .map((value) => `${escapeInvisibleJson(JSON.stringify(value))}\n`)
            .join(''),
    );
    if (text === undefined) report(`no view of ${escapeControls(view.graph)}: ${tooLong}`);
    else yield text;
  }
}

/** Undefined where a text of a huge record exceeds the longest possible string. */
function unlessTooLong(textOf: () => string): string | undefined {
  try {
    return textOf();
  } catch (error) {
    if (error instanceof RangeError && error.message === 'Invalid string length') return undefined;
    throw error;
  }
}

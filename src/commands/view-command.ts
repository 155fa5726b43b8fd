import type { Command } from 'commander';
import { exitCodes, type ExitCode } from '../model/fault.ts';
import { escapeControls, escapeInvisibleJson } from '../text/printable.ts';
import {
  addCatalogueOption,
  type CatalogueOption,
  parseWholeNumber,
  refuseWithoutLive,
  withCatalogue,
} from './options.ts';
import { type CommandContext, printAll } from './command.ts';
import { maxTimeoutSeconds } from './query.ts';
import {
  catalogueRecords,
  viewRecords,
  selectViewed,
  type MakeView,
  type ViewedRecords,
  type ViewSelection,
} from './named-records.ts';

/** The options that all commands with a view of records have. */
export interface ViewOptions extends CatalogueOption {
  readonly source?: string;
  readonly timeout: number;
  readonly live?: true;
  readonly allowPrivateAddresses?: true;
}

/** Adds the argument and the options that say of what a view is wanted, and where it is looked for. */
export function addViewOptions(command: Command): Command {
  command
    .argument(
      '[name]',
      'an IRI, an identifier in any spelling, or the key of a search result; - reads one per line from stdin',
    )
    .option('--source <name>', 'all records of this source, as JSON lines')
    .option(
      '--live',
      'follow the name on the Web now, by typed links and embedded metadata; stores nothing',
    )
    .option(
      '--allow-private-addresses',
      'with --live: permit requests to this machine and to private networks',
    )
    .option(
      '--timeout <seconds>',
      'with --live: the time limit, including all links that are followed',
      parseWholeNumber(1, maxTimeoutSeconds),
      60,
    );
  return addCatalogueOption(command);
}

/** What all views tell: of the graph of which record they are. */
interface ViewOfRecord {
  readonly graph: string;
}

/** Is told of a view that cannot be written. */
export type OnTooLong = (view: ViewOfRecord) => void;

/** A view, and how it is written. */
export interface ViewPrinting<View> {
  readonly makeView: MakeView<View>;
  /** @param what of which the views are */
  readonly write: (
    views: AsyncIterable<View>,
    what: ViewSelection,
    onTooLong: OnTooLong,
  ) => AsyncIterable<string>;
}

/**
 * Prints the views of what a name or the options say.
 * @returns 1 where there is no record of something, or no view of a record
 */
export async function printViews<View>(
  { makeView, write }: ViewPrinting<View>,
  name: string | undefined,
  options: ViewOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const what = selectViewed(name, options.source);
  refuseWithoutLive(options);
  let isWhole = true;
  const print = async (records: ViewedRecords): Promise<void> => {
    const views = viewRecords(makeView, what, { records, context }, () => (isWhole = false));
    const texts = write(views, what, ({ graph }) => {
      isWhole = false;
      context.stderr.write(`cdif-graph: no view of ${escapeControls(graph)}: ${tooLong}\n`);
    });
    await printAll(texts, context);
  };
  const { source: _, timeout, ...live } = options;
  const timeoutMs = timeout * 1000;
  if (options.live === true) {
    // What looks at the Web takes longer to load than all the rest.
    const { liveRecords } = await import('./live-visit.ts');
    await print(liveRecords({ ...live, timeoutMs }, context));
  } else await withCatalogue(options, context, async (store) => print(catalogueRecords(store)));
  return isWhole ? exitCodes.done : exitCodes.failed;
}

const tooLong = 'it is longer than the longest possible string';

/** A text for each view. */
export async function* textOfEach<View extends ViewOfRecord>(
  views: AsyncIterable<View>,
  textOf: (view: View) => string,
  onTooLong: OnTooLong,
): AsyncGenerator<string> {
  for await (const view of views) {
    const text = unlessTooLong(() => textOf(view));
    if (text === undefined) onTooLong(view);
    else yield text;
  }
}

/** Undefined where a text becomes longer than one may be, as that of a huge record does. */
function unlessTooLong(textOf: () => string): string | undefined {
  try {
    return textOf();
  } catch (error) {
    if (error instanceof RangeError && error.message === 'Invalid string length') return undefined;
    throw error;
  }
}

/** JSON lines, as many for a view as it gives values. */
export function jsonLines<View extends ViewOfRecord>(
  views: AsyncIterable<View>,
  valuesOf: (view: View) => readonly unknown[],
  onTooLong: OnTooLong,
): AsyncGenerator<string> {
  const textOf = (view: View): string =>
    valuesOf(view)
      .map((value) => `${escapeInvisibleJson(JSON.stringify(value))}\n`)
      .join('');
  return textOfEach(views, textOf, onTooLong);
}

/** Passes views on, and shows each to `see`. */
export async function* seen<View>(
  views: AsyncIterable<View>,
  see: (view: View) => void,
): AsyncGenerator<View> {
  for await (const view of views) {
    see(view);
    yield view;
  }
}

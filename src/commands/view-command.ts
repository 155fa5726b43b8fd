import type { Command } from 'commander';
import { exitCodes, type ExitCode } from '../model/fault.ts';
import { escapeControls, escapeInvisibleJson } from '../text/printable.ts';
import {
  addCatalogueOption,
  addLiveOptions,
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

/** Adds the argument and options that select records, and the place where they are looked for. */
export function addViewOptions(command: Command): Command {
  command
    .argument(
      '[name]',
      'an IRI, an identifier in any spelling, or the key of a search result; - reads one per line from stdin',
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

/** What all views have: the graph of their record. */
interface ViewOfRecord {
  readonly graph: string;
}

/** How views are written: each as a text or as JSON lines, or all together. */
export type ViewFormat<View> =
  | { readonly text: (view: View) => string }
  | { readonly lines: (view: View) => readonly unknown[] }
  | { readonly all: (views: AsyncIterable<View>) => AsyncIterable<string> };

/** A view, and how it is written. */
export interface ViewPrinting<View> {
  readonly makeView: MakeView<View>;
  /** Chooses the format for one name, several names, or a source. */
  readonly format: (what: ViewSelection) => ViewFormat<View>;
  /** Called with each view before it is written. */
  readonly onView?: (view: View) => void;
}

/**
 * Prints the views of the records that a name or the options select.
 * @returns 1 where a name has no record, or a record no view
 */
export async function printViews<View extends ViewOfRecord>(
  { makeView, format, onView }: ViewPrinting<View>,
  name: string | undefined,
  options: ViewOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const what = selectViewed(name, options.source);
  refuseWithoutLive(options);
  let isWhole = true;
  async function* observed(views: AsyncIterable<View>): AsyncGenerator<View> {
    for await (const view of views) {
      onView?.(view);
      yield view;
    }
  }
  const print = async (records: ViewedRecords): Promise<void> => {
    const views = viewRecords(makeView, what, { records, context }, () => (isWhole = false));
    const texts = textsOf(observed(views), format(what), ({ graph }) => {
      isWhole = false;
      context.stderr.write(`cdif-graph: no view of ${escapeControls(graph)}: ${tooLong}\n`);
    });
    await printAll(texts, context);
  };
  const { source: _, timeout, ...live } = options;
  const timeoutMs = timeout * 1000;
  if (options.live === true) {
    // The harvest takes longer to load than all the rest.
    const { liveRecords } = await import('./live-visit.ts');
    await print(liveRecords({ ...live, timeoutMs }, context));
  } else await withCatalogue(options, context, async (store) => print(catalogueRecords(store)));
  return isWhole ? exitCodes.done : exitCodes.failed;
}

const tooLong = 'it is longer than the longest possible string';

async function* textsOf<View>(
  views: AsyncIterable<View>,
  format: ViewFormat<View>,
  onTooLong: (view: View) => void,
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
    if (text === undefined) onTooLong(view);
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

import type { Command } from 'commander';
import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import { visibleJson } from '../text/printable.ts';
import type { RecordViewName, RecordViewOf } from '../views/record-view.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext } from './command.ts';
import { refuseWithoutLive } from './live-options.ts';
import { wholeNumber } from './numbers.ts';
import { printAll } from './print.ts';
import { maxTimeoutSeconds } from './query.ts';
import {
  catalogueRecords,
  viewed,
  viewedWhat,
  type ViewedRecords,
  type ViewedWhat,
} from './viewed-records.ts';

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
      'an IRI, an identifier in any spelling or the key of a search result; - reads one a line from stdin',
    )
    .option('--source <name>', 'all records of this source, as JSON lines')
    .option(
      '--live',
      'follow it on the Web now, by typed links and what is in pages; stores nothing',
    )
    .option('--allow-private-addresses', 'with --live: ask this machine and private networks, too')
    .option(
      '--timeout <seconds>',
      'the longest that a record may take',
      wholeNumber(1, maxTimeoutSeconds),
      60,
    );
  return addCatalogueOption(command);
}

/** A view, and how it is written. */
export interface ViewPrinting<Name extends RecordViewName> {
  readonly view: Name;
  /** @param what of which the views are */
  readonly write: (
    views: AsyncIterable<RecordViewOf<Name>>,
    what: ViewedWhat,
  ) => AsyncIterable<string>;
}

/**
 * Prints the views of what a name or the options say.
 * @returns 1 where there is no record of something, or no view of a record
 */
export async function printViews<Name extends RecordViewName>(
  { view, write }: ViewPrinting<Name>,
  name: string | undefined,
  options: ViewOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const what = viewedWhat(name, options.source);
  refuseWithoutLive(options);
  let isWhole = true;
  const print = async (records: ViewedRecords): Promise<void> => {
    const viewing = { records, context, timeoutMs: options.timeout * 1000 };
    const views = viewed(view, what, viewing, () => (isWhole = false));
    await printAll(write(views, what), context);
  };
  const { source: _, timeout, ...live } = options;
  const timeoutMs = timeout * 1000;
  if (options.live === true) {
    // What looks at the Web takes longer to load than all the rest.
    const { liveRecords } = await import('./live-records.ts');
    await print(liveRecords({ ...live, timeoutMs }, context));
  } else await withCatalogue(options, context, async (store) => print(catalogueRecords(store)));
  return isWhole ? exitCodes.done : exitCodes.failed;
}

/** A text for each view. */
export async function* textOfEach<View>(
  views: AsyncIterable<View>,
  textOf: (view: View) => string,
): AsyncGenerator<string> {
  for await (const view of views) yield textOf(view);
}

/** JSON lines, as many for a view as it gives values. */
export function jsonLines<View>(
  views: AsyncIterable<View>,
  valuesOf: (view: View) => readonly unknown[],
): AsyncGenerator<string> {
  return textOfEach(views, (view) =>
    valuesOf(view)
      .map((value) => `${visibleJson(JSON.stringify(value))}\n`)
      .join(''),
  );
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

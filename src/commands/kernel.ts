import { Option } from 'commander';
import { turtle } from '../export/turtle.ts';
import { visibleJson } from '../text/printable.ts';
import { handleRecord, lackingOf } from '../views/kernel/handle-record.ts';
import { kernelJson } from '../views/kernel/kernel-json.ts';
import { kernelJsonLd } from '../views/kernel/kernel-json-ld.ts';
import {
  kernelProfileNames,
  kernelProfiles,
  type KernelProfile,
  type KernelProfileName,
} from '../views/kernel/kernel-profiles.ts';
import type { KernelRecord } from '../views/kernel/kernel-record.ts';
import { kernelStatements } from '../views/kernel/kernel-statements.ts';
import { kernelTable } from '../views/kernel/kernel-table.ts';
import { amount, amounts } from '../views/amounts.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand, ExitCode } from './command.ts';
import { liveRecords } from './live-records.ts';
import { refuseWithoutLive } from './look-now.ts';
import { wholeNumber } from './numbers.ts';
import { printAll } from './print.ts';
import { maxTimeoutSeconds } from './query.ts';
import { catalogueRecords, viewed, viewedWhat, type ViewedRecords } from './viewed-records.ts';

interface KernelOptions extends CatalogueOption {
  readonly source?: string;
  readonly format?: KernelFormat;
  readonly profile: KernelProfileName;
  readonly timeout: number;
  readonly live?: true;
  readonly allowPrivateAddresses?: true;
}

type Write = (
  records: AsyncIterable<KernelRecord>,
  profile: KernelProfile,
) => AsyncIterable<string>;

/** How kernel records are written, one line a format. */
const formats = {
  table: (records, profile) => texts(records, (record) => kernelTable(record, profile)),
  json: (records, profile) => jsonLines(records, (record) => [kernelJson(record, profile)]),
  handle: (records, profile) =>
    jsonLines(records, ({ objects }) => objects.map((object) => handleRecord(object, profile))),
  jsonld: (records) => texts(records, (record) => `${visibleJson(kernelJsonLd(record))}\n`),
  ttl: (records) => turtleText(records),
} as const satisfies Record<string, Write>;

type KernelFormat = keyof typeof formats;
const formatNames = Object.keys(formats) as readonly KernelFormat[]; // its own names

export const defineKernel: DefineCommand = (program, run) => {
  const command = program
    .command('kernel')
    .summary('FAIR Digital Object kernel records')
    .description(
      'Shows what a record says of a resource and of each digital object that it comes in for FAIR Digital Object kernel records (appendix 2 of the CDIF discovery draft): its distributions, and the files in these. What an object does not say itself it inherits, which is marked. Says which mandatory attributes of a profile are lacking. Ends with 1 when there is no record of something.',
    )
    .argument('[name]', 'an IRI or an identifier in any spelling; - reads one a line from stdin')
    .option('--source <name>', 'all records of this source, as JSON lines')
    .option(
      '--live',
      'follow it on the Web now, by typed links and what is in pages; stores nothing',
    )
    .option('--allow-private-addresses', 'with --live: ask this machine and private networks, too')
    .addOption(
      new Option(
        '--format <format>',
        'json and handle (a line a digital object, for a service that registers PIDs) are JSON lines, jsonld a line a resource (default: table; of several names and a source json)',
      ).choices(formatNames),
    )
    .addOption(
      new Option('--profile <profile>', 'the profile for handle, and for what is lacking')
        .choices(kernelProfileNames)
        .default('rda'),
    )
    .option(
      '--timeout <seconds>',
      'the longest that a record may take',
      wholeNumber(1, maxTimeoutSeconds),
      60,
    );
  addCatalogueOption(command).action(run(kernel));
};

async function kernel(
  context: CommandContext,
  name: string | undefined,
  options: KernelOptions,
): Promise<ExitCode> {
  const what = viewedWhat(name, options.source);
  refuseWithoutLive(options);
  const { format = what.kind === 'name' ? 'table' : 'json' } = options;
  const profile: KernelProfile = kernelProfiles[options.profile];
  let isWhole = true;
  const lacking = new LackingCount(profile);
  const write = async (records: ViewedRecords): Promise<void> => {
    const viewing = { records, context, timeoutMs: options.timeout * 1000 };
    const views = viewed('kernel', what, viewing, () => (isWhole = false));
    await printAll(formats[format](lacking.counting(views), profile), context);
  };
  const { source: _, ...live } = options;
  if (options.live === true) await write(liveRecords(live, context));
  else await withCatalogue(options, context, async (store) => write(catalogueRecords(store)));
  if (lacking.text !== '') context.stderr.write(`cdif-graph: ${lacking.text}\n`);
  return isWhole ? 0 : 1;
}

/** Counts of how many digital objects a mandatory attribute is lacking. */
class LackingCount {
  readonly #profile: KernelProfile;
  readonly #lacking: Record<string, number> = {};
  #objects = 0;

  constructor(profile: KernelProfile) {
    this.#profile = profile;
  }

  async *counting(records: AsyncIterable<KernelRecord>): AsyncGenerator<KernelRecord> {
    for await (const record of records) {
      for (const object of record.objects) this.#count(lackingOf(object, this.#profile));
      yield record;
    }
  }

  get text(): string {
    if (Object.keys(this.#lacking).length === 0) return '';
    const lacking = amounts(this.#lacking);
    return `${lacking}: so many of ${amount(this.#objects, 'digital object')} lack what is mandatory for ${this.#profile.title}`;
  }

  #count(names: readonly string[]): void {
    this.#objects += 1;
    for (const name of names) this.#lacking[name] = (this.#lacking[name] ?? 0) + 1;
  }
}

async function* texts(
  records: AsyncIterable<KernelRecord>,
  textOf: (record: KernelRecord) => string,
): AsyncGenerator<string> {
  for await (const record of records) yield textOf(record);
}

async function* jsonLines(
  records: AsyncIterable<KernelRecord>,
  valuesOf: (record: KernelRecord) => readonly unknown[],
): AsyncGenerator<string> {
  for await (const record of records) {
    yield valuesOf(record)
      .map((value) => `${visibleJson(JSON.stringify(value))}\n`)
      .join('');
  }
}

/** All in one document. */
async function* turtleText(records: AsyncIterable<KernelRecord>): AsyncGenerator<string> {
  const document = turtle();
  yield document.head;
  let count = 0;
  for await (const record of records) {
    count += 1;
    yield* document.write(kernelStatements(record, `r${count}`));
  }
  yield document.end();
}

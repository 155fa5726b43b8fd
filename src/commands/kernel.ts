import { Option } from 'commander';
import { kernelJsonLd, turtle } from '../export/serialisations.ts';
import type { ExitCode } from '../model/fault.ts';
import { escapeInvisibleJson } from '../text/printable.ts';
import {
  handleRecord,
  kernelJson,
  type KernelProfile,
  type KernelProfileName,
  kernelProfileNames,
  kernelProfiles,
  lackingOf,
} from '../views/kernel/kernel-profiles.ts';
import { type KernelRecord, kernelStatements } from '../views/kernel/kernel-record.ts';
import { kernelRecord } from '../views/kernel/read-kernel.ts';
import { kernelTable } from '../render/kernel-table.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import {
  addViewOptions,
  printViews,
  type ViewFormat,
  type ViewOptions,
  type ViewPrinting,
} from './view-command.ts';

interface KernelOptions extends ViewOptions {
  readonly format?: KernelFormat;
  readonly profile: KernelProfileName;
}

/** How kernel records are written by a profile, a line a format. */
const formats = {
  table: (profile) => ({ text: (record) => kernelTable(record, profile) }),
  json: (profile) => ({ lines: (record) => [kernelJson(record, profile)] }),
  handle: (profile) => ({
    lines: ({ objects }) => objects.map((object) => handleRecord(object, profile)),
  }),
  jsonld: () => ({ text: (record) => `${escapeInvisibleJson(kernelJsonLd(record))}\n` }),
  ttl: () => ({ all: turtleText }),
} as const satisfies Record<string, (profile: KernelProfile) => ViewFormat<KernelRecord>>;

type KernelFormat = keyof typeof formats;
const formatNames = Object.keys(formats) as readonly KernelFormat[]; // its own names

/** Defines `cdif-graph kernel`. */
export const defineKernel: DefineCommand = (command, run) => {
  command
    .description(
      'Shows the attributes of FAIR Digital Object kernel records (appendix 2 of the CDIF ' +
        'discovery draft) that a record gives for a resource and for each of its digital ' +
        'objects: distributions, and the files in them. An object inherits the attributes that ' +
        'it does not have itself, which is marked. Names the mandatory attributes of a profile ' +
        'that are missing or have no valid value. Exits with code 1 if there is no record.',
    )
    .addOption(
      new Option(
        '--format <format>',
        'handle writes a JSON line per digital object, for a service that registers PIDs; ' +
          'json and jsonld write a line per resource (default: table; json for several names or ' +
          'a source)',
      ).choices(formatNames),
    )
    .addOption(
      new Option(
        '--profile <profile>',
        'the profile for handle and for the check of mandatory attributes',
      )
        .choices(kernelProfileNames)
        .default('rda'),
    );
  addViewOptions(command).action(run(kernel));
};

async function kernel(
  context: CommandContext,
  name: string | undefined,
  options: KernelOptions,
): Promise<ExitCode> {
  const profile: KernelProfile = kernelProfiles[options.profile];
  const missing: Record<string, number> = {};
  let total = 0;
  const printing: ViewPrinting<KernelRecord> = {
    makeView: kernelRecord,
    format: (isOneName) => formats[options.format ?? (isOneName ? 'table' : 'json')](profile),
    onView: ({ objects }) => {
      total += objects.length;
      for (const attribute of objects.flatMap((object) => lackingOf(object, profile))) {
        missing[attribute] = (missing[attribute] ?? 0) + 1;
      }
    },
  };
  const exitCode = await printViews(printing, name, options, context);
  if (Object.keys(missing).length > 0) {
    const text = missingText(missing, total, profile);
    context.stderr.write(`cdif-graph: ${text}\n`);
  }
  return exitCode;
}

/** @param missing how many of the digital objects lack each mandatory attribute */
function missingText(
  missing: Readonly<Record<string, number>>,
  total: number,
  { title }: KernelProfile,
): string {
  const names = Object.entries(missing).map(([name, count]) =>
    total === 1 ? name : `${name} (${count} of ${total} digital objects)`,
  );
  return (
    `mandatory attributes of ${title} that are missing or have no valid value: ` + names.join(', ')
  );
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

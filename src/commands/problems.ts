import { Option } from 'commander';
import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import { isProblemKind, severities } from '../model/problem-catalogue.ts';
import { ProblemCounter } from '../model/problem-tally.ts';
import type { ProblemKind, Severity } from '../model/problem.ts';
import { UsageFault } from '../model/fault.ts';
import { UnnamedResources } from '../store/find-records.ts';
import type { FoundProblem } from '../store/found-problems.ts';
import {
  isWanted,
  selectionNamed,
  sinceNamed,
  type ProblemFilter,
} from '../store/selected-problems.ts';
import type { CatalogueStore } from '../store/store.ts';
import { printable } from '../text/printable.ts';
import { severityText } from '../render/problem-counts.ts';
import { ProblemReport } from '../render/problem-report.ts';
import { problemRows } from '../render/problem-rows.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import { sourceContacts } from './source-contacts.ts';
import { printAll } from './print.ts';
import { problemPages } from './problem-pages.ts';
import { refuseUnknownSources } from './unknown-source.ts';

const formats = ['table', 'csv', 'jsonl', 'markdown'] as const;

interface ProblemsOptions extends CatalogueOption {
  readonly source?: readonly string[];
  readonly kind?: readonly string[];
  readonly severity?: readonly Severity[];
  readonly url?: string;
  readonly since?: string;
  readonly format: (typeof formats)[number];
}

export const defineProblems: DefineCommand = (command, run) => {
  command
    .description(
      'Lists the problems of the latest visit of each URL and record, IRIs that several records share, and the problems of the latest listing of each source. If not all problems of a kind were kept, a line counts the others. With --format markdown it writes a report per source that you can send to the publisher.',
    )
    .option('--source <name>', 'only of this source (repeatable)', collect)
    .option('--kind <kind>', 'only of this kind (repeatable)', collect)
    .addOption(
      new Option('--severity <severity>', 'only of this severity (repeatable)')
        .choices(severities)
        .argParser(collectSeverity),
    )
    .option(
      '--url <url>',
      'only of this URL and its records, or of the record with this name (see show)',
    )
    .option(
      '--since <run|date>',
      'only problems first found since the start of a run, or since a date such as 2026-11-20; leaves out IRIs that several records share, for which no time is known',
    )
    .addOption(
      new Option('--format <format>', 'the output format').choices(formats).default('table'),
    );
  addCatalogueOption(command).action(run(problems));
};

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function collectSeverity(value: string, before: readonly Severity[] = []): readonly Severity[] {
  const severity = severities.find((each) => each === value);
  if (severity === undefined) {
    throw new UsageFault(`--severity is one of ${severities.join(', ')}.`);
  }
  return [...before, severity];
}

async function problems(context: CommandContext, options: ProblemsOptions): Promise<ExitCode> {
  const kinds = options.kind?.map(knownKind);
  await withCatalogue(options, context, async (store) => {
    await refuseUnknownSources(options.source ?? [], store);
    const { source: sources, severity, since, url } = options;
    const [from, selection] = await store.ofOneState(async (snapshot) => [
      since === undefined ? undefined : sinceNamed(snapshot, since),
      url === undefined ? undefined : selectionNamed(snapshot, url, new UnnamedResources()),
    ]);
    const filter = { sources, kinds, severities: severity, since: from };
    const found = filtered(store.problems(selection), filter);
    if (options.format === 'markdown') await printReports(found, store, context);
    else await printRows(found, options.format, context);
  });
  return exitCodes.done;
}

/** @throws {UsageFault} when it is none */
function knownKind(name: string): ProblemKind {
  if (isProblemKind(name)) return name;
  throw new UsageFault(
    `${printable(name)} is not a kind of problem. For the kinds, see ${problemPages}`,
  );
}

async function* filtered(
  found: AsyncIterable<FoundProblem>,
  filter: ProblemFilter,
): AsyncGenerator<FoundProblem> {
  for await (const each of found) if (isWanted(each, filter)) yield each;
}

async function printRows(
  found: AsyncIterable<FoundProblem>,
  format: keyof typeof problemRows,
  context: CommandContext,
): Promise<void> {
  const counter = new ProblemCounter();
  const { head, row } = problemRows[format];
  async function* rows(): AsyncGenerator<string> {
    yield head;
    for await (const each of found) {
      counter.add(each.problem);
      yield row(each);
    }
  }
  await printAll(rows(), context);
  if (format === 'table') context.stderr.write(`${severityText(counter.counts())}\n`);
}

async function printReports(
  found: AsyncIterable<FoundProblem>,
  store: CatalogueStore,
  context: CommandContext,
): Promise<void> {
  const report = new ProblemReport();
  for await (const each of found) report.add(each);
  async function* texts(): AsyncGenerator<string> {
    let isFirst = true;
    for (const source of report.sources) {
      const contacts = await sourceContacts(source, report.recordsOf(source), {
        store,
        signal: context.signal,
      });
      yield `${isFirst ? '' : '\n'}${report.text(source, contacts)}`;
      isFirst = false;
    }
  }
  await printAll(texts(), context);
}

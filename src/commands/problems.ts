import { Option } from 'commander';
import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import { problemCatalogue, severities, severityOf } from '../model/problem-catalogue.ts';
import { countedAs, ProblemCounter } from '../model/problem-tally.ts';
import type { ProblemKind, Severity } from '../model/problem.ts';
import { UsageFault } from '../model/fault.ts';
import { targetUrl } from '../model/target-url.ts';
import type { FoundProblem } from '../store/found-problems.ts';
import type { CatalogueStore, ProblemSelection } from '../store/store.ts';
import { printable } from '../text/printable.ts';
import { utcMs } from '../text/utc-time.ts';
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
      'Lists what is wrong: all problems of the latest look at each URL and record, names that records share, and problems of the latest listing of each source. Where more were met than are kept, a line says how many of which kind. As markdown it is one report for each source, to be mailed to its publisher.',
    )
    .option('--source <name>', 'only of this source; may be given more than once', collect)
    .option('--kind <kind>', 'only of this kind; may be given more than once', collect)
    .addOption(
      new Option('--severity <severity>', 'only of this severity; may be given more than once')
        .choices(severities)
        .argParser(collectSeverity),
    )
    .option('--url <url>', 'only of this URL and its records, or of what names a record: see show')
    .option(
      '--since <run|date>',
      'only what was first met since a run began, or since a date such as 2026-11-20; not names that records share, which have no such time',
    )
    .addOption(
      new Option('--format <format>', 'how to write them').choices(formats).default('table'),
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
  const kinds = knownKinds(options.kind ?? []);
  await withCatalogue(options, context, async (store) => {
    await refuseUnknownSources(options.source ?? [], store);
    const since = options.since === undefined ? undefined : await sinceOf(options.since, store);
    const selection = options.url === undefined ? undefined : await placesOf(options.url, store);
    const wanted = matching({ ...options, kinds, since });
    const found = filtered(store.problems(selection), wanted);
    if (options.format === 'markdown') await printReports(found, store, context);
    else await printRows(found, options.format, context);
  });
  return exitCodes.done;
}

/** @throws {UsageFault} when one is none */
function knownKinds(names: readonly string[]): ReadonlySet<string> {
  const unknown = names.find((name) => !Object.hasOwn(problemCatalogue, name));
  if (unknown === undefined) return new Set(names);
  throw new UsageFault(`${printable(unknown)} is no kind of problem. The kinds: ${problemPages}`);
}

/** From where on a problem is wanted. */
interface Since {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The change by which the run began, which counts where it is known: clocks can be wrong. */
  readonly change?: number;
}

/**
 * When a run began, or the time that a date names.
 * @throws {UsageFault} when it is neither
 */
async function sinceOf(name: string, store: CatalogueStore): Promise<Since> {
  if (!/^\d{4}-/u.test(name)) {
    const { startedAt: at, began: change } = await store.run(name);
    return change === undefined ? { at } : { at, change };
  }
  const time = utcMs(name);
  if (!Number.isNaN(time)) return { at: new Date(time).toISOString() };
  throw new UsageFault(`${printable(name)} is no date such as 2026-11-20.`);
}

function isSince({ at, change }: Since, first: NonNullable<FoundProblem['first']>): boolean {
  return change === undefined || first.change === undefined
    ? first.at >= at
    : first.change >= change;
}

/** @throws {UsageFault} where nothing is known of it */
async function placesOf(name: string, store: CatalogueStore): Promise<ProblemSelection> {
  const url = targetUrl(name.trim()) ?? name.trim();
  const found = await store.find(name);
  if (!/#./u.test(name) && (await store.outcomeOf(url)) !== undefined) return { url };
  if (found.length === 0) {
    throw new UsageFault(`${printable(name)} is not known: no URL that was looked at, no record.`);
  }
  return {
    records: found.map(({ record }) => record.graph),
    beside: [...new Set(found.map(({ record }) => record.documentUrl))],
  };
}

interface Wanted extends Pick<ProblemsOptions, 'source' | 'severity'> {
  readonly kinds: ReadonlySet<string>;
  readonly since: Since | undefined;
}

type Filter = (found: FoundProblem) => boolean;

function matching({ source, severity, kinds, since }: Wanted): Filter {
  const isOfKind = (kind: ProblemKind): boolean => kinds.size === 0 || kinds.has(kind);
  return ({ problem, sources, first }) =>
    (source === undefined || sources.some((name) => source.includes(name))) &&
    (severity === undefined || severity.includes(severityOf(problem))) &&
    isOfKind(countedAs(problem).kind) &&
    (since === undefined || (first !== undefined && isSince(since, first)));
}

async function* filtered(
  found: AsyncIterable<FoundProblem>,
  isWanted: Filter,
): AsyncGenerator<FoundProblem> {
  for await (const each of found) if (isWanted(each)) yield each;
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

import { Option } from 'commander';
import { UnnamedResources, type FoundRecord } from '../catalogue/find-records.ts';
import type { FoundProblem } from '../catalogue/found-problems.ts';
import { readWithoutPauses } from '../catalogue/interruptible-reading.ts';
import {
  matchesProblemFilter,
  type ProblemFilter,
  resolveProblemStart,
  resolveSelectionWithPauses,
} from '../catalogue/selected-problems.ts';
import type { CatalogueGraphs, RecordFinder } from '../catalogue/store.ts';
import { readRecordGraph } from '../facts/record/record-graph.ts';
import { UsageFault } from '../model/fault.ts';
import { isProblemKind, severities } from '../model/problem-catalogue.ts';
import { ProblemCounter } from '../model/problem-tally.ts';
import type { ProblemKind, Severity } from '../model/problem.ts';
import type { DescribedResource } from '../model/record.ts';
import {
  formatSeverities,
  ProblemReport,
  problemRows,
  type SourceContact,
} from '../render/problem-report.ts';
import { escapeControls } from '../text/printable.ts';
import { readDetails } from '../views/details/read-details.ts';
import type { AgentDetail } from '../views/details/resource-details.ts';
import { type CommandContext, type DefineCommand, printAll, problemPages } from './command.ts';
import {
  addCatalogueOption,
  type CatalogueOption,
  collectValues,
  refuseUnknownSources,
  withCatalogue,
} from './options.ts';

const formats = ['table', 'csv', 'jsonl', 'markdown'] as const;

interface ProblemsOptions extends CatalogueOption {
  readonly source?: readonly string[];
  readonly kind?: readonly string[];
  readonly severity?: readonly Severity[];
  readonly url?: string;
  readonly since?: string;
  readonly format: (typeof formats)[number];
}

/** Defines `cdif-graph problems`. */
export const defineProblems: DefineCommand = (command, run) => {
  command
    .description(
      'Lists the problems of the latest visit of each URL and record, IRIs that several ' +
        'records share, and the problems of the latest listing of each source. If not all ' +
        'problems of a kind were kept, a line counts the others. With --format markdown it ' +
        'writes a report per source that you can send to the publisher.',
    )
    .option('--source <name>', 'only of this source (repeatable)', collectValues)
    .option('--kind <kind>', 'only of this kind (repeatable)', collectValues)
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
      'only problems first found since the start of a run, or since a date such as ' +
        '2026-11-20; leaves out IRIs that several records share, for which no time is known',
    )
    .addOption(
      new Option('--format <format>', 'the output format').choices(formats).default('table'),
    );
  addCatalogueOption(command).action(run(problems));
};

function collectSeverity(value: string, before: readonly Severity[] = []): readonly Severity[] {
  const severity = severities.find((each) => each === value);
  if (severity === undefined) {
    throw new UsageFault(`--severity is one of ${severities.join(', ')}.`);
  }
  return [...before, severity];
}

async function problems(context: CommandContext, options: ProblemsOptions): Promise<void> {
  const kinds = options.kind?.map(knownKind);
  await withCatalogue(options, context, async (store) => {
    await refuseUnknownSources(options.source ?? [], store);
    const { source: sources, severity, since, url } = options;
    const [from, selection] = await store.ofOneState(async (snapshot) => [
      since === undefined ? undefined : resolveProblemStart(snapshot, since),
      url === undefined
        ? undefined
        : readWithoutPauses(resolveSelectionWithPauses(snapshot, url, new UnnamedResources())),
    ]);
    const filter = { sources, kinds, severities: severity, since: from };
    const found = filtered(store.problems(selection), filter);
    if (options.format === 'markdown') await printReports(found, store, context);
    else await printRows(found, options.format, context);
  });
}

/** @throws {UsageFault} when it is none */
function knownKind(name: string): ProblemKind {
  if (isProblemKind(name)) return name;
  throw new UsageFault(
    `${escapeControls(name)} is not a kind of problem. For the kinds, see ${problemPages}`,
  );
}

async function* filtered(
  found: AsyncIterable<FoundProblem>,
  filter: ProblemFilter,
): AsyncGenerator<FoundProblem> {
  for await (const each of found) if (matchesProblemFilter(each, filter)) yield each;
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
  if (format === 'table') context.stderr.write(`${formatSeverities(counter.counts())}\n`);
}

async function printReports(
  found: AsyncIterable<FoundProblem>,
  store: ContactStore,
  context: CommandContext,
): Promise<void> {
  const report = new ProblemReport();
  for await (const each of found) report.add(each);
  async function* texts(): AsyncGenerator<string> {
    for (const [at, source] of report.sources.entries()) {
      const contacts = await sourceContacts(source, report.recordsOf(source), store, context);
      yield `${at === 0 ? '' : '\n'}${report.text(source, contacts)}`;
    }
  }
  await printAll(texts(), context);
}

/** The most contacts that a report names. */
const maxContacts = 3;

/** The most records of a source that are searched for contacts. */
const maxRecords = 50;

/** The roles of contacts; the first that a record names counts. */
const roles = ['contact', 'maintainer', 'publisher', 'provider', 'creator'] as const;

/**
 * The contacts of a source: agents of its records with problems, else of other records. Agents with
 * an address come before others, then the role counts, then the frequency.
 */
async function sourceContacts(
  source: string,
  graphs: readonly string[],
  store: ContactStore,
  context: CommandContext,
): Promise<readonly SourceContact[]> {
  const named = await contactsIn(graphs, store, context);
  if (named.length > 0) return named;
  return contactsIn(await firstGraphs(source, store), store, context);
}

type ContactStore = Pick<CatalogueGraphs & RecordFinder, 'find' | 'graphOf' | 'records'>;

async function firstGraphs(source: string, store: ContactStore): Promise<readonly string[]> {
  const graphs: string[] = [];
  for await (const { record } of store.records([source])) {
    graphs.push(record.graph);
    if (graphs.length === maxRecords) break;
  }
  return graphs;
}

async function contactsIn(
  graphs: readonly string[],
  store: ContactStore,
  { signal }: CommandContext,
): Promise<readonly SourceContact[]> {
  const counts = new Map<string, SourceContact>();
  for (const graph of graphs) {
    signal.throwIfAborted();
    const found = (await store.find(graph)).find(({ record }) => record.graph === graph);
    if (found === undefined) continue;
    const record = readRecordGraph({ graph, nquads: (await store.graphOf(graph)) ?? '' });
    for (const described of metadataAndFirst(found.record)) {
      for (const agent of readDetails(record, described).agents) note(counts, agent);
    }
  }
  return best([...counts.values()]);
}

function metadataAndFirst({
  recordIri,
  describes,
}: FoundRecord['record']): readonly DescribedResource[] {
  const resource = describes.slice(0, 1);
  const isItself = resource.some(({ iri }) => iri === recordIri);
  return recordIri === undefined || isItself
    ? resource
    : [{ iri: recordIri, types: [], identifiers: [] }, ...resource];
}

function note(counts: Map<string, SourceContact>, agent: AgentDetail): void {
  const { role, contacts } = agent;
  const name = agent.name ?? agent.iri ?? contacts[0];
  if (name === undefined || !roles.some((each) => each === role)) return;
  const key = JSON.stringify([role, name, contacts]);
  const records = (counts.get(key)?.records ?? 0) + 1;
  counts.set(key, { name, role, contacts, records });
}

function best(all: readonly SourceContact[]): readonly SourceContact[] {
  const reachable = all.filter(({ contacts }) => contacts.length > 0);
  const some = reachable.length > 0 ? reachable : all;
  const role = roles.find((each) => some.some((contact) => contact.role === each));
  return some
    .filter((contact) => contact.role === role)
    .toSorted((one, other) => other.records - one.records || (one.name < other.name ? -1 : 1))
    .slice(0, maxContacts);
}

import { ruleTexts } from '../conformance/rules/rule-catalogue.ts';
import type { StoredRunFacts } from '../catalogue/rows.ts';
import { describeProblem, problemCatalogue, remedyOf } from '../model/problem-catalogue.ts';
import { ProblemCounter } from '../model/problem-tally.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import type { DeferredHost } from '../model/run-costs.ts';
import {
  describeFullEngine,
  type FullEngine,
  type RunReport,
  type SourceReport,
} from '../model/run.ts';
import type { RebuildReport } from '../pipeline/rebuild.ts';
import type { LastRuns } from '../pipeline/report/run-report.ts';
import { unvisitedHost } from '../pipeline/report/source-ledger.ts';
import {
  formatCount,
  formatCounts,
  formatDuration,
  formatMoment,
  groupDigits,
  secondsBetween,
} from '../text/amounts.ts';
import { compareTexts, groupBy } from '../text/collections.ts';
import { escapeControls } from '../text/printable.ts';
import { firstLines, inColumns, inLines, nameList, textParts } from './layout.ts';
import { type KindCount, kindCounts } from './problem-report.ts';
import { formatCosts, formatHost, formatPhases, formatRequests } from './run-costs.ts';
import {
  chooseReports,
  formatFigures,
  formatUnlistedSources,
  needsAttention,
  type SourceChoice,
} from './source-choice.ts';
import {
  addCounts,
  countNotDue,
  formatSourceFunnel,
  formatTotalFunnel,
  formatUnwantedTypes,
} from './source-funnel.ts';

/**
 * Writes what a run did, for people: the changes of each source; the funnel of each source, in
 * which each line is the line above less the losses named beside it; time and requests; the
 * problems by kind, each with an example. Of more than fifty sources only those that need attention
 * are listed.
 * @param problemPages the folder with a page for each kind of problem
 * @param lastRuns with which the sources are compared; undefined where that is not known
 * @param all whether each source is listed, however many there are
 */
export function summarise(
  report: RunReport,
  problemPages: string,
  lastRuns?: LastRuns,
  all = false,
): string {
  const seconds = secondsBetween(report.startedAt, report.endedAt);
  const ending = report.interrupted ? 'was interrupted' : 'finished';
  const name = report.dryRun ? 'Dry run' : `Harvest ${report.run}`;
  const note = report.dryRun ? ': nothing was stored' : '';
  // An interrupted run did not visit all URLs, so its lower counts mean nothing.
  const compared = report.interrupted ? undefined : lastRuns;
  const choice = chooseReports(report.sources, compared, all);
  const isWhole = choice.listed.length === report.sources.length;
  const detailed = choice.listed.filter((source) => isWhole || needsAttention(source, compared));
  return textParts(
    `${name} ${ending} after ${seconds.toFixed(1)} s${note}`,
    continuedLines(report),
    formatFigures(choice.listed, compared),
    formatUnlistedSources(choice),
    detailed.flatMap((source) => [''].concat(formatSourceFunnel(source))),
    totalLines(report, choice),
    formatRunProblems(report, problemPages),
    engineLines(report.fullEngine),
    '',
  ).join('\n');
}

/** The funnel of all sources, where not all are listed, and the time and requests of the run. */
function totalLines(report: RunReport, choice: SourceChoice<SourceReport>): string[] {
  const costs = formatCosts(report);
  const funnel = formatTotalFunnel(report.sources, choice);
  if (funnel.length + costs.length === 0) return [];
  return ['', ...(funnel.length === 0 ? ['All sources'] : funnel), ...costs];
}

function continuedLines({ continues = [], sources }: RunReport): string[] {
  const done = sources.reduce((sum, { doneBefore }) => sum + doneBefore, 0);
  // An interrupted run that visited nothing is not worth a line.
  if (continues.length === 0 || done === 0) return [];
  const one = continues.length === 1;
  return [
    `Continues ${nameRuns(continues)}, which did not finish`,
    `  ${one ? 'That run' : 'Those runs'} visited ${formatCount(done, 'URL')} of this harvest`,
  ];
}

/** The most runs that a line names. */
const maxRuns = 5;

/** `run A`, or `runs A, B and 3 more`. @param runs the latest first */
function nameRuns(runs: readonly string[]): string {
  return `${runs.length === 1 ? 'run' : 'runs'} ${nameList(runs, maxRuns)}`;
}

/** Warns before the catalogue outgrows the query engine; the harvest itself is not affected. */
function engineLines(full: FullEngine | undefined): string[] {
  if (full === undefined) return [];
  const share = full.neededBytes / full.capacityBytes;
  const what =
    share > 1
      ? 'no longer fits into the memory of the query engine, so queries are refused'
      : `fills ${Math.round(share * 100)} % of the memory of the query engine`;
  return [
    '',
    `Warning: the catalogue ${what}.`,
    ...describeFullEngine(full).map((sentence) => `  ${sentence}`),
  ];
}

const maxHosts = 10;

/**
 * The problems of a run by kind, with an example each; problems of hosts are listed host by host.
 * @param problemPages the folder with a page for each kind of problem
 */
function formatRunProblems(report: RunReport, problemPages: string): string[] {
  const { sources, catalogue } = report;
  const counter = new ProblemCounter();
  for (const { problems } of sources) counter.addCounts(problems);
  counter.addCounts(catalogue.counts);
  const kinds = kindCounts(counter.counts());
  if (kinds.length === 0) return ['', 'No problems.'];
  return [
    '',
    'Problems, with an example of each kind',
    ...kinds.flatMap((kind) => kindLines(kind, report)),
    '',
    `What they mean and how to fix them: ${problemPages}`,
  ];
}

/** Reports of older versions may lack the example of a kind. */
function kindLines({ kind, severity, count }: KindCount, report: RunReport): string[] {
  const example = report.examples.find((problem) => problem.kind === kind);
  const remedy = example === undefined ? problemCatalogue[kind].remedy : remedyOf(example);
  const rules = ruleLines(kind, report.sources);
  const remedies = rules.length === 0 ? [remedy] : rules;
  return [
    `  ${severity.padEnd(8)}${String(count).padStart(6)}  ${kind}`,
    ...[...exampleLines(example, report), ...remedies].map((text) => `${' '.repeat(18)}${text}`),
  ];
}

/** The most rules that are listed for a kind. */
const maxRules = 5;

/** Unmet rules of a kind, the most frequent first, each with what it asks for. */
function ruleLines(kind: ProblemKind, sources: readonly SourceReport[]): string[] {
  const sum: Record<string, number> = {};
  for (const { unmet } of sources) addCounts(sum, unmet?.[kind] ?? {});
  const sorted = Object.entries(sum).toSorted(
    ([one, count], [other, otherCount]) => otherCount - count || compareTexts(one, other),
  );
  return firstLines(
    sorted,
    maxRules,
    ([rule, count]) => {
      const { title, asked } = ruleTexts(rule);
      return `${String(count).padStart(6)}  ${title} (${escapeControls(rule)}). ${asked}`.trimEnd();
    },
    (more) => `        and ${formatCount(more, 'more rule')}`,
  );
}

function exampleLines(example: Problem | undefined, report: RunReport): string[] {
  if (example === undefined) return [];
  return unvisitedHost(example) === undefined
    ? [describeProblem(example)]
    : hostLines(deferredHosts(example.kind, report));
}

/** The hosts of all sources, the one with the most URLs first. */
function deferredHosts(kind: ProblemKind, { sources }: RunReport): readonly DeferredHost[] {
  const hosts = new Map<string, DeferredHost>();
  for (const left of sources.flatMap((source) => source.leftHosts)) {
    if (left.problem.kind !== kind) continue;
    const known = hosts.get(left.host);
    const urls = left.urls + (known?.urls ?? 0);
    hosts.set(left.host, { ...(known ?? left), urls });
  }
  return [...hosts.values()].toSorted(
    (one, other) => other.urls - one.urls || (one.host < other.host ? -1 : 1),
  );
}

function hostLines(hosts: readonly DeferredHost[]): string[] {
  return firstLines(
    hosts,
    maxHosts,
    formatUnvisitedHost,
    (more) => `and ${formatCount(more, 'more host')}`,
  );
}

/** How many URLs of a host were not visited, and why. */
function formatUnvisitedHost({ host, urls, problem }: DeferredHost): string {
  return `${escapeControls(host)}, ${formatCount(urls, 'URL')}: ${describeProblem(problem)}`;
}

/**
 * Writes the whole report of one run, for people: the funnel, costs and problems of each source;
 * the costs of the run with its slowest hosts; the problems of the catalogue. Of more than fifty
 * sources only those that need attention are listed.
 * @param problemPages the folder with a page for each kind of problem
 * @param all whether each source is listed, however many there are
 */
export function formatRun(facts: StoredRunFacts, problemPages: string, all = false): string {
  const { run, startedAt, continues = [], report } = facts;
  const before = continues.length > 0 && inLines(`continues ${nameRuns(continues)}`, 2);
  if (report === undefined) {
    return textParts(
      `Run ${run} began ${formatMoment(startedAt)} and is still running, or was killed`,
      before,
      '',
    ).join('\n');
  }
  const { endedAt, interrupted, sources } = report;
  const choice = chooseReports(sources, undefined, all);
  const ending = interrupted ? 'was interrupted' : 'finished';
  return textParts(
    `Run ${run} ${ending} after ${formatDuration(startedAt, endedAt)}`,
    `  began ${formatMoment(startedAt)}, ended ${formatMoment(endedAt)}`,
    before,
    formatUnlistedSources(choice),
    choice.listed.flatMap((source) => [''].concat(sourceText(source))),
    choice.listed.length < sources.length && ['', ...formatTotalFunnel(sources, choice)],
    '',
    costLines(report),
    catalogueLines(report),
    '',
    `What problems mean and how to fix them: ${problemPages}`,
    '',
  ).join('\n');
}

function sourceText(source: SourceReport): string[] {
  const { phases, requests, saved, seconds } = source;
  const spared = formatCounts({
    'not modified': saved.notModified,
    'with the same content': saved.sameContent,
    ...countNotDue(source),
  });
  return [
    ...formatSourceFunnel(source),
    ...label('took', `${seconds.toFixed(1)} s; sum over its URLs: ${formatPhases(phases)}`),
    ...label('requests', formatRequests(requests)),
    ...(spared === '' ? [] : label('saved', spared)),
    ...reportedProblems(source.problems, source.examples, source.leftHosts),
  ];
}

/** A label and a text, wrapped in a column of its own. */
function label(name: string, text: string): string[] {
  const indent = 14;
  const [first = '', ...rest] = inLines(text, indent);
  return [`  ${name.padEnd(indent - 2)}${first.trimStart()}`, ...rest];
}

function reportedProblems(
  counts: SourceReport['problems'],
  examples: SourceReport['examples'],
  leftHosts: readonly DeferredHost[] = [],
): string[] {
  return kindCounts(counts).flatMap(({ kind, severity, count }) => {
    const hosts = leftHosts.filter(({ problem }) => problem.kind === kind);
    const some = examples.filter((problem) => problem.kind === kind);
    const texts = hosts.length > 0 ? hosts.map(formatUnvisitedHost) : some.map(describeProblem);
    const head = `  ${severity.padEnd(8)}${String(count).padStart(6)}  ${kind}`;
    return [head].concat(texts.map((text) => `      ${text}`));
  });
}

function costLines({ phases, requests, hosts }: RunReport): string[] {
  const total = Object.values(hosts.states).reduce((sum, count) => sum + count, 0);
  const { answering, slow, resting, 'given-up': givenUp, 'out-of-time': late } = hosts.states;
  const states = formatCounts({
    answering,
    slow,
    paused: resting,
    'given up': givenUp,
    'stopped by the time limit': late,
  });
  return [
    'All sources',
    ...label('took', `phases overlap: ${formatPhases(phases)}`),
    ...label('requests', formatRequests(requests)),
    ...label('hosts', total === 0 ? 'none' : `${formatCount(total, 'host')}: ${states}`),
    ...hosts.slowest.map((host) => `    ${formatHost(host)}`),
  ];
}

const maxExamples = 3;

function catalogueLines({ catalogue: { counts, problems } }: RunReport): string[] {
  const byKind = [...groupBy(problems, ({ kind }) => kind).values()];
  const examples = byKind.flatMap((ofKind) => ofKind.slice(0, maxExamples));
  const lines = reportedProblems(counts, examples);
  return lines.length === 0 ? [] : ['', 'Problems of the catalogue as a whole', ...lines];
}

/** Writes what a rebuild did, for people. */
export function formatRebuild(report: RebuildReport): string {
  const { startedAt, endedAt, interrupted, urls, left, records, quads, skipped } = report;
  const ending = interrupted ? 'was interrupted' : 'finished';
  const unwanted = skipped['type-not-wanted'] ?? 0;
  const types = report.leftOut === undefined ? '' : ` (${formatUnwantedTypes(report.leftOut)})`;
  return textParts(
    `Rebuild ${ending} after ${formatDuration(startedAt, endedAt)}: ${formatCount(urls, 'URL')}, ` +
      formatCount(quads, 'statement'),
    `  records  ${formatCounts(records) || 'none'}`,
    unwanted > 0 &&
      `  left out ${formatCount(unwanted, 'record')} of types that no source wants${types}`,
    left > 0 && [
      `  ${formatCount(left, 'URL')} left unchanged: the kept documents are of several ` +
        'visits, the last',
      '  of which was incomplete. The next harvest replaces them.',
    ],
    interrupted && '  The graphs made so far are stored; run rebuild again for the rest.',
    '',
    rebuildProblems(report),
    '',
  ).join('\n');
}

function rebuildProblems({ problems, examples }: RebuildReport): string[] {
  const counts = kindCounts(problems);
  if (counts.length === 0) return ['No problems.'];
  const rows = counts.map(({ severity, count, kind }) => [severity, groupDigits(count), kind]);
  const lines = inColumns(rows, 'lrl').flatMap((line, index) => {
    const example = examples.find(({ kind }) => kind === counts[index]?.kind);
    return textParts(`  ${line}`, example && `    ${describeProblem(example)}`);
  });
  return ['Problems, with an example of each kind', ...lines];
}

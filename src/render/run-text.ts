import { describeProblem } from '../model/problem-catalogue.ts';
import type { DeferredHost } from '../model/run-costs.ts';
import type { RunReport, SourceReport } from '../model/run.ts';
import { formatCount, formatCounts, formatDuration, formatMoment } from '../text/amounts.ts';
import { formatHost, formatPhases, formatRequests } from './run-costs.ts';
import {
  countNotDue,
  formatSourceFunnel,
  formatTotalFunnel,
  formatUnvisitedHost,
  nameRuns,
} from './harvest-summary.ts';
import { chooseReports, formatUnlistedSources } from './source-choice.ts';
import type { StoredRunFacts } from '../catalogue/rows.ts';
import { inLines } from './columns.ts';
import { kindCounts } from './problem-report.ts';

/**
 * Writes the whole report of one run, for people: the funnel, costs and problems of each source;
 * the costs of the run with its slowest hosts; the problems of the catalogue. Of more than fifty
 * sources only those that need attention are listed.
 * @param problemPages the folder with a page for each kind of problem
 * @param all whether each source is listed, however many there are
 */
export function formatRun(facts: StoredRunFacts, problemPages: string, all = false): string {
  const { run, startedAt, continues = [], report } = facts;
  const before = continues.length === 0 ? [] : inLines(`continues ${nameRuns(continues)}`, 2);
  if (report === undefined) {
    return [
      `Run ${run} began ${formatMoment(startedAt)} and is still running, or was killed`,
      ...before,
      '',
    ].join('\n');
  }
  const { endedAt, interrupted, sources } = report;
  const choice = chooseReports(sources, undefined, all);
  const ending = interrupted ? 'was interrupted' : 'finished';
  return [
    `Run ${run} ${ending} after ${formatDuration(startedAt, endedAt)}`,
    `  began ${formatMoment(startedAt)}, ended ${formatMoment(endedAt)}`,
    ...before,
    ...formatUnlistedSources(choice),
    ...choice.listed.flatMap((source) => [''].concat(sourceText(source))),
    ...formatTotalFunnel(sources, choice),
    '',
    ...totalLines(report),
    ...catalogueLines(report),
    '',
    `What problems mean and how to fix them: ${problemPages}`,
    '',
  ].join('\n');
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
    ...problemLines(source.problems, source.examples, source.leftHosts),
  ];
}

/** A label and a text, wrapped in a column of its own. */
function label(name: string, text: string): string[] {
  const indent = 14;
  const [first = '', ...rest] = inLines(text, indent);
  return [`  ${name.padEnd(indent - 2)}${first.trimStart()}`, ...rest];
}

function problemLines(
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

function totalLines({ phases, requests, hosts }: RunReport): string[] {
  const met = Object.values(hosts.states).reduce((sum, count) => sum + count, 0);
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
    ...label('hosts', met === 0 ? 'none' : `${formatCount(met, 'host')}: ${states}`),
    ...hosts.slowest.map((host) => `    ${formatHost(host)}`),
  ];
}

/** Of the catalogue as a whole. */
function catalogueLines({ catalogue }: RunReport): string[] {
  const lines = problemLines(catalogue.counts, firstOfEach(catalogue.problems));
  return lines.length === 0 ? [] : ['', 'Problems of the catalogue as a whole', ...lines];
}

const maxExamples = 3;

function firstOfEach(problems: SourceReport['examples']): SourceReport['examples'] {
  return problems.filter((problem, index) => {
    const before = problems.slice(0, index).filter(({ kind }) => kind === problem.kind);
    return before.length < maxExamples;
  });
}

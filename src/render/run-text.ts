import { describeProblem } from '../model/problem-catalogue.ts';
import type { LeftHost } from '../model/run-costs.ts';
import type { RunReport, SourceReport } from '../model/run.ts';
import { phaseText, requestText } from '../report/cost-lines.ts';
import { hostLine } from '../report/host-lines.ts';
import { leftHostLine } from '../report/problem-lines.ts';
import { chooseReports, countLines } from '../report/source-choice.ts';
import { funnelOfAll, notDueLosses, runsText, sourceLines } from '../report/summary.ts';
import type { RunFacts } from '../store/rows.ts';
import { amount, amounts, duration, moment } from '../text/amounts.ts';
import { inLines } from './columns.ts';
import { kindCounts } from './problem-counts.ts';

/**
 * Writes the whole report of one run, for people: the funnel, costs and problems of each source; the
 * costs of the run with its slowest hosts; the problems of the catalogue. Of more than fifty sources
 * only those that need attention are listed.
 * @param problemPages the folder with a page for each kind of problem
 * @param all whether each source is listed, however many there are
 */
export function runText(facts: RunFacts, problemPages: string, all = false): string {
  const { run, startedAt, continues = [], report } = facts;
  const before = continues.length === 0 ? [] : inLines(`continues ${runsText(continues)}`, 2);
  if (report === undefined) {
    return [
      `Run ${run} began ${moment(startedAt)} and is still running, or was killed`,
      ...before,
      '',
    ].join('\n');
  }
  const { endedAt, interrupted, sources } = report;
  const choice = chooseReports(sources, undefined, all);
  const ending = interrupted ? 'was interrupted' : 'finished';
  return [
    `Run ${run} ${ending} after ${duration(startedAt, endedAt)}`,
    `  began ${moment(startedAt)}, ended ${moment(endedAt)}`,
    ...before,
    ...countLines(choice),
    ...choice.listed.flatMap((source) => [''].concat(sourceText(source))),
    ...funnelOfAll(sources, choice),
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
  const spared = amounts({
    'not modified': saved.notModified,
    'with the same content': saved.sameContent,
    ...notDueLosses(source),
  });
  return [
    ...sourceLines(source),
    ...label('took', `${seconds.toFixed(1)} s; sum over its URLs: ${phaseText(phases)}`),
    ...label('requests', requestText(requests)),
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
  leftHosts: readonly LeftHost[] = [],
): string[] {
  return kindCounts(counts).flatMap(({ kind, severity, count }) => {
    const hosts = leftHosts.filter(({ problem }) => problem.kind === kind);
    const some = examples.filter((problem) => problem.kind === kind);
    const texts = hosts.length > 0 ? hosts.map(leftHostLine) : some.map(describeProblem);
    const head = `  ${severity.padEnd(8)}${String(count).padStart(6)}  ${kind}`;
    return [head].concat(texts.map((text) => `      ${text}`));
  });
}

function totalLines({ phases, requests, hosts }: RunReport): string[] {
  const met = Object.values(hosts.states).reduce((sum, count) => sum + count, 0);
  const { answering, slow, resting, 'given-up': givenUp, 'out-of-time': late } = hosts.states;
  const states = amounts({
    answering,
    slow,
    paused: resting,
    'given up': givenUp,
    'stopped by the time limit': late,
  });
  return [
    'All sources',
    ...label('took', `phases overlap: ${phaseText(phases)}`),
    ...label('requests', requestText(requests)),
    ...label('hosts', met === 0 ? 'none' : `${amount(met, 'host')}: ${states}`),
    ...hosts.slowest.map((host) => `    ${hostLine(host)}`),
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

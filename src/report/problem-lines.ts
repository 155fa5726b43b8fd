import {
  describeProblem,
  problemCatalogue,
  remedyOf,
  severities,
} from '../model/problem-catalogue.ts';
import { ProblemCounter } from '../model/problem-tally.ts';
import type { Problem, ProblemKind, Severity } from '../model/problem.ts';
import type { LeftHost } from '../model/run-costs.ts';
import type { RunReport } from '../model/run.ts';
import { printable } from '../text/printable.ts';
import { amount } from '../text/amounts.ts';
import { leftHostOf } from './problem-book.ts';

const maxHosts = 10;

/**
 * The problems of a run by kind, with an example each; problems of hosts are listed host by host.
 * @param problemPages the folder with a page for each kind of problem
 */
export function problemLines(report: RunReport, problemPages: string): string[] {
  const groups = groupsOf(report).toSorted(bySeverityAndCount);
  if (groups.length === 0) return ['', 'No problems.'];
  return [
    '',
    'Problems, with an example of each kind',
    ...groups.flatMap((group) => groupLines(group, report)),
    '',
    `What they mean and how to fix them: ${problemPages}`,
  ];
}

interface ProblemGroup {
  readonly kind: ProblemKind;
  readonly severity: Severity;
  readonly count: number;
  /** Reports of older versions may lack one. */
  readonly example: Problem | undefined;
}

function groupsOf({ sources, catalogue, examples }: RunReport): ProblemGroup[] {
  const counter = new ProblemCounter();
  for (const counts of [...sources.map(({ problems }) => problems), catalogue.counts]) {
    counter.addCounts(counts);
  }
  return Array.from(counter.entries(), ([kind, count]) => ({
    kind,
    severity: problemCatalogue[kind].severity,
    count,
    example: examples.find((problem) => problem.kind === kind),
  }));
}

/** The gravest first, then the most frequent. */
function bySeverityAndCount(one: ProblemGroup, other: ProblemGroup): number {
  return (
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    other.count - one.count ||
    (one.kind < other.kind ? -1 : 1)
  );
}

function groupLines({ kind, severity, count, example }: ProblemGroup, report: RunReport): string[] {
  const remedy = example === undefined ? problemCatalogue[kind].remedy : remedyOf(example);
  return [
    `  ${severity.padEnd(8)}${String(count).padStart(6)}  ${kind}`,
    ...[...exampleLines(example, report), remedy].map((text) => `                  ${text}`),
  ];
}

function exampleLines(example: Problem | undefined, report: RunReport): string[] {
  if (example === undefined) return [];
  return leftHostOf(example) === undefined
    ? [describeProblem(example)]
    : hostLines(leftHosts(example.kind, report));
}

/** The hosts of all sources, the one with the most URLs first. */
function leftHosts(kind: ProblemKind, { sources }: RunReport): readonly LeftHost[] {
  const hosts = new Map<string, LeftHost>();
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

function hostLines(hosts: readonly LeftHost[]): string[] {
  const more = hosts.length - maxHosts;
  return [
    ...hosts.slice(0, maxHosts).map(leftHostLine),
    ...(more > 0 ? [`and ${amount(more, 'more host')}`] : []),
  ];
}

/** How many URLs of a host were not visited, and why. */
export function leftHostLine({ host, urls, problem }: LeftHost): string {
  return `${printable(host)}, ${amount(urls, 'URL')}: ${describeProblem(problem)}`;
}

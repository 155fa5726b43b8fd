import { describeProblem, problemCatalogue, severityOf } from '../model/problem-catalogue.ts';
import type { Problem, ProblemKind, Severity } from '../model/problem.ts';
import type { LeftHost } from '../model/run-costs.ts';
import type { RunReport } from '../model/run.ts';
import { printable } from '../text/printable.ts';
import { amount } from '../text/amounts.ts';
import { leftHostOf } from './problem-book.ts';

const maxHosts = 10;
const severities: readonly Severity[] = ['error', 'warning', 'info'];

/**
 * The problems of a run by kind with an example each, but those of hosts, which are told once a host.
 * @param problemPages the folder with a page for each kind of problem
 */
export function problemLines(report: RunReport, problemPages: string): string[] {
  if (report.examples.length === 0) return ['', 'No problems.'];
  const groups = report.examples
    .map((example) => ({ example, count: countOf(example.kind, report) }))
    .toSorted(bySeverityAndCount);
  return [
    '',
    'Problems, with an example of each kind',
    ...groups.flatMap((group) => groupLines(group, report)),
    '',
    `What they mean and how to mend them: ${problemPages}`,
  ];
}

interface ProblemGroup {
  readonly example: Problem;
  readonly count: number;
}

/** The gravest first, then the most frequent; not in the order in which they happened to be met. */
function bySeverityAndCount(one: ProblemGroup, other: ProblemGroup): number {
  const [a, b] = [one.example, other.example];
  return (
    severities.indexOf(severityOf(a)) - severities.indexOf(severityOf(b)) ||
    other.count - one.count ||
    (a.kind < b.kind ? -1 : 1)
  );
}

function groupLines({ example, count }: ProblemGroup, report: RunReport): string[] {
  const { severity, remedy } = problemCatalogue[example.kind];
  const examples =
    leftHostOf(example) === undefined
      ? [describeProblem(example)]
      : hostLines(leftHosts(example.kind, report));
  return [
    `  ${severity.padEnd(8)}${String(count).padStart(6)}  ${example.kind}`,
    ...[...examples, remedy].map((text) => `                  ${text}`),
  ];
}

/** Those of all sources, the one with the most URLs first. */
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

/** What is left of a host, and why. */
export function leftHostLine({ host, urls, problem }: LeftHost): string {
  return `${printable(host)}, ${amount(urls, 'URL')}: ${describeProblem(problem)}`;
}

function countOf(kind: ProblemKind, report: RunReport): number {
  const ofCatalogue = report.catalogue.counts[kind] ?? 0;
  return report.sources.reduce((sum, source) => sum + (source.problems[kind] ?? 0), ofCatalogue);
}

import type { Problem } from '../model/problem.ts';
import type { KeptSource } from './kept-report.ts';
import { numberIn, sourceReportKey, sourceReportRange, type RunData } from './kept-runs.ts';
import type { ReportRow, RunPlanRow } from './rows.ts';

/** Renames a source in the stored runs, also in problems that name it. */
export function renameInRuns(data: RunData, name: string, newName: string): void {
  const renamed = (each: string): string => (each === name ? newName : each);
  const inProblems = (problems: readonly Problem[]): readonly Problem[] =>
    problems.map((problem) =>
      'source' in problem ? { ...problem, source: renamed(problem.source) } : problem,
    );
  changeRows(data, {
    names: (names) => names.map(renamed),
    report: (report) => ({ ...report, examples: inProblems(report.examples) }),
    name,
  });
  for (const { number, report } of takeReportsOf(data, name)) {
    const { source: _, examples = [], listingProblems, ...rest } = report;
    data.sourceReports.putSync(sourceReportKey(newName, number), {
      ...rest,
      source: newName,
      listingProblems: inProblems(listingProblems),
      examples: inProblems(examples),
    });
  }
}

/** Removes a source from the stored runs. */
export function removeFromRuns(data: RunData, name: string): void {
  const names = (all: readonly string[]): readonly string[] => all.filter((each) => each !== name);
  changeRows(data, { names, report: (report) => report, name });
  takeReportsOf(data, name);
}

interface RowChange {
  /** Maps the names of sources. */
  readonly names: (names: readonly string[]) => readonly string[];
  readonly report: (report: ReportRow) => ReportRow;
  /** The renamed or removed source. */
  readonly name: string;
}

function changeRows({ plans, reports }: RunData, { names, report, name }: RowChange): void {
  const changePlan = ({ sources, configured }: RunPlanRow): RunPlanRow => ({
    ...(sources && { sources: names(sources) }),
    ...(configured && { configured: names(configured) }),
  });
  const planned = [...plans.getRange()];
  for (const { key, value } of planned) plans.putSync(key, changePlan(value));
  const numbers = [...reports.getKeys()];
  for (const number of numbers) {
    const row = reports.get(number);
    if (row === undefined) continue;
    const changed = report(asConfigured(row, name));
    reports.putSync(number, { ...changed, sources: names(row.sources) });
  }
}

/** Removes the reports about a source. @returns the removed reports */
function takeReportsOf(
  { sourceReports }: RunData,
  name: string,
): readonly { readonly number: number; readonly report: KeptSource }[] {
  const taken = [...sourceReports.getRange(sourceReportRange(name))];
  for (const { key } of taken) sourceReports.removeSync(key);
  return taken.map(({ key, value }) => ({ number: numberIn(key), report: value }));
}

/** A report without the problem that the source is not configured. */
function asConfigured(report: ReportRow, name: string): ReportRow {
  const says = (problem: Problem): boolean =>
    problem.kind === 'source-not-configured' && problem.source === name;
  const { catalogue, examples } = report;
  const problems = catalogue.problems.filter((problem) => !says(problem));
  if (problems.length === catalogue.problems.length) return report;
  const { 'source-not-configured': count = 1, ...counts } = catalogue.counts;
  const other = problems.filter(({ kind }) => kind === 'source-not-configured').slice(0, 1);
  return {
    ...report,
    catalogue: {
      problems,
      counts: count > 1 ? { ...counts, 'source-not-configured': count - 1 } : counts,
    },
    examples: examples.flatMap((problem) => (says(problem) ? other : [problem])),
  };
}

import type { Problem } from '../model/problem.ts';
import type { RunReport, SourceReport } from '../model/run.ts';
import type { RunFacts } from './rows.ts';

/** What is kept of a run, where a source has another name: also in the problems that name it. */
export function runWithName(name: string, newName: string): (run: RunFacts) => RunFacts {
  const renamed = (each: string): string => (each === name ? newName : each);
  const inProblems = (problems: readonly Problem[]): readonly Problem[] =>
    problems.map((problem) =>
      'source' in problem ? { ...problem, source: renamed(problem.source) } : problem,
    );
  const inSource = (source: SourceReport): SourceReport => ({
    ...source,
    source: renamed(source.source),
    listingProblems: inProblems(source.listingProblems),
    // Reports of older programs have none.
    ...(source.examples && { examples: inProblems(source.examples) }),
  });
  const inReport = (report: RunReport): RunReport => {
    const { sources, examples, ...rest } = asConfigured(report, name);
    return { ...rest, sources: sources.map(inSource), examples: inProblems(examples) };
  };
  return ({ report, configured, sources, ...facts }) => ({
    ...facts,
    ...(configured && { configured: configured.map(renamed) }),
    ...(sources && { sources: sources.map(renamed) }),
    ...(report && { report: inReport(report) }),
  });
}

/** What is kept of a run, without what it says of a source. */
export function runWithout(name: string): (run: RunFacts) => RunFacts {
  const inReport = (report: RunReport): RunReport => {
    const { sources, ...rest } = asConfigured(report, name);
    return { ...rest, sources: sources.filter(({ source }) => source !== name) };
  };
  const isOther = (each: string): boolean => each !== name;
  return ({ report, configured, sources, ...facts }) => ({
    ...facts,
    ...(configured && { configured: configured.filter(isOther) }),
    ...(sources && { sources: sources.filter(isOther) }),
    ...(report && { report: inReport(report) }),
  });
}

/** A report that does not say of a source that the configuration does not name it. */
function asConfigured(report: RunReport, name: string): RunReport {
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

import type { Problem, ProblemKind } from '../model/problem.ts';
import type { CatalogueProblems, RunReport } from '../model/run.ts';
import type { CountsOfRun } from '../model/run-event.ts';
import { noRunCosts } from '../model/run-costs.ts';
import { keepExample, type SourceLedger } from './ledger.ts';
import { figuresOf, type LastRuns } from './source-figures.ts';
import { failuresOf, gaveRecords } from './source-failures.ts';
import { funnelOf } from './funnel.ts';
import { problemCatalogue } from '../model/problem-catalogue.ts';
import type { ProblemCounts } from '../model/problem-tally.ts';

export interface RunFacts {
  readonly run: string;
  readonly continues?: readonly string[];
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly dryRun: boolean;
  readonly interrupted: boolean;
  readonly catalogue: CatalogueProblems;
  /** What the run took; absent where that is not known. */
  readonly costs?: Pick<RunReport, 'phases' | 'requests' | 'hosts'>;
}

/** Sums up a run from its ledgers. */
export function runReport(
  { costs, ...facts }: RunFacts,
  ledgers: readonly SourceLedger[],
): RunReport {
  const examples = new Map<ProblemKind, Problem>();
  for (const ledger of ledgers) {
    for (const problem of ledger.examples) {
      keepExample(examples, problem);
    }
  }
  for (const problem of facts.catalogue.problems) keepExample(examples, problem);
  return {
    ...facts,
    startedAt: facts.startedAt.toISOString(),
    endedAt: facts.endedAt.toISOString(),
    sources: ledgers.map((ledger) => ledger.report()),
    ...(costs ?? noRunCosts),
    examples: [...examples.values()],
  };
}

/** A report without the problems that it tells one by one. */
export function countsOf(whole: RunReport): CountsOfRun {
  const { examples: _, catalogue, sources, ...report } = whole;
  return {
    ...report,
    catalogue: catalogue.counts,
    sources: sources.map((source) => {
      const { examples: __, listingProblems: ___, ...counts } = source;
      return counts;
    }),
  };
}

/**
 * A report with what follows from its counts, for other programs.
 * @param lastRuns with which its sources are compared; undefined where that is not known
 */
export function reportJson(report: RunReport, lastRuns?: LastRuns) {
  const sources = report.sources.map((source) => {
    const last = lastRuns?.get(source.source);
    return {
      ...source,
      failures: failuresOf(source),
      figures: figuresOf(source),
      ...(last && {
        lastRun: { run: last.run, endedAt: last.endedAt, figures: figuresOf(last.source) },
      }),
      funnel: funnelOf(source),
    };
  });
  return { ...report, sources };
}

/** Whether anything of severity error was met: what `--strict` asks. */
export function hasErrors({ sources, catalogue }: RunReport): boolean {
  return [...sources.map(({ problems }) => problems), catalogue.counts].some(countsErrors);
}

/** Whether there is an error among what was counted. */
export function countsErrors(counts: ProblemCounts): boolean {
  const kinds = Object.keys(counts) as ProblemKind[]; // The keys of a record by kind are kinds.
  return kinds.some((kind) => problemCatalogue[kind].severity === 'error');
}

/**
 * Whether all of a harvest failed: something is wrong, and no source gave a record, be it new or as before, nor was one removed
 * that is gone. A run of which nobody could say that it worked.
 */
export function cameToNothing(report: RunReport): boolean {
  return !report.sources.some(gaveRecords) && hasErrors(report);
}

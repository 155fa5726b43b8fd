import type { Problem, ProblemKind } from '../model/problem.ts';
import type { CatalogueProblems, RunReport } from '../model/run.ts';
import type { CountsOfRun } from '../model/run-event.ts';
import { noRunCosts } from '../model/run-costs.ts';
import { keepExample, type SourceLedger } from './ledger.ts';
import { severityOf } from '../model/problem-catalogue.ts';

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

/** Whether anything of severity error was met: what `--strict` asks. */
export function hasErrors(report: RunReport): boolean {
  return report.examples.some((problem) => severityOf(problem) === 'error');
}

/**
 * Whether all of a harvest failed: something is wrong, and no source gave a record, be it new or as before, nor was one removed
 * that is gone. A run of which nobody could say that it worked.
 */
export function cameToNothing(report: RunReport): boolean {
  const gave = report.sources.some(({ records }) => {
    const {
      added,
      replaced,
      unchanged,
      removed,
      'not-due': notDue,
      'would-load': wouldLoad,
    } = records;
    return added + replaced + unchanged + removed + notDue + wouldLoad > 0;
  });
  return !gave && hasErrors(report);
}

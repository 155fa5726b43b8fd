import type { LastRun } from '../../catalogue/find-runs.ts';
import { problemCatalogue } from '../../model/problem-catalogue.ts';
import type { ProblemCounts } from '../../model/problem-tally.ts';
import type { Problem, ProblemKind, Severity } from '../../model/problem.ts';
import { noRunCosts } from '../../model/run-costs.ts';
import type {
  CountsOfRun,
  CatalogueProblems,
  RecordState,
  RunReport,
  SourceReport,
} from '../../model/run.ts';
import { precedesProblem, type SourceLedger, sumCounts } from './source-ledger.ts';

/** What a run report has besides the reports of its sources. Times are ISO 8601 there. */
export interface RunFacts {
  readonly run: string;
  readonly continues?: readonly string[];
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly dryRun: boolean;
  readonly interrupted: boolean;
  readonly catalogue: CatalogueProblems;
  /** What the run took; absent where that is not known. */
  readonly costs?: Pick<RunReport, 'phases' | 'requests' | 'hosts' | 'workers'>;
}

/** Sums up a run from its ledgers. */
export function makeRunReport(
  { costs, ...facts }: RunFacts,
  ledgers: readonly SourceLedger[],
): RunReport {
  // Of each kind the first by its place, so that the order of arrival does not matter.
  const examples = new Map<ProblemKind, Problem>();
  const all = [...ledgers.flatMap((ledger) => ledger.examples), ...facts.catalogue.problems];
  for (const problem of all) {
    const known = examples.get(problem.kind);
    if (known === undefined || precedesProblem(problem, known)) examples.set(problem.kind, problem);
  }
  return {
    ...facts,
    startedAt: facts.startedAt.toISOString(),
    endedAt: facts.endedAt.toISOString(),
    sources: ledgers.map((ledger) => ledger.report()),
    ...(costs ?? noRunCosts),
    examples: [...examples.values()],
  };
}

/** A report with the counts of its problems, but without the problems themselves. */
export function withoutExamples(whole: RunReport): CountsOfRun {
  const { examples: _, catalogue, sources, ...report } = whole;
  return {
    ...report,
    catalogue: catalogue.counts,
    sources: sources.map((source) => {
      const { examples: __, listingProblems: ___, sitemaps: ____, ...counts } = source;
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
      failures: sourceFailures(source),
      figures: sourceFigures(source),
      ...(last && {
        lastRun: { run: last.run, endedAt: last.endedAt, figures: sourceFigures(last.source) },
      }),
      funnel: funnelOf(source),
    };
  });
  return { ...report, sources };
}

/** Whether there is a problem of severity error, for `--strict`. */
export function hasErrors({ sources, catalogue }: RunReport): boolean {
  return [...sources.map(({ problems }) => problems), catalogue.counts].some(hasErrorCounts);
}

/** Whether a kind of severity error is among the counts. */
export function hasErrorCounts(counts: ProblemCounts): boolean {
  return countSeverity('error', counts) > 0;
}

/** Whether a whole harvest failed: there are errors, and no source gave or lost a record. */
export function gaveNothing(report: RunReport): boolean {
  return !report.sources.some(gaveRecords) && hasErrors(report);
}

/** How many records of a source the catalogue has after a run, and what the run changed. */
export interface SourceFigures {
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly errors: number;
  readonly warnings: number;
}

/**
 * By the name of the source, its latest run that read it to its end; absent where there is none.
 */
export type LastRuns = ReadonlyMap<string, LastRun>;

/** Reads the figures of a source from its report. */
export function sourceFigures(source: SourceReport): SourceFigures {
  const { records } = source;
  return {
    records: countKeptRecords(records),
    added: records.added,
    changed: records.replaced,
    removed: records.removed,
    errors: countSeverity('error', source.problems),
    warnings: countSeverity('warning', source.problems),
  };
}

/** How many records of a source are in the catalogue after a run or, after a dry run, would be. */
export function countKeptRecords(records: SourceReport['records']): number {
  const { removed, 'failed-new': failed, 'nonconforming-new': keptOut } = records;
  return sumCounts(records) - removed - failed - keptOut;
}

/** How many problems of a severity there are. */
function countSeverity(wanted: Severity, counts: ProblemCounts): number {
  const kinds = Object.keys(counts) as ProblemKind[]; // The keys of a record by kind are kinds.
  return kinds
    .filter((kind) => problemCatalogue[kind].severity === wanted)
    .reduce((total, kind) => total + (counts[kind] ?? 0), 0);
}

/** The problems of a source that give `ingest` the exit code 4, in the order of its messages. */
const failureKinds = [
  'source-empty',
  'source-without-records',
  'source-shrunk',
  'source-given-up',
  'removals-held',
] as const satisfies readonly ProblemKind[];

/** A kind of problem by which a source failed. */
export type SourceFailure = (typeof failureKinds)[number];

/** Why a source gives `ingest` the exit code 4; empty where it does not. */
export function sourceFailures({
  problems,
  listing,
}: Pick<SourceReport, 'problems' | 'listing'>): readonly SourceFailure[] {
  return failureKinds.filter((kind) => {
    // An empty listing is complete where `--allow-removals` confirms that it is rightly empty.
    const isConfirmed = kind === 'source-empty' && listing === 'complete';
    return problems[kind] !== undefined && !isConfirmed;
  });
}

/** The states of records that show that their source could be read. */
const givenStates: readonly RecordState[] = [
  'added',
  'replaced',
  'unchanged',
  'removed',
  'not-due',
  'would-load',
];

/** Whether a source gave a record, new or as before, or one of it was removed that is gone. */
function gaveRecords({ records }: Pick<SourceReport, 'records'>): boolean {
  return givenStates.some((state) => records[state] > 0);
}

/** Whether a run read a source to its end, and the source gave records or did not fail. */
export function isHarvested(
  { interrupted }: Pick<RunReport, 'interrupted'>,
  source: SourceReport,
): boolean {
  const { listing } = source;
  const isRead = !interrupted && listing !== 'interrupted' && listing !== 'limited';
  // Records that several sources list are counted for one of them.
  return isRead && (gaveRecords(source) || sourceFailures(source).length === 0);
}

/**
 * How many URLs of a source passed each step. Each number is the one before less the URLs that the
 * step lost.
 */
export interface Funnel {
  /** Listed or linked in the run. */
  readonly discovered: number;
  readonly allowed: number;
  /** Without the URLs that need no visit, by the revisit policy. */
  readonly due: number;
  readonly tried: number;
  readonly answered: number;
  readonly withMetadata: number;
  /** Gave records, new or unchanged. */
  readonly harvested: number;
  /** Known from before and not listed: removed or kept. */
  readonly missed: number;
}

/** Computes the funnel from the final states of a source's URLs. */
export function funnelOf({ urls }: Pick<SourceReport, 'urls'>): Funnel {
  const missed = urls.unlisted + urls.missing;
  const discovered = sumCounts(urls) - missed;
  const allowed = discovered - urls.disallowed;
  const due = allowed - urls['not-due'];
  const tried = due - urls['not-tried'];
  const answered = tried - urls['fetch-failed'] - urls.gone;
  const withMetadata = answered - urls['no-metadata'] - urls.linked;
  return {
    discovered,
    allowed,
    due,
    tried,
    answered,
    withMetadata,
    harvested: withMetadata - urls['metadata-failed'] - urls.nonconforming,
    missed,
  };
}

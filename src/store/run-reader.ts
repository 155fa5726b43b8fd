import type { RunReport, SourceReport } from '../model/run.ts';
import type { RunFacts, RunHead, RunPlanRow } from './rows.ts';

/**
 * The runs of a catalogue in the order in which they began. That order is the order of their
 * numbers: times and run ids, which contain a time, say nothing where a clock was set back. Reading
 * heads is cheap: it decodes no plan and no report.
 */
export interface RunReader {
  /** The first run first. */
  all(): Iterable<RunHead>;
  /** The latest first, at most `limit`. */
  latest(limit?: number): Iterable<RunHead>;
  /** What a run was for; members are absent where an older program did not keep them. */
  planOf(number: number): RunPlanRow;
  /** The whole report of a run, with those of its sources. */
  reportOf(number: number): RunReport | undefined;
  /**
   * What runs reported about one source, the latest run first; each report is read when it is asked
   * for.
   * @param counts of which runs; what others reported is not decoded. By default of all.
   */
  reportsOfSource(source: string, counts?: (run: EndedRun) => boolean): Iterable<SourceRun>;
}

/** A run that left a report. */
export interface EndedRun extends RunHead {
  readonly endedAt: string;
  readonly interrupted: boolean;
}

/** A run that left a report, and what it reported about one source. */
export interface SourceRun {
  readonly run: EndedRun;
  readonly source: SourceReport;
}

/** Whether a run left a report: it is neither in progress nor was its process killed. */
export function hasEnded(run: RunHead): run is EndedRun {
  return run.endedAt !== undefined;
}

/** All that is kept of a run. */
export function wholeRun(runs: RunReader, head: RunHead): RunFacts {
  const report = runs.reportOf(head.number);
  return { ...head, ...runs.planOf(head.number), ...(report && { report }) };
}

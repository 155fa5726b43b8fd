import type { RunReport, SourceReport } from '../model/run.ts';
import type { RunHead, RunPlanRow, StoredRunFacts } from './rows.ts';

/**
 * Reads the runs of a catalogue in the order in which they began, which is the order of their
 * numbers: times and run ids are unreliable where a clock was set back. Heads are cheap to read: no
 * plan and no report is decoded.
 */
export interface RunReader {
  /** The first run first. */
  all(): Iterable<RunHead>;
  /** The latest first, at most `limit`. */
  latest(limit?: number): Iterable<RunHead>;
  /** The plan of a run; members are absent where an old program did not record them. */
  planOf(number: number): RunPlanRow;
  /** The report of a run, with its source reports. */
  reportOf(number: number): RunReport | undefined;
  /**
   * The reports about one source, latest run first, each read on demand.
   * @param counts selects runs; reports of others are not decoded. By default all.
   */
  reportsOfSource(source: string, counts?: (run: EndedRun) => boolean): Iterable<SourceRun>;
}

/** A run that has a report. */
export interface EndedRun extends RunHead {
  readonly endedAt: string;
  readonly interrupted: boolean;
}

/** A run that has a report, and its report about one source. */
export interface SourceRun {
  readonly run: EndedRun;
  readonly source: SourceReport;
}

/** Whether a run has a report: it is not in progress and was not killed. */
export function hasEnded(run: RunHead): run is EndedRun {
  return run.endedAt !== undefined;
}

/** Collects head, plan and report of a run. */
export function completeRun(runs: RunReader, head: RunHead): StoredRunFacts {
  const report = runs.reportOf(head.number);
  return { ...head, ...runs.planOf(head.number), ...(report && { report }) };
}

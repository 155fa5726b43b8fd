import type { RunReport, SourceReport } from '../model/run.ts';
import type { Snapshot } from './snapshot.ts';

/** A run that came to its end, as far as it is about one source. */
export interface LastRun {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly endedAt: string;
  readonly source: SourceReport;
}

/**
 * Of each of these sources, the latest run for it that is wanted; a source is left out where there
 * is none. Reads the reports from the latest one until all sources are found.
 */
export function lastRuns(
  snapshot: Snapshot,
  sources: readonly string[],
  isWanted: (report: RunReport, source: SourceReport) => boolean,
): ReadonlyMap<string, LastRun> {
  const missing = new Set(sources);
  const found = new Map<string, LastRun>();
  for (const { run, report } of snapshot.latestRuns()) {
    if (missing.size === 0) break;
    for (const source of report?.sources ?? []) {
      if (report === undefined || !missing.has(source.source) || !isWanted(report, source))
        continue;
      missing.delete(source.source);
      found.set(source.source, { run, endedAt: report.endedAt, source });
    }
  }
  return found;
}

/**
 * The names of the sources in the configuration of the latest run; undefined where that is not
 * known.
 */
export function latestConfigured(snapshot: Snapshot): readonly string[] | undefined {
  for (const { configured } of snapshot.latestRuns()) {
    if (configured !== undefined) return configured;
  }
  return undefined;
}

import type { SourceReport } from '../model/run.ts';
import type { PausingReading } from './in-turns.ts';
import type { EndedRun } from './run-reader.ts';
import type { Snapshot } from './snapshot.ts';

/** A finished run, as far as it concerns one source. */
export interface LastRun {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly endedAt: string;
  readonly source: SourceReport;
}

/** Whether a finished run with a report about the source counts. */
export type IsWantedRun = (run: EndedRun, source: SourceReport) => boolean;

/**
 * The latest finished run of each of these sources that `isWanted` accepts; sources without one are
 * left out. Reads the reports about a source from the latest one on until it is found.
 */
export function* lastRuns(
  snapshot: Snapshot,
  sources: readonly string[],
  isWanted: IsWantedRun,
): PausingReading<ReadonlyMap<string, LastRun>> {
  const found = new Map<string, LastRun>();
  const runs = snapshot.runs();
  for (const name of sources) {
    yield;
    for (const { run, source } of runs.reportsOfSource(name, ({ interrupted }) => !interrupted)) {
      yield;
      if (!isWanted(run, source)) continue;
      found.set(name, { run: run.run, endedAt: run.endedAt, source });
      break;
    }
  }
  return found;
}

/**
 * The source names in the configuration of the latest run; undefined where it did not record them.
 */
export function latestConfigured(snapshot: Snapshot): readonly string[] | undefined {
  const runs = snapshot.runs();
  for (const { number } of runs.latest()) {
    const { configured } = runs.planOf(number);
    if (configured !== undefined) return configured;
  }
  return undefined;
}

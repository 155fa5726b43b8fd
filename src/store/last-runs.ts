import type { SourceReport } from '../model/run.ts';
import type { PausingReading } from './in-turns.ts';
import type { EndedRun } from './run-reader.ts';
import type { Snapshot } from './snapshot.ts';

/** A run that came to its end, as far as it is about one source. */
export interface LastRun {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly endedAt: string;
  readonly source: SourceReport;
}

/** Whether a run counts that came to its end and reported about a source. */
export type IsWantedRun = (run: EndedRun, source: SourceReport) => boolean;

/**
 * Of each of these sources, the latest run for it that came to its end and is wanted; a source is
 * left out where there is none. Reads the reports about a source from the latest one until it is
 * found, of runs that were interrupted none.
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
 * The names of the sources in the configuration of the latest run; undefined where that is not
 * known.
 */
export function latestConfigured(snapshot: Snapshot): readonly string[] | undefined {
  const runs = snapshot.runs();
  for (const { number } of runs.latest()) {
    const { configured } = runs.planOf(number);
    if (configured !== undefined) return configured;
  }
  return undefined;
}

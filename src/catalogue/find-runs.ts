import { UsageFault } from '../model/fault.ts';
import type { SourceReport } from '../model/run.ts';
import { escapeControls } from '../text/printable.ts';
import type { InterruptibleReading } from './interruptible-reading.ts';
import type { RunHead } from './rows.ts';
import type { EndedRun } from './run-rows.ts';
import type { Snapshot } from './snapshot.ts';

/** How many runs a message lists. */
const maxNamed = 10;
const maxLatest = 3;

/** The name of the latest run. */
const latest = 'last';

/**
 * Resolves a run name: its id, a unique prefix of it, or `last` for the latest.
 * @throws {UsageFault} where there is none
 */
export function resolveRunName(snapshot: Snapshot, name: string): RunHead {
  const runs = [...snapshot.runs().latest()];
  const [first] = runs;
  if (first === undefined) throw new UsageFault('The catalogue has no runs yet.');
  return name === latest ? first : findOnlyMatch(runs, name);
}

/**
 * The one run whose id equals a text or starts with it.
 * @param runs latest first
 * @throws {UsageFault} unless exactly one matches
 */
export function findOnlyMatch(runs: readonly RunHead[], name: string): RunHead {
  const exact = runs.find(({ run }) => run === name);
  const found = exact === undefined ? runs.filter(({ run }) => run.startsWith(name)) : [exact];
  const [first, ...others] = found;
  const shown = escapeControls(name);
  if (first === undefined || name === '') {
    const what =
      name === '' ? 'No run is named' : `No run has an identifier that begins with "${shown}"`;
    throw new UsageFault(`${what}; ${latestText(runs)}`);
  }
  if (others.length === 0) return first;
  const named = found.slice(0, maxNamed).map(({ run }) => run);
  const more = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : '';
  throw new UsageFault(
    `${found.length} runs begin with ${shown}: ${named.join(', ')}${more}. Name one of them.`,
  );
}

function latestText(runs: readonly RunHead[]): string {
  const named = runs.slice(0, maxLatest).map(({ run }) => run);
  if (named.length === 0) return 'the catalogue has no completed run yet.';
  const more = runs.length > maxLatest ? '; cdif-graph status lists more' : '';
  return `the latest ${named.length === 1 ? 'run is' : 'runs are'} ${named.join(', ')}${more}.`;
}

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
export function* latestRunsOfSources(
  snapshot: Snapshot,
  sources: readonly string[],
  isWanted: IsWantedRun,
): InterruptibleReading<ReadonlyMap<string, LastRun>> {
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
export function latestConfiguredSources(snapshot: Snapshot): readonly string[] | undefined {
  const runs = snapshot.runs();
  for (const { number } of runs.latest()) {
    const { configured } = runs.planOf(number);
    if (configured !== undefined) return configured;
  }
  return undefined;
}

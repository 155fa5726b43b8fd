import type { ProblemOf } from '../model/problem.ts';
import type { PausingReading } from './in-turns.ts';
import { latestConfigured } from './last-runs.ts';
import { sourceIri } from './own-terms.ts';
import type { Snapshot } from './snapshot.ts';

type UnconfiguredSource = ProblemOf<'source-not-configured'>;

/**
 * The sources that list URLs but are missing from the configuration of the latest run, sorted by
 * name: nothing refreshes their records. Empty where that configuration was not recorded. Reads the
 * outcomes of all URLs.
 */
export function* readUnconfiguredSources(
  snapshot: Snapshot,
): PausingReading<readonly UnconfiguredSource[]> {
  const names = latestConfigured(snapshot);
  if (names === undefined) return [];
  const configured = new Set(names);
  const sizes = new Map<string, { urls: number; records: number }>();
  for (const { url, listings } of snapshot.outcomes()) {
    for (const { source } of listings) {
      if (configured.has(source)) continue;
      const size = sizes.get(source) ?? { urls: 0, records: 0 };
      size.urls += 1;
      for (const _ of snapshot.factsOfUrl(url)) {
        size.records += 1;
        yield;
      }
      sizes.set(source, size);
    }
    yield;
  }
  const latest = latestRunsFor(snapshot, sizes.keys());
  const sources = [...sizes].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sources.map(([source, size]) => problemOf(source, size, latest.get(source)));
}

function problemOf(
  source: string,
  size: { readonly urls: number; readonly records: number },
  lastRun: string | undefined,
): UnconfiguredSource {
  const about = { kind: 'source-not-configured', url: sourceIri(source), source, ...size } as const;
  return lastRun === undefined ? about : { ...about, lastRun };
}

/** The latest run of each source. Killed runs of old programs did not record their sources. */
function latestRunsFor(snapshot: Snapshot, names: Iterable<string>): ReadonlyMap<string, string> {
  const wanted = new Set(names);
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  const runs = snapshot.runs();
  for (const { number, run } of runs.latest()) {
    const { sources = [] } = runs.planOf(number);
    for (const name of sources) {
      if (wanted.delete(name)) found.set(name, run);
    }
    if (wanted.size === 0) break;
  }
  return found;
}

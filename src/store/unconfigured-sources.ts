import type { ProblemOf } from '../model/problem.ts';
import { latestConfigured } from './last-runs.ts';
import { sourceIri } from './own-terms.ts';
import type { Snapshot } from './snapshot.ts';
import { sourcesOfRun } from './sources-of-run.ts';

/**
 * The sources that list URLs in the catalogue and that the configuration of the latest run does not name, in the order of their
 * names: nobody harvests them, so what is kept of them only gets older. None where that configuration is not known. Reads the
 * outcomes of all URLs.
 */
export function unconfiguredSources(
  snapshot: Snapshot,
): readonly ProblemOf<'source-not-configured'>[] {
  const names = latestConfigured(snapshot);
  if (names === undefined) return [];
  const configured = new Set(names);
  const sizes = new Map<string, { urls: number; records: number }>();
  for (const { url, listings } of snapshot.outcomes()) {
    for (const { source } of listings) {
      if (configured.has(source)) continue;
      const size = sizes.get(source) ?? { urls: 0, records: 0 };
      size.urls += 1;
      size.records += [...snapshot.factsOfUrl(url)].length;
      sizes.set(source, size);
    }
  }
  const sources = [...sizes].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sources.map(([source, size]) => problemOf(snapshot, source, size));
}

function problemOf(
  snapshot: Snapshot,
  source: string,
  size: { readonly urls: number; readonly records: number },
): ProblemOf<'source-not-configured'> {
  const lastRun = lastRunOf(snapshot, source);
  return {
    kind: 'source-not-configured',
    url: sourceIri(source),
    source,
    ...size,
    ...(lastRun === undefined ? {} : { lastRun }),
  };
}

/** The latest run for a source. Those of older programs that were ended by force do not say for which they were. */
function lastRunOf(snapshot: Snapshot, name: string): string | undefined {
  for (const facts of snapshot.latestRuns()) {
    if (sourcesOfRun(facts)?.includes(name) === true) return facts.run;
  }
  return undefined;
}

import type { InterruptibleReading } from '../catalogue/interruptible-reading.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import { memoize } from '../text/collections.ts';
import { type ConformanceSummary, ConformanceTally } from './first-changes.ts';

/** How the records of a catalogue meet the profiles that harvests checked them against. */
export interface CatalogueConformance {
  readonly all: ConformanceSummary;
  /** By the name of the source; without those of which no record was checked. */
  readonly sources: ReadonlyMap<string, ConformanceSummary>;
}

/** Sums up what harvests found; a record counts for each source that lists it. */
export function* readConformance(snapshot: Snapshot): InterruptibleReading<CatalogueConformance> {
  const all = new ConformanceTally();
  const tallies = new Map<string, ConformanceTally>();
  const listingsOf = memoize((url) => snapshot.listingsOf(url), 1);
  for (const { documentUrl, conformance: verdicts } of snapshot.facts()) {
    yield;
    if (verdicts === undefined) continue;
    all.add({ verdicts });
    for (const { source } of listingsOf(documentUrl)) {
      const tally = tallies.get(source) ?? new ConformanceTally();
      tallies.set(source, tally);
      tally.add({ verdicts });
    }
  }
  const names = [...tallies.keys()].toSorted();
  const sources = new Map(names.map((name) => [name, (tallies.get(name) ?? all).summary()]));
  return { all: all.summary(), sources };
}

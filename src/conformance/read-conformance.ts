import type { InterruptibleReading } from '../catalogue/interruptible-reading.ts';
import type { ProblemsRow } from '../catalogue/rows.ts';
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
  const tallyOf = (source: string): ConformanceTally => {
    const tally = tallies.get(source) ?? new ConformanceTally();
    tallies.set(source, tally);
    return tally;
  };
  const listingsOf = memoize((url) => snapshot.listingsOf(url), 1);
  for (const { documentUrl, conformance: verdicts } of snapshot.facts()) {
    yield;
    if (verdicts === undefined) continue;
    all.add({ verdicts });
    for (const { source } of listingsOf(documentUrl)) tallyOf(source).add({ verdicts });
  }
  for (const { url, keptOut, listings } of snapshot.outcomes()) {
    yield;
    if (keptOut === undefined) continue;
    const unmet = unmetByRecord(snapshot.problemsOf({ url }));
    all.addKeptOut(keptOut, unmet);
    for (const { source } of listings) tallyOf(source).addKeptOut(keptOut, unmet);
  }
  const names = [...tallies.keys()].toSorted();
  const sources = new Map(names.map((name) => [name, tallyOf(name).summary()]));
  return { all: all.summary(), sources };
}

/** The unmet requirements of each kept-out record, as far as the problems of a URL are kept. */
function unmetByRecord(row: ProblemsRow | undefined): readonly ReadonlySet<string>[] {
  const records: Set<string>[] = [];
  for (const { problem } of row?.problems ?? []) {
    // The problem that a record was kept out precedes what it lacks.
    if (problem.kind === 'record-nonconforming') records.push(new Set());
    if (problem.kind === 'requirement-unmet') records.at(-1)?.add(problem.rule);
  }
  return records;
}

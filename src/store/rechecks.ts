import { noRechecks, type Rechecks } from '../model/run.ts';
import type { Snapshot } from './snapshot.ts';

/** So many of the latest runs that had the source count: what a source did last year says little of today. */
const maxRuns = 10;
const maxRead = 10 * maxRuns;

/** See `CatalogueStore.rechecksOf`. */
export function rechecksOf(snapshot: Snapshot, name: string): Rechecks {
  const sum = { ...noRechecks };
  let runs = 0;
  let read = 0;
  for (const { source } of snapshot.runs().reportsOfSource(name)) {
    if (runs === maxRuns || read === maxRead) break;
    read += 1;
    const { looks, days, changed, announced } = source.rechecks;
    if (looks === 0) continue;
    sum.looks += looks;
    sum.days += days;
    sum.changed += changed;
    sum.announced += announced;
    runs += 1;
  }
  return sum;
}

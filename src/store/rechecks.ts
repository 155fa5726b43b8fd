import { noRechecks, type Rechecks } from '../model/run.ts';
import type { Snapshot } from './snapshot.ts';

/** So many of the latest runs that had the source count: what a source did last year says little of today. */
const maxRuns = 10;

/** See `CatalogueStore.rechecksOf`. */
export function rechecksOf(snapshot: Snapshot, name: string): Rechecks {
  const sum = { ...noRechecks };
  let runs = 0;
  for (const { report } of snapshot.latestRuns(10 * maxRuns)) {
    const source = report?.sources.find((each) => each.source === name);
    if (source === undefined || source.rechecks.looks === 0) continue;
    sum.looks += source.rechecks.looks;
    sum.days += source.rechecks.days;
    sum.changed += source.rechecks.changed;
    sum.announced += source.rechecks.announced;
    runs += 1;
    if (runs === maxRuns) break;
  }
  return sum;
}

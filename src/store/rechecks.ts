import { noRechecks, type Rechecks } from '../model/run.ts';
import type { Snapshot } from './snapshot.ts';

/** So many of the latest runs that had the source count: what a source did last year says little of today. */
const maxRuns = 10;
const maxRead = 10 * maxRuns;

/**
 * See `CatalogueStore.rechecksOf`. A run that began later than one after it had a clock that was
 * ahead: the days that it counted are none.
 */
export function rechecksOf(snapshot: Snapshot, name: string): Rechecks {
  const sum = { ...noRechecks };
  let runs = 0;
  let read = 0;
  // ISO 8601 in UTC, so that the order of the texts is that of the times.
  let earliest = latestStart(snapshot);
  for (const { run, source } of snapshot.runs().reportsOfSource(name)) {
    if (runs === maxRuns || read === maxRead) break;
    read += 1;
    const isAhead = run.startedAt > earliest;
    if (!isAhead) earliest = run.startedAt;
    const { looks, days, changed, announced } = source.rechecks;
    if (looks === 0 || isAhead) continue;
    sum.looks += looks;
    sum.days += days;
    sum.changed += changed;
    sum.announced += announced;
    runs += 1;
  }
  return sum;
}

function latestStart(snapshot: Snapshot): string {
  for (const { startedAt } of snapshot.runs().latest(1)) return startedAt;
  return '';
}

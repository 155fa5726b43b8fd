import { noRechecks, type Rechecks } from '../model/run.ts';
import type { Snapshot } from './snapshot.ts';

/** How many of the latest runs of a source count; older runs say little about today. */
const maxRuns = 10;
const maxRead = 10 * maxRuns;

/**
 * See `CatalogueStore.rechecksOf`. A run that began later than a following one had a clock that was
 * ahead: its days are ignored.
 */
export function rechecksOf(snapshot: Snapshot, name: string): Rechecks {
  const sum = { ...noRechecks };
  let runs = 0;
  let read = 0;
  // ISO 8601 in UTC, so texts sort like times.
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

import { severityOf } from '../model/problem-catalogue.ts';
import { countedAs } from '../model/problem-tally.ts';
import type { ProblemKind, Severity } from '../model/problem.ts';
import { UsageFault } from '../model/fault.ts';
import { targetUrl } from '../model/target-url.ts';
import { printable } from '../text/printable.ts';
import { utcMs } from '../text/utc-time.ts';
import { readNamedRecords, type UnnamedResources } from './find-records.ts';
import {
  pausingProblems,
  pausingProblemsOfUrl,
  pausingProblemsOfRecords,
  problemsOfUrls,
  withoutPauses,
  type FoundProblem,
} from './found-problems.ts';
import { readAtOnce, type PausingReading } from './in-turns.ts';
import type { MeetingLook } from './kept-problems.ts';
import { runNamed } from './named-run.ts';
import type { Snapshot } from './snapshot.ts';
import type { ProblemSelection } from './store.ts';

/** The problems of a selection in a fixed order; all if there is no selection. */
export function selectedProblems(
  snapshot: Snapshot,
  selection: ProblemSelection | undefined,
): Iterable<FoundProblem> {
  return withoutPauses(pausingSelected(snapshot, selection));
}

/** `selectedProblems` with pauses: undefined at each pause. */
export function pausingSelected(
  snapshot: Snapshot,
  selection: ProblemSelection | undefined,
): Iterable<FoundProblem | undefined> {
  if (selection === undefined) return pausingProblems(snapshot);
  if ('url' in selection) return pausingProblemsOfUrl(snapshot, selection.url);
  return besideRecords(snapshot, selection.records, selection.beside ?? []);
}

function* besideRecords(
  snapshot: Snapshot,
  records: readonly string[],
  urls: readonly string[],
): Generator<FoundProblem | undefined> {
  yield* problemsOfUrls(snapshot, urls);
  yield* pausingProblemsOfRecords(snapshot, records);
}

/**
 * Resolves a name to a problem selection: a URL and its records, or records with their URLs.
 * @throws {UsageFault} where the catalogue knows nothing of that name
 */
export function selectionNamed(
  snapshot: Snapshot,
  name: string,
  unnamed: UnnamedResources,
): ProblemSelection {
  return readAtOnce(readSelectionNamed(snapshot, name, unnamed));
}

/** `selectionNamed` with pauses. */
export function* readSelectionNamed(
  snapshot: Snapshot,
  name: string,
  unnamed: UnnamedResources,
): PausingReading<ProblemSelection> {
  const url = targetUrl(name.trim()) ?? name.trim();
  if (!/#./u.test(name) && snapshot.outcomeOf(url) !== undefined) return { url };
  const found = yield* readNamedRecords(snapshot, name, unnamed);
  if (found.length === 0) {
    throw new UsageFault(
      `${printable(name)} is unknown: it is neither a visited URL nor a record.`,
    );
  }
  return {
    records: found.map(({ record }) => record.graph),
    beside: [...new Set(found.map(({ record }) => record.documentUrl))],
  };
}

/** The start of the period in which a problem must have been met first. */
export interface Since {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The change in which the run began; preferred, because clocks can be wrong. */
  readonly change?: number;
}

/**
 * Resolves a run name or a date.
 * @throws {UsageFault} when it is neither
 */
export function sinceNamed(snapshot: Snapshot, name: string): Since {
  if (!/^\d{4}-/u.test(name)) {
    const { startedAt: at, began: change } = runNamed(snapshot, name);
    return change === undefined ? { at } : { at, change };
  }
  const time = utcMs(name);
  if (!Number.isNaN(time)) return { at: new Date(time).toISOString() };
  throw new UsageFault(`${printable(name)} is neither a run nor a date such as 2026-11-20.`);
}

/** A filter of problems; absent members match everything. */
export interface ProblemFilter {
  readonly sources?: readonly string[] | undefined;
  readonly severities?: readonly Severity[] | undefined;
  readonly kinds?: readonly ProblemKind[] | undefined;
  readonly since?: Since | undefined;
}

/** Whether a problem passes a filter. */
export function isWanted(
  { problem, sources, first }: Pick<FoundProblem, 'problem' | 'sources' | 'first'>,
  filter: ProblemFilter,
): boolean {
  const { sources: names, severities, kinds, since } = filter;
  return (
    (names === undefined || sources.some((name) => names.includes(name))) &&
    (severities === undefined || severities.includes(severityOf(problem))) &&
    (kinds === undefined || kinds.includes(countedAs(problem).kind)) &&
    (since === undefined || (first !== undefined && isSince(since, first)))
  );
}

function isSince({ at, change }: Since, first: MeetingLook): boolean {
  return change === undefined || first.change === undefined
    ? first.at >= at
    : first.change >= change;
}

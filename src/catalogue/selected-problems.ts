import { UsageFault } from '../model/fault.ts';
import { targetUrl } from '../model/target.ts';
import { severityOf } from '../model/problem-catalogue.ts';
import { kindAndCount } from '../model/problem-tally.ts';
import type { ProblemKind, Severity } from '../model/problem.ts';
import { parseUtcMs } from '../text/amounts.ts';
import { escapeControls } from '../text/printable.ts';
import { readNamedRecords, type UnnamedResources } from './find-records.ts';
import { resolveRunName } from './find-runs.ts';
import {
  type FoundProblem,
  problemsOfUrls,
  problemsWithPauses,
  recordProblemsWithPauses,
  urlProblemsWithPauses,
} from './found-problems.ts';
import type { InterruptibleReading } from './interruptible-reading.ts';
import type { FirstVisit } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/** Selects problems. */
export type ProblemSelection =
  /** Those of a URL and its records. */
  | { readonly url: string }
  /**
   * Those of records, preceded by those of the URLs in `beside` that belong to none of their
   * records.
   */
  | { readonly records: readonly string[]; readonly beside?: readonly string[] };

/**
 * The problems of a selection in a fixed order, all if there is no selection; undefined at each
 * pause.
 */
export function* selectProblemsWithPauses(
  snapshot: Snapshot,
  selection: ProblemSelection | undefined,
): Generator<FoundProblem | undefined> {
  if (selection === undefined) yield* problemsWithPauses(snapshot);
  else if ('url' in selection) yield* urlProblemsWithPauses(snapshot, selection.url);
  else {
    yield* problemsOfUrls(snapshot, selection.beside ?? []);
    yield* recordProblemsWithPauses(snapshot, selection.records);
  }
}

/**
 * Resolves a name to a problem selection: a URL and its records, or records with their URLs.
 * @throws {UsageFault} where the catalogue knows nothing of that name
 */
export function* resolveSelectionWithPauses(
  snapshot: Snapshot,
  name: string,
  unnamed: UnnamedResources,
): InterruptibleReading<ProblemSelection> {
  const url = targetUrl(name.trim()) ?? name.trim();
  if (!/#./u.test(name) && snapshot.outcomeOf(url) !== undefined) return { url };
  const found = yield* readNamedRecords(snapshot, name, unnamed);
  if (found.length === 0) {
    throw new UsageFault(
      `${escapeControls(name)} is unknown: it is neither a visited URL nor a record.`,
    );
  }
  return {
    records: found.map(({ record }) => record.graph),
    beside: [...new Set(found.map(({ record }) => record.documentUrl))],
  };
}

/** The start of the period in which a problem must have been met first. */
export interface ProblemStart {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The change in which the run began; preferred, because clocks can be wrong. */
  readonly change?: number;
}

/**
 * Resolves a run name or a date.
 * @throws {UsageFault} when it is neither
 */
export function resolveProblemStart(snapshot: Snapshot, name: string): ProblemStart {
  if (!/^\d{4}-/u.test(name)) {
    const { startedAt: at, began: change } = resolveRunName(snapshot, name);
    return change === undefined ? { at } : { at, change };
  }
  const time = parseUtcMs(name);
  if (!Number.isNaN(time)) return { at: new Date(time).toISOString() };
  throw new UsageFault(`${escapeControls(name)} is neither a run nor a date such as 2026-11-20.`);
}

/** A filter of problems; absent members match everything. */
export interface ProblemFilter {
  readonly sources?: readonly string[] | undefined;
  readonly severities?: readonly Severity[] | undefined;
  readonly kinds?: readonly ProblemKind[] | undefined;
  readonly since?: ProblemStart | undefined;
}

/** Whether a problem passes a filter. */
export function matchesProblemFilter(
  { problem, sources, first }: Pick<FoundProblem, 'problem' | 'sources' | 'first'>,
  filter: ProblemFilter,
): boolean {
  const { sources: names, severities, kinds, since } = filter;
  return (
    (names === undefined || sources.some((name) => names.includes(name))) &&
    (severities === undefined || severities.includes(severityOf(problem))) &&
    (kinds === undefined || kinds.includes(kindAndCount(problem).kind)) &&
    (since === undefined || (first !== undefined && isSince(since, first)))
  );
}

function isSince({ at, change }: ProblemStart, first: FirstVisit): boolean {
  return change === undefined || first.change === undefined
    ? first.at >= at
    : first.change >= change;
}

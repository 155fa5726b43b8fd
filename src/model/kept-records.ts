import { missingMetadataKinds } from './problem-texts/missing-metadata.ts';
import { compareSeverities, severityOf } from './problem-catalogue.ts';
import type { Problem, ProblemKind } from './problem.ts';
import type { VisitState } from './run.ts';
import type { UrlOutcome, UrlVisit } from './url-update.ts';

/** Why a visit did not give a record: a problem that says so, or else the state of its URL. */
export type KeptReason = ProblemKind | VisitState;

/** Records that stay although the latest visits of their URLs did not give them. */
export interface KeptRecords {
  /** How many these are, at least one. */
  readonly records: number;
  /** The first of the visits that did not give one of them, ISO 8601 in UTC. */
  readonly since: string;
  /** The number of records by the reason. */
  readonly reasons: Readonly<Partial<Record<KeptReason, number>>>;
  /** When a visit last gave the oldest of the copies; absent where that is not known. */
  readonly oldestCopy?: string;
}

/** What is known of the visits of a URL. */
interface VisitedUrl {
  readonly outcome: UrlOutcome;
  readonly visit?: UrlVisit | undefined;
}

/**
 * The records of a URL that are only kept. Not those that wait to be removed, nor those of a URL
 * that was not tried.
 * @param records how many the URL has, without those that wait to be removed
 */
export function keptRecordsOfUrl(url: VisitedUrl, records: number): KeptRecords | undefined {
  if (url.outcome.state === 'gone') return undefined;
  const { kept = 0 } = url.outcome;
  const count = givesNothing(url) ? records : Math.min(kept, records);
  return count === 0 ? undefined : describeKept(url, count);
}

/**
 * A record that is only kept; undefined where the latest visit gave it.
 * @param copy how it was retrieved: `isOlder` as in `KeptDocument`, and `isLeaving` where it waits
 *   to be removed
 */
export function keptRecord(
  url: VisitedUrl,
  copy: { readonly isOlder: boolean; readonly isLeaving: boolean; readonly at: string },
): KeptRecords | undefined {
  if (copy.isLeaving) {
    const since = url.visit?.failingSince ?? url.outcome.at;
    return { records: 1, since, reasons: { 'removals-held': 1 }, oldestCopy: copy.at };
  }
  const isKept = copy.isOlder || (url.outcome.state !== 'gone' && givesNothing(url));
  return isKept ? { oldestCopy: copy.at, ...describeKept(url, 1) } : undefined;
}

/** Adds kept records of several URLs. */
export function addKeptRecords(one: KeptRecords | undefined, other: KeptRecords): KeptRecords {
  if (one === undefined) return other;
  const reasons: Partial<Record<KeptReason, number>> = { ...one.reasons };
  for (const [reason, count] of Object.entries(other.reasons) as [KeptReason, number][]) {
    reasons[reason] = (reasons[reason] ?? 0) + count;
  }
  const copies = [one.oldestCopy, other.oldestCopy].filter((at) => at !== undefined).toSorted();
  const [oldestCopy] = copies;
  return {
    records: one.records + other.records,
    since: one.since < other.since ? one.since : other.since,
    reasons,
    ...(oldestCopy !== undefined && { oldestCopy }),
  };
}

/** Whether the latest visit gave none of the records of the URL, or robots.txt forbids a visit. */
function givesNothing({ outcome, visit }: VisitedUrl): boolean {
  if (outcome.state === 'disallowed') return true;
  // A part of the records was given.
  return outcome.state !== 'harvested' && visit?.failures !== undefined;
}

function describeKept({ outcome, visit }: VisitedUrl, records: number): KeptRecords {
  const reasons = { [reasonOf(outcome)]: records };
  // Where the URL gave others, the age of these is not that of its last good visit.
  if (!givesNothing({ outcome, visit })) return { records, since: outcome.at, reasons };
  const { failingSince, goodAt } = visit ?? {};
  // A visit that robots.txt forbids is no failure.
  const since = failingSince ?? (outcome.state === 'disallowed' ? goodAt : undefined) ?? outcome.at;
  return { records, since, reasons, ...(goodAt !== undefined && { oldestCopy: goodAt }) };
}

const missing: ReadonlySet<ProblemKind> = new Set(missingMetadataKinds);

/** The problem that explains the outcome best: what the page is instead, or else the gravest. */
function reasonOf({ state, problems }: UrlOutcome): KeptReason {
  const own = problems.filter(({ record, kind }) => {
    return record === undefined && kind !== 'problems-omitted';
  });
  const explaining = own.find(({ kind }) => missing.has(kind)) ?? own.toSorted(bySeverity)[0];
  return explaining?.kind ?? state;
}

function bySeverity(one: Problem, other: Problem): number {
  return compareSeverities(severityOf(one), severityOf(other));
}

import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { kindCounts } from '../../../render/problem-counts.ts';
import { failuresOf } from '../../../report/source-failures.ts';
import type { LastRun } from '../../../store/last-runs.ts';
import type { SourceRun } from '../../../store/run-reader.ts';
import type { SourceStatus } from '../../../store/status.ts';
import { amount } from '../../../text/amounts.ts';
import { minuteText } from '../../parts/moment.tsx';

/** How a source is, the worst first. */
export const careStates = ['failing', 'care', 'late', 'not-configured', 'fine'] as const;

export type CareState = (typeof careStates)[number];

/** Whether a source needs somebody's care, and why. */
export interface SourceCare {
  readonly state: CareState;
  /** In words, the worst first; empty where it is fine. */
  readonly reasons: readonly string[];
  /** Orders sources of one state: how much of it is in trouble. */
  readonly size: number;
}

/** What is known of a source. */
export interface SourceFacts {
  readonly status: SourceStatus;
  /** The latest run that reported about it. */
  readonly latest?: SourceRun | undefined;
  /** The latest run that read it to its end, and got something. */
  readonly harvested?: LastRun | undefined;
}

/** A source that the runs of so many days left out is not harvested lately. */
const lateDays = 7;
const dayMs = 24 * 3_600_000;

/** @param asOf the latest time of a run, ISO 8601: ages are counted to then, so that a page does not change by itself */
export function careOf(facts: SourceFacts, asOf: string): SourceCare {
  const { status } = facts;
  const failures = failureReasons(facts);
  const troubles = troubleReasons(facts);
  const late = lateReason(facts, asOf);
  const size = (status.failing?.urls ?? 0) + status.leaving + errorsOf(status);
  const reasons = [...failures, ...late, ...troubles];
  if (status.notConfigured !== undefined) {
    const last = status.notConfigured.lastRun;
    const run = last === undefined ? '' : `; last harvested by run ${last}`;
    return {
      state: 'not-configured',
      reasons: [`The configuration of the latest run does not name it${run}`],
      size,
    };
  }
  if (failures.length > 0) return { state: 'failing', reasons, size };
  if (late.length > 0) return { state: 'late', reasons, size };
  return { state: troubles.length > 0 ? 'care' : 'fine', reasons, size };
}

/** Nothing, or not all there is, comes of the source as a whole. */
function failureReasons({ status, latest }: SourceFacts): string[] {
  const { failing, records, urls } = status;
  const failures = latest === undefined ? [] : failuresOf(latest.source);
  const all = Object.values(urls).reduce((sum, count) => sum + count, 0);
  const isListingCut = latest?.source.listing === 'incomplete' && failures.length === 0;
  return [
    ...failures.map((kind) => problemCatalogue[kind].title),
    ...(isListingCut ? ['Its list of URLs could not be read to its end'] : []),
    ...(failing !== undefined && failing.urls === all
      ? [`All of its URLs fail, the first since ${minuteText(failing.since)}`]
      : []),
    ...(records === 0 && latest !== undefined ? ['Nothing of it is in the catalogue'] : []),
  ];
}

/** Some of the source is in trouble. */
function troubleReasons({ status, latest }: SourceFacts): string[] {
  const { failing, leaving, urls } = status;
  const all = Object.values(urls).reduce((sum, count) => sum + count, 0);
  const errors = errorsOf(status);
  const left = latest?.source.leftHosts.length ?? 0;
  return [
    ...(failing !== undefined && failing.urls < all
      ? [
          `${amount(failing.urls, 'URL fails', 'URLs fail')}, the first since ${minuteText(failing.since)}`,
        ]
      : []),
    ...(left > 0 ? [`${amount(left, 'host was', 'hosts were')} given up`] : []),
    ...(leaving > 0 ? [`${amount(leaving, 'record waits', 'records wait')} to be removed`] : []),
    ...(errors > 0 ? [amount(errors, 'error')] : []),
  ];
}

function lateReason({ harvested, latest }: SourceFacts, asOf: string): string[] {
  if (harvested === undefined) {
    return latest === undefined ? ['No run came to its end'] : ['No run harvested it to its end'];
  }
  const ageMs = Date.parse(asOf) - Date.parse(harvested.endedAt);
  return ageMs > lateDays * dayMs
    ? [`Last harvested to its end on ${minuteText(harvested.endedAt)}`]
    : [];
}

function errorsOf({ problems }: SourceStatus): number {
  return kindCounts(problems)
    .filter(({ severity }) => severity === 'error')
    .reduce((sum, { count }) => sum + count, 0);
}

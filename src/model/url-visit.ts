import type { LookState, UrlOutcome } from './run.ts';

/** The latest visit to a URL, whatever its result. */
export interface UrlVisit {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly run: string;
  /** The result; `unchanged` where the latest `UrlOutcome` still holds. */
  readonly state: LookState | 'unchanged';
  /** When a visit last succeeded, with new or unchanged content. Absent where none did. */
  readonly goodAt?: string;
  /**
   * The day, ISO 8601, of the last visit that was more than a 304 or a HEAD with known headers.
   * Absent where it is this one, or nothing was received.
   */
  readonly wholeOn?: string;
  /** The number of consecutive failures, and when they started. */
  readonly failures?: number;
  readonly failingSince?: string;
}

/** What earlier runs recorded about a URL. */
export interface KnownUrl {
  readonly outcome: UrlOutcome;
  /** Absent where the last visit was by a version that did not record visits. */
  readonly visit?: UrlVisit;
  /** The number of its records, without those pending removal. */
  readonly records: number;
  /** The number of statements of these records. */
  readonly quads: number;
  /** Whether further records are pending removal. */
  readonly hasLeaving?: true;
}

/** Results of a visit that gives no information about the content: earlier records stay. */
const failures: ReadonlySet<UrlVisit['state']> = new Set([
  'fetch-failed',
  'metadata-failed',
  'no-metadata',
  'gone',
]);

/** States of a URL that was not requested. */
const waits: ReadonlySet<UrlVisit['state']> = new Set(['not-tried', 'disallowed']);

export interface VisitEnd extends Pick<UrlVisit, 'at' | 'run' | 'state'> {
  /** Whether its server only said that nothing changed (a 304, or HEAD with known headers). */
  readonly isNotModified?: boolean;
}

/**
 * Combines a visit with the previous one of the same URL.
 * @param hasRecords whether the catalogue has records of the URL: a page that never had metadata
 * does not fail
 */
export function nextVisit(
  before: UrlVisit | undefined,
  { at, run, state, isNotModified }: VisitEnd,
  hasRecords: boolean,
): UrlVisit {
  const isWaiting = waits.has(state);
  const whole = isWaiting || isNotModified === true ? lastWhole(before) : {};
  const visit = { at, run, state, ...whole };
  if (isWaiting) return { ...before, ...visit };
  const fails = state === 'fetch-failed' || (failures.has(state) && hasRecords);
  if (!fails) return { ...visit, goodAt: at };
  const { goodAt, failures: times = 0, failingSince = at } = before ?? {};
  const good = goodAt === undefined ? {} : { goodAt };
  return { ...visit, ...good, failures: times + 1, failingSince };
}

function lastWhole(before: UrlVisit | undefined): Pick<UrlVisit, 'wholeOn'> {
  if (before?.wholeOn !== undefined) return { wholeOn: before.wholeOn };
  return before === undefined || waits.has(before.state) ? {} : { wholeOn: before.at.slice(0, 10) };
}

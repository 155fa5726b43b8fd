import type { LookState, UrlOutcome } from './run.ts';

/** When a URL was asked for last, whatever came of it. */
export interface UrlVisit {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly run: string;
  /** What came of it; `unchanged` where all is as the latest `UrlOutcome` says. */
  readonly state: LookState | 'unchanged';
  /** When it last gave what it has: new or as before. Absent where it never did. */
  readonly goodAt?: string;
  /**
   * The day, ISO 8601, of the last look that did not only hear that nothing is new (a 304, or HEAD with the headers that are
   * known). Absent where that is this one, or nothing came of it.
   */
  readonly wholeOn?: string;
  /** How often it failed one after the other, and since when. */
  readonly failures?: number;
  readonly failingSince?: string;
}

/** What the catalogue knows of a URL from before. */
export interface KnownUrl {
  readonly outcome: UrlOutcome;
  /** Absent where a version of the program asked for it last that did not note it. */
  readonly visit?: UrlVisit;
  /** How many records it has, but for those that wait to be removed. */
  readonly records: number;
  /** How many statements these have. */
  readonly quads: number;
  /** Whether others wait to be removed. */
  readonly hasLeaving?: true;
}

/** The states of a look that says nothing new of what a URL has: what is known from before stays. */
const failures: ReadonlySet<UrlVisit['state']> = new Set([
  'fetch-failed',
  'metadata-failed',
  'no-metadata',
  'gone',
]);

/** The states of a URL that nobody asked for. */
const waits: ReadonlySet<UrlVisit['state']> = new Set(['not-tried', 'disallowed']);

export interface VisitEnd extends Pick<UrlVisit, 'at' | 'run' | 'state'> {
  /** Whether its server only said that it is what it was (a 304, or HEAD with the headers that are known). */
  readonly isNotModified?: boolean;
}

/**
 * The visit that follows on another one of the same URL.
 * @param hasRecords whether the catalogue has records of the URL: a page that never had metadata does not fail
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

import { recheckMs } from '../config/recheck-interval.ts';
import type { LastmodTrust, Recheck } from '../config/recheck-schema.ts';
import type { NotDue } from '../model/not-due.ts';
import type { Rechecks } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import type { KnownUrl, UrlVisit } from '../model/url-visit.ts';
import { isWholeDue } from '../model/whole-answer.ts';
import { namesZone, utcMs } from '../text/utc-time.ts';

/** Whether a URL is to be asked for, and, if so, whether only for what is new. */
export type Dueness =
  | {
      readonly kind: 'due';
      readonly isConditional: boolean;
      /** Whether what is new is not to be told by its server, which has said for long that nothing is, but by what comes. */
      readonly wantsWhole?: true;
    }
  | { readonly kind: 'not-due'; readonly reason: NotDue };

export interface DueQuestion {
  readonly target: Target;
  readonly known: KnownUrl | undefined;
  /** See `look-terms.ts`. */
  readonly terms: string;
  /** Whether nothing that is known counts, but what the runs found that this one goes on with. */
  readonly full: boolean;
  /** The runs that this one goes on with for the source. */
  readonly continues: ReadonlySet<string>;
  /** What the source wants. */
  readonly recheck: Recheck;
  readonly lastmod: LastmodTrust;
  /** How often the source has changed lately, and whether it said so. */
  readonly rechecks: Rechecks;
  readonly now: Date;
}

const dayMs = 86_400_000;
/** An unchanged page is asked for that often all the same. */
const longestTrustMs = 7 * dayMs;
/** So many announced changes show that a source tells of its changes. */
const provingChanges = 10;

/** The states of a look whose answer can come again. */
const answered: ReadonlySet<string> = new Set<KnownUrl['outcome']['state']>([
  'harvested',
  'linked',
  'no-metadata',
  'metadata-failed',
]);

/**
 * Decides whether a URL is asked for. What is known of it counts only where the look gave an answer and the terms are the same.
 * Then it is not asked for where a run that this one goes on with did, where its sitemap says by `lastmod` that it did not
 * change and that can be believed, or where it was asked for so lately that it will hardly have changed.
 */
export function duenessOf(question: DueQuestion): Dueness {
  const { known, continues, full } = question;
  if (known === undefined || !isOfUse(known.outcome, question)) {
    return { kind: 'due', isConditional: false };
  }
  const { visit } = known;
  if (visit !== undefined && continues.has(visit.run) && isDone(visit)) {
    return { kind: 'not-due', reason: { because: 'done', run: visit.run } };
  }
  if (full || visit === undefined) return { kind: 'due', isConditional: !full };
  if (!isDone(visit) || isAlwaysDue(question)) return dueAgain(question, visit);
  const reason = reasonToWait(question, visit);
  return reason === undefined ? dueAgain(question, visit) : { kind: 'not-due', reason };
}

/** Why a URL is left alone that nothing has announced a change of; undefined where it is not. */
function reasonToWait(question: DueQuestion, visit: UrlVisit): NotDue | undefined {
  const visitedMs = Date.parse(visit.at);
  const ageMs = question.now.getTime() - visitedMs;
  // Nobody knows how long ago a visit was that a wrong clock dates in the future.
  if (ageMs < 0) return undefined;
  const told = toldUnchanged(question, visit);
  if (told !== undefined && ageMs < told.forMs) {
    const { lastmod, forMs } = told;
    const until = forMs === Infinity ? {} : { until: timeAfter(visitedMs, forMs) };
    return { because: 'lastmod', lastmod, ...until };
  }
  const { recheck: rule } = question;
  const waitMs = recheckMs(rule, question.rechecks);
  if (rule === 'always' || ageMs >= waitMs) return undefined;
  return { because: 'recheck', rule, until: timeAfter(visitedMs, waitMs) };
}

function timeAfter(ms: number, laterMs: number): string {
  return new Date(ms + Math.ceil(laterMs)).toISOString();
}

function dueAgain({ target, now }: DueQuestion, { wholeOn }: UrlVisit): Dueness {
  const wantsWhole = wholeOn !== undefined && isWholeDue(target.url, wholeOn, now);
  return { kind: 'due', isConditional: true, ...(wantsWhole ? { wantsWhole } : {}) };
}

/** Whether the same answer would give what is known. */
function isOfUse(
  { state, answer, terms: before }: KnownUrl['outcome'],
  { terms }: DueQuestion,
): boolean {
  return answered.has(state) && answer !== undefined && before === terms;
}

function isDone({ state }: UrlVisit): boolean {
  return state === 'unchanged' || answered.has(state);
}

/** A list says what else there is, and what its sitemap announces has changed. */
function isAlwaysDue({ target, lastmod, known }: DueQuestion): boolean {
  if (target.isList === true) return true;
  return lastmod !== 'never' && target.found.lastmod !== lastmodBefore(target, known);
}

/** The `lastmod` of the same source by which the URL was looked at before. */
function lastmodBefore({ source }: Target, known: KnownUrl | undefined): string | undefined {
  return known?.outcome.listings.find((each) => each.source === source)?.found.lastmod;
}

/**
 * When what a `lastmod` tells of is over, in milliseconds: of a day or a longer time its end, and
 * of a time without a zone the last moment that it can mean, wherever on earth it is; NaN where it
 * is no date (W3C Date and Time Formats).
 */
function endOfTelling(lastmod: string): number {
  const from = utcMs(lastmod);
  if (/T/u.test(lastmod)) return namesZone(lastmod) ? from : from + dayMs / 2;
  const [, , day] = lastmod.split('-');
  const days = day === undefined ? (lastmod.includes('-') ? 31 : 366) : 1;
  return from + (days + 0.5) * dayMs;
}

/**
 * The `lastmod` that says that nothing changed, and for how long after the visit that counts;
 * undefined where it does not.
 */
function toldUnchanged(
  { target, known, lastmod, rechecks }: DueQuestion,
  visit: UrlVisit,
): { readonly lastmod: string; readonly forMs: number } | undefined {
  const told = target.found.lastmod;
  if (lastmod === 'never' || told === undefined || known === undefined) return undefined;
  const isSame = lastmodBefore(target, known) === told;
  // NaN is less than nothing.
  if (!isSame || !(endOfTelling(told) <= Date.parse(visit.at))) return undefined;
  if (lastmod === 'trust') return { lastmod: told, forMs: Infinity };
  const { changed, announced } = rechecks;
  const isProven = announced >= provingChanges && announced === changed;
  return isProven ? { lastmod: told, forMs: longestTrustMs } : undefined;
}

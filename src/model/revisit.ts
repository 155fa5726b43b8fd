import { hash } from 'node:crypto';
import { formatMoment, hasTimeZone, parseUtcMs } from '../text/amounts.ts';

/** The revisit rule that postpones a URL: adaptive, or a number of hours. */
export type RecheckRule = 'adaptive' | number;

/** Why a known URL is not requested, and until when. Times are ISO 8601, UTC. */
export type NotDue =
  /** The interrupted run that this one continues has visited it. */
  | { readonly because: 'done'; readonly run: string }
  /** Its `lastmod` has not changed; without `until` this holds as long as it does not change. */
  | { readonly because: 'lastmod'; readonly lastmod: string; readonly until?: string }
  /** Its source lists what has changed, and does not list it so. */
  | { readonly because: 'list' }
  /** It was visited recently. */
  | { readonly because: 'recheck'; readonly rule: RecheckRule; readonly until: string };

/** How many URLs of a source are not due, by reason, without those of an interrupted run. */
export interface NotDueCounts {
  readonly lastmod: number;
  readonly recheck: number;
  /** Absent where there are none. */
  readonly list?: number;
  /** The revisit rule of the source, where it postponed a URL. */
  readonly rule?: RecheckRule;
  /** The time at which the first of them is due again; absent where only `lastmod` decides. */
  readonly until?: string;
}

/** Describes why a URL is not due. */
export function formatNotDue(reason: NotDue): string {
  if (reason.because === 'done') return `visited by run ${reason.run}, which is continued`;
  if (reason.because === 'recheck') {
    return `until ${formatMoment(reason.until)}, by recheck (${ruleText(reason.rule)})`;
  }
  if (reason.because === 'list') return 'as long as its source does not list it as changed';
  const { lastmod, until } = reason;
  const end = until === undefined ? '' : `until ${formatMoment(until)}, and `;
  return `${end}as long as its lastmod is ${lastmod}`;
}

/**
 * Describes why many URLs are not due, as counts by reason.
 * @param timeText formats a time
 */
export function formatNotDueCounts(
  counts: NotDueCounts,
  timeText: (at: string) => string = formatMoment,
): Readonly<Record<string, number>> {
  const { lastmod, recheck, list = 0, rule, until } = counts;
  const from = until === undefined ? '' : `, the first due from ${timeText(until)}`;
  const rules = rule === undefined ? '' : ` (${ruleText(rule)})`;
  return {
    [`not due by lastmod${recheck === 0 ? from : ''}`]: lastmod,
    [`not due by recheck${rules}${from}`]: recheck,
    'not listed as changed': list,
  };
}

function ruleText(rule: RecheckRule): string {
  if (rule === 'adaptive') return rule;
  return `${rule} h less 5 %`;
}

const dayMs = 86_400_000;
/** For this many days a 304 is trusted; and for up to as many more, depending on the URL. */
const believedDays = 30;

/**
 * Whether an unconditional request is due, because the server has answered `not modified` for so
 * long: a broken cache would do so for ever. The limit is 30 to 59 days and fixed for each URL, so
 * that URLs fetched in one night are spread over many.
 * @param wholeAt time of the last complete response, ISO 8601
 */
export function isFullFetchDue(url: string, wholeAt: string, now: Date): boolean {
  const days = (now.getTime() - Date.parse(wholeAt)) / dayMs;
  // A date in the future comes from a wrong clock, so the real age is unknown.
  if (days < 0) return true;
  if (!(days >= believedDays)) return false;
  const share = Number.parseInt(hash('sha256', url, 'hex').slice(0, 8), 16) % believedDays;
  return days >= believedDays + share;
}

/**
 * The last moment that a `lastmod` can mean, in milliseconds: the end of a day, month or year, and
 * the latest time zone for a time without one; NaN where it is no date (W3C Date and Time Formats).
 */
export function latestMeaning(lastmod: string): number {
  const from = parseUtcMs(lastmod);
  if (/T/u.test(lastmod)) return hasTimeZone(lastmod) ? from : from + dayMs / 2;
  const [, , day] = lastmod.split('-');
  const days = day === undefined ? (lastmod.includes('-') ? 31 : 366) : 1;
  return from + (days + 0.5) * dayMs;
}

import { moment } from '../text/amounts.ts';

/** By which rule of a source a URL is left alone: adaptive, or so many hours. */
export type RecheckRule = 'adaptive' | number;

/** Why a URL that is known is not requested, and until when. Times are ISO 8601, UTC. */
export type NotDue =
  /** An interrupted run that this one continues has visited it. */
  | { readonly because: 'done'; readonly run: string }
  /** Its `lastmod` is as before; without `until` that counts as long as it stays so. */
  | { readonly because: 'lastmod'; readonly lastmod: string; readonly until?: string }
  /** It was visited lately. */
  | { readonly because: 'recheck'; readonly rule: RecheckRule; readonly until: string };

/**
 * How many URLs of a source are not due, by what says so; those that an earlier run has done are
 * counted elsewhere.
 */
export interface NotDueCounts {
  readonly lastmod: number;
  readonly recheck: number;
  /** The rule of the source, where it kept a URL from being requested. */
  readonly rule?: RecheckRule;
  /** The time from which the first of them is due again; absent where `lastmod` alone decides. */
  readonly until?: string;
}

/** Why a URL is not due, in words. */
export function notDueText(reason: NotDue): string {
  if (reason.because === 'done') return `visited by run ${reason.run}, which is continued`;
  if (reason.because === 'recheck') {
    return `until ${moment(reason.until)}, by recheck (${ruleText(reason.rule)})`;
  }
  const { lastmod, until } = reason;
  const end = until === undefined ? '' : `until ${moment(until)}, and `;
  return `${end}as long as its lastmod is ${lastmod}`;
}

/**
 * The same of many URLs, as counts by what is said of them.
 * @param timeText writes a time
 */
export function notDueTexts(
  counts: NotDueCounts,
  timeText: (at: string) => string = moment,
): Readonly<Record<string, number>> {
  const { lastmod, recheck, rule, until } = counts;
  const from = until === undefined ? '' : `, the first due from ${timeText(until)}`;
  const rules = rule === undefined ? '' : ` (${ruleText(rule)})`;
  return {
    [`not due by lastmod${recheck === 0 ? from : ''}`]: lastmod,
    [`not due by recheck${rules}${from}`]: recheck,
  };
}

function ruleText(rule: RecheckRule): string {
  if (rule === 'adaptive') return rule;
  return `${rule} h less 5 %`;
}

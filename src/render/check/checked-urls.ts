import { severities } from '../../model/problem-catalogue.ts';
import type { Severity } from '../../model/problem.ts';
import type { CheckedUrl, CheckFinding, FindingSummary } from '../../model/site-check.ts';
import { groupDigits } from '../../text/amounts.ts';

/** The gravest finding of each kind or rule. */
export function findingsById(
  findings: readonly FindingSummary[],
): ReadonlyMap<string, FindingSummary> {
  return new Map(findings.toReversed().map((finding) => [finding.id, finding]));
}

/** `Title (id), 3 times: facts`. */
export function findingText(
  { id, count, facts }: CheckFinding,
  titles: ReadonlyMap<string, FindingSummary>,
): string {
  const times = count > 1 ? `, ${groupDigits(count)} times` : '';
  return `${titles.get(id)?.title ?? id} (${id})${times}${facts === '' ? '' : `: ${facts}`}`;
}

/** The findings of a URL by severity. */
export function countFindings(findings: readonly CheckFinding[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity, count } of findings) counts[severity] += count;
  return counts;
}

const longestUrl = 200;

/** A URL without its middle where it is very long: its start and end tell it from others. */
export function shownUrl(url: string): string {
  if (url.length <= longestUrl) return url;
  const [start, end] = [url.slice(0, 120), url.slice(121 - longestUrl)];
  return `${start}…${end}`.toWellFormed();
}

/** The path of a URL below an origin; another URL whole. */
export function pathBelow(url: string, origin: string): string {
  return shownUrl(url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
}

/** The origin of a URL; empty where it has none. */
export function originOf(url: string): string {
  return URL.canParse(url) && /^https?:/iu.test(url) ? new URL(url).origin : '';
}

/** The URLs with errors first, then those with warnings; those that were not visited last. */
export function gravestFirst(urls: readonly CheckedUrl[]): readonly CheckedUrl[] {
  return urls.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** 0 where the gravest finding is an error. */
function rankOf({ findings: [gravest], state }: CheckedUrl): number {
  if (gravest !== undefined) return severities.indexOf(gravest.severity);
  return severities.length + (state === 'not-tried' ? 1 : 0);
}

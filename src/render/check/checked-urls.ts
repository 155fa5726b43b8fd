import { severities } from '../../model/problem-catalogue.ts';
import type { Severity } from '../../model/problem.ts';
import {
  type CheckedUrl,
  type CheckFinding,
  type FindingSummary,
  maxOccurrences,
} from '../../model/site-check.ts';
import { groupDigits } from '../../text/amounts.ts';
import { cutMiddle } from '../../text/clean-text.ts';

/** The gravest finding of each kind or rule. */
export function findingsById(
  findings: readonly FindingSummary[],
): ReadonlyMap<string, FindingSummary> {
  return new Map(findings.toReversed().map((finding) => [finding.id, finding]));
}

/** A finding in words. */
export interface FindingWords {
  /** Its name, and how often it occurs: `rights, 3 times`. */
  readonly what: string;
  /** Its occurrences; of many the first, and how many more there are. */
  readonly occurrences: readonly string[];
}

/**
 * Says what a finding of a URL is.
 * @param origin that of the site, which is left out of the IRIs of records
 * @param most the most occurrences
 */
export function findingWords(
  finding: CheckFinding,
  name: string,
  origin: string,
  most = maxOccurrences,
): FindingWords {
  const { count } = finding;
  const times = count > 1 ? `, ${groupDigits(count)} times` : '';
  return { what: name + times, occurrences: occurrenceTexts(finding, origin, most) };
}

/** See `FindingWords.occurrences`, and `findingWords`. */
export function occurrenceTexts(
  { count, occurrences }: Pick<CheckFinding, 'count' | 'occurrences'>,
  origin: string,
  most = maxOccurrences,
): readonly string[] {
  const texts = occurrences.slice(0, most).map(({ record, facts }) => {
    const parts = [record === undefined ? '' : pathBelow(record, origin), facts];
    return parts.filter((part) => part !== '').join(': ');
  });
  const more = count - texts.length;
  return texts.length === 0 || more <= 0 ? texts : [...texts, `and ${groupDigits(more)} more`];
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
  return cutMiddle(url, longestUrl);
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

import { countStates } from '../../conformance/site/site-tally.ts';
import type { ListingState, VisitState } from '../../model/run.ts';
import {
  type CheckedRole,
  type CheckedUrl,
  type CheckStartKind,
  type FindingSummary,
  type LinkedVerdict,
  linkedVerdicts,
  type PublicationWay,
  type SiteReport,
  type WaySummary,
} from '../../model/site-check.ts';
import {
  formatCount,
  formatCounts,
  formatDuration,
  formatMoment,
  groupDigits,
} from '../../text/amounts.ts';
import { findingsById } from './checked-urls.ts';
import { stateCountTexts } from '../catalogue-status.ts';
import { textParts } from '../layout.ts';
import { failingText } from '../report-parts/severities.ts';
import { countsByText } from '../source-funnel.ts';
import { contentText } from '../validation/finding-groups.ts';

/** What a check began with. */
export const startNames = {
  site: 'Site',
  sitemap: 'Sitemap',
  repository: 'Repository with OAI-PMH',
  document: 'Document',
  page: 'Page',
} as const satisfies Record<CheckStartKind, string>;

/** Whether what a check began with lists other URLs for all harvesters. */
export function hasListing({ start }: SiteReport): boolean {
  return start === 'site' || start === 'sitemap';
}

/** The result of a visit in a narrow column. */
export const stateNames = {
  harvested: 'harvested',
  linked: 'links only',
  'no-metadata': 'no metadata',
  'metadata-failed': 'unusable',
  nonconforming: 'nonconforming',
  'fetch-failed': 'not fetched',
  gone: 'gone',
  disallowed: 'disallowed',
  'not-tried': 'not tried',
} as const satisfies Record<VisitState, string>;

/** A way to expose metadata in a narrow column. */
export const wayNames = {
  script: 'script',
  document: 'document',
  list: 'list',
  'header-link': 'Link field',
  'html-link': '<link>',
  linkset: 'linkset',
  'sitemap-link': 'sitemap link',
  negotiation: 'negotiation',
} as const satisfies Record<PublicationWay, string>;

const linkedTexts = {
  valid: 'valid',
  'no-schema': 'well-formed without a schema at hand',
  'well-formed': 'well-formed in a format without schemas',
  invalid: 'not valid',
  malformed: 'not well-formed',
  missing: 'missing',
  unchecked: 'not checked',
} as const satisfies Record<LinkedVerdict, string>;

/** How far a listing was read, in words. */
export const listingTexts = {
  complete: 'read to the end',
  partial: 'read to the end, but a part by its nature, such as a feed',
  incomplete: 'a part of it could not be read, or it names nothing',
  limited: 'names more URLs than were visited, because of --limit or --sample',
  interrupted: 'not read to the end, since the check ended early',
} as const satisfies Record<ListingState, string>;

const endTexts = {
  interrupted: 'interrupted',
  'max-requests': 'by --max-requests',
} as const satisfies Record<NonNullable<SiteReport['endedBy']>, string>;

/** The verdict, and its reason. */
export function siteVerdict({ passes, failing, failOn, endedBy }: SiteReport): {
  readonly verdict: 'Passes' | 'Fails';
  readonly reason: string;
} {
  if (passes) {
    const soFar = endedBy === undefined ? '' : ' so far';
    return { verdict: 'Passes', reason: failingText(0, failOn) + soFar };
  }
  const reason = failing === 0 ? 'no record' : failingText(failing, failOn);
  return { verdict: 'Fails', reason };
}

/** The URLs with one role, and how their visits ended; listings are not visited. */
export interface RoleCount {
  readonly urls: number;
  readonly states: SiteReport['states'];
}

/** Counts the URLs of a report by role and state. */
export function countRoles({ urls }: SiteReport): Readonly<Record<CheckedRole, RoleCount>> {
  const countOf = (role: CheckedRole): RoleCount => {
    const ofRole = urls.filter((each) => each.role === role);
    return { urls: ofRole.length, states: countStates(ofRole) };
  };
  return { listing: countOf('listing'), page: countOf('page'), metadata: countOf('metadata') };
}

/** How many URLs of a role were visited. */
export function countVisited({ urls, states }: RoleCount): number {
  return urls - (states['not-tried'] ?? 0);
}

/** `3 pages: 2 harvested, 1 without metadata`. */
export function roleText({ urls, states }: RoleCount, noun: string): string {
  const texts = formatCounts(countsByText(states, stateCountTexts));
  return `${formatCount(urls, noun)}${texts === '' ? '' : `: ${texts}`}`;
}

/** `2 records, 1 conforming`. */
export function recordsText({
  records,
  conforming,
}: Pick<CheckedUrl, 'records' | 'conforming'>): string {
  if (records === 0) return 'no record';
  const count = formatCount(records, 'record');
  if (conforming === records) return `${count}, ${records === 1 ? '' : 'all '}conforming`;
  if (conforming === 0) return `${count}, ${records === 1 ? 'not' : 'none'} conforming`;
  return `${count}, ${groupDigits(conforming)} conforming`;
}

/** Sentences that say why the check did not see everything. */
export function partialTexts(
  report: SiteReport,
  { page }: Pick<Record<CheckedRole, RoleCount>, 'page'>,
): string[] {
  const { endedBy, notSampled, listing } = report;
  const visited = countVisited(page);
  const left = countUntried(report);
  const rest =
    left === 0
      ? 'not everything was visited and checked'
      : `${formatCount(left, 'URL')} ${left === 1 ? 'was' : 'were'} not tried`;
  return textParts(
    endedBy !== undefined &&
      `Ended early (${endTexts[endedBy]}) after ${formatCount(visited, 'page')}: ${rest}, so there ` +
        'may be more to fix.',
    endedBy !== undefined &&
      listing === 'interrupted' &&
      'The listing was not read to its end, so there may be more pages.',
    notSampled > 0 && `Only a sample: ${formatCount(notSampled, 'listed URL')} left out.`,
    notSampled === 0 && listing === 'limited' && 'Only a part: the listing names more URLs.',
  );
}

/** How many URLs were not visited, with and without a row. */
export function countUntried({ states, notVisited }: SiteReport): number {
  return (states['not-tried'] ?? 0) + notVisited;
}

/** Says how many URLs are known and have no row; undefined where all have one. */
export function notVisitedText({ notVisited }: SiteReport): string | undefined {
  return notVisited === 0 ? undefined : `${formatCount(notVisited, 'more URL')} not tried`;
}

/** Where a way is in the decision graph of CDIF. */
export function graphText({ option, box }: Pick<WaySummary, 'option' | 'box'>): string {
  if (option === undefined) return 'not among the options of CDIF';
  return `option ${option}${box === undefined ? '' : `, box ${box}`} of CDIF`;
}

/** How many pages answered, and offer no metadata in any way. */
export function countWithoutWay({ urls }: SiteReport): number {
  return urls.filter(
    ({ role, way, state }) => role === 'page' && way === undefined && state === 'no-metadata',
  ).length;
}

/** What stands for these pages among the ways. */
export const noWayText = 'no metadata in any way that harvesters know';

/** `3 at 2 URLs`; `at 2 URLs` where each has one. */
export function spreadText({ count, urls }: Pick<FindingSummary, 'count' | 'urls'>): string {
  const where = `at ${formatCount(urls, 'URL')}`;
  return count === urls ? where : `${groupDigits(count)} ${where}`;
}

/** The findings to mend first; none where there is only one, which says it itself. */
export function firstFindings({ findings, first }: SiteReport): readonly FindingSummary[] {
  if (findings.length <= 1) return [];
  const byId = findingsById(findings);
  return [...new Set(first)].flatMap((id) => byId.get(id) ?? []);
}

/** Numbers beside the findings, each with its name. */
export function siteFacts(report: SiteReport): readonly (readonly [name: string, text: string])[] {
  const { links, requests, startedAt, endedAt, endedBy } = report;
  const documents = linkedVerdicts.reduce((sum, each) => sum + (report.linked[each] ?? 0), 0);
  const verdicts = formatCounts(countsByText(report.linked, linkedTexts));
  const signposting = signpostingText(report.signposting);
  const untried = countUntried(report);
  return [
    ['content', contentText(report)] as const,
    ['signposting', signposting] as const,
    ['negotiation', negotiationText(report.negotiation)] as const,
    [
      'documents',
      documents === 0 ? '' : `${formatCount(documents, 'linked document')}: ${verdicts}`,
    ] as const,
    [
      'links',
      links === undefined
        ? ''
        : `${groupDigits(links.asked)} requested, ${groupDigits(links.missing)} broken`,
    ] as const,
    ['not tried', untried === 0 ? '' : formatCount(untried, 'URL')] as const,
    ['requests', `${groupDigits(requests)} in ${formatDuration(startedAt, endedAt)}`] as const,
    ['time', `${formatMoment(startedAt)} to ${formatMoment(endedAt)}`] as const,
    ['ended', endedBy === undefined ? '' : `early: ${endTexts[endedBy]}`] as const,
  ].filter(([, text]) => text !== '');
}

/** Empty where no page was requested as JSON-LD. */
function negotiationText({ asked, answered }: SiteReport['negotiation']): string {
  if (asked === 0) return '';
  return `JSON-LD from ${groupDigits(answered)} of ${formatCount(asked, 'page')}`;
}

/** Empty without a landing page that has a record. */
function signpostingText(levels: SiteReport['signposting']): string {
  const pages = levels[0] + levels[1] + levels[2];
  if (pages === 0) return '';
  const texts = formatCounts({
    'at level 2': levels[2],
    'at level 1': levels[1],
    'at no level': levels[0],
  });
  return `${formatCount(pages, 'landing page')} with a record: ${texts}`;
}

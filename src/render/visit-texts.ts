import type { KeptReason, KeptRecords } from '../model/kept-records.ts';
import { problemCatalogue } from '../model/problem-catalogue.ts';
import type { VisitState } from '../model/run.ts';
import type { UrlOutcome, UrlVisit } from '../model/url-update.ts';
import { formatCount, formatElapsed, formatMoment, groupDigits } from '../text/amounts.ts';
import { textParts } from './layout.ts';

/** The result of a visit of a URL, in a few words. */
export const stateTexts: Readonly<Record<VisitState, string>> = {
  harvested: 'harvested',
  linked: 'no metadata of its own, only links to metadata',
  'no-metadata': 'the response offers no metadata',
  'metadata-failed': 'the response offers metadata, but none of it is usable',
  nonconforming: 'its records do not conform, which its source requires, so they were kept out',
  'fetch-failed': 'it could not be fetched',
  gone: 'the server answered that it does not exist',
  disallowed: 'robots.txt disallows it',
  'not-tried': 'not visited, because the run ended before or its host was not available',
};

/** The result of the visit that gave an outcome, in a few words. */
export function outcomeText({ state, problems }: Pick<UrlOutcome, 'problems' | 'state'>): string {
  const isListedSo = problems.some(({ kind }) => kind === 'listed-as-deleted');
  return isListedSo ? 'its source lists it as deleted' : stateTexts[state];
}

/**
 * The last visit of a URL, where it is later than the one that gave the outcome, and for how long
 * the URL has been failing: lines with their labels.
 */
export function formatLastVisit(
  visit: UrlVisit | undefined,
  { at, run }: Pick<UrlOutcome, 'at' | 'run'>,
): { readonly label: 'last visit' | 'failing'; readonly text: string }[] {
  if (visit === undefined) return [];
  const { failures, failingSince, goodAt, state } = visit;
  const result = state === 'unchanged' ? state : stateTexts[state];
  const never = goodAt === undefined ? '; no earlier visit gave metadata' : '';
  const failed =
    failures === 1 ? 'the last visit' : `the last ${groupDigits(failures ?? 0)} visits`;
  const last = `${formatMoment(visit.at)}, run ${visit.run}: ${result}`;
  const failing = `${failed}, since ${formatMoment(failingSince ?? visit.at)}${never}`;
  return [
    ...(visit.at === at && visit.run === run ? [] : [{ label: 'last visit', text: last } as const]),
    ...(failures === undefined ? [] : [{ label: 'failing', text: failing } as const]),
  ];
}

/** The most reasons that the sentence names. */
const maxReasons = 3;

/**
 * Says that records are only kept: since when, why no visit gave them, and how long they stay. The
 * same sentence for one record and for those of a whole source.
 * @param subject names a single record, where it is not counted
 * @param now absent where the age of the copy is not to be told
 */
export function keptSentence(
  { records, since, reasons, oldestCopy }: KeptRecords,
  { subject, now }: { readonly subject?: string; readonly now?: Date } = {},
): string {
  const isOne = records === 1;
  const them = isOne ? 'it' : 'them';
  const who = subject ?? formatCount(records, 'record');
  const age = oldestCopy === undefined || now === undefined ? '' : `, ${ageText(oldestCopy, now)}`;
  const copy = isOne ? 'The copy is' : 'The oldest copy is';
  return [
    `${who} ${isOne ? 'is' : 'are'} only kept: since ${formatMoment(since)}, no visit of ` +
      `${isOne ? 'its URL' : 'their URLs'} gave ${them} (${reasonsText(reasons)}).`,
    oldestCopy === undefined ? [] : `${copy} of ${formatMoment(oldestCopy)}${age}.`,
    `${isOne ? 'It stays' : 'They stay'} until ${endText(reasons, them)}.`,
  ]
    .flat()
    .join(' ');
}

function ageText(from: string, now: Date): string {
  return `${formatElapsed(from, now)} ago`;
}

function endText({ 'removals-held': held = 0 }: KeptRecords['reasons'], them: string): string {
  if (held > 0) return `a visit gives ${them} again, or ingest --allow-removals removes ${them}`;
  const url =
    them === 'it'
      ? 'its URL answers 404 or 410, or no source lists it'
      : 'their URLs answer 404 or 410, or no source lists them';
  return `a visit gives ${them} again, ${url}`;
}

/** The most frequent reasons with their numbers of records, or the only one. */
function reasonsText(reasons: KeptRecords['reasons']): string {
  const entries = Object.entries(reasons) as [KeptReason, number][]; // the keys are reasons
  const sorted = entries.toSorted(([, one], [, other]) => other - one);
  const [only] = sorted;
  if (only !== undefined && sorted.length === 1) return reasonText(only[0]);
  const rest = sorted.slice(maxReasons).reduce((sum, [, count]) => sum + count, 0);
  return textParts(
    sorted
      .slice(0, maxReasons)
      .map(([reason, count]) => `${groupDigits(count)} × ${reasonText(reason)}`),
    rest > 0 && `${groupDigits(rest)} × other reasons`,
  ).join(', ');
}

function reasonText(reason: KeptReason): string {
  if (reason === 'removals-held') return 'removal held, with too many others';
  if (reason === 'harvested') return 'only other records were harvested';
  return isState(reason) ? stateTexts[reason] : problemCatalogue[reason].title;
}

function isState(reason: KeptReason): reason is VisitState {
  return Object.hasOwn(stateTexts, reason);
}

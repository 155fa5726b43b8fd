import type { UrlOutcome } from '../model/run.ts';
import type { UrlVisit } from '../model/url-visit.ts';
import { age, grouped, moment } from '../text/amounts.ts';
import { stateTexts } from './state-texts.ts';

/** A line about the visits of a URL, with its label. */
export interface VisitLine {
  readonly label: 'last visit' | 'failing';
  readonly text: string;
}

/**
 * The last visit of a URL, where it is later than the one that gave the outcome, and for how long
 * the URL has been failing.
 */
export function visitLines(
  visit: UrlVisit | undefined,
  { at, run }: Pick<UrlOutcome, 'at' | 'run'>,
  now: Date,
): VisitLine[] {
  if (visit === undefined) return [];
  const { failures, failingSince, goodAt } = visit;
  const asked: VisitLine = {
    label: 'last visit',
    text: `${moment(visit.at)}, run ${visit.run}: ${stateTextOf(visit)}`,
  };
  const good =
    goodAt === undefined
      ? 'no earlier visit gave metadata'
      : `the copy is of ${moment(goodAt)}, ${age(goodAt, now)} ago`;
  const failing: VisitLine = {
    label: 'failing',
    text: `${failures === 1 ? 'the last visit' : `the last ${grouped(failures ?? 0)} visits`}, since ${moment(failingSince ?? visit.at)}; ${good}`,
  };
  return [
    ...(visit.at === at && visit.run === run ? [] : [asked]),
    ...(failures === undefined ? [] : [failing]),
  ];
}

function stateTextOf({ state }: UrlVisit): string {
  return state === 'unchanged' ? 'unchanged' : stateTexts[state];
}

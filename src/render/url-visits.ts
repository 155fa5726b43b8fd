import type { UrlOutcome } from '../model/run.ts';
import type { UrlVisit } from '../model/url-visit.ts';
import { age, amount, moment } from '../text/amounts.ts';
import { stateTexts } from './state-texts.ts';

/** A line with what it is about. */
export interface VisitLine {
  readonly label: 'asked last' | 'failing';
  readonly text: string;
}

/**
 * When a URL was asked for last, where that is not the latest look at it that had something to say, and for how long it
 * fails.
 */
export function visitLines(
  visit: UrlVisit | undefined,
  { at, run }: Pick<UrlOutcome, 'at' | 'run'>,
  now: Date,
): VisitLine[] {
  if (visit === undefined) return [];
  const { failures, failingSince, goodAt } = visit;
  const asked: VisitLine = {
    label: 'asked last',
    text: `${moment(visit.at)}, run ${visit.run}: ${stateTextOf(visit)}`,
  };
  const good =
    goodAt === undefined
      ? 'it never gave anything'
      : `what is kept is of ${moment(goodAt)}, ${age(goodAt, now)} ago`;
  const failing: VisitLine = {
    label: 'failing',
    text: `${amount(failures ?? 0, 'time')} in a row, since ${moment(failingSince ?? visit.at)}; ${good}`,
  };
  return [
    ...(visit.at === at && visit.run === run ? [] : [asked]),
    ...(failures === undefined ? [] : [failing]),
  ];
}

function stateTextOf({ state }: UrlVisit): string {
  return state === 'unchanged' ? 'nothing was new' : stateTexts[state];
}

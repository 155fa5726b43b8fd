import { describeProblem, severities, severityOf } from '../model/problem-catalogue.ts';
import { ProblemCounter } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import type { UrlOutcome } from '../model/run.ts';
import type { Discovery, Listing } from '../model/target.ts';
import type { LinkPlace } from '../model/typed-link.ts';
import type { UrlVisit } from '../model/url-visit.ts';
import { printable } from '../text/printable.ts';
import { grouped, moment } from '../text/amounts.ts';
import { kindCounts, severityText } from './problem-counts.ts';
import { stateTexts } from './state-texts.ts';
import { visitLines } from './url-visits.ts';

/** A URL may have hundreds of problems. */
const maxProblems = 20;

/**
 * Writes the result of the latest visit of a URL that gave no record, for people.
 * @param visit the last visit, where it is known
 */
export function lookSummary(outcome: UrlOutcome, visit: UrlVisit | undefined, now: Date): string {
  const { url, state, at, run } = outcome;
  return [
    printable(url),
    `  visited     ${moment(at)}, run ${run}: ${stateTexts[state]}`,
    ...visitLines(visit, outcome, now).map(({ label, text }) => `  ${label.padEnd(12)}${text}`),
    ...listingLines(outcome.listings, '  listed by   '),
    '',
    ...problemLines(outcome.problems),
    '',
  ].join('\n');
}

/** The sources that list a URL and how each found it, a line each; the first has the label. */
export function listingLines(listings: readonly Listing[], label: string): string[] {
  const blank = ' '.repeat(label.length);
  return listings.map(({ source, found }, index) => {
    return `${index === 0 ? label : blank}${printable(`${source}, ${discoveryText(found)}`)}`;
  });
}

const places: Readonly<Record<LinkPlace, string>> = {
  header: 'a Link field of',
  html: 'a <link> of',
  linkset: 'a link of the linkset',
  sitemap: 'a link in the sitemap',
};

/** How a source found a URL, in words. */
export function discoveryText(found: Discovery): string {
  const { by, place, rel, line, lastmod, agent, describes, isGuess } = found;
  if (isGuess === true)
    return 'guessed: a usual place for a catalogue, tried because no sitemap was found';
  const how = place === undefined ? by : places[place];
  const where = found.in === undefined ? '' : ` ${found.in}`;
  return [
    by === 'urls' ? 'named by the configuration' : `by ${how}${where}`,
    ...(rel === undefined ? [] : [`rel ${rel}`]),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(agent === undefined ? [] : [`named to ${agent}`]),
    ...(describes === undefined ? [] : [`as metadata of ${describes}`]),
    ...(lastmod === undefined ? [] : [`lastmod ${lastmod}`]),
  ].join(', ');
}

/**
 * Lists problems, the gravest first and at least one of each kind, and counts the others by kind.
 * @param what names the thing that has the problems
 */
export function problemLines(problems: readonly Problem[], what = 'its URL'): string[] {
  if (problems.length === 0) return [`No problems at ${what}.`];
  const ranked = problems
    .filter(({ kind }) => kind !== 'problems-omitted')
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const firsts = new Map(ranked.toReversed().map((problem) => [problem.kind, problem]));
  const chosen = new Set([...new Set([...firsts.values(), ...ranked])].slice(0, maxProblems));
  const sorted = ranked.filter((problem) => chosen.has(problem));
  const counter = new ProblemCounter();
  for (const problem of problems) counter.add(problem);
  const all = counter.counts();
  for (const { kind } of sorted) counter.addCount(kind, -1);
  return [
    `Problems of ${what}: ${severityText(all)}`,
    ...sorted.flatMap((problem) => [
      `  ${severityOf(problem).padEnd(7)}  ${problem.kind}`,
      `           ${describeProblem(problem)}`,
    ]),
    ...kindCounts(counter.counts()).map(
      ({ kind, count }) => `  and ${grouped(count)} more of ${kind}`,
    ),
  ];
}

function rankOf(problem: Problem): number {
  return severities.indexOf(severityOf(problem));
}

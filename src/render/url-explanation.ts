import type { HttpStep, RobotsDecision } from '../model/http.ts';
import type { LinkPlace, Offer, OfferRoute, OfferVerdict, Signpost } from '../model/typed-link.ts';
import { describeProblem, severities, severityOf } from '../model/problem-catalogue.ts';
import { ProblemCounter } from '../model/problem-tally.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import { formatNotDue, type NotDue } from '../model/revisit.ts';
import type { VisitState } from '../model/run.ts';
import type { Discovery, Listing } from '../model/target.ts';
import type { UrlOutcome, UrlVisit } from '../model/url-update.ts';
import type { LiveSettings } from '../pipeline/live-visit.ts';
import { sumCounts } from '../pipeline/report/source-ledger.ts';
import { formatCount, formatElapsed, formatMoment, groupDigits } from '../text/amounts.ts';
import { escapeControls } from '../text/printable.ts';
import { formatSeverities, kindCounts } from './problem-report.ts';
import { formatTypes, formatUnwantedTypes } from './type-counts.ts';

/** The outcome of one URL, and its records. */
export interface UrlExplanation {
  /** Includes the problems of its records. */
  readonly outcome: UrlOutcome;
  /** The last visit, where it is known. */
  readonly visit?: UrlVisit;
  readonly records: readonly Pick<RecordGraph, 'graph' | 'describes' | 'quads'>[];
  /**
   * Why a run that begins now does not request it; absent where it does, or no configuration is
   * known.
   */
  readonly notDue?: NotDue;
  /** Present where the URL was visited for this explanation only (`--live`). */
  readonly isLive?: true;
  /** Present where the URL is from the command line and no listing names it. */
  readonly isUnlisted?: true;
}

/** The most that are shown; a list may have thousands of records. */
const maxOffers = 50;
const maxRecords = 20;

/** Introduces the explanations of metadata that is visited in place of a URL. */
export function introduceMetadataVisits(name: string): string {
  return `${escapeControls(name)} itself is not visited, because a source says where its metadata is:`;
}

/** Explains step by step how a URL was processed, for people. */
export function formatExplanation(
  { outcome, visit, records, notDue, isLive, isUnlisted }: UrlExplanation,
  now: Date,
): string {
  const { url, state, at, run, listings, signposts, steps = [], problems } = outcome;
  return [
    escapeControls(url),
    `  ${hasOnlyUnwantedTypes(outcome) ? 'the response has only records of types that no source wants' : stateTexts[state]}`,
    ...formatLastVisit(visit, outcome, now).map(({ label, text }) => `  ${label}: ${text}`),
    ...(notDue === undefined ? [] : [`  not due: ${escapeControls(formatNotDue(notDue))}`]),
    '',
    'How it was found',
    ...(isUnlisted === true
      ? listings.map(({ found }) => `  ${escapeControls(commandLineText(found))}`)
      : formatListings(listings, '  source ')),
    '',
    'robots.txt',
    `  ${describeRobotsDecision(outcome)}`,
    '',
    `Requests${steps.length === 0 ? ': none' : ` (${formatMoment(at)}${isLive === true ? '' : `, run ${run}`})`}`,
    ...steps.map((step) => `  ${stepText(step)}`),
    '',
    ...offerLines(signposts?.offers ?? []),
    ...linkLines(signposts?.links ?? [], url),
    ...formatProblems(problems),
    '',
    ...recordLines(records),
    ...leftOutLines(outcome),
    '',
  ].join('\n');
}

function commandLineText({ describes }: Discovery): string {
  const metadata = describes === undefined ? '' : `, as metadata of ${describes}`;
  return `named on the command line${metadata}; no listing was used`;
}

/** The decision of robots.txt about a URL, in words. */
export function describeRobotsDecision({ problems, robots }: UrlOutcome): string {
  const forbidding = problems.find(({ kind }) => kind === 'robots-disallowed');
  if (forbidding?.kind === 'robots-disallowed') {
    const { rule, line, agent, url } = forbidding;
    return escapeControls(`disallows ${url} by "${rule}" on line ${line}, for "${agent}"`);
  }
  if (problems.some(({ kind }) => kind === 'robots-unavailable')) {
    return 'could not be fetched, so the whole host counts as disallowed';
  }
  // The host of the URL is asked for robots.txt before the URL itself.
  if (robots === undefined && problems.some(({ kind }) => unreached.has(kind))) {
    return 'could not be fetched, because its host could not be reached';
  }
  // Files of a folder, and URLs that were not visited.
  if (robots === undefined) return 'was not needed';
  if (robots.by !== 'rule') return leaveTexts[robots.by];
  return escapeControls(
    `allows it by "${robots.text}" on line ${robots.line}, for "${robots.agent}"`,
  );
}

const unreached: ReadonlySet<ProblemKind> = new Set(['address-refused', 'connection-failed']);

const leaveTexts: Readonly<Record<Exclude<RobotsDecision['by'], 'rule'>, string>> = {
  'no-rule': 'has no rule for it',
  'no-file': 'does not exist, so everything is allowed',
  ignored: 'is ignored, as the source is configured',
};

function stepText({ method, url, status, contentType, location, problem }: HttpStep): string {
  const answer = [
    status === undefined ? undefined : String(status),
    contentType,
    location === undefined ? undefined : `→ ${location}`,
    problem,
  ].filter((part) => part !== undefined);
  return escapeControls(`${method.padEnd(4)} ${url}  ${answer.join('  ')}`);
}

/** The verdict on an offer of metadata, in words. */
export const verdictTexts: Readonly<Record<OfferVerdict, string>> = {
  taken: 'taken',
  'at-hand': 'this response itself',
  outranked: 'a better one exists',
  'other-format': 'format not supported',
  'other-resource': 'of another resource',
  'no-record': 'no record',
  unreadable: 'cannot be read',
  'beyond-limit': 'beyond the limit',
};

/** How a response offers metadata, in words. */
export const routeTexts: Readonly<Record<OfferRoute, string>> = {
  content: 'the response itself',
  script: 'a script',
  'header-link': 'a Link field',
  'html-link': 'a <link>',
  'linkset-link': 'a linkset',
  'sitemap-link': 'the sitemap',
  microdata: 'microdata',
  rdfa: 'RDFa',
  metaTags: 'meta tags',
};

function offerLines(offers: readonly Offer[]): string[] {
  if (offers.length === 0) return ['Offers of metadata: none', ''];
  const more = offers.length - maxOffers;
  return [
    'Offers of metadata',
    ...offers.slice(0, maxOffers).map(({ verdict, via, type, profiles, url }) => {
      const nature = [type ?? 'no type', ...profiles].join(' ');
      return escapeControls(
        `  ${verdictTexts[verdict].padEnd(20)}${routeTexts[via].padEnd(18)}${nature}  ${url}`,
      );
    }),
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
  ];
}

function recordLines(records: UrlExplanation['records']): string[] {
  if (records.length === 0) return ['Records: none'];
  const more = records.length - maxRecords;
  return [
    'Records',
    ...records.slice(0, maxRecords).flatMap(({ graph, describes, quads }) => {
      const names = describes.map(({ name, iri }) => name ?? iri ?? '(no name)');
      return [
        escapeControls(`  ${graph}`),
        escapeControls(`    ${names.slice(0, 3).join('; ')}, ${formatCount(quads, 'statement')}`),
      ];
    }),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** Whether a URL without metadata has records after all, of types that no source wants. */
export function hasOnlyUnwantedTypes({ state, leftOut }: UrlOutcome): boolean {
  return state === 'no-metadata' && leftOut !== undefined;
}

/** The records that no source wants; older versions kept only that there are any. */
function leftOutLines({ leftOut }: UrlOutcome): string[] {
  if (leftOut === undefined || leftOut === true) return [];
  const { counts, records } = leftOut;
  const more = sumCounts(counts) - records.length;
  return [
    '',
    'Left out, because no source that lists the URL wants their type',
    ...records.flatMap(({ graph, name, types }) => [
      escapeControls(`  ${graph}`),
      `    ${name === undefined ? '' : `${escapeControls(name)}, `}${formatTypes(types)}`,
    ]),
    ...(more > 0 ? [`  and ${more} more; all: ${formatUnwantedTypes(counts)}`] : []),
  ];
}

/** A URL may have hundreds of problems. */
const maxProblems = 20;

/**
 * Writes the result of the latest visit of a URL that gave no record, for people.
 * @param visit the last visit, where it is known
 */
export function formatVisitSummary(
  outcome: UrlOutcome,
  visit: UrlVisit | undefined,
  now: Date,
): string {
  const { url, state, at, run } = outcome;
  return [
    escapeControls(url),
    `  visited     ${formatMoment(at)}, run ${run}: ${stateTexts[state]}`,
    ...formatLastVisit(visit, outcome, now).map(
      ({ label, text }) => `  ${label.padEnd(12)}${text}`,
    ),
    ...formatListings(outcome.listings, '  listed by   '),
    '',
    ...formatProblems(outcome.problems),
    '',
  ].join('\n');
}

/** The sources that list a URL and how each found it, a line each; the first has the label. */
export function formatListings(listings: readonly Listing[], label: string): string[] {
  const blank = ' '.repeat(label.length);
  return listings.map(({ source, found }, index) => {
    return `${index === 0 ? label : blank}${escapeControls(`${source}, ${describeDiscovery(found)}`)}`;
  });
}

const places: Readonly<Record<LinkPlace, string>> = {
  header: 'a Link field of',
  html: 'a <link> of',
  linkset: 'a link of the linkset',
  sitemap: 'a link in the sitemap',
};

/** How a source found a URL, in words. */
export function describeDiscovery(found: Discovery): string {
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
export function formatProblems(problems: readonly Problem[], what = 'its URL'): string[] {
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
    `Problems of ${what}: ${formatSeverities(all)}`,
    ...sorted.flatMap((problem) => [
      `  ${severityOf(problem).padEnd(7)}  ${problem.kind}`,
      `           ${describeProblem(problem)}`,
    ]),
    ...kindCounts(counter.counts()).map(
      ({ kind, count }) => `  and ${groupDigits(count)} more of ${kind}`,
    ),
  ];
}

function rankOf(problem: Problem): number {
  return severities.indexOf(severityOf(problem));
}

/** A line about the visits of a URL, with its label. */
interface VisitLine {
  readonly label: 'last visit' | 'failing';
  readonly text: string;
}

/**
 * The last visit of a URL, where it is later than the one that gave the outcome, and for how long
 * the URL has been failing.
 */
export function formatLastVisit(
  visit: UrlVisit | undefined,
  { at, run }: Pick<UrlOutcome, 'at' | 'run'>,
  now: Date,
): VisitLine[] {
  if (visit === undefined) return [];
  const { failures, failingSince, goodAt } = visit;
  const asked: VisitLine = {
    label: 'last visit',
    text: `${formatMoment(visit.at)}, run ${visit.run}: ${stateTextOf(visit)}`,
  };
  const good =
    goodAt === undefined
      ? 'no earlier visit gave metadata'
      : `the copy is of ${formatMoment(goodAt)}, ${formatElapsed(goodAt, now)} ago`;
  const failing: VisitLine = {
    label: 'failing',
    text: `${failures === 1 ? 'the last visit' : `the last ${groupDigits(failures ?? 0)} visits`}, since ${formatMoment(failingSince ?? visit.at)}; ${good}`,
  };
  return [
    ...(visit.at === at && visit.run === run ? [] : [asked]),
    ...(failures === undefined ? [] : [failing]),
  ];
}

function stateTextOf({ state }: UrlVisit): string {
  return state === 'unchanged' ? 'unchanged' : stateTexts[state];
}

/** The result of a visit of a URL, in a few words. */
export const stateTexts: Readonly<Record<VisitState, string>> = {
  harvested: 'harvested',
  linked: 'no metadata of its own, only links to metadata',
  'no-metadata': 'the response offers no metadata',
  'metadata-failed': 'the response offers metadata, but none of it is usable',
  'fetch-failed': 'it could not be fetched',
  gone: 'the server answered that it does not exist',
  disallowed: 'robots.txt disallows it',
  'not-tried': 'not visited, because the run ended before or its host was not available',
};

/** The most links of one relation: a collection may have thousands of items. */
const maxOfRelation = 10;

/**
 * Typed links for people, a line each, by relation: place, target, media type and profiles, and the
 * link context where that is not `url`. Ends with an empty line; empty without links.
 */
export function linkLines(links: readonly Signpost[], url: string): string[] {
  if (links.length === 0) return [];
  const relations = new Set(links.map(({ rel }) => rel));
  const lines = [...relations].flatMap((rel) => {
    const all = links.filter((link) => link.rel === rel);
    const more = all.length - maxOfRelation;
    const shown = all.slice(0, maxOfRelation).map((link) => linkText(link, url));
    return shown.concat(more > 0 ? [`${rel.padEnd(12)}and ${more} more`] : []);
  });
  return ['Typed links', ...lines.map((line) => `  ${escapeControls(line)}`), ''];
}

function linkText({ context, rel, target, type, profiles, place }: Signpost, url: string): string {
  const nature = [type, ...profiles].filter((part) => part !== undefined).join(' ');
  return [
    `${rel.padEnd(12)}${place.padEnd(9)}${target}`,
    ...(nature === '' ? [] : [nature]),
    ...(context === url ? [] : [`of ${context}`]),
  ].join('  ');
}

/** The most sources that a line names. */
const maxNamed = 5;

const reasons = {
  named: 'as --source says',
  listed: 'which lists the URL in the catalogue',
  'same-host': 'the only configured source on its host',
} as const;

/** Names the source whose settings a visit used, and the reason, for people. */
export function formatLiveSettings(settings: LiveSettings): string {
  if (settings.source !== undefined) {
    const { source, because } = settings;
    return `Visited now, with the settings of the source ${escapeControls(source.name)}, ${reasons[because]}.`;
  }
  const { candidates } = settings;
  const why =
    candidates.length === 0
      ? 'no configured source is known to list the URL'
      : `${namesOf(candidates)} are on its host (choose with --source)`;
  return `Visited now, with the default settings of a source, because ${escapeControls(why)}.`;
}

function namesOf(candidates: readonly string[]): string {
  const more = candidates.length - maxNamed;
  const names = candidates.slice(0, maxNamed).join(', ');
  return more > 0 ? `${names} and ${more} more` : names;
}

/** The settings of a visit as JSON: `source` is null for the default settings. */
export function settingsJson(settings: LiveSettings) {
  if (settings.source === undefined) return { source: null, candidates: settings.candidates };
  return { source: settings.source.name, because: settings.because };
}

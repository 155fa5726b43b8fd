import type { HttpStep, RobotsDecision } from '../model/http.ts';
import type { LinkPlace, Offer, OfferRoute, OfferVerdict, Signpost } from '../model/typed-link.ts';
import {
  compareSeverities,
  describeProblem,
  remedyOf,
  severityOf,
} from '../model/problem-catalogue.ts';
import type { KeptRecords } from '../model/kept-records.ts';
import { ProblemCounter } from '../model/problem-tally.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import { formatNotDue, type NotDue } from '../model/revisit.ts';
import type { Discovery, Listing } from '../model/target.ts';
import type { UrlOutcome, UrlVisit } from '../model/url-update.ts';
import { sumCounts } from '../pipeline/report/source-ledger.ts';
import { formatCount, formatMoment, groupDigits } from '../text/amounts.ts';
import { escapeControls } from '../text/printable.ts';
import { firstLines, textParts, wrapWords } from './layout.ts';
import { formatLastVisit, keptSentence, outcomeText } from './visit-texts.ts';
import { groupBy } from '../text/collections.ts';
import { formatSeverities, kindCounts } from './problem-report.ts';
import { formatTypes, formatUnwantedTypes } from './source-funnel.ts';

/** The outcome of one URL, and its records. */
export interface UrlExplanation {
  /** Includes the problems of its records. */
  readonly outcome: UrlOutcome;
  /** The last visit, where it is known. */
  readonly visit?: UrlVisit;
  readonly records: readonly Pick<RecordGraph, 'graph' | 'describes' | 'quads'>[];
  /** Those of them that are only kept; absent where there are none. */
  readonly kept?: KeptRecords;
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
/** In columns. */
const sentenceWidth = 98;

/** Explains step by step how a URL was processed, for people. */
export function formatExplanation(
  { outcome, visit, records, kept, notDue, isLive, isUnlisted }: UrlExplanation,
  now: Date,
): string {
  const { url, at, run, worker, listings, signposts, steps = [], problems } = outcome;
  const by = worker === undefined ? '' : `, worker ${escapeControls(worker)}`;
  const when = `${formatMoment(at)}${isLive === true ? '' : `, run ${run}${by}`}`;
  return textParts(
    escapeControls(url),
    `  ${resultText(outcome)}`,
    formatLastVisit(visit, outcome).map(({ label, text }) => `  ${label}: ${text}`),
    kept && wrapWords(keptSentence(kept, { now }), sentenceWidth).map((line) => `  ${line}`),
    notDue && `  not due: ${escapeControls(formatNotDue(notDue))}`,
    '',
    'How it was found',
    isUnlisted === true
      ? listings.map(({ found }) => `  ${escapeControls(commandLineText(found))}`)
      : formatListings(listings, '  source '),
    '',
    'robots.txt',
    `  ${describeRobotsDecision(outcome)}`,
    '',
    `Requests${steps.length === 0 ? ': none' : ` (${when})`}`,
    steps.map((step) => `  ${stepText(step)}`),
    '',
    offerLines(signposts?.offers ?? []),
    linkLines(signposts?.links ?? [], url),
    formatProblems(problems, 'its URL', isLive),
    '',
    recordLines(records),
    leftOutLines(outcome),
    '',
  ).join('\n');
}

function resultText(outcome: UrlOutcome): string {
  if (hasOnlyUnwantedTypes(outcome)) {
    return 'the response has only records of types that no source wants';
  }
  return outcomeText(outcome);
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
  // robots.txt is requested before the URL itself.
  if (robots === undefined && problems.some(({ kind }) => unreached.has(kind))) {
    return 'could not be fetched, because its host could not be reached';
  }
  // Files of a folder, and URLs that were not visited.
  if (robots === undefined) return 'was not needed';
  if (robots.by !== 'rule') return permissionTexts[robots.by];
  return escapeControls(
    `allows it by "${robots.text}" on line ${robots.line}, for "${robots.agent}"`,
  );
}

const unreached: ReadonlySet<ProblemKind> = new Set(['address-refused', 'connection-failed']);

const permissionTexts: Readonly<Record<Exclude<RobotsDecision['by'], 'rule'>, string>> = {
  'no-rule': 'has no rule for it',
  'no-file': 'does not exist, so everything is allowed',
  ignored: 'is ignored, as the source is configured',
};

function stepText({ method, url, status, contentType, location, problem }: HttpStep): string {
  const answer = textParts(
    status === undefined ? undefined : String(status),
    contentType,
    location === undefined ? undefined : `→ ${location}`,
    problem,
  );
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
  const lines = firstLines(offers, maxOffers, ({ verdict, via, type, profiles, url }) => {
    const nature = [type ?? 'no type', ...profiles].join(' ');
    const result = verdictTexts[verdict].padEnd(20);
    return escapeControls(`${result}  ${routeTexts[via].padEnd(19)}  ${nature}  ${url}`);
  });
  return ['Offers of metadata', ...lines.map((line) => `  ${line}`), ''];
}

function recordLines(records: UrlExplanation['records']): string[] {
  if (records.length === 0) return ['Records: none'];
  const lines = firstLines(records, maxRecords, ({ graph, describes, quads }) => {
    const names = describes.map(({ name, iri }) => name ?? iri ?? '(no name)');
    const count = formatCount(quads, 'statement');
    return [escapeControls(graph), escapeControls(`  ${names.slice(0, 3).join('; ')}, ${count}`)];
  });
  return ['Records', ...lines.map((line) => `  ${line}`)];
}

/** Whether all records of a URL are left out, because no source wants their types. */
export function hasOnlyUnwantedTypes({ state, leftOut }: UrlOutcome): boolean {
  return state === 'no-metadata' && leftOut !== undefined;
}

/** The records that no source wants; older versions stored only whether there are any. */
function leftOutLines({ leftOut }: UrlOutcome): string[] {
  if (leftOut === undefined || leftOut === true) return [];
  const { counts, records } = leftOut;
  const more = sumCounts(counts) - records.length;
  return textParts(
    '',
    'Left out, because no source that lists the URL wants their type',
    records.flatMap(({ graph, name, types }) => [
      escapeControls(`  ${graph}`),
      `    ${name === undefined ? '' : `${escapeControls(name)}, `}${formatTypes(types)}`,
    ]),
    more > 0 && `  and ${more} more; all: ${formatUnwantedTypes(counts)}`,
  );
}

/** A URL may have hundreds of problems. */
const maxProblems = 20;
/** In columns. */
const remedyWidth = 89;

/**
 * Writes the result of the latest visit of a URL that gave no record, for people.
 * @param visit the last visit, where it is known
 */
export function formatVisitSummary(outcome: UrlOutcome, visit: UrlVisit | undefined): string {
  const { url, at, run } = outcome;
  return [
    escapeControls(url),
    `  visited     ${formatMoment(at)}, run ${run}: ${outcomeText(outcome)}`,
    ...formatLastVisit(visit, outcome).map(({ label, text }) => `  ${label.padEnd(12)}${text}`),
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
    const text = escapeControls(`${source}, ${describeDiscovery(found)}`);
    return `${index === 0 ? label : blank}${text}`;
  });
}

const places: Readonly<Record<LinkPlace, string>> = {
  header: 'a Link field of',
  html: 'a <link> of',
  linkset: 'a link of the linkset',
  sitemap: 'a link in the sitemap',
};

/** The way to a URL, and the place that names it. */
function describeWay({ by, place, in: where }: Discovery): string {
  if (by === 'urls' || (by === 'dois' && where === undefined)) return 'named by the configuration';
  const way = by === 'dois' ? 'a DOI in' : by;
  const how = place === undefined ? way : places[place];
  return textParts(`by ${how}`, where).join(' ');
}

/** How a source found a URL, in words. */
export function describeDiscovery(found: Discovery): string {
  const { rel, line, lastmod, agent, describes, isGuess } = found;
  if (isGuess === true)
    return 'guessed: a usual place for a catalogue, tried because no sitemap was found';
  if (found.by === 'oai') return describeOaiDiscovery(found);
  return textParts(
    describeWay(found),
    rel !== undefined && `rel ${rel}`,
    line !== undefined && `line ${line}`,
    agent !== undefined && `named to ${agent}`,
    describes !== undefined && `as metadata of ${describes}`,
    lastmod !== undefined && `lastmod ${lastmod}`,
  ).join(', ');
}

/** The list of OAI-PMH that contained a record, which gives its content or says it was deleted. */
function describeOaiDiscovery({ in: list = '', lastmod }: Discovery): string {
  return textParts(
    `listed by OAI-PMH in the response to ${list}`,
    lastmod !== undefined && `datestamp ${lastmod}`,
  ).join(', ');
}

/**
 * Lists problems, the gravest first and at least one of each kind, and counts the others by kind.
 * @param what names the thing that has the problems
 * @param hasRemedies whether to add what to do
 */
export function formatProblems(
  problems: readonly Problem[],
  what = 'its URL',
  hasRemedies = false,
): string[] {
  if (problems.length === 0) return [`No problems at ${what}.`];
  const ranked = problems
    .filter(({ kind }) => kind !== 'problems-omitted')
    .toSorted((one, other) => compareSeverities(severityOf(one), severityOf(other)));
  const firsts = new Map(ranked.toReversed().map((problem) => [problem.kind, problem]));
  const chosen = new Set([...new Set([...firsts.values(), ...ranked])].slice(0, maxProblems));
  const sorted = ranked.filter((problem) => chosen.has(problem));
  const counter = new ProblemCounter();
  for (const problem of problems) counter.add(problem);
  const all = counter.counts();
  for (const { kind } of sorted) counter.addCount(kind, -1);
  return [
    `Problems of ${what}: ${formatSeverities(all)}`,
    ...sorted.flatMap((problem) =>
      textParts(
        `  ${severityOf(problem).padEnd(7)}  ${problem.kind}`,
        `           ${describeProblem(problem)}`,
        hasRemedies && remedyLines(problem),
      ),
    ),
    ...kindCounts(counter.counts()).map(
      ({ kind, count }) => `  and ${groupDigits(count)} more of ${kind}`,
    ),
  ];
}

function remedyLines(problem: Problem): readonly string[] {
  const lines = wrapWords(`To mend it: ${remedyOf(problem)}`, remedyWidth);
  return lines.map((line) => `           ${escapeControls(line)}`);
}

/** The most links of one relation: a collection may have thousands of items. */
const maxOfRelation = 10;

/**
 * Typed links for people, a line each, by relation: place, target, media type and profiles, and the
 * link context where that is not `url`. Ends with an empty line; empty without links.
 */
export function linkLines(links: readonly Signpost[], url: string): string[] {
  if (links.length === 0) return [];
  const lines = [...groupBy(links, ({ rel }) => rel)].flatMap(([rel, all]) =>
    firstLines(
      all,
      maxOfRelation,
      (link) => linkText(link, url),
      (more) => `${rel.padEnd(12)}and ${more} more`,
    ),
  );
  return ['Typed links', ...lines.map((line) => `  ${escapeControls(line)}`), ''];
}

function linkText({ context, rel, target, type, profiles, place }: Signpost, url: string): string {
  return textParts(
    `${rel.padEnd(12)}${place.padEnd(9)}${target}`,
    textParts(type, profiles).join(' ') || undefined,
    context !== url && `of ${context}`,
  ).join('  ');
}

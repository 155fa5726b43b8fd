import type { HttpStep } from '../model/http.ts';
import { notDueText, type NotDue } from '../model/not-due.ts';
import type { Offer, OfferRoute, OfferVerdict } from '../model/offer.ts';
import type { ProblemKind } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import type { RobotsLeave, UrlOutcome } from '../model/run.ts';
import type { Discovery } from '../model/target.ts';
import type { UrlVisit } from '../model/url-visit.ts';
import { printable } from '../text/printable.ts';
import { amount, moment } from '../text/amounts.ts';
import { sum } from '../report/ledger.ts';
import { leftOutText, typesText } from '../report/left-out-counts.ts';
import { stateTexts } from './state-texts.ts';
import { linkLines } from './typed-links.ts';
import { listingLines, problemLines } from './url-look.ts';
import { visitLines } from './url-visits.ts';

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
export function describedLine(name: string): string {
  return `${printable(name)} itself is not visited, because a source says where its metadata is:`;
}

/** Explains step by step how a URL was processed, for people. */
export function explanationText(
  { outcome, visit, records, notDue, isLive, isUnlisted }: UrlExplanation,
  now: Date,
): string {
  const { url, state, at, run, listings, signposts, steps = [], problems } = outcome;
  return [
    printable(url),
    `  ${isAllLeftOut(outcome) ? 'the response has only records of types that no source wants' : stateTexts[state]}`,
    ...visitLines(visit, outcome, now).map(({ label, text }) => `  ${label}: ${text}`),
    ...(notDue === undefined ? [] : [`  not due: ${printable(notDueText(notDue))}`]),
    '',
    'How it was found',
    ...(isUnlisted === true
      ? listings.map(({ found }) => `  ${printable(commandLineText(found))}`)
      : listingLines(listings, '  source ')),
    '',
    'robots.txt',
    `  ${robotsText(outcome)}`,
    '',
    `Requests${steps.length === 0 ? ': none' : ` (${moment(at)}${isLive === true ? '' : `, run ${run}`})`}`,
    ...steps.map((step) => `  ${stepText(step)}`),
    '',
    ...offerLines(signposts?.offers ?? []),
    ...linkLines(signposts?.links ?? [], url),
    ...problemLines(problems),
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

/** What robots.txt says of a URL. */
export function robotsText({ problems, robots }: UrlOutcome): string {
  const forbidding = problems.find(({ kind }) => kind === 'robots-disallowed');
  if (forbidding?.kind === 'robots-disallowed') {
    const { rule, line, agent, url } = forbidding;
    return printable(`disallows ${url} by "${rule}" on line ${line}, for "${agent}"`);
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
  return printable(`allows it by "${robots.text}" on line ${robots.line}, for "${robots.agent}"`);
}

const unreached: ReadonlySet<ProblemKind> = new Set(['address-refused', 'connection-failed']);

const leaveTexts: Readonly<Record<Exclude<RobotsLeave['by'], 'rule'>, string>> = {
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
  return printable(`${method.padEnd(4)} ${url}  ${answer.join('  ')}`);
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
      return printable(
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
        printable(`  ${graph}`),
        printable(`    ${names.slice(0, 3).join('; ')}, ${amount(quads, 'statement')}`),
      ];
    }),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** Whether a URL without metadata has records after all, of types that no source wants. */
export function isAllLeftOut({ state, leftOut }: UrlOutcome): boolean {
  return state === 'no-metadata' && leftOut !== undefined;
}

/** The records that no source wants; older versions kept only that there are any. */
function leftOutLines({ leftOut }: UrlOutcome): string[] {
  if (leftOut === undefined || leftOut === true) return [];
  const { counts, records } = leftOut;
  const more = sum(counts) - records.length;
  return [
    '',
    'Left out, because no source that lists the URL wants their type',
    ...records.flatMap(({ graph, name, types }) => [
      printable(`  ${graph}`),
      `    ${name === undefined ? '' : `${printable(name)}, `}${typesText(types)}`,
    ]),
    ...(more > 0 ? [`  and ${more} more; all: ${leftOutText(counts)}`] : []),
  ];
}

import { cdifLabelOf } from '../model/cdif-profile.ts';
import type { Offer, OfferVerdict } from '../model/offer.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { Extracted } from '../model/record.ts';
import type { Target } from '../model/target.ts';
import type { PlacedLink } from '../model/typed-link.ts';
import { decodePage, type DecodedText } from './character-decoding.ts';
import { chooseLinks, type LinkChoice } from './link-choice.ts';
import { followLinks, signpostOutcomes } from './link-offers.ts';
import { linkedPages } from './next-pages.ts';
import { baseIriOf } from './page-identity.ts';
import { scanPage, type PageScript, type ScannedPage } from './page-scan.ts';
import { isRecord, readScripts, scriptOutcomes, type ScriptReading } from './page-scripts.ts';
import { linksOfPage } from './response-links.ts';
import type { Route, RouteInput } from './route.ts';
import { rereadScripts } from './script-charset.ts';
import { chooseScripts, type ScriptChoice } from './script-choice.ts';

/**
 * The metadata stands in scripts of a page, or its links and those of its `Link` fields lead to some. An offer that is
 * labelled as CDIF wins over those that are not, for each described resource by itself; else the scripts, which are at
 * hand, win over links, `describedby` over `alternate`, and links to metadata over linksets.
 */
export const embedded = {
  decode: decodePage,

  *extract(input: RouteInput): Generator<Outcome<Extracted>> {
    const { response, mediaType, decoded, limits } = input;
    const { url } = response.target;
    const { finalUrl } = response.retrieval;
    const xml = mediaType.essence === 'application/xhtml+xml';
    const { html, scanned } = scanDecoded(decoded, xml);
    const page = { url, finalUrl, baseIri: baseIriOf(scanned.baseHref, finalUrl) };
    const pageLinks = linksOfPage(scanned.links, page);
    const links = [...input.links, ...pageLinks];
    const choice = chooseLinks(links, response);
    const isLabelled = labelTest(choice, input);
    const hasLabels = choice.labelled.length > 0 || scanned.scripts.some(isLabelled);
    const readings = readScripts(
      rereadScripts(scanned.scripts, { body: () => input.bytes, charset: mediaType.charset, xml }),
      { ...page, html, xml },
      { limits, isLabelled, wantsNames: hasLabels },
    );
    const scripts = hasLabels ? choiceOfScripts(readings, choice) : noChoice;
    const wanted = linksToFollow(choice, readings, scripts);
    const followed = followLinks({ url, links, wanted, own: choice.own }, limits.linksPerPage);
    const rivals = { outranked: scripts.outranked, isLinking: wanted.length > 0 };
    const outcomes = scriptOutcomes(readings, page, rivals);
    yield* outcomes;
    yield* missingScript(scanned.scripts, response.target);
    yield* followed.outcomes;
    yield* linkedPages(pageLinks, response, 'html');
    if ([...outcomes, ...followed.outcomes].every(({ kind }) => kind === 'skipped')) {
      yield { kind: 'failed', problem: noMetadata(url, readings) };
    }
    const offers = [...scriptOffers(readings, outcomes, finalUrl), ...followed.offers];
    yield* signpostOutcomes(offers, links);
  },
} satisfies Route;

/** Names what JSON-LD there is, so that nobody looks in vain for a fault in it. */
function noMetadata(url: string, readings: readonly ScriptReading[]): Problem {
  const types = readings.flatMap((each) => (each.kind === 'document' ? each.furnitureTypes : []));
  return types.length === 0
    ? { kind: 'no-metadata', url }
    : { kind: 'no-metadata', url, siteTypes: [...new Set(types)] };
}

const noChoice: ScriptChoice = { outranked: new Set(), describesPage: false };

function choiceOfScripts(
  readings: readonly ScriptReading[],
  { labelled, own }: LinkChoice,
): ScriptChoice {
  return chooseScripts(readings, {
    hasLabelledLink: labelled.length > 0,
    own: own.identifiers,
  });
}

interface Scan {
  /** What was scanned. */
  readonly html: string;
  readonly scanned: ScannedPage;
}

function scanDecoded({ text, whole }: DecodedText, xml: boolean): Scan {
  const scanned = scanPage(text, { xml });
  if (whole === undefined || scanned.endsWithScript) return { html: text, scanned };
  // Where it was cut off there only seemed to be an end tag, in an attribute, say.
  const html = whole();
  return { html, scanned: scanPage(html, { xml }) };
}

/** Makes the test of whether a script is labelled as CDIF: itself, or by a link or sitemap that names it. */
function labelTest(
  { scripts, isLabelling }: LinkChoice,
  { response }: RouteInput,
): (script: PageScript) => boolean {
  const named = new Set(response.target.labels?.map(({ scriptId }) => scriptId));
  return ({ id, profiles }) =>
    cdifLabelOf(profiles) !== undefined ||
    (isLabelling && profiles.length === 0) ||
    (id !== undefined && (named.has(id) || cdifLabelOf(scripts.get(id) ?? []) !== undefined));
}

function linksToFollow(
  { labelled, lists, unlabelled, linksets }: LinkChoice,
  readings: readonly ScriptReading[],
  { describesPage }: ScriptChoice,
): readonly PlacedLink[] {
  if (labelled.length > 0 && !describesPage) return [...labelled, ...lists];
  if (readings.some((reading) => isRecord(reading))) return lists;
  const others = [...unlabelled, ...lists];
  return others.length > 0 ? others : linksets;
}

/** What is to be said where a listing or a link names a script that is not there. */
function missingScript(
  scripts: readonly PageScript[],
  { url, labels = [] }: Target,
): readonly Outcome<Extracted>[] {
  const named = new Set(labels.map(({ scriptId }) => scriptId));
  return [...named]
    .filter((id) => id !== undefined)
    .filter((id) => !scripts.some((script) => script.id === id))
    .map((id) => ({ kind: 'noted', problem: { kind: 'script-missing', url, id } }));
}

/** The offers that scripts make. @param outcomes one a reading */
function scriptOffers(
  readings: readonly ScriptReading[],
  outcomes: readonly Outcome<Extracted>[],
  pageUrl: string,
): readonly Offer[] {
  return readings.map(({ script: { id, profiles } }, index) => ({
    via: 'script',
    url: id === undefined ? pageUrl : `${pageUrl}#${encodeURIComponent(id)}`,
    type: 'application/ld+json',
    profiles,
    verdict: verdictOf(outcomes[index]),
  }));
}

function verdictOf(outcome: Outcome<Extracted> | undefined): OfferVerdict {
  if (outcome?.kind === 'produced') return 'taken';
  if (outcome?.kind === 'failed') return 'unreadable';
  return outcome?.kind === 'skipped' && outcome.reason === 'outranked' ? 'outranked' : 'no-record';
}

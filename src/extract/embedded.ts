import { findCdifLabel } from '../model/media-type.ts';
import type { Offer, OfferVerdict, PlacedLink } from '../model/typed-link.ts';
import type { Problem } from '../model/problem.ts';
import type { Target } from '../model/target.ts';
import { decodePage, type DecodedText } from './character-decoding.ts';
import {
  chooseLinks,
  followLinks,
  type LinkChoice,
  readPageLinks,
  signpostOutcomes,
} from './response-links.ts';
import { listLinkedPages } from './next-pages.ts';
import { resolveBaseIri } from './page-boilerplate.ts';
import { scanPage, type PageScript, type ScannedPage } from './page-scan.ts';
import {
  chooseScripts,
  isRecordScript,
  readScripts,
  redecodeScripts,
  type ScriptChoice,
  scriptOutcomes,
  type ScriptReading,
} from './page-scripts.ts';
import type { ExtractRoute, RouteInput } from './route.ts';
import type { ExtractionOutcome } from './outcomes.ts';

/**
 * Extracts metadata from scripts of a page, or follows its links and `Link` fields. Per described
 * resource, an offer labelled as CDIF outranks others; otherwise scripts, being at hand, outrank
 * links, `describedby` outranks `alternate`, and links to metadata outrank linksets.
 */
export const embeddedRoute = {
  decode: decodePage,

  *extract(input: RouteInput): Generator<ExtractionOutcome> {
    const { response, mediaType, decoded, limits } = input;
    const { url } = response.target;
    const { finalUrl } = response.retrieval;
    const xml = mediaType.essence === 'application/xhtml+xml';
    const { html, scanned } = scanDecoded(decoded, xml);
    const page = { url, finalUrl, baseIri: resolveBaseIri(scanned.baseHref, finalUrl) };
    const pageLinks = readPageLinks(scanned.links, page);
    const links = [...input.links, ...pageLinks];
    const choice = chooseLinks(links, response);
    const isLabelled = createLabelTest(choice, input);
    const hasLabels = choice.labelled.length > 0 || scanned.scripts.some(isLabelled);
    const readings = readScripts(
      redecodeScripts(scanned.scripts, {
        body: () => input.bytes,
        charset: mediaType.charset,
        xml,
      }),
      { ...page, html, xml },
      { limits, isLabelled, wantsNames: hasLabels },
    );
    const scripts = hasLabels
      ? chooseScripts(readings, choice.labelled.length > 0, choice.own.identifiers)
      : noChoice;
    const wanted = selectLinks(choice, readings, scripts);
    const followed = followLinks({ url, links, wanted, own: choice.own }, limits.linksPerPage);
    const outcomes = scriptOutcomes(readings, page, scripts.outranked, wanted.length > 0);
    yield* outcomes;
    yield* reportMissingScripts(scanned.scripts, response.target);
    yield* followed.outcomes;
    yield* listLinkedPages(pageLinks, response, 'html');
    if ([...outcomes, ...followed.outcomes].every(({ kind }) => kind === 'skipped')) {
      yield { kind: 'failed', problem: noMetadataProblem(url, readings) };
    }
    const offers = [...createScriptOffers(readings, outcomes, finalUrl), ...followed.offers];
    yield* signpostOutcomes(offers, links);
  },
} satisfies ExtractRoute;

/** Lists the types of ignored JSON-LD, so that nobody searches for a fault in it. */
function noMetadataProblem(url: string, readings: readonly ScriptReading[]): Problem {
  const types = readings.flatMap((each) => (each.kind === 'document' ? each.boilerplateTypes : []));
  return types.length === 0
    ? { kind: 'no-metadata', url }
    : { kind: 'no-metadata', url, siteTypes: [...new Set(types)] };
}

const noChoice: ScriptChoice = { outranked: new Set(), describesPage: false };

function scanDecoded(
  { text, whole }: DecodedText,
  xml: boolean,
): { readonly html: string; readonly scanned: ScannedPage } {
  const scanned = scanPage(text, { xml });
  if (whole === undefined || scanned.endsWithScript) return { html: text, scanned };
  // The end tag was not one (in an attribute, say), so the page is scanned as a whole.
  const html = whole();
  return { html, scanned: scanPage(html, { xml }) };
}

/** Creates the test of whether a script is labelled as CDIF, by itself or by a link or sitemap. */
function createLabelTest(
  { scripts, isLabelling }: LinkChoice,
  { response }: RouteInput,
): (script: PageScript) => boolean {
  const named = new Set(response.target.labels?.map(({ scriptId }) => scriptId));
  return ({ id, profiles }) =>
    findCdifLabel(profiles) !== undefined ||
    (isLabelling && profiles.length === 0) ||
    (id !== undefined && (named.has(id) || findCdifLabel(scripts.get(id) ?? []) !== undefined));
}

function selectLinks(
  { labelled, lists, unlabelled, linksets }: LinkChoice,
  readings: readonly ScriptReading[],
  { describesPage }: ScriptChoice,
): readonly PlacedLink[] {
  if (labelled.length > 0 && !describesPage) return [...labelled, ...lists];
  if (readings.some((reading) => isRecordScript(reading))) return lists;
  const others = [...unlabelled, ...lists];
  return others.length > 0 ? others : linksets;
}

/** Reports a script that a listing or link names and the page does not have. */
function reportMissingScripts(
  scripts: readonly PageScript[],
  { url, labels = [] }: Target,
): readonly ExtractionOutcome[] {
  const named = new Set(labels.map(({ scriptId }) => scriptId));
  return [...named]
    .filter((id) => id !== undefined)
    .filter((id) => !scripts.some((script) => script.id === id))
    .map((id) => ({ kind: 'noted', problem: { kind: 'script-missing', url, id } }));
}

/**
 * The offers of scripts.
 * @param outcomes one per reading
 */
function createScriptOffers(
  readings: readonly ScriptReading[],
  outcomes: readonly ExtractionOutcome[],
  pageUrl: string,
): readonly Offer[] {
  return readings.map(({ script: { id, profiles } }, index) => ({
    via: 'script',
    url: id === undefined ? pageUrl : `${pageUrl}#${encodeURIComponent(id)}`,
    type: 'application/ld+json',
    profiles,
    verdict: toVerdict(outcomes[index]),
  }));
}

function toVerdict(outcome: ExtractionOutcome | undefined): OfferVerdict {
  if (outcome?.kind === 'produced') return 'taken';
  if (outcome?.kind === 'failed') return 'unreadable';
  return outcome?.kind === 'skipped' && outcome.reason === 'outranked' ? 'outranked' : 'no-record';
}

import { FileChanged } from '../files/same-file.ts';
import {
  findCdifLabel,
  isJsonLdType,
  isLinksetType,
  isPageType,
  parseMediaType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { Body, BodyFile, Response } from '../model/http.ts';
import type { Offer, OfferVerdict } from '../model/typed-link.ts';
import type { Stage } from '../model/outcome.ts';
import { fileUnreadableProblem, type Problem, type ProblemKind } from '../model/problem.ts';
import type { ExtractionOutput, ReadListFrame, ResponseRoute } from '../model/record.ts';
import { memoize } from '../text/collections.ts';
import { createPartFinder } from '../text/text-position.ts';
import { charsetProblems, decodeJson } from './character-decoding.ts';
import {
  chooseRoute,
  detectListing,
  detectUnreadFormat,
  hasJsonLdKeywords,
  keywordSearchBytes,
} from './body-formats.ts';
import { directRoute } from './direct.ts';
import { embeddedRoute } from './embedded.ts';
import { extractLinkset } from './linkset.ts';
import { beginsJsonLines, readLines } from './lists/read-lines.ts';
import { readList } from './lists/read-list.ts';
import { mappedXmlRoute } from './mapped/mapped-xml.ts';
import { explainMissingMetadata, type MissingMetadata } from './missing-metadata.ts';
import {
  chooseLinks,
  followLinks,
  pickBestLinks,
  readFieldLinks,
  signpostOutcomes,
  withNextPages,
} from './response-links.ts';
import { bodySize, readBodyBytes, readBodyHead } from './open-body.ts';
import { extractFallbacks } from './page-fallbacks.ts';
import { checkTitles, redirectProblem, withoutForeignMetadata } from './replaced-page.ts';
import { maxWholePieces, rdfRoute } from './rdf/read-rdf.ts';
import { readGraphs } from './rdf/read-graphs.ts';
import {
  createProblemAdder,
  type ExtractionOutcome,
  type ExtractOutcomes,
  type ExtractRoute,
  failedOutcome,
  type ResponseInput,
  type RouteInput,
} from './route.ts';

/** Bytes used to detect the format; a page may begin with blanks. */
const headBytes = 65_536;

/**
 * Creates the stage that finds the metadata in a response. In document order it yields:
 * - a document per JSON-LD document that describes a resource, which may hold several records; for
 *   a list in a file larger than `limits.pieceBytes`, one per item (`lists/read-list.ts`); for RDF
 *   in another syntax, one per graph;
 * - a link for each offer of better metadata elsewhere (`response-links.ts`);
 * - a link for each further page of a list or catalogue of a source (`response-links.ts`);
 * - `page-furniture`, `template` and `outranked` for ignored JSON;
 * - `json-malformed`, `json-not-metadata`, `json-too-complex` and `rdf-part-malformed` for a lost
 *   part;
 * - one of `missingMetadataKinds`, or `bot-challenge`, for a page without metadata;
 * - `content-type-unsupported`, `metadata-format-unread`, `sitemap-as-page`, `linkset-malformed`,
 *   `rdf-malformed`, `xml-malformed`, `document-too-large`, `graph-too-large`, `no-triples` and
 *   `too-many-links` for the response as a whole;
 * - `file-unreadable` instead of the rest of a file that is modified meanwhile or gone;
 * - its signposts, if any.
 *
 * `json-mended` and `json-duplicate-key` accompany their document, or precede the links of a
 * linkset; `charset-unknown` and `link-field-malformed` accompany the first outcome, and
 * `charset-wrong`, `rdf-line-malformed`, `rdf-mended`, `xml-mended` and `value-dropped` the first
 * one of their text. It waits for nothing but the disk.
 */
export function createExtractStage(
  options: Pick<ResponseInput, 'limits' | 'readListFrame'>,
): Stage<Response, ExtractionOutput> {
  return {
    name: 'extract',
    async *process(response, { contexts }) {
      const { links, problems } = readFieldLinks(response);
      const readListFrame: ReadListFrame = async (sample, base) =>
        options.readListFrame(sample, base, contexts);
      const add = createProblemAdder(problems);
      try {
        const mediaType = readContentType(response.contentType);
        const input = { limits: options.limits, readListFrame, response, links, mediaType };
        const outcomes = withNextPages(ofRequestedPage(input), input);
        // Synchronous outcomes need no waiting.
        if (Symbol.iterator in outcomes) for (const outcome of outcomes) yield add(outcome);
        else for await (const outcome of outcomes) yield add(outcome);
      } catch (error) {
        if (response.body === undefined || response.body instanceof Uint8Array) throw error;
        const { url } = response.target;
        yield failedOutcome(
          error instanceof FileChanged
            ? { kind: 'file-unreadable', url, code: 'ESTALE' }
            : fileUnreadableProblem(url, error),
        );
      }
    },
  };
}

/**
 * Servers send few distinct values. Not for values in pages: a slice would keep the whole page in
 * memory.
 */
const readContentType = memoize(parseMediaType, 100);

/** Extracts from a response, unless redirects led to a page of the whole site. */
function ofRequestedPage(input: ResponseInput): ExtractOutcomes {
  const { response } = input;
  const { target, retrieval, body } = response;
  const outcomes = extractFrom(input);
  // A list may be at the root of its host; large ones are not held in memory.
  if (target.isList === true || !(body instanceof Uint8Array)) return outcomes;
  return redirectProblem(target.url, retrieval) === undefined
    ? outcomes
    : withoutForeignMetadata(outcomes, response);
}

function extractFrom(input: ResponseInput): ExtractOutcomes {
  const { response, mediaType } = input;
  const { body, contentType, target } = response;
  const { url } = target;
  const { essence } = mediaType;
  const unsupported = { kind: 'content-type-unsupported', url, contentType } as const;
  if (body === undefined) return followLinksInstead(input, unsupported);
  if (isLinkset(input)) return extractLinkset(input, readBodyBytes(body));
  const head = readBodyHead(body, headBytes);
  const chosen = chooseRoute(essence, head);
  if (chosen === 'embedded' || bodySize(body) === 0) return extractPage(input, body);
  if (chosen !== undefined) return extractMetadata(input, body, chosen);
  const format = detectUnreadFormat(essence, head);
  const listing = detectListing(essence, head);
  if (listing !== undefined) {
    return followLinksInstead(input, { kind: 'sitemap-as-page', url, format: listing });
  }
  if (format === undefined) return followLinksInstead(input, unsupported);
  const unread = { kind: 'metadata-format-unread', url, format, contentType } as const;
  return followLinksInstead(input, unread, [contentOffer(input, 'other-format')]);
}

/** By its type, or by the link to it unless its type is a metadata type. */
function isLinkset({ response, mediaType: { essence } }: ResponseInput): boolean {
  const { labels = [], found } = response.target;
  if (isLinksetType(essence) || labels.some(({ type = '' }) => isLinksetType(type))) return true;
  if (isJsonLdType(essence) || isPageType(essence)) return false;
  return found.rel === 'linkset' && rdfSyntaxOf(essence) === undefined;
}

type MetadataRoute = Exclude<ResponseRoute, 'embedded'>;

/**
 * Extracts a response that is no page: it is metadata itself, unless its links lead to better, or
 * it is in another format.
 */
async function* extractMetadata(
  input: ResponseInput,
  body: Body,
  route: MetadataRoute,
): AsyncIterable<ExtractionOutcome> {
  const { limits, links } = input;
  if (isOutrankedByLinks(input, body, route)) {
    yield* followLinksInstead(input, noMetadataAt(input), [contentOffer(input, 'outranked')]);
    return;
  }
  const outcomes =
    body instanceof Uint8Array || body.bytes <= limits.pieceBytes
      ? extractSmall(input, body, route)
      : extractLarge(input, body, route);
  const unread = yield* separateUnread(outcomes);
  if (unread === undefined) yield* signpostOutcomes([contentOffer(input, 'taken')], links);
  else yield* followLinksInstead(input, unread, [contentOffer(input, 'other-format')]);
}

/** The offer of the response's own content. */
function contentOffer({ response, mediaType }: ResponseInput, verdict: OfferVerdict): Offer {
  const { essence: type, profiles } = mediaType;
  const typed = type === '' ? {} : { type };
  return { via: 'content', url: response.retrieval.finalUrl, ...typed, profiles, verdict };
}

/**
 * Passes outcomes on; documents in another format are reported once, after the others.
 * @returns the problem, if all of it is in another format
 */
async function* separateUnread(
  outcomes: AsyncIterable<ExtractionOutcome>,
): AsyncGenerator<ExtractionOutcome, Problem | undefined> {
  let unread: Problem | undefined;
  let isRead = false;
  for await (const outcome of outcomes) {
    if (outcome.kind === 'failed' && outcome.problem.kind === 'metadata-format-unread') {
      unread ??= outcome.problem;
    } else {
      isRead = true;
      yield outcome;
    }
  }
  if (!isRead || unread === undefined) return unread;
  yield failedOutcome(unread);
  return undefined;
}

/** Reads a list or file of many graphs piece by piece; else the whole, up to a limit. */
async function* extractLarge(
  input: ResponseInput,
  body: BodyFile,
  route: MetadataRoute,
): AsyncIterable<ExtractionOutcome> {
  if (route === 'direct' && isJsonLines(input, body)) {
    yield* readLines(input, body);
    return;
  }
  if (route === 'direct' && (yield* readList(input, body))) return;
  if (route === 'rdf' && (yield* readGraphs(input, body))) return;
  const maxBytes = input.limits.pieceBytes * maxWholePieces;
  const { url } = input.response.target;
  if (body.bytes <= maxBytes) yield* extractWhole(input, body, route);
  else yield failedOutcome({ kind: 'document-too-large', url, maxBytes });
}

/** Whether a body has one JSON value a line, whatever its type says. */
function isJsonLines({ mediaType: { charset } }: ResponseInput, body: Body): boolean {
  return beginsJsonLines(decodeJson(readBodyHead(body, headBytes), charset).text);
}

/** Reads a body as a whole; a list that is rejected for a part of it, item by item. */
async function* extractSmall(
  input: ResponseInput,
  body: Body,
  route: MetadataRoute,
): AsyncIterable<ExtractionOutcome> {
  const outcomes: ExtractionOutcome[] = [];
  for await (const outcome of extractWhole(input, body, route)) outcomes.push(outcome);
  const [first] = outcomes;
  const isRefused =
    outcomes.length === 1 && first?.kind === 'failed' && refusals.has(first.problem.kind);
  if (route === 'direct' && isRefused) {
    if (isJsonLines(input, body)) {
      yield* readLines(input, body);
      return;
    }
    if (yield* readList(input, body)) return;
  }
  yield* outcomes;
}

/** Why a text as a whole is rejected for a part of it. */
const refusals: ReadonlySet<ProblemKind> = new Set(['json-malformed', 'json-too-complex']);

async function* extractWhole(
  input: ResponseInput,
  body: Body,
  route: MetadataRoute,
): AsyncIterable<ExtractionOutcome> {
  const read = decodeBody(extractRoutes[route], input, body);
  if (read === undefined) {
    yield* followLinksInstead(input, noMetadataAt(input));
    return;
  }
  for await (const outcome of extractRoutes[route].extract(read.input)) yield read.add(outcome);
}

/** Synchronous, except for pages without metadata, which are few. */
function extractPage(input: ResponseInput, body: Body): ExtractOutcomes {
  const read = decodeBody(embeddedRoute, input, body);
  if (read === undefined) return followLinksInstead(input, noMetadataAt(input));
  const outcomes = Array.from(embeddedRoute.extract(read.input), read.add);
  if (outcomes.some(findMissingMetadata)) return tryFallbacks(read.input, outcomes);
  return checkTitles(outcomes, read.input.decoded, input.response);
}

/** The decoded body and a function that adds its charset problems; undefined where it is blank. */
function decodeBody({ decode }: Pick<ExtractRoute, 'decode'>, input: ResponseInput, body: Body) {
  const bytes = readBodyBytes(body);
  const decoded = decode(bytes, input.mediaType.charset);
  if (decoded.text.trim() === '') return undefined;
  const { url } = input.response.target;
  const problems = charsetProblems(decoded, url, createPartFinder(decoded.text));
  return { input: { ...input, bytes, decoded }, add: createProblemAdder(problems) };
}

function noMetadataAt({ response }: ResponseInput): Problem {
  return { kind: 'no-metadata', url: response.target.url };
}

function findMissingMetadata(outcome: ExtractionOutcome): MissingMetadata | undefined {
  if (outcome.kind !== 'failed') return undefined;
  const { problem } = outcome;
  const isMissing = problem.kind === 'no-metadata' || problem.kind === 'site-metadata-only';
  return isMissing ? problem : undefined;
}

/** Tries the fallbacks that the source enables; else reports why the page has no metadata. */
async function* tryFallbacks(
  input: RouteInput,
  outcomes: readonly ExtractionOutcome[],
): AsyncIterable<ExtractionOutcome> {
  const { fallbacks } = input.response.target;
  for (const outcome of outcomes) {
    const missing = findMissingMetadata(outcome);
    if (missing === undefined) {
      yield outcome;
      continue;
    }
    if (fallbacks !== undefined && (yield* extractFallbacks(input))) continue;
    yield { ...outcome, kind: 'failed', problem: explainMissingMetadata(missing, input) };
  }
}

/**
 * Follows the `Link` fields of a response whose content is not metadata.
 * @param reason the problem to report where they lead nowhere
 * @param content the offers of the content, which are not taken
 */
function* followLinksInstead(
  { response, links, limits }: ResponseInput,
  reason: Problem,
  content: readonly Offer[] = [],
): Iterable<ExtractionOutcome> {
  const { url } = response.target;
  const choice = chooseLinks(links, response);
  const wanted = pickBestLinks(choice);
  const { outcomes, offers } = followLinks(
    { url, links, wanted, own: choice.own },
    limits.linksPerPage,
  );
  yield* outcomes;
  if (outcomes.length === 0) yield failedOutcome(reason);
  yield* signpostOutcomes([...content, ...offers], links);
}

/**
 * Whether the links of a response lead to better metadata than its JSON or RDF content: the content
 * is data, or an unlabelled record beside a labelled one. Content that was labelled as metadata is
 * taken.
 */
function isOutrankedByLinks(
  { response, mediaType, links }: ResponseInput,
  body: Body,
  route: MetadataRoute,
): boolean {
  const { found, labels = [] } = response.target;
  if (links.length === 0 || ['dois', 'link', 'list'].includes(found.by)) return false;
  if (labels.some(({ type }) => type !== undefined)) return false;
  if (findCdifLabel(mediaType.profiles) !== undefined) return false;
  const { labelled, unlabelled } = chooseLinks(links, response);
  if (labelled.length > 0) return true;
  if (route !== 'direct' || unlabelled.length === 0) return false;
  return (
    !isJsonLdType(mediaType.essence) && !hasJsonLdKeywords(readBodyHead(body, keywordSearchBytes))
  );
}

/** All routes; JSON may turn out to be in a format that is mapped to schema.org. */
const extractRoutes = {
  direct: directRoute,
  embedded: embeddedRoute,
  rdf: rdfRoute,
  xml: mappedXmlRoute,
} satisfies Record<ResponseRoute, ExtractRoute>;

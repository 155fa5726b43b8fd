import { FileChanged } from '../files/same-file.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Extracted } from '../model/record.ts';
import type { Body, BodyFile, Response } from '../model/response.ts';
import {
  isJsonLdType,
  isPageType,
  isLinksetType,
  parseMediaType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { Offer, OfferVerdict } from '../model/offer.ts';
import type { Problem, ProblemOf } from '../model/problem.ts';
import { remembered } from '../text/remembered.ts';
import type { Stage } from '../model/stage.ts';
import { unreadableFile } from '../model/unreadable-file.ts';
import { bytesOf, headOf, sizeOf } from './body-bytes.ts';
import { charsetProblems, problemAdder } from './charset-problems.ts';
import { chooseRoute, unreadFormat } from './choose-route.ts';
import { embedded } from './embedded.ts';
import { extractFallbacks, fallbacksOn } from './fallback-documents.ts';
import { extractElsewhere, isOutranked } from './elsewhere.ts';
import { signpostOutcomes } from './link-offers.ts';
import { extractLinkset } from './linkset.ts';
import { readList } from './lists/read-list.ts';
import { readGraphs } from './rdf/read-graphs.ts';
import { wholePieces } from './rdf/rdf-limits.ts';
import { withNextPages } from './next-pages.ts';
import { linksOfFields } from './response-links.ts';
import type { Outcomes, Route, RouteInput, UnreadInput } from './route.ts';
import { routes } from './routes.ts';
import { createPartFinder } from '../text/text-position.ts';

/** Bytes used to detect the format; a page may begin with blanks. */
const headBytes = 65_536;

/**
 * Creates the stage that finds the metadata in a response. In document order it yields:
 * - a document per JSON-LD document that describes a resource, which may hold several records; for
 *   a list in a file larger than `limits.pieceBytes`, one per item (`lists/read-list.ts`); for RDF
 *   in another syntax, one per graph;
 * - a link for each offer of better metadata elsewhere (`response-links.ts`);
 * - a link for each further page of a list or catalogue of a source (`next-pages.ts`);
 * - `page-furniture`, `template` and `outranked` for ignored JSON;
 * - `json-malformed`, `json-not-metadata`, `json-too-complex` and `rdf-part-malformed` for a lost
 *   part;
 * - `no-metadata`, `content-type-unsupported`, `metadata-format-unread`, `linkset-malformed`,
 *   `rdf-malformed`, `document-too-large`, `graph-too-large`, `no-triples` and `too-many-links` for
 *   the response as a whole;
 * - `file-unreadable` instead of the rest of a file that is modified meanwhile or gone;
 * - its signposts, if any.
 *
 * `json-mended` and `json-duplicate-key` accompany their document, or precede the links of a
 * linkset; `charset-unknown` and `link-field-malformed` accompany the first outcome, and
 * `charset-wrong`, `rdf-line-malformed`, `rdf-mended` and `value-dropped` the first one of their
 * text. It waits for nothing but the disk.
 */
export function createExtractStage({
  limits,
  readListFrame,
}: Pick<UnreadInput, 'limits' | 'readListFrame'>): Stage<Response, Extracted> {
  return {
    name: 'extract',
    async *process(response) {
      const { links, problems } = linksOfFields(response);
      const add = problemAdder(problems);
      try {
        const mediaType = readContentType(response.contentType);
        const input = { response, links, mediaType, limits, readListFrame };
        const outcomes = withNextPages(extractFrom(input), input);
        // Synchronous outcomes need no waiting.
        if (Symbol.iterator in outcomes) for (const outcome of outcomes) yield add(outcome);
        else for await (const outcome of outcomes) yield add(outcome);
      } catch (error) {
        if (response.body === undefined || response.body instanceof Uint8Array) throw error;
        yield { kind: 'failed', problem: unreadable(response.target.url, error) };
      }
    },
  };
}

/**
 * The problem of an unreadable body file.
 * @throws any error that is neither a modified file nor a system error
 */
function unreadable(url: string, error: unknown): Problem {
  if (error instanceof FileChanged) return { kind: 'file-unreadable', url, code: 'ESTALE' };
  return unreadableFile(url, error);
}

/**
 * Servers send few distinct values. Not for values in pages: a slice would keep the whole page in
 * memory.
 */
const readContentType = remembered(parseMediaType, 100);

function extractFrom(input: UnreadInput): Outcomes {
  const { response, mediaType } = input;
  const { body, contentType, target } = response;
  const { url } = target;
  const { essence } = mediaType;
  const unsupported = { kind: 'content-type-unsupported', url, contentType } as const;
  if (body === undefined) return extractElsewhere(input, unsupported);
  if (isLinkset(input)) return extractLinkset(input, bytesOf(body));
  const head = headOf(body, headBytes);
  const chosen = chooseRoute(essence, head);
  if (chosen === 'direct' || chosen === 'rdf') return extractMetadata(input, body, chosen);
  if (chosen !== undefined || sizeOf(body) === 0) return extractPage(input, body);
  const format = unreadFormat(essence, head);
  if (format === undefined) return extractElsewhere(input, unsupported);
  const unread = { kind: 'metadata-format-unread', url, format, contentType } as const;
  return extractElsewhere(input, unread, [contentOffer(input, 'other-format')]);
}

/**
 * Whether a response is a linkset: by its type, or by the link to it unless its type is a metadata
 * type.
 */
function isLinkset({ response, mediaType: { essence } }: UnreadInput): boolean {
  const { labels = [], found } = response.target;
  if (isLinksetType(essence) || labels.some(({ type = '' }) => isLinksetType(type))) return true;
  const isOther =
    isJsonLdType(essence) || isPageType(essence) || rdfSyntaxOf(essence) !== undefined;
  return found.rel === 'linkset' && !isOther;
}

type MetadataRoute = 'direct' | 'rdf';

/**
 * Extracts a response that is no page: it is metadata itself, unless its links lead to better, or
 * it is in another format.
 */
async function* extractMetadata(
  input: UnreadInput,
  body: Body,
  route: MetadataRoute,
): AsyncIterable<Outcome<Extracted>> {
  const { response, limits, links } = input;
  if (isOutranked(input, body, route)) {
    const { url } = response.target;
    const offer = contentOffer(input, 'outranked');
    yield* extractElsewhere(input, { kind: 'no-metadata', url }, [offer]);
    return;
  }
  const outcomes =
    body instanceof Uint8Array || body.bytes <= limits.pieceBytes
      ? extractSmall(input, body, route)
      : extractLarge(input, body, route);
  const unread = yield* separateUnread(outcomes);
  if (unread === undefined) yield* signpostOutcomes([contentOffer(input, 'taken')], links);
  else yield* extractElsewhere(input, unread, [contentOffer(input, 'other-format')]);
}

/** The offer of the response's own content. */
function contentOffer({ response, mediaType }: UnreadInput, verdict: OfferVerdict): Offer {
  const { essence: type, profiles } = mediaType;
  const typed = type === '' ? {} : { type };
  return { via: 'content', url: response.retrieval.finalUrl, ...typed, profiles, verdict };
}

/**
 * Passes outcomes on; documents in another format are reported once, after the others.
 * @returns the problem, if all of it is in another format
 */
async function* separateUnread(
  outcomes: AsyncIterable<Outcome<Extracted>>,
): AsyncGenerator<Outcome<Extracted>, Problem | undefined> {
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
  yield { kind: 'failed', problem: unread };
  return undefined;
}

/**
 * Reads a list or a file of many graphs piece by piece; anything else as a whole, up to a limit.
 */
async function* extractLarge(
  input: UnreadInput,
  body: BodyFile,
  route: MetadataRoute,
): AsyncIterable<Outcome<Extracted>> {
  const isDone = route === 'direct' ? yield* readList(input, body) : yield* readGraphs(input, body);
  if (isDone) return;
  const maxBytes = input.limits.pieceBytes * wholePieces;
  if (body.bytes <= maxBytes) yield* extractWhole(input, body, route);
  else {
    const { url } = input.response.target;
    yield { kind: 'failed', problem: { kind: 'document-too-large', url, maxBytes } };
  }
}

/** Reads a body as a whole; a list that is rejected for a part of it, item by item. */
async function* extractSmall(
  input: UnreadInput,
  body: Body,
  route: MetadataRoute,
): AsyncIterable<Outcome<Extracted>> {
  const outcomes: Outcome<Extracted>[] = [];
  for await (const outcome of extractWhole(input, body, route)) outcomes.push(outcome);
  const isRefused = outcomes.length === 1 && outcomes.some(isRefusedText);
  if (route === 'direct' && isRefused && (yield* readList(input, body))) return;
  yield* outcomes;
}

function isRefusedText(outcome: Outcome<Extracted>): boolean {
  if (outcome.kind !== 'failed') return false;
  return outcome.problem.kind === 'json-malformed' || outcome.problem.kind === 'json-too-complex';
}

async function* extractWhole(
  input: UnreadInput,
  body: Body,
  route: MetadataRoute,
): AsyncIterable<Outcome<Extracted>> {
  const read = decodeBody(routes[route], input, body);
  if (read === undefined) yield* extractElsewhere(input, noMetadataAt(input));
  else for await (const outcome of routes[route].extract(read.input)) yield read.add(outcome);
}

/** Synchronous, except for pages without metadata, which are few. */
function extractPage(input: UnreadInput, body: Body): Outcomes {
  const read = decodeBody(embedded, input, body);
  if (read === undefined) return extractElsewhere(input, noMetadataAt(input));
  const outcomes = Array.from(embedded.extract(read.input), read.add);
  return outcomes.some(isWithoutMetadata) ? tryFallbacks(read.input, outcomes) : outcomes;
}

/** The decoded body and a function that adds its charset problems; undefined where it is blank. */
function decodeBody(
  { decode }: Pick<Route, 'decode'>,
  input: UnreadInput,
  body: Body,
): { readonly input: RouteInput; readonly add: ReturnType<typeof problemAdder> } | undefined {
  const bytes = bytesOf(body);
  const decoded = decode(bytes, input.mediaType.charset);
  if (decoded.text.trim() === '') return undefined;
  const { url } = input.response.target;
  const problems = charsetProblems(decoded, url, createPartFinder(decoded.text));
  return { input: { ...input, bytes, decoded }, add: problemAdder(problems) };
}

function noMetadataAt({ response }: UnreadInput): Problem {
  return { kind: 'no-metadata', url: response.target.url };
}

function isWithoutMetadata(outcome: Outcome<Extracted>): boolean {
  return findNoMetadata(outcome) !== undefined;
}

function findNoMetadata(outcome: Outcome<Extracted>): ProblemOf<'no-metadata'> | undefined {
  if (outcome.kind !== 'failed') return undefined;
  return outcome.problem.kind === 'no-metadata' ? outcome.problem : undefined;
}

/**
 * Tries the fallbacks that the source enables; else reports that the page has no metadata, and
 * which fallbacks it has.
 */
async function* tryFallbacks(
  input: RouteInput,
  outcomes: readonly Outcome<Extracted>[],
): AsyncIterable<Outcome<Extracted>> {
  const { fallbacks } = input.response.target;
  for (const outcome of outcomes) {
    const problem = findNoMetadata(outcome);
    if (problem === undefined) {
      yield outcome;
      continue;
    }
    if (fallbacks !== undefined && (yield* extractFallbacks(input))) continue;
    const beside = fallbacksOn(input.decoded);
    yield beside.length === 0
      ? outcome
      : { ...outcome, kind: 'failed', problem: { ...problem, beside } };
  }
}

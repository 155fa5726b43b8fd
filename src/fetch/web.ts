import { urlsOfAnswer } from '../links/resource-names.ts';
import type { AnswerKey, LinkMarks } from '../model/answer.ts';
import type { Ask } from '../model/ask.ts';
import {
  ResourceError,
  type Answered,
  type ConditionalOptions,
  type HttpHeaders,
  type NotModified,
  type Opened,
  type ResponseBody,
} from '../model/http.ts';
import { isVagueType, mayHoldMetadata, parseMediaType } from '../model/media-type.ts';
import type { ProblemKind } from '../model/problem.ts';
import type { Body, Response } from '../model/response.ts';
import type { Target } from '../model/target.ts';
import type { FetchOptions } from './fetch-options.ts';
import { acceptOf, anyAccept } from './accept.ts';
import { asksHeadersFirst } from './headers-first.ts';
import { confirmsLinks, linkMarksOf } from './link-marks.ts';
import { mostInMemory, takeBody } from './take-body.ts';
import { isBinary, leadToMetadata, mayBeData, wantedOf, type Wanted } from './wanted-body.ts';

/** Settings of a request, besides the target. */
type Manner = Pick<ConditionalOptions, 'credentialsOf' | 'signal' | 'permit' | 'onStep'>;

/** The result of a request to the Web. */
export interface WebAnswer {
  readonly response: Response;
  /** See `AnswerKey`. */
  readonly byHead?: true;
  /** The `Link` headers of a 304 before this response that differed from the known ones. */
  readonly otherLinks?: LinkMarks;
}

/**
 * Asks for a target. A list may be as large as `limits.listBytes`, everything else as large as HTTP allows. Of what its
 * headers show to be no metadata there is no body; what is likely to be so is asked with HEAD first, and with GET only
 * where that gave no way on: it may be refused, or not say what GET does (CDIF, "Publishing metadata"). HEAD is never
 * conditional: its answer is as short either way, and only a whole one says where the links lead by now.
 * @returns undefined where the server says that it is what it was when `ask.known` came
 * @throws {ResourceError} what `HttpReader` throws
 * @throws {SpoolFault} when a large body cannot be written to a temporary file
 */
export async function askWeb(
  ask: Ask,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<WebAnswer | undefined> {
  const { target, credentialsOf, onStep } = ask;
  const { permit } = options;
  const permitHop = permit && ((url: string) => permit(ask, url, signal));
  const manner = { credentialsOf, signal, onStep, permit: permitHop };
  if (ask.negotiates !== true && asksHeadersFirst(target)) {
    const answer = await askHeaders(target, options, manner);
    if (answer !== undefined && suffices(target, answer)) {
      return { response: responseOf(target, answer), byHead: true };
    }
    if (answer !== undefined && isKnownByHeaders(answer, ask)) return undefined;
  }
  return askWhole(ask, options, manner);
}

/** Sends GET, conditionally where the known response came by GET. */
async function askWhole(
  ask: Ask,
  options: FetchOptions,
  manner: Manner,
): Promise<WebAnswer | undefined> {
  const { target, known } = ask;
  const validators = known?.byHead === true ? undefined : known;
  const answer = await askContent(ask, options, { ...manner, validators });
  if (answer.notModified === undefined) return { response: responseOf(target, answer) };
  const isSamePlace = known?.finalUrl === answer.retrieval.finalUrl;
  const links = linkMarksOf(answer);
  if (isSamePlace && confirmsLinks(links, known)) {
    tellKnown(answer, known, ask);
    return undefined;
  }
  // The 304 has other links, or a redirect now leads elsewhere, where another resource has the same
  // validators.
  const whole = await askWhole({ ...ask, known: undefined }, options, manner);
  return whole && { ...whole, ...(isSamePlace ? { otherLinks: links } : {}) };
}

/** The known response gets the validators of this 304. */
function tellKnown({ retrieval }: Answered, known: AnswerKey, ask: Ask): void {
  const { etag, lastModified } = retrieval;
  ask.onAnswer?.({ ...known, etag, lastModified });
  ask.onNotModified?.();
}

/** Whether a HEAD response has the validators and headers of the known GET response. */
function isKnownByHeaders(answer: Answered, ask: Ask): boolean {
  const { known } = ask;
  if (known === undefined || known.byHead === true) return false;
  const { finalUrl, etag, lastModified } = answer.retrieval;
  if (etag === undefined && lastModified === undefined) return false;
  const { links, redirectLinks } = linkMarksOf(answer);
  const now = [finalUrl, etag, lastModified, links, redirectLinks];
  const before = [known.finalUrl, known.etag, known.lastModified, known.links, known.redirectLinks];
  if (now.some((fact, place) => fact !== before[place])) return false;
  tellKnown(answer, known, ask);
  return true;
}

/** Statuses of restricted resources, whose metadata may be public. */
const restricted: ReadonlySet<number> = new Set([401, 403, 451]);

/** Problem kinds of a body that is too large. */
const tooMuch: ReadonlySet<ProblemKind> = new Set(['body-bomb', 'body-too-large']);

/**
 * The response of an answer whose content could not be had, where headers lead to metadata nevertheless: those of the answer
 * if it is not for everybody, too large or breaks off, and in any case those of redirects. Where it only failed this time, and may
 * be a page or metadata, links without a label lead nowhere: the record would have another name whenever its server fails.
 */
export function withoutContent(
  target: Target,
  { problem, answered }: ResourceError,
): Response | undefined {
  if (answered === undefined) return undefined;
  const { retrieval, headers } = answered;
  const isItsOwn = problem.url === retrieval.finalUrl;
  const isRestricted = problem.kind === 'http-status' && restricted.has(problem.status);
  const isRefused = problem.kind === 'http-status' && !isRestricted;
  const linkFields = answered.linkFields.filter(({ url }) => !isRefused || url !== problem.url);
  const isLasting = isRestricted || tooMuch.has(problem.kind);
  const isElsewhere = isLasting || (!isRefused && isItsOwn && mayBeData(headers, target));
  const rest = { ...answered, linkFields };
  return leads(target, rest, isElsewhere ? 'any' : 'labelled')
    ? responseOf(target, { ...rest, body: undefined })
    : undefined;
}

/**  @returns undefined where HEAD is refused or fails in another way */
async function askHeaders(
  { url }: Target,
  { http }: FetchOptions,
  manner: Manner,
): Promise<Opened<undefined> | undefined> {
  const options = { ...manner, method: 'HEAD', accept: anyAccept } as const;
  try {
    return await http.read(url, options, async () => undefined);
  } catch (error) {
    if (error instanceof ResourceError && error.problem.kind !== 'robots-disallowed')
      return undefined;
    throw error;
  }
}

/**
 * Whether GET would add nothing to the headers: the resource is not metadata, and leads to some.
 */
function suffices(target: Target, answered: Answered): boolean {
  const { essence } = parseMediaType(answered.headers['content-type'] ?? '');
  return !mayHoldMetadata(essence) && leads(target, answered, 'any');
}

function leads(
  { url }: Target,
  { retrieval, linkFields }: Answered,
  wanted: 'any' | 'labelled',
): boolean {
  return leadToMetadata(linkFields, { names: urlsOfAnswer(url, retrieval), wanted });
}

async function askContent(
  ask: Ask,
  { http, limits, temporaryFolder }: FetchOptions,
  manner: Manner & Pick<ConditionalOptions, 'validators'>,
): Promise<Opened<Body | undefined> | NotModified> {
  const { target, negotiates } = ask;
  const judging = { target, negotiates: negotiates === true, maxBytes: limits.pieceBytes };
  const judge = (headers: HttpHeaders): Wanted => wantedOf(headers, judging);
  const sizes: Readonly<Record<Wanted, number | undefined>> = {
    // The body is not read.
    nothing: Number.POSITIVE_INFINITY,
    page: undefined,
    little: limits.pieceBytes,
    list: limits.listBytes,
  };
  const asking = {
    ...manner,
    accept: acceptOf(ask),
    maxBytes: (headers: HttpHeaders) => sizes[judge(headers)],
  };
  return http.read(target.url, asking, async (pieces, headers) => {
    const wanted = judge(headers);
    const body = wanted === 'list' ? pieces : await withoutBinary(pieces, headers);
    if (wanted !== 'nothing' && body !== undefined) {
      return takeBody(body, Math.min(limits.pieceBytes, mostInMemory), temporaryFolder);
    }
    await pieces.return?.();
    return undefined;
  });
}

/** The same body; undefined where it has no usable type and begins with binary data. */
async function withoutBinary(
  pieces: ResponseBody,
  headers: HttpHeaders,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const { essence } = parseMediaType(headers['content-type'] ?? '');
  if (!isVagueType(essence)) return pieces;
  const first = await pieces.next();
  if (first.done === true) return pieces;
  return isBinary(first.value) ? undefined : startingWith(first.value, pieces);
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

function responseOf(
  target: Target,
  { retrieval, headers, linkFields, body }: Opened<Body | undefined>,
): Response {
  const { 'content-type': contentType = '' } = headers;
  return { target, retrieval, contentType, linkFields, ...(body === undefined ? {} : { body }) };
}

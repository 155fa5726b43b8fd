import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { FileChanged, openUnchangedFile } from '../files/same-file.ts';
import { responseUrls } from '../links/followable-links.ts';
import {
  type FetchRequest,
  type Body,
  type ConditionalOptions,
  type HttpAnswer,
  type HttpHeaders,
  type LinkField,
  type LinkFieldHashes,
  type NotModified,
  type OpenedResponse,
  ResourceError,
  type Response,
  type ResponseBody,
  type ResponseSignature,
} from '../model/http.ts';
import {
  isGzipType,
  isVagueType,
  mayHoldMetadata,
  mediaTypeOfFile,
  parseMediaType,
} from '../model/media-type.ts';
import { startingWith, uncompressed } from './body.ts';
import type { Outcome, Stage, StageContext } from '../model/outcome.ts';
import {
  fileUnreadableProblem,
  type Problem,
  type ProblemKind,
  type ProblemOf,
} from '../model/problem.ts';
import type { Target } from '../model/target.ts';
import {
  type FetchOptions,
  fileOfMappedUrl,
  maxBytesInMemory,
  readTargetFile,
  removeTemporary,
  storeBody,
} from './fetch-file.ts';
import {
  acceptHeader,
  decideWantedBody,
  defaultAccept,
  isBinaryData,
  leadToMetadata,
  mayBeData,
  startsWithHead,
  type WantedBody,
} from './wanted-content.ts';

/**
 * Creates the stage that fetches a target: takes what its listing delivered, or the file that it
 * has or that its URL maps to, or requests it from the Web. A response without content whose
 * headers lead to metadata comes with `content-unavailable`; one not modified since
 * `FetchRequest.known` is skipped. A temporary file exists until the next outcome is requested. An
 * abort is thrown, as the signal's reason.
 * @throws {SpoolFault} when a large body cannot be written to a temporary file
 */
export function createFetchStage(options: FetchOptions): Stage<FetchRequest, Response> {
  return {
    name: 'fetch',
    async *process(request, context): AsyncGenerator<Outcome<Response>> {
      const outcome = await fetchTarget(request, options, context);
      try {
        yield outcome;
      } finally {
        if (outcome.kind === 'produced') await removeTemporary(outcome.value);
      }
    },
  };
}

async function fetchTarget(
  request: FetchRequest,
  options: FetchOptions,
  { signal, now }: StageContext,
): Promise<Outcome<Response>> {
  signal.throwIfAborted();
  const { target } = request;
  const problems: Problem[] = [];
  const onProblem = (problem: Problem): void => void problems.push(problem);
  const { temporaryFolder } = options;
  const unpacking = { onProblem, ...(temporaryFolder === undefined ? {} : { temporaryFolder }) };
  try {
    const local =
      deliveredResponse(target, now) ??
      (await responseOfFile(target, options, (found) =>
        readTargetFile(found, options.limits, now, unpacking),
      ));
    const result: WebFetchResult | undefined =
      local === undefined
        ? await fetchFromWeb(request, options, { signal, onProblem })
        : { response: local };
    if (result !== undefined) {
      const { response: value } = result;
      if (!(await isUnchanged(result, request))) {
        return { kind: 'produced', value, ...(problems.length > 0 && { problems }) };
      }
      await removeTemporary(value);
    }
    return { kind: 'skipped', url: target.url, reason: 'not-modified' };
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    const value = responseWithoutContent(target, error);
    return value === undefined
      ? { kind: 'failed', problem: error.problem }
      : { kind: 'produced', value, problems: [contentUnavailableProblem(error.problem)] };
  }
}

/**
 * The response for a target whose listing delivered its content. The body is a copy, since threads
 * that read it take it over.
 */
function deliveredResponse({ content, ...target }: Target, now: () => Date): Response | undefined {
  if (content === undefined) return undefined;
  const retrieval = { finalUrl: target.url, redirects: [], at: now().toISOString() };
  const { contentType, body } = content;
  return { target, retrieval, contentType, linkFields: [], body: new Uint8Array(body) };
}

/** The response for a target that has a file, or whose URL maps to one. */
async function responseOfFile(
  target: Target,
  { folders = [] }: FetchOptions,
  read: (found: Target & { readonly file: string }) => Promise<Response>,
): Promise<Response | undefined> {
  const { file = await fileOfMappedUrl(target.url, folders) } = target;
  return file === undefined ? undefined : read({ ...target, file });
}

/**
 * Whether a response equals the known one. Also reports the validators to keep, with the links of
 * an earlier 304 where only those differed: a server may omit some links in each 304.
 */
async function isUnchanged(
  { response, byHead, otherLinks }: WebFetchResult,
  { known, onAnswer }: FetchRequest,
): Promise<boolean> {
  const fingerprint = await responseFingerprint(response);
  const isSame = known?.fingerprint === fingerprint;
  const { finalUrl, etag, lastModified } = response.retrieval;
  const links = (isSame ? otherLinks : undefined) ?? hashLinkFields(response);
  onAnswer?.({ finalUrl, fingerprint, etag, lastModified, ...links, byHead });
  return isSame;
}

/** The problem of a resource that answered, but whose content is unavailable. */
function contentUnavailableProblem(problem: Problem): ProblemOf<'content-unavailable'> {
  const { url, kind: reason } = problem;
  const status = problem.kind === 'http-status' ? { status: problem.status } : {};
  return { kind: 'content-unavailable', url, reason, ...status };
}

/**
 * SHA-256, in hexadecimal, of the final URL, status, type, `Link` headers and body of a response.
 * @throws {ResourceError} `file-unreadable` where the file with the body was replaced or removed
 */
async function responseFingerprint({
  target: { url },
  retrieval,
  contentType,
  linkFields,
  body,
}: Response): Promise<string> {
  const { finalUrl, status } = retrieval;
  const sha256 = createHash('sha256');
  sha256.update(JSON.stringify([finalUrl, status ?? null, contentType, linkFields]));
  if (body === undefined) return sha256.digest('hex');
  if (body instanceof Uint8Array) return sha256.update(body).digest('hex');
  try {
    // The stream closes the file, also on failure.
    const stream = createReadStream('', { fd: openUnchangedFile(body) });
    for await (const piece of stream) sha256.update(piece as Uint8Array); // no encoding is set
    return sha256.digest('hex');
  } catch (error) {
    const problem =
      error instanceof FileChanged
        ? ({ kind: 'file-unreadable', url, code: 'ESTALE' } as const)
        : fileUnreadableProblem(url, error);
    throw new ResourceError(problem, { cause: error });
  }
}

/** Settings that all requests for a target share. */
type RequestSettings = Pick<
  ConditionalOptions,
  'credentialsOf' | 'onProblem' | 'onStep' | 'permit' | 'signal'
>;

/** The result of a request to the Web. */
interface WebFetchResult {
  readonly response: Response;
  /** See `ResponseSignature`. */
  readonly byHead?: true;
  /** The `Link` headers of a 304 before this response that differed from the known ones. */
  readonly otherLinks?: LinkFieldHashes | undefined;
}

/**
 * Fetches a target from the Web. Bodies that are no metadata by their headers are not downloaded. A
 * target that is probably data is requested with HEAD first, then with GET unless HEAD led to
 * metadata: some servers refuse HEAD or answer it differently (CDIF, "Publishing metadata"). HEAD
 * is never conditional, since a 304 need not have the current links.
 * @returns undefined where the response is not modified since `request.known`
 */
async function fetchFromWeb(
  request: FetchRequest,
  options: FetchOptions,
  { signal, onProblem }: Pick<RequestSettings, 'signal' | 'onProblem'>,
): Promise<WebFetchResult | undefined> {
  const { target, credentialsOf, onStep } = request;
  const { permit } = options;
  const permitHop = permit && ((url: string) => permit(request, url, signal));
  const settings = { credentialsOf, signal, onProblem, onStep, permit: permitHop };
  if (request.negotiates !== true && startsWithHead(target)) {
    const head = await requestHead(target, options, settings);
    if (head !== undefined) {
      const { essence } = parseMediaType(head.headers['content-type'] ?? '');
      // GET would add nothing: the resource is not metadata, and its headers lead to some.
      if (!mayHoldMetadata(essence) && headersLead(target, head, 'any')) {
        return { response: buildResponse(target, head), byHead: true };
      }
      if (isKnownByHeaders(head, request)) return undefined;
    }
  }
  return requestWithGet(request, options, settings);
}

/** Sends GET, conditionally where the known response came by GET. */
async function requestWithGet(
  request: FetchRequest,
  options: FetchOptions,
  settings: RequestSettings,
): Promise<WebFetchResult | undefined> {
  const { target, known } = request;
  const validators = known?.byHead === true ? undefined : known;
  const answer = await readContent(request, options, { ...settings, validators });
  if (answer.notModified === undefined) return { response: buildResponse(target, answer) };
  const isSamePlace = known?.finalUrl === answer.retrieval.finalUrl;
  const links = hashLinkFields(answer);
  if (isSamePlace && hasKnownLinks(links, known)) {
    reportNotModified(answer, known, request);
    return undefined;
  }
  // The 304 has other links, or a redirect now leads elsewhere, where another resource has the same
  // validators.
  const whole = await requestWithGet({ ...request, known: undefined }, options, settings);
  return whole && { ...whole, otherLinks: isSamePlace ? links : undefined };
}

/** The known response gets the validators of this one. */
function reportNotModified(
  { retrieval: { etag, lastModified } }: HttpAnswer,
  known: ResponseSignature,
  request: FetchRequest,
): void {
  request.onAnswer?.({ ...known, etag, lastModified });
  request.onNotModified?.();
}

/** Whether a HEAD response has the validators and headers of the known GET response. */
function isKnownByHeaders(answer: HttpAnswer, request: FetchRequest): boolean {
  const { known } = request;
  if (known === undefined || known.byHead === true) return false;
  const { finalUrl, etag, lastModified } = answer.retrieval;
  if (etag === undefined && lastModified === undefined) return false;
  const { links, redirectLinks } = hashLinkFields(answer);
  const now = [finalUrl, etag, lastModified, links, redirectLinks];
  const before = [known.finalUrl, known.etag, known.lastModified, known.links, known.redirectLinks];
  if (now.some((fact, place) => fact !== before[place])) return false;
  reportNotModified(answer, known, request);
  return true;
}

/** Statuses of restricted resources, whose metadata may be public. */
const restricted: ReadonlySet<number> = new Set([401, 403, 451]);

/** Problem kinds of a body that is too large. */
const tooMuch: ReadonlySet<ProblemKind> = new Set(['body-bomb', 'body-too-large']);

/**
 * The response without body where content is unavailable, but headers lead to metadata. Where a
 * possible page or metadata failed only this time, unlabelled links do not count: the record would
 * get another name whenever its server fails.
 */
function responseWithoutContent(
  target: Target,
  { problem, answered }: ResourceError,
): Response | undefined {
  if (answered === undefined) return undefined;
  const { retrieval, headers } = answered;
  const isOfFinalUrl = problem.url === retrieval.finalUrl;
  const isRestricted = problem.kind === 'http-status' && restricted.has(problem.status);
  // The headers of a challenge are those of the service that sent it.
  const isChallenge = problem.kind === 'bot-challenge';
  const isRefused = isChallenge || (problem.kind === 'http-status' && !isRestricted);
  const linkFields = answered.linkFields.filter(({ url }) => !isRefused || url !== problem.url);
  const isLasting = isRestricted || tooMuch.has(problem.kind);
  const isElsewhere = isLasting || (!isRefused && isOfFinalUrl && mayBeData(headers, target));
  const rest = { ...answered, linkFields };
  return headersLead(target, rest, isElsewhere ? 'any' : 'labelled')
    ? buildResponse(target, { ...rest, body: undefined })
    : undefined;
}

/** @returns undefined where HEAD is refused or fails in another way */
async function requestHead(
  { url }: Target,
  { http }: FetchOptions,
  settings: RequestSettings,
): Promise<OpenedResponse<undefined> | undefined> {
  const options = { ...settings, method: 'HEAD', accept: defaultAccept } as const;
  try {
    return await http.read(url, options, async () => undefined);
  } catch (error) {
    if (error instanceof ResourceError && error.problem.kind !== 'robots-disallowed')
      return undefined;
    throw error;
  }
}

function headersLead(
  { url }: Target,
  { retrieval, linkFields }: HttpAnswer,
  wanted: 'any' | 'labelled',
): boolean {
  return leadToMetadata(linkFields, { names: responseUrls(url, retrieval), wanted });
}

async function readContent(
  request: FetchRequest,
  { http, limits, temporaryFolder }: FetchOptions,
  settings: RequestSettings & Pick<ConditionalOptions, 'validators'>,
): Promise<OpenedResponse<Body | undefined> | NotModified> {
  const { target, negotiates = false } = request;
  const decision = { target, negotiates, maxBytes: limits.pieceBytes };
  const decide = (headers: HttpHeaders): WantedBody => decideWantedBody(headers, decision);
  const maxBytes: Readonly<Record<WantedBody, number | undefined>> = {
    // The body is not read.
    nothing: Number.POSITIVE_INFINITY,
    page: undefined,
    little: limits.pieceBytes,
    list: limits.listBytes,
  };
  const conditions = {
    ...settings,
    accept: acceptHeader(request),
    maxBytes: (headers: HttpHeaders) => maxBytes[decide(headers)],
  };
  return http.read(target.url, conditions, async (pieces, headers) => {
    const wanted = decide(headers);
    const { maxRatio, listBytes } = limits;
    const { onProblem } = settings;
    const packing = { maxBytes: listBytes, maxRatio, url: target.url, onProblem };
    const body =
      wanted === 'list' ? uncompressed(pieces, packing) : await withoutBinary(pieces, headers);
    if (wanted !== 'nothing' && body !== undefined) {
      return storeBody(body, Math.min(limits.pieceBytes, maxBytesInMemory), temporaryFolder);
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
  return isBinaryData(first.value) ? undefined : startingWith(first.value, pieces);
}

/** Only lists are read from gzip files; the name then gives the media type. */
function buildResponse(
  target: Target,
  { retrieval, headers, linkFields, body }: OpenedResponse<Body | undefined>,
): Response {
  const { 'content-type': type = '' } = headers;
  const contentType =
    body !== undefined && isGzipType(parseMediaType(type).essence)
      ? (mediaTypeOfFile(new URL(retrieval.finalUrl).pathname) ?? '')
      : type;
  return { target, retrieval, contentType, linkFields, ...(body === undefined ? {} : { body }) };
}

/** Hashes the `Link` headers of a response and of its redirects: 16 hexadecimal digits each. */
function hashLinkFields({
  retrieval: { finalUrl },
  linkFields,
}: Pick<HttpAnswer, 'retrieval' | 'linkFields'>): LinkFieldHashes {
  const own = linkFields.filter(({ url }) => url === finalUrl);
  const others = linkFields.filter(({ url }) => url !== finalUrl);
  return { links: shortHash(own), redirectLinks: shortHash(others) };
}

/**
 * Whether the `Link` headers of a 304 agree with the known ones. A 304 may omit `Link` (RFC 9110
 * §15.4.5); where present, it is current. Redirects never answer 304 and always have theirs.
 */
function hasKnownLinks(now: LinkFieldHashes, known: LinkFieldHashes): boolean {
  const isOwn = now.links === undefined || now.links === known.links;
  return isOwn && now.redirectLinks === known.redirectLinks;
}

function shortHash(fields: readonly LinkField[]): string | undefined {
  if (fields.length === 0) return undefined;
  return hash('sha256', JSON.stringify(fields), 'hex').slice(0, 16);
}

import { hash } from 'node:crypto';
import { responseUrls } from '../links/followable-links.ts';
import {
  type Body,
  type ConditionalOptions,
  type FetchRequest,
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
  isJsonLdType,
  isVagueType,
  mayHoldMetadata,
  mediaTypeOfFile,
  parseMediaType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { ProblemKind } from '../model/problem.ts';
import type { Target, TargetLabel } from '../model/target.ts';
import type { FetchOptions } from './fetch-file.ts';
import { maxBytesInMemory, storeBody } from './spool-file.ts';
import {
  decideWantedBody,
  isBinaryData,
  leadToMetadata,
  mayBeData,
  type WantedBody,
} from './wanted-body.ts';

/** Settings that all requests for a target share. */
type RequestSettings = Pick<ConditionalOptions, 'credentialsOf' | 'signal' | 'permit' | 'onStep'>;

/** The result of a request to the Web. */
export interface WebFetchResult {
  readonly response: Response;
  /** See `ResponseSignature`. */
  readonly byHead?: true;
  /** The `Link` headers of a 304 before this response that differed from the known ones. */
  readonly otherLinks?: LinkFieldHashes;
}

/**
 * Fetches a target from the Web. Bodies that are no metadata by their headers are not downloaded. A
 * target that is probably data is requested with HEAD first, then with GET unless HEAD led to
 * metadata: some servers refuse HEAD or answer it differently (CDIF, "Publishing metadata"). HEAD is
 * never conditional, since a 304 need not have the current links.
 * @returns undefined where the response is not modified since `request.known`
 * @throws {ResourceError} as `HttpReader`
 * @throws {SpoolFault} when a large body cannot be written to a temporary file
 */
export async function fetchFromWeb(
  request: FetchRequest,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<WebFetchResult | undefined> {
  const { target, credentialsOf, onStep } = request;
  const { permit } = options;
  const permitHop = permit && ((url: string) => permit(request, url, signal));
  const settings = { credentialsOf, signal, onStep, permit: permitHop };
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
  return whole && { ...whole, ...(isSamePlace ? { otherLinks: links } : {}) };
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
 * The response without body where content is unavailable, but headers lead to metadata: the headers
 * of a response that is restricted, too large or breaks off, and always those of redirects. Where a
 * possible page or metadata failed only this time, unlabelled links do not count: the record would
 * get another name whenever its server fails.
 */
export function responseWithoutContent(
  target: Target,
  { problem, answered }: ResourceError,
): Response | undefined {
  if (answered === undefined) return undefined;
  const { retrieval, headers } = answered;
  const isOfFinalUrl = problem.url === retrieval.finalUrl;
  const isRestricted = problem.kind === 'http-status' && restricted.has(problem.status);
  const isRefused = problem.kind === 'http-status' && !isRestricted;
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
    const body = wanted === 'list' ? pieces : await withoutBinary(pieces, headers);
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

async function* startingWith(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

function buildResponse(
  target: Target,
  { retrieval, headers, linkFields, body }: OpenedResponse<Body | undefined>,
): Response {
  const { 'content-type': contentType = '' } = headers;
  return { target, retrieval, contentType, linkFields, ...(body === undefined ? {} : { body }) };
}

/**
 * HTML and JSON-LD have equal weight, so that a server that has both sends its default; other JSON
 * may be metadata, and all other types are accepted because many servers mislabel.
 */
const defaultAccept =
  'text/html, application/xhtml+xml, application/ld+json, application/json;q=0.8, */*;q=0.5';

/** `Accept` for a list: machine-readable formats first, since an HTML page may show only a part. */
const listAccept =
  'application/geo+json, application/ld+json;q=0.9, application/json;q=0.8, text/turtle;q=0.7, ' +
  'text/html;q=0.6, application/xhtml+xml;q=0.6, */*;q=0.5';

/**
 * `Accept` where a page offers no metadata: CDIF first, then the syntaxes by how completely they
 * are read.
 */
const otherMetadata = [
  ['application/ld+json', 0.8],
  ['text/turtle', 0.7],
  ['application/rdf+xml', 0.6],
  ['application/n-triples', 0.5],
  ['application/n-quads', 0.5],
  ['application/trig', 0.5],
] as const;
const metadataAccept = `application/ld+json;profile="CDIF1.0", ${otherTypes(new Set())}`;

/**
 * The `Accept` header of a request. Labels of the document come first, since the same URL may give
 * a page to others; a label that names a script means that the page is wanted.
 */
function acceptHeader({ target, negotiates }: Pick<FetchRequest, 'target' | 'negotiates'>): string {
  if (negotiates === true) return metadataAccept;
  const labels = (target.labels ?? []).filter(({ scriptId }) => scriptId === undefined);
  const documents = labels.filter((label) => isDocument(label));
  if (documents.length === 0) return usualAccept(target, labels);
  const types = new Set(documents.flatMap(withProfiles));
  const named = new Set(documents.map(({ type }) => type));
  return [...types, otherTypes(named), '*/*;q=0.1'].join(', ');
}

type DocumentLabel = TargetLabel & Required<Pick<TargetLabel, 'type'>>;

function isDocument(label: TargetLabel): label is DocumentLabel {
  const { type = '' } = label;
  return isJsonLdType(type) || rdfSyntaxOf(type) !== undefined;
}

function usualAccept({ isList }: Target, labels: readonly TargetLabel[]): string {
  if (isList !== true) return defaultAccept;
  return [...labels.flatMap(({ type = [] }) => type), listAccept].join(', ');
}

/** The other metadata types, each with its weight. */
function otherTypes(named: ReadonlySet<string>): string {
  return otherMetadata
    .filter(([type]) => !named.has(type))
    .map(([type, weight]) => `${type};q=${weight}`)
    .join(', ');
}

/** A type with the profiles of its label, then the type alone. */
function withProfiles({ type, profiles }: DocumentLabel): readonly string[] {
  // In quotes, a profile needs no escape.
  const named = profiles.filter((profile) => /^[!#-[\]-~]+$/u.test(profile)).join(' ');
  return named === '' ? [type] : [`${type};profile="${named}"`, `${type};q=0.9`];
}

/** File extensions of data, documents and archives, which can be of any size and are not metadata. */
const dataExtensions: ReadonlySet<string> = new Set(
  (
    '7z avi bam bin bz2 cdf csv doc docx dta exe fastq fits flac fq gif gpkg grb grb2 grib grib2 gz h5 hdf hdf5 ' +
    'iso jp2 jpeg jpg kmz las laz mat mdb mov mp3 mp4 mpeg nc nc4 ods odt ogg parquet pdf png ppt pptx rar rda rds ' +
    'sav segy shp sqlite tar tgz tif tiff tsv vcf wav webm xls xlsx xz zarr zip zst'
  ).split(' '),
);

/**
 * Whether a target is probably the resource itself, so that HEAD precedes GET of a possibly large
 * body (CDIF, publishing metadata: HEAD): by its labels, by its file extension, and where a sitemap
 * is for CDIF only, whose locations may be resources.
 */
function startsWithHead({ url, labels = [], found }: Target): boolean {
  if (found.by === 'link' || found.by === 'list') return false;
  const types = labels.flatMap(({ type = [] }) => type);
  if (types.length > 0) return !types.some((type) => mayHoldMetadata(type));
  const { pathname } = new URL(url);
  const extension = /\.([a-z\d]+)$/iu.exec(pathname)?.[1]?.toLowerCase();
  if (extension !== undefined && dataExtensions.has(extension)) return true;
  return found.agent !== undefined && mediaTypeOfFile(pathname) === undefined;
}

/**
 * Hashes the `Link` headers of a response and of the redirects before it: 16 hexadecimal digits
 * each.
 */
export function hashLinkFields({
  retrieval: { finalUrl },
  linkFields,
}: Pick<HttpAnswer, 'retrieval' | 'linkFields'>): LinkFieldHashes {
  const own = linkFields.filter(({ url }) => url === finalUrl);
  const others = linkFields.filter(({ url }) => url !== finalUrl);
  return {
    ...(own.length === 0 ? {} : { links: shortHash(own) }),
    ...(others.length === 0 ? {} : { redirectLinks: shortHash(others) }),
  };
}

/**
 * Whether the `Link` headers of a 304 agree with the known ones. A 304 may omit `Link` (RFC 9110
 * §15.4.5); where present, it is current. Redirects never answer 304 and always have theirs.
 */
function hasKnownLinks(now: LinkFieldHashes, known: LinkFieldHashes): boolean {
  const isOwn = now.links === undefined || now.links === known.links;
  return isOwn && now.redirectLinks === known.redirectLinks;
}

function shortHash(fields: readonly LinkField[]): string {
  return hash('sha256', JSON.stringify(fields), 'hex').slice(0, 16);
}

import { urlOfDomainName } from '../../config/schema-parts.ts';
import { isSitemapName } from '../../discover/discoverer.ts';
import { beginsListing } from '../../discover/read-sitemap.ts';
import { resolveSiteScheme } from '../../discover/site.ts';
import { chooseRoute } from '../../extract/body-formats.ts';
import { type HttpReader, ResourceError } from '../../model/http.ts';
import { parseMediaType } from '../../model/media-type.ts';
import type { Problem } from '../../model/problem.ts';
import type { CheckStartKind } from '../../model/site-check.ts';
import { targetUrl } from '../../model/target.ts';
import { readPrefix, uncompressed } from '../../web/body.ts';
import {
  type RobotsCache,
  type RobotsResult,
  robotsUnavailableProblem,
} from '../../web/robots/robots-cache.ts';
import { defaultAccept } from '../../web/wanted-content.ts';

/** A URL to check, as the user gave it. */
export interface StartUrl {
  /** Normalised: see `targetUrl`. */
  readonly url: string;
  /** Whether it was given without a scheme, so that http is tried where https is unreachable. */
  readonly isByName?: true;
}

/**
 * Reads what a user gives to check: an absolute http or https URL, or one that begins with a domain
 * name (`example.org/x`).
 * @returns undefined where it is neither, or contains user information
 */
export function parseStartUrl(text: string): StartUrl | undefined {
  const trimmed = text.trim();
  const [name = ''] = trimmed.split(/[/?#]/u, 1);
  const url = targetUrl(trimmed);
  if (url !== undefined) return { url };
  if (urlOfDomainName(name) === undefined) return undefined;
  const byName = targetUrl(`https://${trimmed}`);
  return byName === undefined ? undefined : { url: byName, isByName: true };
}

/** What a check begins with. */
export type CheckStart =
  | ({ readonly kind: CheckStartKind } & StartUrl)
  /** No answer came from the address, or it must not be requested. */
  | { readonly kind: 'unreachable'; readonly url: string; readonly problem: Problem };

interface IdentifyContext {
  readonly http: HttpReader;
  readonly robots: RobotsCache;
  readonly signal: AbortSignal;
}

/** Bytes of a document that are read: more than its format needs. */
const beginningBytes = 65_536;

/**
 * Finds out what a URL is, by at most one request besides robots.txt, which is obeyed:
 * - robots.txt is a site, and so is the root of a host, without a request for it where robots.txt
 *   names sitemaps, and else unless a document is there; a site that was given by name keeps its
 *   https URL, since discovery chooses the scheme;
 * - else the content decides: a sitemap, index, feed or text list of URLs; the base URL of OAI-PMH;
 *   a document in JSON or another syntax of RDF; anything else is a page, also an error status;
 * - a URL whose name is that of a sitemap, and whose content is no list, is a sitemap all the same,
 *   so that the check tells what is wrong with the sitemap.
 * @throws the signal's reason when it is aborted
 */
export async function identifyStart(
  start: StartUrl,
  context: IdentifyContext,
): Promise<CheckStart> {
  const { site: url, answer } = await resolveSiteScheme(
    { ...start, name: '', site: start.url },
    context,
  );
  if (isSilent(answer)) {
    return { kind: 'unreachable', url, problem: robotsUnavailableProblem(answer, url) };
  }
  const { pathname, search } = new URL(url);
  const isRoot = pathname === '/' && search === '';
  if (!isRoot && pathname !== '/robots.txt') return identifyContent(url, context);
  const site = { ...start, kind: 'site', url: new URL('/', start.url).href } as const;
  if (!isRoot || (answer.kind === 'file' && answer.file.sitemaps.length > 0)) return site;
  const root = await identifyContent(url, context);
  return root.kind === 'document' ? root : site;
}

async function identifyContent(url: string, context: IdentifyContext): Promise<CheckStart> {
  try {
    const found = await readBeginning(url, context);
    if (isRepository(url, found)) return { kind: 'repository', url };
    return { kind: kindOf(found) ?? kindByName(url), url };
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    const { problem, answered } = error;
    if (answered !== undefined || !isUnreachable(problem)) return { kind: kindByName(url), url };
    return { kind: 'unreachable', url, problem };
  }
}

/** Whether no answer came to the request for robots.txt. A redirect is an answer. */
function isSilent(
  answer: RobotsResult,
): answer is Extract<RobotsResult, { readonly kind: 'unavailable' }> {
  if (answer.kind !== 'unavailable' || answer.problem.url !== answer.url) return false;
  return isUnreachable(answer.problem);
}

function isUnreachable(problem: Problem): boolean {
  if (problem.kind === 'timed-out')
    return problem.phase === 'connect' || problem.phase === 'headers';
  return (
    problem.kind === 'connection-failed' ||
    problem.kind === 'address-refused' ||
    problem.kind === 'host-given-up'
  );
}

interface Beginning {
  /** Decompressed. */
  readonly bytes: Uint8Array;
  /** The media type, in lower case. */
  readonly essence: string;
}

async function readBeginning(
  url: string,
  { http, robots, signal }: IdentifyContext,
): Promise<Beginning> {
  const options = {
    signal,
    accept: defaultAccept,
    maxBytes: Number.POSITIVE_INFINITY,
    permit: async (each: string): Promise<void> => void (await robots.permit(each, signal)),
  };
  // The beginning is bounded, so nothing else needs to be.
  const bounds = { maxBytes: Number.POSITIVE_INFINITY, maxRatio: Number.POSITIVE_INFINITY };
  const { body } = await http.read(url, options, async (pieces, headers) => {
    const { essence } = parseMediaType(headers['content-type'] ?? '');
    return {
      bytes: await readPrefix(uncompressed(pieces, { ...bounds, url }), beginningBytes),
      essence,
    };
  });
  return body;
}

function kindOf({ bytes, essence }: Beginning): CheckStartKind | undefined {
  if (beginsListing(bytes, bytes.length < beginningBytes)) return 'sitemap';
  const route = chooseRoute(essence, bytes);
  return route === 'direct' || route === 'rdf' ? 'document' : undefined;
}

/**
 * Whether a URL is the base URL of a repository: OAI-PMH answers there, with an error where no verb
 * was given. A list or a record is a document by itself.
 */
function isRepository(url: string, { bytes }: Beginning): boolean {
  const verb = new URL(url).searchParams.get('verb') ?? 'Identify';
  return verb === 'Identify' && /<(?:[\w.-]{1,99}:)?OAI-PMH[\s>]/u.test(textOf(bytes));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function kindByName(url: string): CheckStartKind {
  const isSitemap = isSitemapName(url) || /\.xml\.gz$/iu.test(new URL(url).pathname);
  return isSitemap ? 'sitemap' : 'page';
}

import {
  listRobotsProblems,
  type RobotsResult,
  robotsUnavailableProblem,
} from '../web/robots/robots-book.ts';
import { isCdifAgent, type SitemapLine } from '../web/robots/robots-file.ts';
import {
  type DiscoverContext,
  type ListingItem,
  resolveListedUrl,
  shortenValue,
  type SourceOfKind,
} from './discoverer.ts';
import {
  findSitemapAbsence,
  listDefaultPlaces,
  rememberNamedSitemaps,
  reportNoSitemap,
} from './site-default-places.ts';
import type { SitemapReference } from './sitemap-listing.ts';
import { SitemapTree } from './sitemap-tree.ts';

/**
 * Lists the sitemaps of a site: those that robots.txt names or, where it names none that exists,
 * the one in a default place (`listDefaultPlaces`), unless only CDIF sitemaps are wanted. A sitemap
 * that is temporarily unavailable is no reason to try others. While robots.txt is unavailable
 * nothing may be fetched (RFC 9309 §2.3.1.4), so nothing is listed, unless the source ignores
 * robots.txt.
 */
export async function* discoverSite(
  source: SourceOfKind<'site'>,
  reading: DiscoverContext,
): AsyncGenerator<ListingItem> {
  const { robots: robotsPolicy, sitemaps } = source;
  const { site, answer, notice } = await resolveSiteScheme(source, reading);
  if (notice !== undefined) yield notice;
  if (answer.kind === 'unavailable') {
    yield { kind: 'problem', problem: robotsUnavailableProblem(answer, site) };
    if (robotsPolicy !== 'ignore') return;
  }
  const tree = new SitemapTree(reading);
  const missing = new Set<string>();
  let isListed = false;
  for (const item of listRobotsSitemaps(answer, sitemaps === 'cdif')) {
    if (item.kind === 'named') {
      yield { kind: 'sitemap', url: item.url };
      if (yield* listNamed(tree, item)) isListed = true;
      else missing.add(item.url);
    } else {
      yield item;
    }
  }
  if (isListed) {
    await rememberNamedSitemaps({ source, reading });
    return;
  }
  const search = { site, robots: answer.url, missing };
  if (sitemaps === 'cdif') yield reportNoSitemap(search);
  else yield* listDefaultPlaces(tree, search, { source, reading });
}

/** @returns whether the sitemap exists, or may exist on a later fetch */
async function* listNamed(
  tree: SitemapTree,
  { url, naming }: RobotsSitemap,
): AsyncGenerator<ListingItem, boolean> {
  let exists = false;
  for await (const item of tree.list(url, naming)) {
    exists ||= item.kind !== 'notice' && findSitemapAbsence(item) === undefined;
    yield item;
  }
  return exists;
}

/** The URL at which a site is reachable, and its robots.txt. */
interface ResolvedSite {
  readonly site: string;
  readonly answer: RobotsResult;
  /** `site-without-https`, where the scheme was changed. */
  readonly notice?: ListingItem;
}

/**
 * Fetches robots.txt of a site. Where the source gives only a domain and https is unreachable, http
 * is tried; if both are unreachable, the https problem is reported.
 * @throws the signal's reason when it is aborted
 */
export async function resolveSiteScheme(
  { name, site, isByName }: SourceOfKind<'site'>,
  { robots, signal }: Pick<DiscoverContext, 'robots' | 'signal'>,
): Promise<ResolvedSite> {
  const answer = await robots.of(site, signal, name);
  const code = isByName === true ? unreachableReason(answer) : undefined;
  if (code === undefined) return { site, answer };
  const httpSite = site.replace(/^https:/u, 'http:');
  const httpAnswer = await robots.of(httpSite, signal, name);
  if (unreachableReason(httpAnswer) !== undefined) return { site, answer };
  const problem = { kind: 'site-without-https', url: site, code, taken: httpSite } as const;
  return { site: httpSite, answer: httpAnswer, notice: { kind: 'notice', problem } };
}

/**
 * Why the server itself, not a redirect target, is unreachable: no connection, no TLS, no response.
 */
function unreachableReason(answer: RobotsResult): string | undefined {
  if (answer.kind !== 'unavailable' || answer.problem.url !== answer.url) return undefined;
  const { problem } = answer;
  if (problem.kind === 'connection-failed') return problem.code;
  return problem.kind === 'timed-out' && problem.phase === 'connect' ? problem.kind : undefined;
}

/** A sitemap that robots.txt names. */
interface RobotsSitemap {
  readonly kind: 'named';
  readonly url: string;
  readonly naming: SitemapReference;
}

/**
 * The problems of a robots.txt file, and the sitemaps that it names, each once, in order.
 * @param forCdif whether to list only sitemaps under a CDIF user agent
 */
function listRobotsSitemaps(
  answer: RobotsResult,
  forCdif: boolean,
): readonly (ListingItem | RobotsSitemap)[] {
  if (answer.kind !== 'file') return [];
  const { file, url, finalUrl } = answer;
  const wanted = file.sitemaps.filter((line) => !forCdif || line.isForCdif);
  const items = wanted.map((line) => namedSitemap(line, url, finalUrl));
  const named = new Map<string, RobotsSitemap>();
  for (const item of items) {
    if (item.kind !== 'named') continue;
    // A sitemap named both for all agents and for CDIF counts as a CDIF sitemap.
    const isKnown = named.has(item.url) && item.naming.agent === undefined;
    if (!isKnown) named.set(item.url, item);
  }
  return [
    ...listRobotsProblems(answer).map((problem): ListingItem => {
      // Sitemaps may have been cut off with the rest; no other problem loses any.
      return { kind: problem.kind === 'robots-too-large' ? 'problem' : 'notice', problem };
    }),
    ...items.filter(({ kind }) => kind !== 'named'),
    ...named.values(),
  ];
}

/** @param base the base of relative URLs: the final URL of robots.txt */
function namedSitemap(
  line: SitemapLine,
  robots: string,
  base: string,
): ListingItem | RobotsSitemap {
  const { value, line: number, column, agents, isForCdif } = line;
  const url = resolveListedUrl(value, base);
  if (url === undefined) {
    const entry = { value: shortenValue(value), line: number, column };
    return { kind: 'problem', problem: { kind: 'sitemap-entry-invalid', url: robots, ...entry } };
  }
  const robotsHost = new URL(robots).host;
  const agent = isForCdif ? agents.find((name) => isCdifAgent(name)) : undefined;
  const naming = agent === undefined ? { robotsHost } : { robotsHost, agent };
  return { kind: 'named', url, naming };
}

import { targetUrl } from '../model/target.ts';
import { ResourceError } from '../model/http.ts';
import { dcatUsDetectionFields, isDcatUsSchema } from '../model/page-types.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import { readPrefix } from '../web/body.ts';
import {
  listRobotsProblems,
  type RobotsResult,
  robotsUnavailableProblem,
} from '../web/robots/robots-cache.ts';
import { isCdifAgent, type SitemapLine } from '../web/robots/robots-file.ts';
import {
  type DiscoverContext,
  type ListingItem,
  resolveListedUrl,
  shortenValue,
  type SourceOfKind,
} from './discoverer.ts';
import type { SitemapReference } from './sitemap-listing.ts';
import { SitemapTree } from './sitemap-tree.ts';

/**
 * Where unnamed sitemaps are by convention: custom, common tools, ResourceSync §6.3.1. Tried in
 * this order.
 */
const sitemapPlaces = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/sitemap.txt',
  '/.well-known/resourcesync',
] as const;

/** The location that DCAT-US prescribes for a catalogue. */
const cataloguePlace = '/data.json';

/** How many of the missing sitemaps that robots.txt names are reported when others are tried. */
const maxMissingReported = 3;

type SiteSource = SourceOfKind<'site'>;

/**
 * Lists the sitemaps of a site: those that robots.txt names or, where it names none that exists,
 * the one in a default place (`listDefaultPlaces`), unless only CDIF sitemaps are wanted. A sitemap
 * that is temporarily unavailable is no reason to try others. While robots.txt is unavailable
 * nothing may be fetched (RFC 9309 §2.3.1.4), so nothing is listed, unless the source ignores
 * robots.txt.
 */
export async function* discoverSite(
  source: SiteSource,
  context: DiscoverContext,
): AsyncGenerator<ListingItem> {
  const { site, answer, notice } = await resolveSiteScheme(source, context);
  if (notice !== undefined) yield notice;
  if (answer.kind === 'unavailable') {
    yield { kind: 'problem', problem: robotsUnavailableProblem(answer, site) };
    if (source.robots !== 'ignore') return;
  }
  const tree = new SitemapTree(context, source);
  const missing = new Set<string>();
  let isListed = false;
  for (const item of listRobotsSitemaps(answer, source.sitemaps === 'cdif')) {
    if (item.kind !== 'named') {
      yield item;
      continue;
    }
    yield { kind: 'sitemap', url: item.url };
    if (yield* listNamed(tree, item, answer.url)) isListed = true;
    else missing.add(item.url);
  }
  if (isListed) {
    // What robots.txt names is as authoritative as the publisher, wherever it was before.
    await context.sites?.put(source.name, { site: source.site });
    return;
  }
  const tried = [answer.url, ...[...missing].slice(0, maxMissingReported)];
  if (source.sitemaps === 'cdif') {
    yield { kind: 'problem', problem: { kind: 'no-sitemap', url: site, tried } };
  } else yield* listDefaultPlaces(source, context, { site, tree, missing, tried });
}

/**
 * @param robots the URL of robots.txt
 * @returns whether the sitemap exists, or may exist on a later fetch
 */
async function* listNamed(
  tree: SitemapTree,
  { url, naming }: RobotsSitemap,
  robots: string,
): AsyncGenerator<ListingItem, boolean> {
  let exists = false;
  for await (const item of tree.list(url, { by: 'robots', in: robots }, naming)) {
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
 * Fetches robots.txt of a site, or of a page. Where the source gives only a domain and https is
 * unreachable, http is tried; if both are unreachable, the https problem is reported.
 * @throws the signal's reason when it is aborted
 */
export async function resolveSiteScheme(
  { name, site, isByName }: Pick<SiteSource, 'name' | 'site' | 'isByName'>,
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
  const problems = listRobotsProblems(answer).map((problem): ListingItem => {
    // Sitemaps may have been cut off with the rest; no other problem loses any.
    return { kind: problem.kind === 'robots-too-large' ? 'problem' : 'notice', problem };
  });
  const named = new Map<string, RobotsSitemap>();
  for (const line of answer.file.sitemaps) {
    if (forCdif && !line.isForCdif) continue;
    const item = readSitemapLine(line, answer.url, answer.finalUrl);
    if (item.kind !== 'named') problems.push(item);
    else named.set(item.url, mergeNamings(named.get(item.url), item));
  }
  return [...problems, ...named.values()];
}

/** A sitemap named both for all agents and for CDIF counts as a CDIF sitemap. */
function mergeNamings(before: RobotsSitemap | undefined, next: RobotsSitemap): RobotsSitemap {
  if (before === undefined) return next;
  const forCdif = [before, next].find(({ naming }) => naming.agent !== undefined);
  const isForAll = [before, next].some(({ naming }) => naming.agent === undefined);
  if (forCdif === undefined || !isForAll) return before;
  return { ...forCdif, naming: { ...forCdif.naming, isForAll } };
}

/** @param base the base of relative URLs: the final URL of robots.txt */
function readSitemapLine(
  { value, line, column, agents, isForCdif }: SitemapLine,
  robots: string,
  base: string,
): ListingItem | RobotsSitemap {
  const url = resolveListedUrl(value, base);
  if (url === undefined) {
    const entry = { value: shortenValue(value), line, column };
    return { kind: 'problem', problem: { kind: 'sitemap-entry-invalid', url: robots, ...entry } };
  }
  const robotsHost = new URL(robots).host;
  const agent = isForCdif ? agents.find((name) => isCdifAgent(name)) : undefined;
  const naming = agent === undefined ? { robotsHost } : { robotsHost, agent };
  return { kind: 'named', url, naming };
}

/** What is known of a site before default places are tried. */
interface DefaultPlaceSearch {
  /** The URL at which the site is reachable. */
  readonly site: string;
  readonly tree: SitemapTree;
  /** Sitemaps that robots.txt names and that do not exist. */
  readonly missing: ReadonlySet<string>;
  /** URLs to report as tried where no default place has a listing. */
  readonly tried: readonly string[];
}

/**
 * Lists the first sitemap found in a default place (`sitemap-not-named`), else the DCAT-US
 * catalogue of the site (`catalogue-not-named`), else reports the places tried (`no-sitemap`). A
 * place that is temporarily unavailable ends the search, since the sitemap may be there.
 */
async function* listDefaultPlaces(
  source: SiteSource,
  context: DiscoverContext,
  { site, tree, missing, tried: triedBefore }: DefaultPlaceSearch,
): AsyncGenerator<ListingItem> {
  const tried = [...triedBefore];
  const refused: ListingItem[] = [];
  const urls = sitemapPlaces.map((place) => new URL(place, site).href);
  for (const url of urls.filter((each) => !missing.has(each))) {
    const { host: robotsHost } = new URL(site);
    const items = tree.list(url, { by: 'usual-place', in: site }, { robotsHost });
    const first = await items.next();
    // Even an empty sitemap yields a problem, so an item always follows.
    if (first.done === true) return;
    const refusal = findSitemapAbsence(first.value) ?? findProhibition(first.value);
    if (refusal !== undefined) {
      tried.push(url);
      if (toldRefusals.has(refusal.kind)) refused.push(first.value);
      continue;
    }
    if (first.value.kind !== 'problem') {
      const problem = { kind: 'sitemap-not-named', url: site, tried, taken: url } as const;
      yield { kind: 'notice', problem };
      // A sitemap that is named and missing is reported already.
      if (missing.size === 0) yield* checkListingMoved(url, source, context);
    }
    yield first.value;
    yield* items;
    return;
  }
  const taken = new URL(cataloguePlace, site).href;
  if (await isDcatUsCatalogue(taken, source, context)) {
    const problem = { kind: 'catalogue-not-named', url: site, tried, taken } as const;
    yield { kind: 'notice', problem };
    if (missing.size === 0) yield* checkListingMoved(taken, source, context);
    yield { kind: 'url', url: taken, found: { by: 'list', isGuess: true }, isList: true };
    return;
  }
  yield* refused;
  const problem = { kind: 'no-sitemap', url: site, tried: [...tried, taken] } as const;
  yield { kind: 'problem', problem };
}

/** Refusals that are told where no default place has a listing. */
const toldRefusals: ReadonlySet<ProblemKind> = new Set(['robots-disallowed', 'sitemap-malformed']);

/** The problem of a default place that robots.txt disallows: another place may be allowed. */
function findProhibition(item: ListingItem): Problem | undefined {
  const isProhibited = item.kind === 'problem' && item.problem.kind === 'robots-disallowed';
  return isProhibited ? item.problem : undefined;
}

/**
 * Checks a listing found in a default place, which nobody named. If the site was listed from
 * somewhere else before, the listing may be incomplete (`listing-moved`), for example because
 * robots.txt is missing for a day. The problem persists until the operator confirms removals; then
 * the new place is remembered.
 */
async function* checkListingMoved(
  taken: string,
  { name, site }: SiteSource,
  { sites, allowRemovals }: DiscoverContext,
): AsyncGenerator<ListingItem> {
  const before = await sites?.get(name);
  const isKnown = before !== undefined && isSameUrl(before.site, site);
  if (!isKnown || isSameUrl(before.taken, taken) || allowRemovals) {
    await sites?.put(name, { site, taken });
    return;
  }
  const previous = before.taken === undefined ? {} : { before: before.taken };
  yield { kind: 'problem', problem: { kind: 'listing-moved', url: site, taken, ...previous } };
}

/**
 * Compares URLs regardless of spelling and of http or https: an operator who changes the scheme
 * means the same site.
 */
function isSameUrl(one: string | undefined, other: string): boolean {
  return one !== undefined && urlWithoutScheme(one) === urlWithoutScheme(other);
}

function urlWithoutScheme(url: string): string {
  return (targetUrl(url) ?? url).replace(/^https?:/u, '');
}

/**
 * Problems that a retry does not resolve; robots.txt, too, counts as missing where redirects lead
 * nowhere (RFC 9309 §2.3.1.2).
 */
const lastingKinds: ReadonlySet<ProblemKind> = new Set([
  'address-refused',
  'redirect-invalid',
  'too-many-redirects',
]);

/**
 * The problem that shows that a URL has no sitemap: a client error (429 only asks to come later), a
 * page or other document served for any URL, or a host that does not exist or must not be contacted
 * (`localhost`). An empty or temporarily unavailable sitemap exists.
 */
export function findSitemapAbsence(item: ListingItem): Problem | undefined {
  return item.kind === 'problem' && isNoSitemap(item.problem) ? item.problem : undefined;
}

function isNoSitemap(problem: Problem): boolean {
  if (problem.kind === 'sitemap-malformed') return problem.entriesRead === 0;
  if (problem.kind === 'connection-failed') return problem.code === 'ENOTFOUND';
  if (problem.kind !== 'http-status') return lastingKinds.has(problem.kind);
  return problem.status >= 400 && problem.status < 500 && problem.status !== 429;
}

/** Bytes read to recognise a catalogue: its head and one or two entries. */
const beginningBytes = 65_536;

/**
 * Whether a URL serves a DCAT-US catalogue, judged by its first bytes. False when the URL cannot be
 * fetched or robots.txt disallows it.
 * @throws the signal's reason when it is aborted
 */
async function isDcatUsCatalogue(
  url: string,
  { name, robots: robotsPolicy }: SiteSource,
  { http, robots, signal }: DiscoverContext,
): Promise<boolean> {
  const options = {
    credentialsOf: name,
    signal,
    accept: 'application/json, */*;q=0.5',
    maxBytes: Number.POSITIVE_INFINITY,
    permit: async (each: string): Promise<void> => {
      if (robotsPolicy !== 'ignore') await robots.permit(each, signal, name);
    },
  };
  try {
    const { body } = await http.read(url, options, (pieces) => readPrefix(pieces, beginningBytes));
    return beginsDcatUs(body);
  } catch (error) {
    if (error instanceof ResourceError) return false;
    throw error;
  }
}

/**
 * Whether bytes begin a catalogue that declares DCAT-US, or whose first entries have a title and at
 * least two other characteristic fields. The document itself is validated when it is extracted.
 * Takes linear time.
 */
export function beginsDcatUs(bytes: Uint8Array): boolean {
  // Some generators escape each slash.
  const text = new TextDecoder()
    .decode(bytes)
    .trimStart()
    .replaceAll(String.raw`\/`, '/');
  if (!text.startsWith('{')) return false;
  for (const [, iri = ''] of text.matchAll(/"(?:conformsTo|@context)"\s*:\s*"([^"]*)/gu)) {
    if (isDcatUsSchema(iri)) return true;
  }
  const [, entries] = /"dataset"\s*:\s*\[\s*\{(.*)$/su.exec(text) ?? [];
  if (entries?.includes('"title"') !== true) return false;
  return dcatUsDetectionFields.filter((field) => entries.includes(`"${field}"`)).length > 1;
}

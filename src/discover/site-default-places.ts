import { targetUrl } from '../model/target.ts';
import { ResourceError } from '../model/http.ts';
import { dcatUsDetectionFields, isDcatUsSchema } from '../model/page-types.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import { readPrefix } from '../web/body.ts';
import type { DiscoverContext, ListingItem, SourceOfKind } from './discoverer.ts';
import type { SitemapTree } from './sitemap-tree.ts';

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

/** What is known of a site before default places are tried. */
interface DefaultPlaceSearch {
  readonly site: string;
  readonly robots: string;
  /** Sitemaps that robots.txt names and that do not exist. */
  readonly missing: ReadonlySet<string>;
}

/**
 * Lists the first sitemap found in a default place (`sitemap-not-named`), else the DCAT-US
 * catalogue of the site (`catalogue-not-named`), else reports the places tried (`no-sitemap`). A
 * place that is temporarily unavailable ends the search, since the sitemap may be there.
 */
export async function* listDefaultPlaces(
  tree: SitemapTree,
  { site, robots, missing }: DefaultPlaceSearch,
  { source, reading }: SiteContext & { readonly reading: DiscoverContext },
): AsyncGenerator<ListingItem> {
  const tried = placesTried(robots, missing);
  const refused: ListingItem[] = [];
  const urls = sitemapPlaces.map((place) => new URL(place, site).href);
  for (const url of urls.filter((each) => !missing.has(each))) {
    const items = tree.list(url, { robotsHost: new URL(site).host });
    const first = await items.next();
    // Even an empty sitemap yields a problem, so an item always follows.
    if (first.done === true) return;
    const refusal = findSitemapAbsence(first.value);
    if (refusal !== undefined) {
      tried.push(url);
      if (refusal.kind === 'sitemap-malformed') refused.push(first.value);
      continue;
    }
    if (first.value.kind !== 'problem') {
      const problem = { kind: 'sitemap-not-named', url: site, tried, taken: url } as const;
      yield { kind: 'notice', problem };
      // A sitemap that is named and missing is reported already.
      if (missing.size === 0) yield* checkListingMoved(url, { source, reading });
    }
    yield first.value;
    yield* items;
    return;
  }
  const taken = new URL(cataloguePlace, site).href;
  if (await isDcatUsCatalogue(taken, source, reading)) {
    const problem = { kind: 'catalogue-not-named', url: site, tried, taken } as const;
    yield { kind: 'notice', problem };
    if (missing.size === 0) yield* checkListingMoved(taken, { source, reading });
    yield { kind: 'url', url: taken, found: { by: 'list', isGuess: true }, isList: true };
    return;
  }
  yield* refused;
  yield noSitemap(site, [...tried, taken]);
}

/** Reports that no sitemap exists, where default places are not tried. */
export function reportNoSitemap({ site, robots, missing }: DefaultPlaceSearch): ListingItem {
  return noSitemap(site, placesTried(robots, missing));
}

function noSitemap(url: string, tried: readonly string[]): ListingItem {
  return { kind: 'problem', problem: { kind: 'no-sitemap', url, tried } };
}

function placesTried(robots: string, missing: ReadonlySet<string>): string[] {
  return [robots, ...[...missing].slice(0, maxMissingReported)];
}

/** A site source, and what the run knows of it. */
interface SiteContext {
  readonly source: SourceOfKind<'site'>;
  readonly reading: Pick<DiscoverContext, 'sites' | 'allowRemovals'>;
}

/** Remembers that robots.txt names the sitemaps of a site, as authoritative as its publisher. */
export async function rememberNamedSitemaps({
  source: { name, site },
  reading,
}: SiteContext): Promise<void> {
  await reading.sites.put(name, { site });
}

/**
 * Checks a listing found in a default place, which nobody named. If the site was listed from
 * somewhere else before, the listing may be incomplete (`listing-moved`), for example because
 * robots.txt is missing for a day. The problem persists until the operator confirms removals; then
 * the new place is remembered.
 */
async function* checkListingMoved(
  taken: string,
  { source: { name, site }, reading: { sites, allowRemovals } }: SiteContext,
): AsyncGenerator<ListingItem> {
  const before = await sites.get(name);
  const isKnown = before !== undefined && isSameUrl(before.site, site);
  if (!isKnown || isSameUrl(before.taken, taken) || allowRemovals) {
    await sites.put(name, { site, taken });
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
  { name, robots: obedience }: Pick<SourceOfKind<'site'>, 'name' | 'robots'>,
  { http, robots, signal }: Pick<DiscoverContext, 'http' | 'robots' | 'signal'>,
): Promise<boolean> {
  const permit = async (each: string): Promise<void> => {
    if (obedience !== 'ignore') await robots.permit(each, signal, name);
  };
  const accept = 'application/json, */*;q=0.5';
  const bounds = { permit, maxBytes: Number.POSITIVE_INFINITY };
  const options = { credentialsOf: name, signal, accept, ...bounds };
  try {
    const { body } = await http.read(url, options, (pieces) => {
      return readPrefix(pieces, beginningBytes);
    });
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

import type { HttpConfig, Limits, Source, SourceKind } from '../config/schema.ts';
import { type Target, targetUrl } from '../model/target.ts';
import type { HarvestPoints, ListingMemory, SiteMemory } from '../model/harvest-memory.ts';
import type { HttpReader } from '../model/http.ts';
import type { Problem } from '../model/problem.ts';
import type { SitemapRead } from '../model/run.ts';
import { parseUrl } from '../text/parsed-url.ts';
import type { RobotsCache } from '../web/robots/robots-cache.ts';

/** A URL that a source lists. */
export interface ListedUrl extends Pick<
  Target,
  'url' | 'found' | 'file' | 'content' | 'isGone' | 'isUnchanged' | 'isList' | 'labels' | 'links'
> {
  readonly kind: 'url';
}

/** What a listing yields, in its order. */
export type ListingItem =
  | ListedUrl
  /** A sitemap that a sitemap index names and that is read next. */
  | { readonly kind: 'sitemap'; readonly url: string }
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** A problem that loses nothing of the listing. */
  | { readonly kind: 'notice'; readonly problem: Problem };

/** What a discoverer needs of the run. */
export interface DiscoverContext {
  /** The name of the source, which selects the credentials. */
  readonly source: string;
  readonly http: HttpReader;
  /** The robots.txt rules, fetched once per run and host. */
  readonly robots: RobotsCache;
  readonly limits: Pick<Limits, 'listBytes' | 'pieceBytes' | 'sitemapDepth' | 'sitemapBytes'> &
    Pick<HttpConfig, 'maxRatio'>;
  /** The items of earlier listings, for those that have not changed; undefined to read all. */
  readonly memory: ListingMemory<ListingItem> | undefined;
  /** The sitemap or catalogue from which each site was listed before. */
  readonly sites: SiteMemory | undefined;
  /** Up to where sources that list changes were harvested; undefined to list all. */
  readonly points?: HarvestPoints | undefined;
  /** Whether the operator confirmed removals (`--allow-removals`) in a run without `--limit`. */
  readonly allowRemovals: boolean;
  /** Told of each sitemap when it was read. */
  readonly onSitemap?: ((read: SitemapRead) => void) | undefined;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** The configuration of a source of one kind. */
export type SourceOfKind<Kind extends SourceKind> = Extract<Source, { readonly kind: Kind }>;

/**
 * Lists the targets of one kind of source; registered in `discover-stage.ts`, which applies
 * filters and limits. URLs are normalised and may repeat. Anything that a listing should have
 * yielded and did not is a problem.
 */
export type Discoverer<Kind extends SourceKind> = (
  source: SourceOfKind<Kind>,
  context: DiscoverContext,
) => AsyncIterable<ListingItem>;

/** RFC 9110 §4.1 recommends support for 8000 octets; servers answer 414 beyond that. */
export const maxUrlLength = 8000;

/**
 * Normalises a listed URL (`targetUrl`). Undefined when it is not a URL (resolved against `base`,
 * if given), exceeds `maxUrlLength`, or was damaged in decoding.
 */
export function resolveListedUrl(text: string, base?: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxUrlLength || trimmed.includes('\uFFFD'))
    return undefined;
  return targetUrl(trimmed, base);
}

/** The base within an element that may declare one; an unusable base is ignored (XML Base §4.2). */
export function resolveBase(outer: string, base: string | undefined): string {
  if (base === undefined || base.length > maxUrlLength) return outer;
  return parseUrl(base, outer)?.href ?? outer;
}

/**
 * Normalises a URL of the configuration as listed ones are.
 * @throws {TypeError} when it is not a URL that can be harvested
 */
export function normalizeConfiguredUrl(text: string): string {
  const url = targetUrl(text);
  if (url === undefined) throw new TypeError(`not a URL that can be harvested: ${text}`);
  return url;
}

/**
 * Makes the check of requests for the listing of a source against robots.txt.
 * @param policy as the source configures it; `obey` by default
 * @returns undefined where the source ignores robots.txt
 */
export function permitListing(
  policy: Source['robots'] | undefined,
  { robots, signal, source }: Pick<DiscoverContext, 'robots' | 'signal' | 'source'>,
): ((url: string) => Promise<void>) | undefined {
  return policy === 'ignore'
    ? undefined
    : async (url) => void (await robots.permit(url, signal, source));
}

/** Whether a URL is that of a sitemap by its file name, such as `sitemap-2.xml.gz`. */
export function isSitemapName(url: string): boolean {
  // Most URLs need no parsing.
  if (!/sitemap/iu.test(url)) return false;
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  return /(?:^|[-_.])sitemap/iu.test(name) && /\.(?:xml|txt|gz)$/iu.test(name);
}

/** The beginning of an invalid value, for reports. */
export function shortenValue(value: string): string {
  return value.trim().slice(0, 200);
}

import type { Limits } from '../config/schema.ts';
import { isSitemapName, type ListingItem } from '../discover/discoverer.ts';
import { readPieces } from '../files/same-file.ts';
import { ResourceError, type Response } from '../model/http.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { DerivationOutput, FoundLink } from '../model/record.ts';
import type { Target } from '../model/target.ts';

type Output = Outcome<DerivationOutput>;

/** The formats that are followed: a feed or text in place of a page names only what is new. */
const followedFormats: ReadonlySet<string> = new Set(['sitemap', 'sitemap index']);

/**
 * Whether an outcome says that a response is a sitemap, and a listing names its URL, so that it is
 * followed. A sitemap that a page links to, or that the configuration names as a page, is not.
 */
export function isNestedSitemap(outcome: Outcome<unknown>, { found }: Target): boolean {
  if (outcome.kind !== 'failed' || outcome.problem.kind !== 'sitemap-as-page') return false;
  const isListed = found.by === 'sitemap' || found.by === 'list';
  return isListed && followedFormats.has(outcome.problem.format);
}

/**
 * Reads a response that is a sitemap where a page was expected (`sitemap-among-pages`): its entries
 * are links of a list, so they belong to the sources that list it, within their limits, and the
 * sitemaps that it names are further pages of the list.
 */
export async function* readNestedSitemap(
  { target: { url, isList, isListing }, retrieval: { finalUrl }, body }: Response,
  { sitemapBytes: maxBytes }: Pick<Limits, 'sitemapBytes'>,
): AsyncGenerator<Output> {
  // Another sitemap may name it as a sitemap.
  const isNamedAsPage = isList !== true || isListing === true;
  if (isNamedAsPage) yield { kind: 'noted', problem: { kind: 'sitemap-among-pages', url } };
  if (body === undefined) return;
  const { readSitemap } = await import('../discover/read-sitemap.ts');
  // The body is decompressed already.
  const limits = { maxBytes, maxRatio: Number.POSITIVE_INFINITY };
  try {
    for await (const item of readSitemap(readPieces(body), { url, finalUrl }, limits)) {
      yield toOutcome(item, url);
    }
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    yield failed(error.problem);
  }
}

function toOutcome(item: ListingItem, url: string): Output {
  if (item.kind === 'problem') return failed(item.problem);
  if (item.kind === 'notice') return { kind: 'noted', problem: item.problem };
  if (item.kind === 'sitemap' || isSitemapName(item.url)) {
    return produced({ url: item.url, in: url, by: 'list', isList: true });
  }
  const { labels, found } = item;
  return produced({
    url: item.url,
    in: url,
    by: 'list',
    ...(labels === undefined ? {} : { labels }),
    ...(found.lastmod === undefined ? {} : { lastmod: found.lastmod }),
  });
}

function produced(link: FoundLink): Output {
  return { kind: 'produced', value: { kind: 'link', link } };
}

function failed(problem: Problem): Output {
  return { kind: 'failed', problem };
}

import { unavailability } from '../robots/robots-book.ts';
import type { Listed, Reading, SourceOf } from './discoverer.ts';
import { robotsItems, type NamedSitemap } from './robots-sitemaps.ts';
import { noteNamed } from './site-place.ts';
import { askSite } from './site-scheme.ts';
import { refusalOf } from './sitemap-refusal.ts';
import { SitemapTree } from './sitemap-tree.ts';
import { listNothing, listUsualPlace } from './usual-places.ts';

/**
 * Lists the sitemaps of a site: those that robots.txt names or, where it names none that exists,
 * the one in a default place (`listDefaultPlaces`), unless only CDIF sitemaps are wanted. A sitemap
 * that is temporarily unavailable is no reason to try others. While robots.txt is unavailable
 * nothing may be fetched (RFC 9309 §2.3.1.4), so nothing is listed, unless the source ignores
 * robots.txt.
 */
export async function* discoverSite(
  source: SourceOf<'site'>,
  reading: Reading,
): AsyncGenerator<Listed> {
  const { robots: robotsPolicy, sitemaps } = source;
  const { site, answer, notice } = await askSite(source, reading);
  if (notice !== undefined) yield notice;
  if (answer.kind === 'unavailable') {
    yield { kind: 'problem', problem: unavailability(answer, site) };
    if (robotsPolicy !== 'ignore') return;
  }
  const tree = new SitemapTree(reading);
  const missing = new Set<string>();
  let isListed = false;
  for (const item of robotsItems(answer, sitemaps === 'cdif')) {
    if (item.kind === 'named') {
      yield { kind: 'sitemap', url: item.url };
      if (yield* listNamed(tree, item)) isListed = true;
      else missing.add(item.url);
    } else {
      yield item;
    }
  }
  if (isListed) {
    await noteNamed({ source, reading });
    return;
  }
  const search = { site, robots: answer.url, missing };
  if (sitemaps === 'cdif') yield listNothing(search);
  else yield* listUsualPlace(tree, search, { source, reading });
}

/** @returns whether the sitemap exists, or may exist on a later fetch */
async function* listNamed(
  tree: SitemapTree,
  { url, naming }: NamedSitemap,
): AsyncGenerator<Listed, boolean> {
  let exists = false;
  for await (const item of tree.list(url, naming)) {
    exists ||= item.kind !== 'notice' && refusalOf(item) === undefined;
    yield item;
  }
  return exists;
}

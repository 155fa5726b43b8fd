import { unavailability } from '../robots/robots-book.ts';
import type { Listed, Reading, SourceOf } from './discoverer.ts';
import { robotsItems, type NamedSitemap } from './robots-sitemaps.ts';
import { noteNamed } from './site-place.ts';
import { askSite } from './site-scheme.ts';
import { refusalOf } from './sitemap-refusal.ts';
import { SitemapTree } from './sitemap-tree.ts';
import { listNothing, listUsualPlace } from './usual-places.ts';

/**
 * Lists what the sitemaps of a site name: those in its robots.txt, or else, where it names none or only such as are not
 * there, what is found in a usual place (`listUsualPlace`), unless only sitemaps for CDIF are wanted. A sitemap that may be
 * had later is no reason to try others. As long as nobody knows what robots.txt says nothing may be asked for (RFC 9309
 * §2.3.1.4), so that nothing is listed, unless the source ignores it.
 */
export async function* discoverSite(
  source: SourceOf<'site'>,
  reading: Reading,
): AsyncGenerator<Listed> {
  const { robots: obedience, sitemaps } = source;
  const { site, answer, notice } = await askSite(source, reading);
  if (notice !== undefined) yield notice;
  if (answer.kind === 'unavailable') {
    yield { kind: 'problem', problem: unavailability(answer, site) };
    if (obedience !== 'ignore') return;
  }
  const tree = new SitemapTree(reading);
  const dead = new Set<string>();
  let isListed = false;
  for (const item of robotsItems(answer, sitemaps === 'cdif')) {
    if (item.kind === 'named') {
      yield { kind: 'sitemap', url: item.url };
      if (yield* listNamed(tree, item)) isListed = true;
      else dead.add(item.url);
    } else {
      yield item;
    }
  }
  if (isListed) {
    await noteNamed({ source, reading });
    return;
  }
  const guessing = { site, robots: answer.url, dead };
  if (sitemaps === 'cdif') yield listNothing(guessing);
  else yield* listUsualPlace(tree, guessing, { source, reading });
}

/** @returns whether there is a sitemap, or may be one when it is asked for again */
async function* listNamed(
  tree: SitemapTree,
  { url, naming }: NamedSitemap,
): AsyncGenerator<Listed, boolean> {
  let isThere = false;
  for await (const item of tree.list(url, naming)) {
    isThere ||= item.kind !== 'notice' && refusalOf(item) === undefined;
    yield item;
  }
  return isThere;
}

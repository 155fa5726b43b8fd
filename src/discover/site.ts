import type { Problem } from '../model/problem.ts';
import { unavailability } from '../robots/robots-book.ts';
import type { Listed, Reading, SourceOf } from './discoverer.ts';
import { robotsItems, type NamedSitemap } from './robots-sitemaps.ts';
import { askSite } from './site-scheme.ts';
import { SitemapTree } from './sitemap-tree.ts';

/** Where sitemaps are put that nobody names: by custom, by common tools, by ResourceSync §6.3.1. In this order. */
const usualPlaces = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/sitemap.txt',
  '/.well-known/resourcesync',
] as const;

/** Of the sitemaps that robots.txt names and that are none, so many are told of when others are tried. */
const maxDeadTold = 3;

/**
 * Lists what the sitemaps of a site name: those in its robots.txt, or else, where it names none or only such as are not
 * there, the first that is found in a usual place, which is noted (`sitemap-not-named`). Where there is none, `no-sitemap`.
 * A sitemap that may be had later is no reason to try others. As long as nobody knows what robots.txt says nothing may be
 * asked for (RFC 9309 §2.3.1.4), so that nothing is listed, unless the source ignores it.
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
  if (isListed) return;
  const places = sitemaps === 'cdif' ? [] : usualPlaces;
  yield* listUsualPlace(tree, { site, robots: answer.url, dead, places });
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

interface Guessing {
  readonly site: string;
  readonly robots: string;
  /** What robots.txt names and is no sitemap. */
  readonly dead: ReadonlySet<string>;
  readonly places: readonly string[];
}

async function* listUsualPlace(
  tree: SitemapTree,
  { site, robots, dead, places }: Guessing,
): AsyncGenerator<Listed> {
  const tried = [robots, ...[...dead].slice(0, maxDeadTold)];
  const refused: Listed[] = [];
  const urls = places.map((place) => new URL(place, site).href);
  for (const url of urls.filter((each) => !dead.has(each))) {
    const items = tree.list(url, { robotsHost: new URL(site).host });
    const first = await items.next();
    // An empty sitemap says so itself, so that something always comes.
    if (first.done === true) return;
    const refusal = refusalOf(first.value);
    if (refusal !== undefined) {
      tried.push(url);
      if (refusal.kind === 'sitemap-malformed') refused.push(first.value);
      continue;
    }
    if (first.value.kind !== 'problem') {
      const problem = { kind: 'sitemap-not-named', url: site, tried, taken: url } as const;
      yield { kind: 'notice', problem };
    }
    yield first.value;
    yield* items;
    return;
  }
  yield* refused;
  yield { kind: 'problem', problem: { kind: 'no-sitemap', url: site, tried } };
}

/**
 * The problem that says that there is no sitemap: the server says so (429 only asks to come later), or has a page for
 * whatever is asked for.
 */
function refusalOf(item: Listed): Problem | undefined {
  return item.kind === 'problem' && isNoSitemap(item.problem) ? item.problem : undefined;
}

function isNoSitemap(problem: Problem): boolean {
  if (problem.kind === 'sitemap-malformed') return problem.entriesRead === 0;
  if (problem.kind !== 'http-status') return false;
  return problem.status >= 400 && problem.status < 500 && problem.status !== 429;
}

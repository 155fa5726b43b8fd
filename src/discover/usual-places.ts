import type { Listed, Reading } from './discoverer.ts';
import { isDcatUsCatalogue } from './dcat-us-catalogue.ts';
import { listedList } from './list.ts';
import { judgeTaken, type PlacedSite } from './site-place.ts';
import { refusalOf } from './sitemap-refusal.ts';
import type { SitemapTree } from './sitemap-tree.ts';

/** Where sitemaps are put that nobody names: by custom, by common tools, by ResourceSync §6.3.1. In this order. */
const sitemapPlaces = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/sitemap.txt',
  '/.well-known/resourcesync',
] as const;

/** Where DCAT-US wants the catalogue of a site. */
const cataloguePlace = '/data.json';

/** Of the sitemaps that robots.txt names and that are none, so many are told of when others are tried. */
const maxDeadTold = 3;

/** What is known of a site before anything is guessed. */
export interface Guessing {
  readonly site: string;
  /** The URL of its robots.txt. */
  readonly robots: string;
  /** What robots.txt names and is no sitemap. */
  readonly dead: ReadonlySet<string>;
}

/**
 * Lists the first sitemap that is found in a usual place (`sitemap-not-named`), where there is none the catalogue of a site
 * that has one in the form of DCAT-US (`catalogue-not-named`), or else says what was tried (`no-sitemap`). What cannot be
 * asked now ends the search, since it may be there.
 */
export async function* listUsualPlace(
  tree: SitemapTree,
  { site, robots, dead }: Guessing,
  { source, reading }: PlacedSite & { readonly reading: Reading },
): AsyncGenerator<Listed> {
  const tried = triedInVain(robots, dead);
  const refused: Listed[] = [];
  const urls = sitemapPlaces.map((place) => new URL(place, site).href);
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
      // What is named and not there is a problem that says enough.
      if (dead.size === 0) yield* judgeTaken(url, { source, reading });
    }
    yield first.value;
    yield* items;
    return;
  }
  const taken = new URL(cataloguePlace, site).href;
  if (await isDcatUsCatalogue(taken, source, reading)) {
    const problem = { kind: 'catalogue-not-named', url: site, tried, taken } as const;
    yield { kind: 'notice', problem };
    if (dead.size === 0) yield* judgeTaken(taken, { source, reading });
    yield { ...listedList(taken), found: { by: 'list', isGuess: true } };
    return;
  }
  yield* refused;
  yield noSitemap(site, [...tried, taken]);
}

/** What there is to say where nothing may be guessed. */
export function listNothing({ site, robots, dead }: Guessing): Listed {
  return noSitemap(site, triedInVain(robots, dead));
}

function noSitemap(url: string, tried: readonly string[]): Listed {
  return { kind: 'problem', problem: { kind: 'no-sitemap', url, tried } };
}

function triedInVain(robots: string, dead: ReadonlySet<string>): string[] {
  return [robots, ...[...dead].slice(0, maxDeadTold)];
}

import type { Listed, Reading } from './discoverer.ts';
import { isDcatUsCatalogue } from './dcat-us-catalogue.ts';
import { judgeTaken, type PlacedSite } from './site-place.ts';
import { refusalOf } from './sitemap-refusal.ts';
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
export interface Guessing {
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
export async function* listUsualPlace(
  tree: SitemapTree,
  { site, robots, missing }: Guessing,
  { source, reading }: PlacedSite & { readonly reading: Reading },
): AsyncGenerator<Listed> {
  const tried = placesTried(robots, missing);
  const refused: Listed[] = [];
  const urls = sitemapPlaces.map((place) => new URL(place, site).href);
  for (const url of urls.filter((each) => !missing.has(each))) {
    const items = tree.list(url, { robotsHost: new URL(site).host });
    const first = await items.next();
    // Even an empty sitemap yields a problem, so an item always follows.
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
      // A sitemap that is named and missing is reported already.
      if (missing.size === 0) yield* judgeTaken(url, { source, reading });
    }
    yield first.value;
    yield* items;
    return;
  }
  const taken = new URL(cataloguePlace, site).href;
  if (await isDcatUsCatalogue(taken, source, reading)) {
    const problem = { kind: 'catalogue-not-named', url: site, tried, taken } as const;
    yield { kind: 'notice', problem };
    if (missing.size === 0) yield* judgeTaken(taken, { source, reading });
    yield { kind: 'url', url: taken, found: { by: 'list', isGuess: true }, isList: true };
    return;
  }
  yield* refused;
  yield noSitemap(site, [...tried, taken]);
}

/** Reports that no sitemap exists, where default places are not tried. */
export function listNothing({ site, robots, missing }: Guessing): Listed {
  return noSitemap(site, placesTried(robots, missing));
}

function noSitemap(url: string, tried: readonly string[]): Listed {
  return { kind: 'problem', problem: { kind: 'no-sitemap', url, tried } };
}

function placesTried(robots: string, missing: ReadonlySet<string>): string[] {
  return [robots, ...[...missing].slice(0, maxMissingReported)];
}

import type { Problem } from '../model/problem.ts';
import { isCdifAgent } from '../robots/agent.ts';
import { unavailability, type RobotsAnswer } from '../robots/robots-book.ts';
import type { SitemapLine } from '../robots/robots-file.ts';
import { problemsOfRobots } from '../robots/robots-problems.ts';
import type { Listed, Reading, SourceOf } from './discoverer.ts';
import { excerpt, listedUrl } from './listed-url.ts';
import type { SitemapNaming } from './sitemap-place.ts';
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
  { site, robots: obedience, sitemaps }: SourceOf<'site'>,
  reading: Reading,
): AsyncGenerator<Listed> {
  const answer = await reading.robots.of(site, reading.signal);
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

/** A sitemap that robots.txt names. */
interface NamedSitemap {
  readonly kind: 'named';
  readonly url: string;
  readonly naming: SitemapNaming;
}

/** What is wrong with a robots.txt, and the sitemaps that it names. @param forCdif whether only those for CDIF are wanted */
function robotsItems(answer: RobotsAnswer, forCdif: boolean): readonly (Listed | NamedSitemap)[] {
  if (answer.kind !== 'file') return [];
  const { file, url, finalUrl } = answer;
  const wanted = file.sitemaps.filter((line) => !forCdif || line.isForCdif);
  const named = wanted.map((line) => namedSitemap(line, url, finalUrl));
  return [
    ...problemsOfRobots(file, url).map((problem): Listed => {
      // What is behind the limit may be sitemaps; everything else loses nothing of the listing.
      return { kind: problem.kind === 'robots-too-large' ? 'problem' : 'notice', problem };
    }),
    ...named.map((item) => (item.kind === 'named' ? bestNaming(item, named) : item)),
  ];
}

/** A sitemap that is named for all and for CDIF is one for CDIF. */
function bestNaming(item: NamedSitemap, all: readonly (Listed | NamedSitemap)[]): NamedSitemap {
  if (item.naming.agent !== undefined) return item;
  const forCdif = all.find(
    (other): other is NamedSitemap =>
      other.kind === 'named' && other.url === item.url && other.naming.agent !== undefined,
  );
  return forCdif ?? item;
}

/** @param base what relative URLs are resolved against: where robots.txt was found at last */
function namedSitemap(line: SitemapLine, robots: string, base: string): Listed | NamedSitemap {
  const { value, line: number, column, agents, isForCdif } = line;
  const url = listedUrl(value, base);
  if (url === undefined) {
    const entry = { value: excerpt(value), line: number, column };
    return { kind: 'problem', problem: { kind: 'sitemap-entry-invalid', url: robots, ...entry } };
  }
  const robotsHost = new URL(robots).host;
  const agent = isForCdif ? agents.find((name) => isCdifAgent(name)) : undefined;
  return {
    kind: 'named',
    url,
    naming: agent === undefined ? { robotsHost } : { robotsHost, agent },
  };
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

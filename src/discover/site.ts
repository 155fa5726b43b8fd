import { collectBytes } from '../http/body.ts';
import { ResourceError } from '../model/http.ts';
import type { Problem } from '../model/problem.ts';
import { parseRobots } from '../robots/parse-robots.ts';
import type { SitemapLine } from '../robots/robots-file.ts';
import { problemsOfRobots } from '../robots/robots-problems.ts';
import type { Listed, Reading, SourceOf } from './discoverer.ts';
import { excerpt, listedUrl } from './listed-url.ts';
import { SitemapTree } from './sitemap-tree.ts';

/**
 * Lists what the sitemaps of a site name: those in its robots.txt, or else `/sitemap.xml`. Where there is neither,
 * `no-sitemap`. A robots.txt that cannot be had is a problem beside the rest, unless the server says that there is
 * none (RFC 9309 §2.3.1.3).
 */
export async function* discoverSite(
  { site }: SourceOf<'site'>,
  reading: Reading,
): AsyncGenerator<Listed> {
  const tree = new SitemapTree(reading);
  const robots = new URL('/robots.txt', site).href;
  let named = false;
  for (const item of await readRobots(robots, reading)) {
    if (item.kind === 'sitemap') {
      named = true;
      yield item;
      yield* tree.list(item.url, { robotsHost: new URL(robots).host });
    } else {
      yield item;
    }
  }
  if (!named) yield* listUsualPlace(tree, site, robots);
}

async function* listUsualPlace(
  tree: SitemapTree,
  site: string,
  robots: string,
): AsyncGenerator<Listed> {
  const usual = new URL('/sitemap.xml', site).href;
  let isFirst = true;
  for await (const item of tree.list(usual)) {
    // Only what comes first can be about this place itself; what it names comes after its entry.
    const missing = isFirst && item.kind === 'problem' && saysThereIsNone(item.problem);
    isFirst = false;
    if (missing) {
      const tried = [robots, usual];
      yield { kind: 'problem', problem: { kind: 'no-sitemap', url: site, tried } };
    } else {
      yield item;
    }
  }
}

/** The sitemaps that a robots.txt names, and what is wrong with it. */
async function readRobots(url: string, { http, signal }: Reading): Promise<Listed[]> {
  try {
    const accept = 'text/plain, */*;q=0.5';
    const { body, retrieval } = await http.read(url, { signal, accept }, collectBytes);
    const file = parseRobots(body);
    const problems = problemsOfRobots(file, url);
    return [
      ...problems.map((problem): Listed => ({ kind: 'problem', problem })),
      ...file.sitemaps.map((line) => namedSitemap(line, url, retrieval.finalUrl)),
    ];
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    return saysThereIsNone(error.problem) ? [] : [{ kind: 'problem', problem: error.problem }];
  }
}

/** A sitemap that the robots.txt at `url` names, or that it names none; relative ones where it was found at last. */
function namedSitemap({ value, line, column }: SitemapLine, url: string, base: string): Listed {
  const sitemap = listedUrl(value, base);
  if (sitemap !== undefined) return { kind: 'sitemap', url: sitemap };
  const entry = { value: excerpt(value), line, column };
  return { kind: 'problem', problem: { kind: 'sitemap-entry-invalid', url, ...entry } };
}

/** Whether a server answered that there is nothing for us. 429 only asks to come later. */
function saysThereIsNone(problem: Problem): boolean {
  if (problem.kind !== 'http-status') return false;
  return problem.status >= 400 && problem.status < 500 && problem.status !== 429;
}

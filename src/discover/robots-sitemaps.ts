import { isCdifAgent } from '../robots/agent.ts';
import type { RobotsAnswer } from '../robots/robots-answer.ts';
import type { SitemapLine } from '../robots/robots-file.ts';
import { problemsOfRobots } from '../robots/robots-problems.ts';
import type { Listed } from './discoverer.ts';
import { excerpt, listedUrl } from './listed-url.ts';
import type { SitemapNaming } from './sitemap-place.ts';

/** A sitemap that robots.txt names. */
export interface NamedSitemap {
  readonly kind: 'named';
  readonly url: string;
  readonly naming: SitemapNaming;
}

/**
 * What is wrong with a robots.txt, and the sitemaps that it names, each once and in its order.
 * @param forCdif whether only those for CDIF are wanted
 */
export function robotsItems(
  answer: RobotsAnswer,
  forCdif: boolean,
): readonly (Listed | NamedSitemap)[] {
  if (answer.kind !== 'file') return [];
  const { file, url, finalUrl } = answer;
  const wanted = file.sitemaps.filter((line) => !forCdif || line.isForCdif);
  const items = wanted.map((line) => namedSitemap(line, url, finalUrl));
  const named = new Map<string, NamedSitemap>();
  for (const item of items) {
    if (item.kind !== 'named') continue;
    // One that is named for all and for CDIF is one for CDIF.
    const isKnown = named.has(item.url) && item.naming.agent === undefined;
    if (!isKnown) named.set(item.url, item);
  }
  return [
    ...problemsOfRobots(answer).map((problem): Listed => {
      // What is behind the limit may be sitemaps; everything else loses nothing of the listing.
      return { kind: problem.kind === 'robots-too-large' ? 'problem' : 'notice', problem };
    }),
    ...items.filter(({ kind }) => kind !== 'named'),
    ...named.values(),
  ];
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

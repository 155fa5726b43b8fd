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
 * The problems of a robots.txt file, and the sitemaps that it names, each once, in order.
 * @param forCdif whether to list only sitemaps under a CDIF user agent
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
    // A sitemap named both for all agents and for CDIF counts as a CDIF sitemap.
    const isKnown = named.has(item.url) && item.naming.agent === undefined;
    if (!isKnown) named.set(item.url, item);
  }
  return [
    ...problemsOfRobots(answer).map((problem): Listed => {
      // Sitemaps may have been cut off with the rest; no other problem loses any.
      return { kind: problem.kind === 'robots-too-large' ? 'problem' : 'notice', problem };
    }),
    ...items.filter(({ kind }) => kind !== 'named'),
    ...named.values(),
  ];
}

/** @param base the base of relative URLs: the final URL of robots.txt */
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

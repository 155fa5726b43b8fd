import type { Problem } from '../model/problem.ts';
import type { Listed } from './discoverer.ts';

/**
 * The problem that says that there is no sitemap at a URL: the server says so (429 only asks to come later), or has a page or
 * something else for whatever is asked for. What may be had later is none, nor is a sitemap that lists nothing.
 */
export function refusalOf(item: Listed): Problem | undefined {
  return item.kind === 'problem' && isNoSitemap(item.problem) ? item.problem : undefined;
}

function isNoSitemap(problem: Problem): boolean {
  if (problem.kind === 'sitemap-malformed') return problem.entriesRead === 0;
  if (problem.kind !== 'http-status') return false;
  return problem.status >= 400 && problem.status < 500 && problem.status !== 429;
}

import type { Problem, ProblemKind } from '../model/problem.ts';
import type { Listed } from './discoverer.ts';

/** What another try does not change; robots.txt, too, is not there where redirects lead nowhere (RFC 9309 §2.3.1.2). */
const lastingKinds: ReadonlySet<ProblemKind> = new Set([
  'address-refused',
  'redirect-invalid',
  'too-many-redirects',
]);

/**
 * The problem that says that there is no sitemap at a URL: the server says so (429 only asks to come later), or has a page or
 * something else for whatever is asked for; or there is no such server, or none that may be asked (`localhost`). Where a
 * sitemap may be had later, or lists nothing, there is one.
 */
export function refusalOf(item: Listed): Problem | undefined {
  return item.kind === 'problem' && isNoSitemap(item.problem) ? item.problem : undefined;
}

function isNoSitemap(problem: Problem): boolean {
  if (problem.kind === 'sitemap-malformed') return problem.entriesRead === 0;
  if (problem.kind === 'connection-failed') return problem.code === 'ENOTFOUND';
  if (problem.kind !== 'http-status') return lastingKinds.has(problem.kind);
  return problem.status >= 400 && problem.status < 500 && problem.status !== 429;
}

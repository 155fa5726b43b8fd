import type { Problem, ProblemKind } from '../model/problem.ts';
import type { Listed } from './discoverer.ts';

/**
 * Problems that a retry does not resolve; robots.txt, too, counts as missing where redirects lead
 * nowhere (RFC 9309 §2.3.1.2).
 */
const lastingKinds: ReadonlySet<ProblemKind> = new Set([
  'address-refused',
  'redirect-invalid',
  'too-many-redirects',
]);

/**
 * The problem that shows that a URL has no sitemap: a client error (429 only asks to come later), a
 * page or other document served for any URL, or a host that does not exist or must not be contacted
 * (`localhost`). An empty or temporarily unavailable sitemap exists.
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

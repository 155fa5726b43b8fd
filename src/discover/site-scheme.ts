import type { RobotsAnswer } from '../robots/robots-answer.ts';
import type { Listed, Reading, SourceOf } from './discoverer.ts';

/** The URL at which a site is reachable, and its robots.txt. */
export interface AskedSite {
  readonly site: string;
  readonly answer: RobotsAnswer;
  /** `site-without-https`, where the scheme was changed. */
  readonly notice?: Listed;
}

/**
 * Fetches robots.txt of a site. Where the source gives only a domain and https is unreachable, http
 * is tried; if both are unreachable, the https problem is reported.
 * @throws the signal's reason when it is aborted
 */
export async function askSite(
  { name, site, isByName }: SourceOf<'site'>,
  { robots, signal }: Pick<Reading, 'robots' | 'signal'>,
): Promise<AskedSite> {
  const answer = await robots.of(site, signal, name);
  const code = isByName === true ? unreachableReason(answer) : undefined;
  if (code === undefined) return { site, answer };
  const httpSite = site.replace(/^https:/u, 'http:');
  const httpAnswer = await robots.of(httpSite, signal, name);
  if (unreachableReason(httpAnswer) !== undefined) return { site, answer };
  const problem = { kind: 'site-without-https', url: site, code, taken: httpSite } as const;
  return { site: httpSite, answer: httpAnswer, notice: { kind: 'notice', problem } };
}

/**
 * Why the server itself, not a redirect target, is unreachable: no connection, no TLS, no response.
 */
function unreachableReason(answer: RobotsAnswer): string | undefined {
  if (answer.kind !== 'unavailable' || answer.problem.url !== answer.url) return undefined;
  const { problem } = answer;
  if (problem.kind === 'connection-failed') return problem.code;
  return problem.kind === 'timed-out' && problem.phase === 'connect' ? problem.kind : undefined;
}

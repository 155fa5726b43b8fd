import type { RobotsAnswer } from '../robots/robots-answer.ts';
import type { Listed, Reading, SourceOf } from './discoverer.ts';

/** Where a site is asked, and what came of asking for its robots.txt there. */
export interface AskedSite {
  readonly site: string;
  readonly answer: RobotsAnswer;
  /** What there is to say of the place (`site-without-https`). */
  readonly notice?: Listed;
}

/**
 * Asks a site for its robots.txt: where the source says, or, where it names the site by its domain alone and https cannot be
 * reached, by http. Who cannot be reached by http either is told of as https has it.
 * @throws the signal's reason when it is aborted
 */
export async function askSite(
  { name, site, isByName }: SourceOf<'site'>,
  { robots, signal }: Pick<Reading, 'robots' | 'signal'>,
): Promise<AskedSite> {
  const answer = await robots.of(site, signal, name);
  const code = isByName === true ? unreachedBy(answer) : undefined;
  if (code === undefined) return { site, answer };
  const taken = site.replace(/^https:/u, 'http:');
  const plain = await robots.of(taken, signal, name);
  if (unreachedBy(plain) !== undefined) return { site, answer };
  const problem = { kind: 'site-without-https', url: site, code, taken } as const;
  return { site: taken, answer: plain, notice: { kind: 'notice', problem } };
}

/** Why the server itself, and not one that it redirects to, could not be reached: no connection, no TLS, no answer. */
function unreachedBy(answer: RobotsAnswer): string | undefined {
  if (answer.kind !== 'unavailable' || answer.problem.url !== answer.url) return undefined;
  const { problem } = answer;
  if (problem.kind === 'connection-failed') return problem.code;
  return problem.kind === 'timed-out' && problem.phase === 'connect' ? problem.kind : undefined;
}

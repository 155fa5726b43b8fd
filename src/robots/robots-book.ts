import { credentialsFor, type CredentialsBySource } from '../config/credentials.ts';
import type { Hosts } from '../http/hosts.ts';
import { isFailure } from '../http/transport-problem.ts';
import { ResourceError, type HttpReader } from '../model/http.ts';
import type { Problem, ProblemOf } from '../model/problem.ts';
import type { RobotsMemory } from '../model/robots-memory.ts';
import type { RobotsLeave } from '../model/run.ts';
import { askRobots, type RobotsSources } from './ask-robots.ts';
import type { RobotsAnswer } from './robots-answer.ts';
import { verdictOn } from './rules.ts';

/** Dependencies of the cache, besides the HTTP client. */
export interface RobotsBookOptions {
  /** Applies a `Crawl-delay`, and knows the hosts that were given up; absent by default. */
  readonly hosts?: Pick<Hosts, 'of'>;
  /** Credentials by source; none by default. */
  readonly credentials?: CredentialsBySource | undefined;
  /** Stored copies of earlier runs; none by default. */
  readonly memory?: RobotsMemory | undefined;
  readonly now?: () => Date;
}

/** The most entries in memory; beyond it the oldest are dropped, and requested again if needed. */
const maxServers = 10_000;

/**
 * The robots.txt files of a run: each server is requested once, and once more for each source that
 * has credentials for it.
 */
export class RobotsBook {
  readonly #sources: RobotsSources;
  readonly #credentials: CredentialsBySource;
  readonly #hosts: Pick<Hosts, 'of'> | undefined;
  readonly #answers = new Map<string, Promise<RobotsAnswer>>();

  constructor(
    http: HttpReader,
    { hosts, credentials = new Map(), memory, now = () => new Date() }: RobotsBookOptions = {},
  ) {
    this.#sources = { http, memory, now };
    this.#credentials = credentials;
    this.#hosts = hosts;
  }

  /**
   * The robots.txt for a URL: that of its scheme, host and port (RFC 9309 §2.3).
   * @param signal ends the request; the same for all callers
   * @param source whose credentials are sent, where it has some for this server
   * @throws the signal's reason when it is aborted
   */
  async of(url: string, signal: AbortSignal, source?: string): Promise<RobotsAnswer> {
    const { href: place, host, origin } = new URL('/robots.txt', url);
    // A host that was given up needs no robots.txt; a failed result may not have been dropped yet.
    const refusal = this.#hosts?.of({ host }).refusal(place);
    if (refusal !== undefined) return { kind: 'unavailable', url: place, problem: refusal };
    const isKnown = credentialsFor(this.#credentials, source, origin) !== undefined;
    const credentialsOf = isKnown ? source : undefined;
    const key = credentialsOf === undefined ? place : `${place} ${credentialsOf}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= maxServers && oldest !== undefined) this.#answers.delete(oldest);
    const answer = this.#ask(place, signal, credentialsOf);
    this.#answers.set(key, answer);
    void this.#forgetWherePassing(key, answer);
    return answer;
  }

  /**
   * Callers that wait share the result; an aborted request is not stored. A failed host is
   * requested again for the next URL: it may have recovered, and `Hosts` limits how often.
   */
  async #forgetWherePassing(key: string, asked: Promise<RobotsAnswer>): Promise<void> {
    const answer = await asked.catch(() => undefined);
    const isToStay = answer?.kind !== 'unavailable' || !isPassing(answer.problem);
    if (answer === undefined || !isToStay) this.#answers.delete(key);
  }

  async #ask(
    url: string,
    signal: AbortSignal,
    credentialsOf: string | undefined,
  ): Promise<RobotsAnswer> {
    const answer = await askRobots(url, signal, { ...this.#sources, credentialsOf });
    if (answer.kind !== 'file' || answer.rules.crawlDelaySeconds === undefined) return answer;
    const { crawlDelaySeconds: seconds } = answer.rules;
    const keptDelayMs = this.#hosts?.of(new URL(url)).askForDelay(seconds * 1000);
    return keptDelayMs === undefined ? answer : { ...answer, keptDelayMs };
  }

  /**
   * The decision that permits a URL.
   * @param source see `of`
   * @throws {ResourceError} `robots-disallowed` where it is forbidden; where the rules are unknown,
   * `robots-unavailable` or the problem that stops all requests to the host
   */
  async permit(url: string, signal: AbortSignal, source?: string): Promise<RobotsLeave> {
    const answer = await this.of(url, signal, source);
    if (answer.kind === 'none') return { by: 'no-file' };
    if (answer.kind === 'unavailable') throw new ResourceError(unavailability(answer, url));
    const { allowed, rule } = verdictOn(answer.rules, url);
    if (rule === undefined) return { by: 'no-rule' };
    const { agent, text, line } = rule;
    if (allowed) return { by: 'rule', text, line, agent };
    throw new ResourceError({ kind: 'robots-disallowed', url, agent, rule: text, line });
  }
}

/** Whether a later request may succeed. */
function isPassing(problem: Problem): boolean {
  return isFailure(problem) || problem.kind === 'host-given-up' || problem.kind === 'out-of-time';
}

/**
 * The problem of a URL whose robots.txt is unavailable, or the problem that stops all requests to
 * its host.
 */
export function unavailability(
  { problem, url: robots }: Extract<RobotsAnswer, { readonly kind: 'unavailable' }>,
  url: string,
): Problem {
  if (
    problem.kind === 'connection-failed' ||
    problem.kind === 'address-refused' ||
    problem.kind === 'host-given-up' ||
    problem.kind === 'out-of-time'
  ) {
    return { ...problem, url };
  }
  const unavailable: ProblemOf<'robots-unavailable'> = { kind: 'robots-unavailable', url, robots };
  if (problem.kind === 'http-status') return { ...unavailable, status: problem.status };
  return { ...unavailable, code: problem.kind };
}

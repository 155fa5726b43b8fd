import { takeBeginning } from '../http/body.ts';
import type { Hosts } from '../http/hosts.ts';
import { isFailure } from '../http/transport-problem.ts';
import { ResourceError, type HttpReader, type ResponseBody } from '../model/http.ts';
import type { Problem, ProblemOf } from '../model/problem.ts';
import type { RobotsLeave } from '../model/run.ts';
import { maxRobotsBytes, parseRobots } from './parse-robots.ts';
import type { RobotsFile } from './robots-file.ts';
import { rulesFor, verdictOn, type AgentRules } from './rules.ts';

/** What came of asking a server for its robots.txt. */
export type RobotsAnswer = { readonly url: string } & (
  | {
      readonly kind: 'file';
      readonly file: RobotsFile;
      /** Those for us. */
      readonly rules: AgentRules;
      /** The URL that answered, after redirects. */
      readonly finalUrl: string;
      /** The delay between requests that is kept to, where it asks for one. */
      readonly keptDelayMs?: number;
    }
  /** The server says that there is none, so that all is allowed (RFC 9309 §2.3.1.3). */
  | { readonly kind: 'none' }
  /** Nobody knows what it says, so that nothing is allowed (RFC 9309 §2.3.1.4). */
  | { readonly kind: 'unavailable'; readonly problem: Problem }
);

/** What is kept at once; the servers that were asked first are forgotten beyond, and asked again. */
const maxServers = 10_000;

/** The robots.txt of each server of a run, asked for once. */
export class RobotsBook {
  readonly #http: HttpReader;
  readonly #hosts: Pick<Hosts, 'of'> | undefined;
  readonly #answers = new Map<string, Promise<RobotsAnswer>>();

  /** @param hosts where a `Crawl-delay` is kept to, and which say who is asked no more; by default nothing of that is known */
  constructor(http: HttpReader, hosts?: Pick<Hosts, 'of'>) {
    this.#http = http;
    this.#hosts = hosts;
  }

  /**
   * The robots.txt that holds for a URL: that of its scheme, host and port (RFC 9309 §2.3).
   * @param signal ends the request; the same for all who ask
   * @throws the signal's reason when it is aborted
   */
  async of(url: string, signal: AbortSignal): Promise<RobotsAnswer> {
    const { href: place, host } = new URL('/robots.txt', url);
    // Where nothing can be asked for, no answer helps; and one that failed may not have been forgotten yet.
    const refusal = this.#hosts?.of({ host }).refusal(place);
    if (refusal !== undefined) return { kind: 'unavailable', url: place, problem: refusal };
    const known = this.#answers.get(place);
    if (known !== undefined) return known;
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= maxServers && oldest !== undefined) this.#answers.delete(oldest);
    const answer = this.#ask(place, signal);
    this.#answers.set(place, answer);
    void this.#forgetWherePassing(place, answer);
    return answer;
  }

  /**
   * Whoever waits for it hears of it; an abort leaves nothing to be remembered. A host that fails is asked again for the next
   * URL: it may be back by then, and `Hosts` says how often that is worth it.
   */
  async #forgetWherePassing(place: string, asked: Promise<RobotsAnswer>): Promise<void> {
    const answer = await asked.catch(() => undefined);
    const isToStay = answer?.kind !== 'unavailable' || !isPassing(answer.problem);
    if (answer === undefined || !isToStay) this.#answers.delete(place);
  }

  async #ask(url: string, signal: AbortSignal): Promise<RobotsAnswer> {
    const answer = await ask(this.#http, url, signal);
    if (answer.kind !== 'file' || answer.rules.crawlDelaySeconds === undefined) return answer;
    const { crawlDelaySeconds: seconds } = answer.rules;
    const keptDelayMs = this.#hosts?.of(new URL(url)).askForDelay(seconds * 1000);
    return keptDelayMs === undefined ? answer : { ...answer, keptDelayMs };
  }

  /**
   * Why a URL may be asked for.
   * @throws {ResourceError} `robots-disallowed` where it may not; `robots-unavailable`, or what hinders all requests to the
   * host, where nobody knows
   */
  async permit(url: string, signal: AbortSignal): Promise<RobotsLeave> {
    const answer = await this.of(url, signal);
    if (answer.kind === 'none') return { by: 'no-file' };
    if (answer.kind === 'unavailable') throw new ResourceError(unavailability(answer, url));
    const { allowed, rule } = verdictOn(answer.rules, url);
    if (rule === undefined) return { by: 'no-rule' };
    const { agent, text, line } = rule;
    if (allowed) return { by: 'rule', text, line, agent };
    throw new ResourceError({ kind: 'robots-disallowed', url, agent, rule: text, line });
  }
}

async function ask(http: HttpReader, url: string, signal: AbortSignal): Promise<RobotsAnswer> {
  const options = { signal, accept: 'text/plain, */*;q=0.5', maxBytes: Number.POSITIVE_INFINITY };
  try {
    const { body, retrieval } = await http.read(url, options, beginningOf);
    const file = parseRobots(body);
    return { kind: 'file', url, file, rules: rulesFor(file), finalUrl: retrieval.finalUrl };
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    const { problem } = error;
    return saysThereIsNone(problem) ? { kind: 'none', url } : { kind: 'unavailable', url, problem };
  }
}

/** As much as counts, and a byte more, by which it is seen that there is more. */
function beginningOf(body: ResponseBody): Promise<Uint8Array> {
  return takeBeginning(body, maxRobotsBytes + 1);
}

/** 429 only asks to come later; redirects that lead nowhere are as good as a 404 (RFC 9309 §2.3.1.2). */
function saysThereIsNone(problem: Problem): boolean {
  if (problem.kind === 'too-many-redirects' || problem.kind === 'redirect-invalid') return true;
  if (problem.kind !== 'http-status') return false;
  return problem.status >= 400 && problem.status < 500 && problem.status !== 429;
}

/** Whether a later request may fare better. */
function isPassing(problem: Problem): boolean {
  return isFailure(problem) || problem.kind === 'host-given-up' || problem.kind === 'out-of-time';
}

/** The problem of a URL whose robots.txt cannot be had. What hinders all requests to its host is that itself. */
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

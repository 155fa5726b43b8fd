import { type CredentialsBySource, credentialsFor } from '../../config/credentials.ts';
import type { RobotsMemory, StoredRobots } from '../../model/harvest-memory.ts';
import {
  type HttpReader,
  type NotModified,
  type OpenedResponse,
  ResourceError,
  type ResponseBody,
  type Validators,
} from '../../model/http.ts';
import type { Problem, ProblemOf } from '../../model/problem.ts';
import type { RobotsDecision } from '../../model/run.ts';
import { readPrefix } from '../body.ts';
import type { Hosts } from '../hosts.ts';
import { isHostFailure } from '../transport-problem.ts';
import { maxRobotsBytes, parseRobots } from './parse-robots.ts';
import { harvesterAgents, type RobotsFile } from './robots-file.ts';
import {
  type AgentRules,
  decidingGroups,
  maxRuleCharacters,
  type NamingGroup,
  robotsVerdict,
  rulesFor,
} from './rules.ts';

/** Dependencies of the cache, besides the HTTP client. */
interface RobotsCacheOptions {
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
export class RobotsCache {
  readonly #sources: RobotsFetchContext;
  readonly #credentials: CredentialsBySource;
  readonly #hosts: Pick<Hosts, 'of'> | undefined;
  readonly #answers = new Map<string, Promise<RobotsResult>>();

  constructor(
    http: HttpReader,
    { hosts, credentials = new Map(), memory, now = () => new Date() }: RobotsCacheOptions = {},
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
  async of(url: string, signal: AbortSignal, source?: string): Promise<RobotsResult> {
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
  async #forgetWherePassing(key: string, asked: Promise<RobotsResult>): Promise<void> {
    const answer = await asked.catch(() => undefined);
    const isToStay = answer?.kind !== 'unavailable' || !isPassing(answer.problem);
    if (answer === undefined || !isToStay) this.#answers.delete(key);
  }

  async #ask(
    url: string,
    signal: AbortSignal,
    credentialsOf: string | undefined,
  ): Promise<RobotsResult> {
    const answer = await fetchRobots(url, signal, { ...this.#sources, credentialsOf });
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
  async permit(url: string, signal: AbortSignal, source?: string): Promise<RobotsDecision> {
    const answer = await this.of(url, signal, source);
    if (answer.kind === 'none') return { by: 'no-file' };
    if (answer.kind === 'unavailable')
      throw new ResourceError(robotsUnavailableProblem(answer, url));
    const { allowed, rule } = robotsVerdict(answer.rules, url);
    if (rule === undefined) return { by: 'no-rule' };
    const { agent, text, line } = rule;
    if (allowed) return { by: 'rule', text, line, agent };
    throw new ResourceError({ kind: 'robots-disallowed', url, agent, rule: text, line });
  }
}

/** Whether a later request may succeed. */
function isPassing(problem: Problem): boolean {
  return (
    isHostFailure(problem) || problem.kind === 'host-given-up' || problem.kind === 'out-of-time'
  );
}

/**
 * The problem of a URL whose robots.txt is unavailable, or the problem that stops all requests to
 * its host.
 */
export function robotsUnavailableProblem(
  { problem, url: robots }: Extract<RobotsResult, { readonly kind: 'unavailable' }>,
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

/** Where a robots.txt comes from: the Web, and copies of earlier runs. */
interface RobotsFetchContext {
  readonly http: HttpReader;
  /**
   * See `OpenOptions`; responses to requests with credentials are stored apart from public ones.
   */
  readonly credentialsOf?: string | undefined;
  readonly memory?: RobotsMemory | undefined;
  readonly now: () => Date;
}

const dayMs = 86_400_000;
/** How long a copy is used without a request, in milliseconds (RFC 9309 §2.4). */
const freshMs = dayMs;
/**
 * How long a copy is used where its server fails, in milliseconds: the example period of RFC 9309
 * §2.3.1.4. After it a crawler may assume that all is allowed; we treat the file as "disallow all",
 * since a server out of reach for a month has allowed nothing.
 */
const staleMs = 30 * dayMs;

/**
 * The robots.txt rules in effect: a copy of at most a day, else a new response, which is stored,
 * else, where the server fails, a copy of at most a month.
 * @throws the signal's reason when it is aborted
 */
async function fetchRobots(
  url: string,
  signal: AbortSignal,
  sources: RobotsFetchContext,
): Promise<RobotsResult> {
  const { memory, credentialsOf } = sources;
  const { origin } = new URL(url);
  // An origin contains no blank.
  const server = credentialsOf === undefined ? origin : `${origin} ${credentialsOf}`;
  const kept = await memory?.get(server);
  if (kept !== undefined && isWithin(freshMs, kept, sources)) return answerOf(url, kept);
  const asked = await ask(url, signal, sources, kept);
  if (asked.kind !== 'unavailable') {
    await memory?.put(server, asked);
    return answerOf(url, asked);
  }
  const helps =
    kept !== undefined && isHostFailure(asked.problem) && isWithin(staleMs, kept, sources);
  return helps ? answerOf(url, kept) : { ...asked, url };
}

/** A copy with a future date is not trusted. */
function isWithin(ms: number, { at }: StoredRobots, { now }: RobotsFetchContext): boolean {
  const age = now().getTime() - at.getTime();
  return age >= 0 && age < ms;
}

function answerOf(url: string, kept: StoredRobots): RobotsResult {
  if (kept.kind === 'none') return { kind: 'none', url };
  const file = parseRobots(kept.body);
  return { kind: 'file', url, file, rules: rulesFor(file), finalUrl: kept.finalUrl };
}

type Asked = StoredRobots | { readonly kind: 'unavailable'; readonly problem: Problem };

async function ask(
  url: string,
  signal: AbortSignal,
  { http, credentialsOf, now }: RobotsFetchContext,
  kept: StoredRobots | undefined,
): Promise<Asked> {
  const known = kept?.kind === 'file' ? kept : undefined;
  const options = {
    signal,
    credentialsOf,
    accept: 'text/plain, */*;q=0.5',
    maxBytes: Number.POSITIVE_INFINITY,
    validators: known?.validators,
  };
  try {
    const answer = await http.read(url, options, beginningOf);
    const { finalUrl } = answer.retrieval;
    const about = { kind: 'file', at: now(), finalUrl, validators: validatorsOf(answer) } as const;
    if (answer.notModified !== true) return { ...about, body: answer.body };
    // An unconditional request gets no 304.
    return { ...about, body: known?.body ?? new Uint8Array() };
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    const { problem } = error;
    return saysThereIsNone(problem)
      ? { kind: 'none', at: now() }
      : { kind: 'unavailable', problem };
  }
}

function validatorsOf({ retrieval }: OpenedResponse<Uint8Array> | NotModified): Validators {
  const { etag, lastModified } = retrieval;
  return { etag, lastModified };
}

/** Reads the size limit and one byte more, which shows that the file is longer. */
function beginningOf(body: ResponseBody): Promise<Uint8Array> {
  return readPrefix(body, maxRobotsBytes + 1);
}

/** 429 only asks to come later; a redirect that leads nowhere counts as 404 (RFC 9309 §2.3.1.2). */
function saysThereIsNone(problem: Problem): boolean {
  if (problem.kind === 'too-many-redirects' || problem.kind === 'redirect-invalid') return true;
  if (problem.kind !== 'http-status') return false;
  return problem.status >= 400 && problem.status < 500 && problem.status !== 429;
}

/** The result of a robots.txt request. */
export type RobotsResult = { readonly url: string } & (
  | {
      readonly kind: 'file';
      readonly file: RobotsFile;
      /** The rules for this harvester. */
      readonly rules: AgentRules;
      /** The final URL after redirects. */
      readonly finalUrl: string;
      /** The `Crawl-delay` in effect, where the file has one. */
      readonly keptDelayMs?: number;
    }
  /** No robots.txt: all is allowed (RFC 9309 §2.3.1.3). */
  | { readonly kind: 'none' }
  /** robots.txt unreachable: treated as "disallow all" (RFC 9309 §2.3.1.4). */
  | { readonly kind: 'unavailable'; readonly problem: Problem }
);

/** A robots.txt with its URL, its rules for us, and the `Crawl-delay` in effect. */
interface AppliedRobots {
  readonly file: RobotsFile;
  readonly url: string;
  readonly rules: AgentRules;
  readonly keptDelayMs?: number | undefined;
}

/** Lists the problems of a robots.txt. The URLs of its sitemap lines are not checked. */
export function listRobotsProblems({ file, url, rules, keptDelayMs }: AppliedRobots): Problem[] {
  const problems: Problem[] = [];
  if (file.isPage) problems.push({ kind: 'robots-not-text', url });
  if (file.truncated) problems.push({ kind: 'robots-too-large', url, maxBytes: maxRobotsBytes });
  const { crawlDelaySeconds: seconds = 0 } = rules;
  if (keptDelayMs !== undefined && keptDelayMs < seconds * 1000) {
    problems.push({ kind: 'crawl-delay-capped', url, seconds, maxMs: keptDelayMs });
  }
  for (const group of decidingGroups(file, harvesterAgents)) {
    const shared = sharedDisallow(group);
    if (shared === undefined) continue;
    problems.push({ kind: 'robots-group-shared', url, ...shared });
    // One example is enough; a file could have thousands.
    break;
  }
  return problems;
}

type SharedDisallow = Omit<ProblemOf<'robots-group-shared'>, 'kind' | 'url'>;

/**
 * The first `Disallow` that a user-agent line of ours has from a later one, since a record such as `Sitemap` between the two
 * does not end a group (RFC 9309 §2.2.4). Also where it would hold for us anyway, as one for `*` mostly does: who set the
 * two apart meant them apart, and which of the two readings was meant only the publisher knows.
 */
function sharedDisallow({ agents, naming, rules }: NamingGroup): SharedDisallow | undefined {
  const [first] = naming;
  const run = agents.at(-1)?.run;
  if (first === undefined || naming.some((agent) => agent.run === run)) return undefined;
  const rule = rules.find(({ kind, pattern }) => kind === 'disallow' && pattern !== '');
  if (rule === undefined) return undefined;
  return {
    agent: first.value.slice(0, maxRuleCharacters),
    line: first.line,
    rule: rule.text.slice(0, maxRuleCharacters),
    ruleLine: rule.line,
  };
}

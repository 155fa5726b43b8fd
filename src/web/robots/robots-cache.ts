import { type CredentialsBySource, credentialsFor } from '../../config/credentials.ts';
import type { RobotsMemory, StoredRobots } from '../../model/harvest-memory.ts';
import { type HttpReader, ResourceError, type RobotsDecision } from '../../model/http.ts';
import type { Problem, ProblemKind, ProblemOf } from '../../model/problem.ts';
import { readPrefix } from '../body.ts';
import type { FetchPermission } from '../fetch-file.ts';
import type { Hosts } from '../hosts.ts';
import { isHostFailure } from '../transport-problem.ts';
import { harvesterAgents, maxRobotsBytes, parseRobots, type RobotsFile } from './robots-file.ts';
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

const dayMs = 86_400_000;
/** How long a copy is used without a request, in milliseconds (RFC 9309 §2.4). */
const freshMs = dayMs;
/**
 * How long a copy is used where its server fails, in milliseconds (RFC 9309 §2.3.1.4). After it the
 * file is treated as "disallow all": a server out of reach for a month has allowed nothing.
 */
const staleMs = 30 * dayMs;

/** One request for a robots.txt. */
interface RobotsRequest {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly credentialsOf: string | undefined;
  /** The key of its copy; responses to requests with credentials are stored apart. */
  readonly server: string;
}

/**
 * The robots.txt files of a run: each server is requested once, and once more for each source that
 * has credentials for it.
 */
export class RobotsCache {
  readonly #http: HttpReader;
  readonly #options: RobotsCacheOptions;
  readonly #results = new Map<string, Promise<RobotsResult>>();

  constructor(http: HttpReader, options: RobotsCacheOptions = {}) {
    this.#http = http;
    this.#options = options;
  }

  /**
   * The robots.txt for a URL: that of its scheme, host and port (RFC 9309 §2.3).
   * @param signal ends the request, which others that wait for it then send themselves
   * @param source whose credentials are sent, where it has some for this server
   * @throws the signal's reason when it is aborted
   */
  async of(pageUrl: string, signal: AbortSignal, source?: string): Promise<RobotsResult> {
    const { href: url, host, origin } = new URL('/robots.txt', pageUrl);
    const { hosts, credentials } = this.#options;
    // A host that was given up needs no robots.txt; a failed result may not have been dropped yet.
    const problem = hosts?.of({ host }).refusal(url);
    if (problem !== undefined) return { kind: 'unavailable', url, problem };
    const hasCredentials = credentials && credentialsFor(credentials, source, origin) !== undefined;
    const credentialsOf = hasCredentials ? source : undefined;
    // An origin contains no blank.
    const server = credentialsOf === undefined ? origin : `${origin} ${credentialsOf}`;
    for (let known = this.#results.get(server); known !== undefined;) {
      try {
        return await known;
      } catch {
        signal.throwIfAborted();
        this.#drop(server, known);
        known = this.#results.get(server);
      }
    }
    const [oldest] = this.#results.keys();
    if (this.#results.size >= maxServers && oldest !== undefined) this.#results.delete(oldest);
    const result = this.#fetch({ url, signal, credentialsOf, server });
    this.#results.set(server, result);
    void this.#dropTemporary(server, result);
    return result;
  }

  /**
   * Callers that wait share the result; an aborted request is not stored. A failed host is
   * requested again for the next URL: it may have recovered, and `Hosts` limits how often.
   */
  async #dropTemporary(server: string, pending: Promise<RobotsResult>): Promise<void> {
    const result = await pending.catch(() => undefined);
    const isTemporary = result?.kind === 'unavailable' && isTemporaryProblem(result.problem);
    if (result === undefined || isTemporary) this.#drop(server, pending);
  }

  #drop(server: string, result: Promise<RobotsResult>): void {
    if (this.#results.get(server) === result) this.#results.delete(server);
  }

  /** Reads a robots.txt, and applies its `Crawl-delay`. */
  async #fetch(request: RobotsRequest): Promise<RobotsResult> {
    const result = await this.#readFile(request);
    if (result.kind !== 'file' || result.rules.crawlDelaySeconds === undefined) return result;
    const delayMs = result.rules.crawlDelaySeconds * 1000;
    const keptDelayMs = this.#options.hosts?.of(new URL(request.url)).applyCrawlDelay(delayMs);
    return { ...result, keptDelayMs };
  }

  /**
   * A copy of at most a day; else a new response, which is stored; else, where the server fails, a
   * copy of at most a month.
   */
  async #readFile(request: RobotsRequest): Promise<RobotsResult> {
    const { memory } = this.#options;
    const { url, server } = request;
    const stored = await memory?.get(server);
    if (stored !== undefined && this.#isWithin(freshMs, stored)) return parseStored(url, stored);
    const result = await this.#request(request, stored);
    if (result.kind !== 'unavailable') {
      await memory?.put(server, result);
      return parseStored(url, result);
    }
    const isUsable =
      stored !== undefined && isServerFailure(result.problem) && this.#isWithin(staleMs, stored);
    return isUsable ? parseStored(url, stored) : { ...result, url };
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  /** A copy with a future date is not trusted. */
  #isWithin(ms: number, { at }: StoredRobots): boolean {
    const age = this.#now().getTime() - at.getTime();
    return age >= 0 && age < ms;
  }

  async #request(
    { url, signal, credentialsOf }: RobotsRequest,
    stored: StoredRobots | undefined,
  ): Promise<StoredRobots | { readonly kind: 'unavailable'; readonly problem: Problem }> {
    const known = stored?.kind === 'file' ? stored : undefined;
    const options = {
      signal,
      credentialsOf,
      accept: 'text/plain, */*;q=0.5',
      maxBytes: Number.POSITIVE_INFINITY,
      validators: known?.validators,
    };
    // One byte more than the limit shows that the file is longer.
    const bytes = maxRobotsBytes + 1;
    try {
      const answer = await this.#http.read(url, options, (body) => readPrefix(body, bytes));
      const { finalUrl, etag, lastModified } = answer.retrieval;
      // An unconditional request gets no 304.
      const body = answer.notModified === true ? (known?.body ?? new Uint8Array()) : answer.body;
      const validators = { etag, lastModified };
      return { kind: 'file', at: this.#now(), finalUrl, validators, body };
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
      const { problem } = error;
      if (!meansNoFile(problem)) return { kind: 'unavailable', problem };
      return { kind: 'none', at: this.#now() };
    }
  }

  /**
   * The decision that permits a URL.
   * @param source see `of`
   * @throws {ResourceError} `robots-disallowed` where it is forbidden; where the rules are unknown,
   * `robots-unavailable` or the problem that stops all requests to the host
   */
  async permit(url: string, signal: AbortSignal, source?: string): Promise<RobotsDecision> {
    const robots = await this.of(url, signal, source);
    if (robots.kind === 'none') return { by: 'no-file' };
    if (robots.kind === 'unavailable')
      throw new ResourceError(robotsUnavailableProblem(robots, url));
    const { allowed, rule } = robotsVerdict(robots.rules, url);
    if (rule === undefined) return { by: 'no-rule' };
    const { agent, text, line } = rule;
    if (allowed) return { by: 'rule', text, line, agent };
    throw new ResourceError({ kind: 'robots-disallowed', url, agent, rule: text, line });
  }
}

/** Applies robots.txt to requests. @param ignoring the names of sources that ignore it */
export function permitByRobots(
  ignoring: ReadonlySet<string>,
  robots: Pick<RobotsCache, 'permit'>,
): FetchPermission {
  return async ({ target, credentialsOf, onAllowed }, url, signal) => {
    const decision: RobotsDecision = ignoring.has(target.source)
      ? { by: 'ignored' }
      : await robots.permit(url, signal, credentialsOf);
    // For a redirect it matters only whether robots.txt forbids it.
    if (url === target.url) onAllowed?.(decision);
  };
}

/** Why a request was not sent, for a reason that has nothing to do with robots.txt. */
const refusalKinds: ReadonlySet<ProblemKind> = new Set([
  'host-given-up',
  'out-of-requests',
  'out-of-time',
]);

/** Whether a later request may succeed. */
function isTemporaryProblem(problem: Problem): boolean {
  return isServerFailure(problem) || refusalKinds.has(problem.kind);
}

/** A bot challenge says nothing about the file, whatever its status. */
function isServerFailure(problem: Problem): boolean {
  return problem.kind === 'bot-challenge' || isHostFailure(problem);
}

/**
 * The problem of a URL whose robots.txt is unavailable, or the problem that stops all requests to
 * its host.
 */
export function robotsUnavailableProblem(
  { problem, url: robots }: Extract<RobotsResult, { readonly kind: 'unavailable' }>,
  url: string,
): Problem {
  const isUnreachable = problem.kind === 'connection-failed' || problem.kind === 'address-refused';
  if (isUnreachable || refusalKinds.has(problem.kind)) return { ...problem, url };
  const unavailable: ProblemOf<'robots-unavailable'> = { kind: 'robots-unavailable', url, robots };
  if (problem.kind === 'http-status') return { ...unavailable, status: problem.status };
  return { ...unavailable, code: problem.kind };
}

function parseStored(url: string, stored: StoredRobots): RobotsResult {
  if (stored.kind === 'none') return { kind: 'none', url };
  const file = parseRobots(stored.body);
  return { kind: 'file', url, file, rules: rulesFor(file), finalUrl: stored.finalUrl };
}

/**
 * 429 is temporary; a redirect that leads nowhere counts as 404 (RFC 9309 §2.3.1.2). A bot
 * challenge counts by its status.
 */
function meansNoFile(problem: Problem): boolean {
  if (problem.kind === 'too-many-redirects' || problem.kind === 'redirect-invalid') return true;
  if (problem.kind !== 'http-status' && problem.kind !== 'bot-challenge') return false;
  const { status = 0 } = problem;
  return status >= 400 && status < 500 && status !== 429;
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
      readonly keptDelayMs?: number | undefined;
    }
  /** No robots.txt: all is allowed (RFC 9309 §2.3.1.3). */
  | { readonly kind: 'none' }
  /** robots.txt unreachable: treated as "disallow all" (RFC 9309 §2.3.1.4). */
  | { readonly kind: 'unavailable'; readonly problem: Problem }
);

/** How many lines of a robots.txt count; absent where none does. */
function usedLines({ groups, sitemaps }: RobotsFile): { readonly lines?: number } {
  const rules = groups.reduce((sum, group) => sum + group.rules.length, 0);
  const lines = rules + sitemaps.length;
  return lines === 0 ? {} : { lines };
}

/** Lists the problems of a robots.txt. The URLs of its sitemap lines are not checked. */
export function listRobotsProblems({
  file,
  url,
  rules,
  keptDelayMs,
}: Omit<Extract<RobotsResult, { kind: 'file' }>, 'kind' | 'finalUrl'>): Problem[] {
  const problems: Problem[] = [];
  if (file.isPage) problems.push({ kind: 'robots-not-text', url, ...usedLines(file) });
  if (file.truncated) problems.push({ kind: 'robots-too-large', url, maxBytes: maxRobotsBytes });
  const { crawlDelaySeconds: seconds = 0 } = rules;
  if (keptDelayMs !== undefined && keptDelayMs < seconds * 1000) {
    problems.push({ kind: 'crawl-delay-capped', url, seconds, maxMs: keptDelayMs });
  }
  // One example is enough; a file could have thousands.
  const [shared] = decidingGroups(file, harvesterAgents).flatMap(
    (group) => findSharedDisallow(group) ?? [],
  );
  if (shared !== undefined) problems.push({ kind: 'robots-group-shared', url, ...shared });
  return problems;
}

/**
 * The first `Disallow` that applies to our user-agent line only because a record such as `Sitemap`
 * before the next user-agent line does not end a group (RFC 9309 §2.2.4). Reported even where the
 * rule would apply anyway, since only the publisher knows what was meant.
 */
function findSharedDisallow({
  agents,
  naming,
  rules,
}: NamingGroup): Omit<ProblemOf<'robots-group-shared'>, 'kind' | 'url'> | undefined {
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

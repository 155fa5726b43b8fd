import { takeBeginning } from '../http/body.ts';
import { isFailure } from '../http/transport-problem.ts';
import {
  ResourceError,
  type HttpReader,
  type NotModified,
  type Opened,
  type ResponseBody,
  type Validators,
} from '../model/http.ts';
import type { Problem } from '../model/problem.ts';
import type { KeptRobots, RobotsMemory } from '../model/robots-memory.ts';
import { maxRobotsBytes, parseRobots } from './parse-robots.ts';
import type { RobotsAnswer } from './robots-answer.ts';
import { rulesFor } from './rules.ts';

/** Where a robots.txt comes from: the Web, and copies of earlier runs. */
export interface RobotsSources {
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
export async function askRobots(
  url: string,
  signal: AbortSignal,
  sources: RobotsSources,
): Promise<RobotsAnswer> {
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
  const helps = kept !== undefined && isFailure(asked.problem) && isWithin(staleMs, kept, sources);
  return helps ? answerOf(url, kept) : { ...asked, url };
}

/** A copy with a future date is not trusted. */
function isWithin(ms: number, { at }: KeptRobots, { now }: RobotsSources): boolean {
  const age = now().getTime() - at.getTime();
  return age >= 0 && age < ms;
}

function answerOf(url: string, kept: KeptRobots): RobotsAnswer {
  if (kept.kind === 'none') return { kind: 'none', url };
  const file = parseRobots(kept.body);
  return { kind: 'file', url, file, rules: rulesFor(file), finalUrl: kept.finalUrl };
}

type Asked = KeptRobots | { readonly kind: 'unavailable'; readonly problem: Problem };

async function ask(
  url: string,
  signal: AbortSignal,
  { http, credentialsOf, now }: RobotsSources,
  kept: KeptRobots | undefined,
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

function validatorsOf({ retrieval }: Opened<Uint8Array> | NotModified): Validators {
  const { etag, lastModified } = retrieval;
  return { etag, lastModified };
}

/** Reads the size limit and one byte more, which shows that the file is longer. */
function beginningOf(body: ResponseBody): Promise<Uint8Array> {
  return takeBeginning(body, maxRobotsBytes + 1);
}

/** 429 only asks to come later; a redirect that leads nowhere counts as 404 (RFC 9309 §2.3.1.2). */
function saysThereIsNone(problem: Problem): boolean {
  if (problem.kind === 'too-many-redirects' || problem.kind === 'redirect-invalid') return true;
  if (problem.kind !== 'http-status') return false;
  return problem.status >= 400 && problem.status < 500 && problem.status !== 429;
}

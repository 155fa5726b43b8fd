import { readDigitalObjects } from '../../facts/record/files.ts';
import { publishedTexts } from '../../facts/record/fact-texts.ts';
import { readPublishedIdentifiers } from '../../facts/record/names-and-identifiers.ts';
import { fileTerms, textTerms } from '../../facts/record/properties.ts';
import { type FactNode, nodesUnder } from '../../facts/record/record-graph.ts';
import { ResourceError } from '../../model/http.ts';
import type { Problem, ProblemKind, ProblemOf } from '../../model/problem.ts';
import type { CheckRequests } from '../../model/site-check.ts';
import { resolvableUrl } from '../../rdf/identifiers.ts';
import { failedRequest, isUndecided, requestedUrl, requestOptions } from './check-requests.ts';
import type { LinkingRecord } from './linked-documents.ts';

/** A link of a record that should lead to something. */
export interface CheckedLink extends Pick<ProblemOf<'link-broken'>, 'link' | 'what'> {}

/** No record has more that count; a bound for records of strangers. */
const maxLinksPerRecord = 200;
/** The most links of a check. Bounds memory, and the time of the servers. */
const maxLinksPerCheck = 100_000;

/**
 * Reads the links of a resource that `--links` checks, each URL once: the content of distributions
 * and their parts, licences, and identifiers at their resolvers.
 */
export function readCheckedLinks(resource: FactNode): readonly CheckedLink[] {
  const objects = readDigitalObjects(resource).flatMap(({ value }) => {
    return value.kind === 'literal' ? [] : [value];
  });
  const stated = [
    ...[resource, ...objects].flatMap((node) => {
      return linksTo('distribution', publishedTexts(node, fileTerms.contents));
    }),
    ...linksTo('licence', [resource, ...objects].flatMap(licenceTexts)),
    ...linksTo('identifier', readPublishedIdentifiers(resource).flatMap(resolvedTexts)),
  ];
  const byUrl = new Map<string, CheckedLink>();
  for (const each of stated) if (!byUrl.has(each.link)) byUrl.set(each.link, each);
  return [...byUrl.values()].slice(0, maxLinksPerRecord);
}

function linksTo(what: CheckedLink['what'], texts: readonly string[]): readonly CheckedLink[] {
  return texts.flatMap((text) => {
    const link = requestedUrl(text);
    return link === undefined ? [] : [{ link, what }];
  });
}

/** The addresses of licences as published, which a catalogue of licences may know by others. */
function licenceTexts(node: FactNode): readonly string[] {
  const inside = nodesUnder(node, textTerms.license).flatMap((licence) => {
    return publishedTexts(licence, textTerms.addresses);
  });
  return [...publishedTexts(node, textTerms.license), ...inside];
}

function resolvedTexts(identifier: string): string | readonly string[] {
  return resolvableUrl(identifier) ?? [];
}

/** Asks whether links lead to something, each URL once. */
export class LinkChecker {
  readonly #requests: CheckRequests;
  readonly #known = new Map<string, Promise<Problem | undefined>>();
  #missing = 0;

  constructor(requests: CheckRequests) {
    this.#requests = requests;
  }

  /** How many URLs were requested, and how many of them lead nowhere. */
  get counts(): { readonly asked: number; readonly missing: number } {
    return { asked: this.#known.size, missing: this.#missing };
  }

  /**
   * Checks links of a record.
   * @returns the broken ones
   * @throws the signal's reason when it is aborted
   */
  async check(
    links: readonly CheckedLink[],
    from: LinkingRecord,
  ): Promise<readonly ProblemOf<'link-broken'>[]> {
    const problems: ProblemOf<'link-broken'>[] = [];
    // One after the other: links of one record mostly lead to one host.
    for (const { link, what } of links) {
      const failure = await this.failureOf(link);
      if (failure === undefined) continue;
      problems.push({ kind: 'link-broken', ...from, link, what, ...failedRequest(failure) });
    }
    return problems;
  }

  /**
   * Asks whether a link leads to something.
   * @returns why it leads nowhere; undefined where it does not, or where that is not known
   * @throws the signal's reason when it is aborted
   */
  async failureOf(link: string): Promise<Problem | undefined> {
    const known = this.#known.get(link);
    if (known !== undefined) return known;
    if (this.#known.size >= maxLinksPerCheck) return undefined;
    const asking = this.#request(link);
    this.#known.set(link, asking);
    return asking;
  }

  /** @returns the problem of a URL that leads nowhere */
  async #request(link: string): Promise<Problem | undefined> {
    const head = await this.#attempt(link, 'HEAD');
    const problem = isRefusalOfHead(head) ? await this.#attempt(link, 'GET') : head;
    if (problem === undefined || !leadsNowhere(problem)) return undefined;
    this.#missing += 1;
    return problem;
  }

  async #attempt(link: string, method: 'GET' | 'HEAD'): Promise<Problem | undefined> {
    const { http, signal } = this.#requests;
    try {
      const options = { ...requestOptions(this.#requests, '*/*'), method };
      const { body } = await http.open(link, options);
      await body.return?.();
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ResourceError)) throw error;
      return error.problem;
    }
  }
}

/** Statuses of a resource that is not for everybody. */
const protectedStatuses: ReadonlySet<number> = new Set([401, 402, 403, 407, 451]);
/** Problems of a body, which is not read. */
const bodyProblems: ReadonlySet<ProblemKind> = new Set([
  'body-bomb',
  'body-too-large',
  'body-undecodable',
  'partial-content',
]);

/** Whether a failed request shows that there is no resource. */
export function leadsNowhere(problem: Problem): boolean {
  return !isThere(problem) && !isUndecided(problem);
}

/** Whether a failed request shows that the resource exists. */
function isThere(problem: Problem): boolean {
  if (problem.kind === 'http-status') return protectedStatuses.has(problem.status);
  return bodyProblems.has(problem.kind);
}

/**
 * Whether GET may have another result than HEAD, which some servers do not implement: 405 and 501
 * say so (RFC 9110 §15.5.6, §15.6.2), other faults of the server and broken connections hint at it.
 */
function isRefusalOfHead(problem: Problem | undefined): boolean {
  if (problem === undefined || !leadsNowhere(problem)) return false;
  if (problem.kind !== 'http-status') return problem.kind !== 'too-many-redirects';
  return problem.status === 400 || problem.status === 405 || problem.status >= 500;
}

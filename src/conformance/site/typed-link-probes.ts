import type { Limits } from '../../config/schema.ts';
import { linkLabel } from '../../links/followable-links.ts';
import { ownSignposts } from '../../links/signposting-level.ts';
import { type HttpAnswer, ResourceError } from '../../model/http.ts';
import { isLinksetType } from '../../model/media-type.ts';
import type { Problem } from '../../model/problem.ts';
import type { CheckRequests } from '../../model/site-check.ts';
import type { Signpost, SignpostingRelation } from '../../model/typed-link.ts';
import { readResponse } from '../file-documents.ts';
import { collectBytes, failedRequest, requestedUrl, requestOptions } from './check-requests.ts';
import { LinkChecker, leadsNowhere } from './link-checks.ts';
import { type BrokenSignpost, type LandingPageVisit, pageUrls } from './signposting-check.ts';

/** What the requests for the typed links of a page gave. */
export type ProbedSignposts = Pick<LandingPageVisit, 'links' | 'broken' | 'isLinksetRead'>;

/** A linkset that came with its answer; or why there is none, unless that says nothing. */
type LinksetAnswer =
  | { readonly answer: HttpAnswer & { readonly body: Uint8Array } }
  | { readonly failure: Problem | undefined };

const linksetAccept = 'application/linkset+json, application/linkset;q=0.9, */*;q=0.1';
/** A larger linkset is not read. */
const maxBytes = 5_242_880;

/** Requests what the typed links of pages lead to: at most three targets of each page. */
export class TypedLinkProbes {
  readonly #requests: CheckRequests;
  readonly #limits: Limits;
  readonly #links: LinkChecker;

  constructor(requests: CheckRequests, limits: Limits) {
    this.#requests = requests;
    this.#limits = limits;
    this.#links = new LinkChecker(requests);
  }

  /**
   * Reads the first linkset of a page, unless the harvest read one, and asks whether its first
   * `describedby` and `item` lead to something.
   * @throws the reason of the signal when it is aborted
   */
  async probe(page: LandingPageVisit): Promise<ProbedSignposts> {
    const links = [...page.links];
    const broken: BrokenSignpost[] = [];
    const linkset = this.#unreadLinkset(page);
    let isLinksetRead = false;
    if (linkset !== undefined) {
      const read = await this.#readLinkset(linkset, page.url);
      isLinksetRead = read.links !== undefined;
      links.push(...(read.links ?? []));
      if (read.failure !== undefined) broken.push(brokenSignpost(linkset, read.failure));
    }
    for (const rel of ['describedby', 'item'] as const) {
      const link = firstUnvisited(rel, { ...page, links });
      const failure = link && (await this.#links.failureOf(link.target));
      if (link !== undefined && failure !== undefined) broken.push(brokenSignpost(link, failure));
    }
    return { links, broken, ...(isLinksetRead ? { isLinksetRead } : {}) };
  }

  #unreadLinkset(page: LandingPageVisit): Signpost | undefined {
    const own = ownSignposts(page.links, pageUrls(page));
    if (own.some(({ place }) => place === 'linkset')) return undefined;
    const linksets = own.filter(({ rel, target }) => {
      return rel === 'linkset' && requestedUrl(target) !== undefined;
    });
    return linksets.find(({ type = '' }) => isLinksetType(type)) ?? linksets[0];
  }

  /** @returns neither links nor a failure where the linkset was not read for another reason */
  async #readLinkset(
    link: Signpost,
    page: string,
  ): Promise<{ readonly links?: readonly Signpost[]; readonly failure?: Problem | undefined }> {
    const url = requestedUrl(link.target) ?? link.target;
    const result = await this.#requestLinkset(url);
    if ('failure' in result) return result;
    const { retrieval, headers, linkFields, body } = result.answer;
    const found = { by: 'link', rel: 'linkset', in: page } as const;
    const target = { url, source: 'check', found, depth: 1, labels: [linkLabel(link)] };
    const contentType = headers['content-type'] ?? '';
    const read = await readResponse(
      { target, retrieval, contentType, linkFields, body },
      this.#limits,
      { signal: this.#requests.signal, now: () => new Date(retrieval.at) },
    );
    const links = read.links.filter(({ place }) => place === 'linkset');
    if (links.length > 0) return { links };
    const failure = { kind: 'linkset-malformed', url, detail: 'no links', linksRead: 0 } as const;
    return { failure };
  }

  async #requestLinkset(url: string): Promise<LinksetAnswer> {
    const options = { ...requestOptions(this.#requests, linksetAccept), maxBytes };
    try {
      return { answer: await this.#requests.http.read(url, options, collectBytes) };
    } catch (error) {
      this.#requests.signal.throwIfAborted();
      if (!(error instanceof ResourceError)) throw error;
      return { failure: leadsNowhere(error.problem) ? error.problem : undefined };
    }
  }
}

function brokenSignpost({ rel, target: link }: Signpost, failure: Problem): BrokenSignpost {
  return { rel, link, ...failedRequest(failure) };
}

/** The first link with a relation, unless one leads to the page or to metadata of the harvest. */
function firstUnvisited(
  relation: SignpostingRelation,
  page: LandingPageVisit,
): Signpost | undefined {
  const urls = pageUrls(page);
  const visited = new Set([...urls, ...page.records.map(({ documentUrl }) => documentUrl)]);
  const links = ownSignposts(page.links, urls).filter(({ rel }) => rel === relation);
  const places = links.map(({ target }) => requestedUrl(target));
  if (places.some((url) => url !== undefined && visited.has(url))) return undefined;
  return links.find((_, at) => places[at] !== undefined);
}

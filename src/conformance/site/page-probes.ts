import type { Limits } from '../../config/schema.ts';
import { ownSignposts } from '../../links/signposting-level.ts';
import {
  type HttpAnswer,
  type HttpHeaders,
  type OpenedResponse,
  type OpenOptions,
  ResourceError,
  type ResponseBody,
  type Retrieval,
} from '../../model/http.ts';
import { isJsonLdType, parseMediaType } from '../../model/media-type.ts';
import type { Problem } from '../../model/problem.ts';
import type { RecordGraph } from '../../model/record.ts';
import type { CheckRequests, SiteReport } from '../../model/site-check.ts';
import { identifierName, persistentUrl } from '../../rdf/identifiers.ts';
import { parseUrl } from '../../text/parsed-url.ts';
import { defaultAccept } from '../../web/wanted-content.ts';
import { collectBytes, requestOptions } from './check-requests.ts';
import { maxNegotiatedBytes, readNegotiatedRecords } from './negotiated-records.ts';
import {
  addressesIn,
  type LandingPageVisit,
  type PageRecord,
  pageUrls,
  statedLinks,
} from './signposting-check.ts';

/** A landing page with a record that a GET retrieved. */
export interface ProbedPage extends LandingPageVisit {
  readonly retrieval: Retrieval;
}

/** What is served at a URL. */
type Retrieved = Pick<ProbedPage, 'url' | 'retrieval'>;

/** The most identifiers of a page that are resolved. */
const maxPids = 3;
/** Resolvers of PIDs would answer a request for JSON-LD themselves. */
const pageAccept = 'text/html, application/xhtml+xml, */*;q=0.5';
const jsonLdAccept = 'application/ld+json';

/** Statuses by which a server refuses a client, or is busy; they say nothing about the resource. */
const refusals: ReadonlySet<number> = new Set([401, 403, 407, 429, 503]);
/** Not Acceptable: there is no JSON-LD, as the page itself would say (RFC 9110 §15.5.7). */
const notAcceptable = 406;
const goneForGood: ReadonlySet<number> = new Set([404, 410]);

/**
 * Makes further requests for landing pages: whether they negotiate content, whether their PIDs lead
 * to them, whether conditional requests would spare downloads, and whether https is available. The
 * latter two also for listings.
 */
export class PageProbes {
  readonly #requests: CheckRequests;
  readonly #limits: Limits;
  /** By origin of http, the https URL to try and the URL of the page or listing. */
  readonly #insecure = new Map<string, readonly [secure: string, url: string]>();
  readonly #negotiation = { asked: 0, answered: 0 };

  constructor(requests: CheckRequests, limits: Limits) {
    this.#requests = requests;
    this.#limits = limits;
  }

  /** How many pages were requested as JSON-LD, and how many of them answered with it. */
  get negotiation(): SiteReport['negotiation'] {
    return this.#negotiation;
  }

  /**
   * Yields the problems of a page as they are found, each for the URL of the page. What robots.txt
   * forbids, and what does not answer, gives none.
   * @throws the reason of the signal when it is aborted; whatever else the requests throw
   */
  async *probe(page: ProbedPage): AsyncGenerator<Problem> {
    yield* this.#probeValidators(page);
    yield* this.#probeNegotiation(page);
    for (const pid of readPids(page).slice(0, maxPids)) yield* this.#probePid(pid, page);
    this.#noteOrigin(page);
  }

  /**
   * Yields the problems of a listing: whether conditional requests would spare downloads, and
   * whether https is available.
   * @throws as `probe` does
   */
  async *probeListing(url: string): AsyncGenerator<Problem> {
    const answer = await this.#request(url, { accept: defaultAccept });
    const { retrieval } = answer ?? {};
    if (retrieval === undefined || (retrieval.status ?? 0) >= 300) return;
    yield* this.#probeValidators({ url, retrieval });
    this.#noteOrigin({ url, retrieval });
  }

  /**
   * Yields the problems of pages and listings that are also available by https, one for each
   * origin. Call it last: http and https are one host to the client, which slows down after
   * failures.
   * @throws as `probe`
   */
  async *probeHttps(): AsyncGenerator<Problem> {
    for (const [secure, url] of this.#insecure.values()) {
      // Failed HEAD requests are not repeated.
      const answer = await this.#request(secure, { accept: pageAccept, method: 'HEAD' });
      const { status = 0, finalUrl = '' } = answer?.retrieval ?? {};
      if (status < 200 || status > 299 || !finalUrl.startsWith('https:')) continue;
      yield { kind: 'https-available', url, https: finalUrl };
    }
  }

  #noteOrigin({ url, retrieval }: Retrieved): void {
    const secure = parseUrl(retrieval.finalUrl);
    if (secure?.protocol !== 'http:' || this.#insecure.has(secure.origin)) return;
    const { origin } = secure;
    secure.protocol = 'https:';
    this.#insecure.set(origin, [secure.href, url]);
  }

  /** Only a page that came by an ordinary GET can be requested again in the same way. */
  async *#probeValidators({ url, retrieval }: Retrieved): AsyncGenerator<Problem> {
    const { etag, lastModified, finalUrl, negotiated } = retrieval;
    if (negotiated === true) return;
    const validator = etag ?? lastModified;
    if (validator === undefined) {
      yield { kind: 'validators-missing', url };
      return;
    }
    const { http } = this.#requests;
    const validators = { etag, lastModified };
    const options = { ...requestOptions(this.#requests, defaultAccept), validators };
    const again = await answerOf(async () => {
      const opened = await http.open(finalUrl, options);
      if (opened.notModified !== true) await close(opened.body);
      return opened;
    });
    const { retrieval: now } = again ?? {};
    if (now?.status !== 200 || (now.etag ?? now.lastModified) !== validator) return;
    yield { kind: 'validators-ignored', url, validator };
  }

  async *#probeNegotiation(page: ProbedPage): AsyncGenerator<Problem> {
    const { url, retrieval } = page;
    // It was negotiated during the harvest.
    if (retrieval.negotiated === true) return;
    const answer = await this.#requestJsonLd(retrieval.finalUrl);
    const { status = 0 } = answer?.retrieval ?? {};
    if (answer === undefined || refusals.has(status)) return;
    this.#negotiation.asked += 1;
    if (status >= 400) {
      if (status !== notAcceptable) yield { kind: 'negotiation-differs', url, status };
      return;
    }
    if (!isJsonLd(answer.headers)) return;
    this.#negotiation.answered += 1;
    yield* this.#compareDocument(answer, page);
  }

  /** A problem where negotiated JSON-LD nowhere names the resource of the page. */
  async *#compareDocument(
    answer: HttpAnswer & { readonly body?: Uint8Array | undefined },
    page: ProbedPage,
  ): AsyncGenerator<Problem> {
    const { url } = page;
    const reading = { ...this.#requests, limits: this.#limits };
    const records = await readNegotiatedRecords({ ...answer, url }, reading);
    if (records === undefined || haveCommonName(records, page)) return;
    const [first] = records.flatMap(({ describes }) => describes);
    const found = first?.iri ?? first?.name;
    yield { kind: 'negotiation-differs', url, ...(found === undefined ? {} : { found }) };
  }

  async *#probePid(pid: string, page: ProbedPage): AsyncGenerator<Problem> {
    const { url } = page;
    const answer = await this.#request(pid, { accept: pageAccept });
    const { status = 0, finalUrl: endsAt = pid } = answer?.retrieval ?? {};
    const ends = new Set([
      ...[...pageUrls(page)].map(placeOf),
      ...page.records.map(({ documentUrl }) => placeOf(documentUrl)),
    ]);
    if (answer === undefined || ends.has(placeOf(endsAt))) return;
    if (goneForGood.has(status)) yield { kind: 'pid-unresolved', url, pid, status };
    else if (status < 300) yield { kind: 'pid-leads-elsewhere', url, pid, endsAt };
  }

  async #request(
    url: string,
    { accept, method = 'GET' }: Pick<OpenOptions, 'accept' | 'method'>,
  ): Promise<HttpAnswer | undefined> {
    const options = { ...requestOptions(this.#requests, accept), method };
    return answerOf(async () => {
      const { body, ...answer } = await this.#requests.http.open(url, options);
      await close(body);
      return answer;
    });
  }

  /** Reads the body of an answer in JSON-LD only. */
  async #requestJsonLd(
    url: string,
  ): Promise<HttpAnswer | OpenedResponse<Uint8Array | undefined> | undefined> {
    const options = {
      ...requestOptions(this.#requests, jsonLdAccept),
      maxBytes: (headers: HttpHeaders) => {
        return isJsonLd(headers) ? maxNegotiatedBytes : Number.POSITIVE_INFINITY;
      },
    };
    return answerOf(async () =>
      this.#requests.http.read(url, options, async (body, headers) => {
        if (isJsonLd(headers)) return collectBytes(body);
        await close(body);
        return undefined;
      }),
    );
  }
}

/** The answer, also one with an error status; undefined where no answer says anything. */
async function answerOf<Answer extends HttpAnswer>(
  request: () => Promise<Answer>,
): Promise<Answer | HttpAnswer | undefined> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    return error.problem.kind === 'http-status' ? error.answered : undefined;
  }
}

/** Whether the media type is JSON-LD, also that of DataCite and its like. */
function isJsonLd(headers: HttpHeaders): boolean {
  const { essence } = parseMediaType(headers['content-type'] ?? '');
  return isJsonLdType(essence) || essence.endsWith('.ld+json');
}

async function close(body: ResponseBody): Promise<void> {
  await body.return?.();
}

/** A URL without scheme, `www.`, fragment and final slash. */
function placeOf(url: string): string {
  const place = identifierName(url.replace(/#.*/su, '').replace(/^https?:\/\/www\./iu, 'http://'));
  return place.replace(/\/(?=\?|$)/u, '');
}

/**
 * The persistent identifiers of the resource of a page, as URLs: by its links, by its record. A
 * link may name another resolver than the usual one, such as that of the publisher.
 */
function readPids(page: ProbedPage): readonly string[] {
  const pids = new Map<string, string>();
  for (const { rel, target } of [
    ...ownSignposts(page.links, pageUrls(page)),
    ...statedLinks(page),
  ]) {
    const usual = rel === 'cite-as' ? persistentUrl(target)?.url : undefined;
    const name = identifierName(target);
    if (usual === undefined || pids.has(name)) continue;
    pids.set(name, /^https?:/iu.test(target) ? target : usual);
  }
  return [...pids.values()];
}

/**
 * Whether records name the resource of a page, its record or its URL anywhere. A resource without
 * any name cannot be told from others.
 */
function haveCommonName(records: readonly RecordGraph[], page: ProbedPage): boolean {
  const pageNames = page.records.flatMap(namesOf);
  if (pageNames.length === 0) return true;
  const urls = [...pageUrls(page), ...page.records.map(({ documentUrl }) => documentUrl)];
  const own = new Set([...pageNames, ...urls.map(identifierName)]);
  return records.some((record) => {
    // The name of the graph, which ends each statement, is that of the page.
    const statements = record.nquads.replaceAll(` <${record.graph}> .\n`, '\n');
    const names = [...namesOf(record), ...addressesIn(statements).map(identifierName)];
    return names.some((name) => own.has(name));
  });
}

function namesOf({ describes, recordIri }: PageRecord): readonly string[] {
  const resources = describes.flatMap(({ iri, name, identifiers }) => {
    return [iri ?? [], name ?? [], identifiers].flat();
  });
  return [...resources, recordIri ?? []].flat().map(identifierName);
}

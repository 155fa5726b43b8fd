import { ownSignposts } from '../../links/signposting-level.ts';
import {
  type HttpAnswer,
  type OpenOptions,
  ResourceError,
  type ResponseBody,
  type Retrieval,
} from '../../model/http.ts';
import { isJsonLdType, parseMediaType } from '../../model/media-type.ts';
import type { Problem } from '../../model/problem.ts';
import type { CheckRequests, SiteReport } from '../../model/site-check.ts';
import { identifierName, persistentUrl } from '../../rdf/identifiers.ts';
import { containersIn, isContainer, isObject, type JsonValue, parseJson } from '../../text/json.ts';
import { parseUrl } from '../../text/parsed-url.ts';
import { defaultAccept } from '../../web/wanted-content.ts';
import {
  type LandingPageVisit,
  type PageRecord,
  pageUrls,
  statedLinks,
} from './signposting-check.ts';

/** A landing page with a record that a GET retrieved. */
export interface ProbedPage extends LandingPageVisit {
  readonly retrieval: Retrieval;
}

/** What one request gave: an answer, perhaps an error status, or nothing that says anything. */
interface ProbeAnswer extends HttpAnswer {
  /** Absent for errors, and where it is too large or broken. */
  readonly body?: string;
}

/** A larger document is not compared. */
const maxBytes = 1_048_576;
/** The most identifiers of a page that are resolved. */
const maxPids = 3;
/** Resolvers of PIDs would answer a request for JSON-LD themselves. */
const pageAccept = 'text/html, application/xhtml+xml, */*;q=0.5';
const jsonLdAccept = 'application/ld+json';

/** Statuses by which a server refuses a client, or is busy; they say nothing about the resource. */
const refusals: ReadonlySet<number> = new Set([401, 403, 407, 429, 503]);
const goneForGood: ReadonlySet<number> = new Set([404, 410]);

/**
 * Makes further requests for landing pages: whether they negotiate content, whether their PIDs lead
 * to them, whether conditional requests would spare downloads, and whether https is available.
 */
export class PageProbes {
  readonly #requests: CheckRequests;
  /** Origins of http that were tried with https. */
  readonly #triedOrigins = new Set<string>();
  readonly #negotiation = { asked: 0, answered: 0 };

  constructor(requests: CheckRequests) {
    this.#requests = requests;
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
    // Last, since http and https are one host to the client, which slows down after failures.
    yield* this.#probeHttps(page);
  }

  /** Only a page that came by an ordinary GET can be requested again in the same way. */
  async *#probeValidators({ url, retrieval }: ProbedPage): AsyncGenerator<Problem> {
    const { etag, lastModified, finalUrl, negotiated } = retrieval;
    if (negotiated === true) return;
    const validator = etag ?? lastModified;
    if (validator === undefined) {
      yield { kind: 'validators-missing', url };
      return;
    }
    const { http, permit, signal } = this.#requests;
    const options = { accept: defaultAccept, permit, signal, validators: { etag, lastModified } };
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
    const answer = await this.#request(retrieval.finalUrl, { accept: jsonLdAccept });
    const { status = 0 } = answer?.retrieval ?? {};
    if (answer === undefined || refusals.has(status)) return;
    this.#negotiation.asked += 1;
    if (status >= 400) {
      yield { kind: 'negotiation-differs', url, status };
      return;
    }
    if (!isJsonLd(mediaTypeOf(answer))) return;
    this.#negotiation.answered += 1;
    if (answer.body !== undefined) yield* compareDocument(answer.body, page);
  }

  /** Once for each origin. */
  async *#probeHttps({ url, retrieval }: ProbedPage): AsyncGenerator<Problem> {
    const secure = parseUrl(retrieval.finalUrl);
    if (secure?.protocol !== 'http:' || this.#triedOrigins.has(secure.origin)) return;
    this.#triedOrigins.add(secure.origin);
    secure.protocol = 'https:';
    // Failed HEAD requests are not repeated.
    const answer = await this.#request(secure.href, { accept: pageAccept, method: 'HEAD' });
    const { status = 0, finalUrl = '' } = answer?.retrieval ?? {};
    if (status < 200 || status > 299 || !finalUrl.startsWith('https:')) return;
    yield { kind: 'https-available', url, https: finalUrl };
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
    options: Pick<OpenOptions, 'accept' | 'method'>,
  ): Promise<ProbeAnswer | undefined> {
    const { http, permit, signal } = this.#requests;
    const isForData = options.accept === jsonLdAccept;
    return answerOf(async () => {
      const limit = isForData ? { maxBytes } : {};
      const { body, ...answer } = await http.open(url, { ...options, ...limit, permit, signal });
      if (isForData && isJsonLd(mediaTypeOf(answer))) {
        return { ...answer, body: await readText(body) };
      }
      await close(body);
      return answer;
    });
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

function mediaTypeOf({ headers }: HttpAnswer): string {
  return parseMediaType(headers['content-type'] ?? '').essence;
}

/** Whether a media type is JSON-LD, also that of DataCite and its like. */
function isJsonLd(type: string): boolean {
  return isJsonLdType(type) || type.endsWith('.ld+json');
}

async function readText(body: ResponseBody): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
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

/** A problem where negotiated JSON-LD nowhere names the resource of the page, by IRI or name. */
function* compareDocument(json: string, page: ProbedPage): Generator<Problem> {
  const root = parseJson(json);
  const names = page.records.flatMap((record) => namesOf(record));
  // Records without any name cannot be recognised.
  if (!isContainer(root) || names.length === 0) return;
  const urls = [...pageUrls(page), ...page.records.map(({ documentUrl }) => documentUrl)];
  const own = new Set([...names, ...urls.map(identifierName)]);
  let first: string | undefined;
  for (const container of containersIn(root)) {
    const texts = Object.values<JsonValue>(container).filter((value) => typeof value === 'string');
    if (texts.some((text) => own.has(identifierName(text)))) return;
    const id = isObject(container) ? container['@id'] : undefined;
    if (typeof id === 'string') first ??= id;
  }
  yield {
    kind: 'negotiation-differs',
    url: page.url,
    ...(first === undefined ? {} : { found: first }),
  };
}

function namesOf({ describes, recordIri }: PageRecord): readonly string[] {
  const resources = describes.flatMap(({ iri, name, identifiers }) => {
    return [iri ?? [], name ?? [], identifiers].flat();
  });
  return [...resources, recordIri ?? []].flat().map(identifierName);
}

import type { StatedGraphs } from '../../engine/engine-task.ts';
import { isIri } from '../../rdf/iri.ts';

/** A request that gets no answer; the message says why, for people. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: 400 | 403 | 406 | 413 | 415;

  constructor(status: RefusedRequest['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** A request of the SPARQL 1.1 Protocol, 2.1. */
export interface ProtocolRequest {
  /** Undefined if the request has no parameters at all, and so asks for the description. */
  readonly query: string | undefined;
  /** The dataset that the request states, which counts instead of that of the query (2.1.4). */
  readonly stated: StatedGraphs | undefined;
  /** The values of `format`. */
  readonly formats: readonly string[];
  readonly timeoutMs: number;
}

/** The time limits of queries in milliseconds. */
export interface QueryTimes {
  readonly usualMs: number;
  /** What a request may ask for at most. */
  readonly longestMs: number;
}

/** The most bytes of a query, so that parsing it delays pages by a fraction of a second only. */
export const maxQueryBytes = 2 ** 18;

/** A query operation by GET (2.1.1). @throws {RefusedRequest} */
export function readGetRequest(url: URL, times: QueryTimes): ProtocolRequest {
  const parameters = formParameters(url.search.slice(1));
  if (parameters.length === 0) {
    return { query: undefined, stated: undefined, formats: [], timeoutMs: times.usualMs };
  }
  return protocolRequest(parameters, times);
}

/**
 * A query operation by POST, with parameters (2.1.2) or the query itself (2.1.3) as the body. The
 * dataset may be stated in the URL with both.
 * @throws {RefusedRequest}
 */
export async function readPostRequest(
  request: Request,
  url: URL,
  times: QueryTimes,
): Promise<ProtocolRequest> {
  const type = mediaTypeOfBody(request.headers);
  const inUrl = formParameters(url.search.slice(1));
  if (type === 'application/sparql-update') throw updateRefusal();
  const body = await readBody(request);
  const parameters: readonly Parameter[] =
    type === 'application/sparql-query' ? [['query', body]] : formParameters(body);
  return protocolRequest([...inUrl, ...parameters], times);
}

type Parameter = readonly [name: string, value: string];

function protocolRequest(parameters: readonly Parameter[], times: QueryTimes): ProtocolRequest {
  const all = (wanted: string): readonly string[] =>
    parameters.flatMap(([name, value]) => (name === wanted ? [value] : []));
  if (all('update').length > 0) throw updateRefusal();
  const [query, another] = all('query');
  if (query === undefined) {
    throw new RefusedRequest(400, 'the parameter query is missing');
  }
  if (another !== undefined) throw new RefusedRequest(400, 'there is more than one query');
  const [timeout] = all('timeout');
  return {
    query,
    stated: statedGraphs(all('default-graph-uri'), all('named-graph-uri')),
    formats: all('format'),
    timeoutMs: timeout === undefined ? times.usualMs : readTimeout(timeout, times),
  };
}

function updateRefusal(): RefusedRequest {
  return new RefusedRequest(
    403,
    'this endpoint is read-only: it answers queries and takes no updates; ' +
      'the catalogue is changed by a harvest only',
  );
}

function statedGraphs(
  from: readonly string[],
  fromNamed: readonly string[],
): StatedGraphs | undefined {
  if (from.length === 0 && fromNamed.length === 0) return undefined;
  const wrong = [...from, ...fromNamed].find((iri) => !isIri(iri));
  if (wrong !== undefined) {
    throw new RefusedRequest(400, `the name of a graph must be an absolute IRI, not ${wrong}`);
  }
  return { from, fromNamed };
}

function readTimeout(text: string, { longestMs }: QueryTimes): number {
  const seconds = /^\d{1,9}(?:\.\d{1,3})?$/u.test(text) ? Number(text) : Number.NaN;
  if (seconds > 0 && seconds * 1000 <= longestMs) return seconds * 1000;
  throw new RefusedRequest(
    400,
    `timeout must be a number of seconds up to ${longestMs / 1000}, not ${text}`,
  );
}

/**
 * Reads `application/x-www-form-urlencoded` (https://url.spec.whatwg.org/#urlencoded-parsing).
 * @throws {RefusedRequest} if it is not UTF-8
 */
function formParameters(text: string): readonly Parameter[] {
  const parameters = [...new URLSearchParams(text)];
  const hasReplacement = parameters.some((pair) => pair.join('').includes('\u{FFFD}'));
  if (hasReplacement && !/\u{FFFD}|%EF%BF%BD/iu.test(text)) throw notUtf8();
  return parameters;
}

function notUtf8(): RefusedRequest {
  return new RefusedRequest(400, 'the request is not in UTF-8');
}

const bodyTypes: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'application/sparql-query',
  'application/sparql-update',
]);

/** @throws {RefusedRequest} 415 for other types, character sets and codings */
function mediaTypeOfBody(headers: Headers): string {
  const [type = '', ...parameters] = (headers.get('Content-Type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!bodyTypes.has(type)) {
    throw new RefusedRequest(
      415,
      'a query is sent as application/x-www-form-urlencoded or application/sparql-query, ' +
        (type === '' ? 'and Content-Type says which' : `not as ${type}`),
    );
  }
  const charset = parameters
    .find((each) => each.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw new RefusedRequest(415, `a query is sent in UTF-8, not in ${charset}`);
  }
  const coding = headers.get('Content-Encoding') ?? 'identity';
  if (coding !== 'identity') throw new RefusedRequest(415, `a query is not compressed (${coding})`);
  return type;
}

/** @throws {RefusedRequest} 413 if it is too long, 400 if it is not UTF-8 */
async function readBody({ body }: Request): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // The type of a body leaves out what its parts are.
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > maxQueryBytes) {
      throw new RefusedRequest(413, `a query has at most ${maxQueryBytes / 1024} KB`);
    }
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw notUtf8();
  }
}

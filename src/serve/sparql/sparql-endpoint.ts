import { hash } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { CatalogueFault, DamageFound } from '../../catalogue/catalogue-fault.ts';
import { EngineBusyFault, type EnginePool } from '../../engine/engine-pool.ts';
import {
  type AnswerBounds,
  EngineFault,
  QueryFault,
  QueryTimeoutFault,
} from '../../engine/engine-task.ts';
import { EndpointFault } from '../../engine/remote-endpoint.ts';
import type { QueryReader } from '../../query/query-reader.ts';
import type { ReadQuery } from '../../query/read-query.ts';
import { version } from '../../version.ts';
import { chooseEncoding, compress, isKnownTag } from '../answer-page.ts';
import { bestMediaType } from '../negotiation.ts';
import { problemMediaType } from '../page.ts';
import { sitePath, urlOnSite, type Site } from '../site.ts';
import {
  type ProtocolRequest,
  type QueryTimes,
  readGetRequest,
  readPostRequest,
  RefusedRequest,
} from './protocol-request.ts';
import { type AnswerFormat, chooseFormat, chooseResultFormat } from './result-formats.ts';
import { descriptionFormats, serviceDescription } from './service-description.ts';

/** The parts of a SPARQL endpoint. */
export interface SparqlEndpointOptions {
  readonly site: Site;
  /** The engines and the version of the served catalogue; undefined while there is none. */
  readonly catalogue: () => QueriedCatalogue | undefined;
  /** Reads the text of a query, which must not hold up other requests. */
  readonly read: QueryReader['read'];
  readonly times?: QueryTimes | undefined;
  readonly bounds?: AnswerBounds | undefined;
  /** Called with errors that are neither the client's nor expected, and with those of a store. */
  readonly onError: (error: unknown) => void;
}

/** A catalogue that can be queried. */
export interface QueriedCatalogue {
  readonly engines: Pick<EnginePool, 'query'>;
  /** Changes with the answers; undefined where that cannot be known. */
  readonly version: string | undefined;
}

/** The usual time limits of a query, in milliseconds. */
export const usualQueryTimes: QueryTimes = { usualMs: 10_000, longestMs: 60_000 };

/** The usual bounds of an answer; both are documented in docs/sparql-endpoint.md. */
const usualBounds: AnswerBounds = { rows: 100_000, bytes: 30_000_000 };

/**
 * So many of the longest answers may be in memory, since a client may take minutes to read one.
 */
const maxUnread = 10;

/** Half of what overflows the stack of the engine in the worst form of query, which ends it. */
const maxNesting = 500;

/** After how many seconds a client may try again. */
const retryAfter = '10';

/** The paths of the endpoint. */
export const sparqlPaths = ['/sparql', '/sparql/'] as const;

/** Adds the endpoint of the SPARQL 1.1 Protocol to the web application. */
export function addSparqlEndpoint(app: Hono, options: SparqlEndpointOptions): void {
  const unread = new UnreadAnswers(maxUnread * (options.bounds ?? usualBounds).bytes);
  for (const path of sparqlPaths.map((each) => sitePath(options.site, each))) {
    app.use(path, openToScripts);
    app.on(['GET', 'POST'], path, async (context) => answerSparql(context, options, unread));
    app.all(path, (context) =>
      context.text('Queries are sent with GET or POST.\n', 405, { Allow: allowed }),
    );
  }
}

const allowed = 'GET, HEAD, POST, OPTIONS';

/** Lets scripts of all sites ask (CORS), and answers OPTIONS. */
const openToScripts = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST'],
  exposeHeaders: ['ETag', 'Retry-After'],
  maxAge: 86_400,
});

/** Counts the bytes of answers that are being sent. */
class UnreadAnswers {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws {EngineBusyFault} where there are too many */
  assertRoom(): void {
    if (this.#bytes <= this.#maxBytes) return;
    throw new EngineBusyFault('too many answers are still being sent; try again later');
  }

  /** Counts an answer until its connection is closed or has sent it. */
  add(bytes: number, { env }: Context): void {
    // The HTTP library gives the response of Node.js; there is none where no server is.
    const { outgoing } = (env ?? {}) as { readonly outgoing?: ServerResponse };
    if (outgoing === undefined) return;
    this.#bytes += bytes;
    outgoing.once('close', () => (this.#bytes -= bytes));
  }
}

async function answerSparql(
  context: Context,
  options: SparqlEndpointOptions,
  unread: UnreadAnswers,
): Promise<Response> {
  try {
    const { times = usualQueryTimes } = options;
    const { req } = context;
    const url = new URL(req.url);
    const request =
      req.method === 'POST'
        ? await readPostRequest(req.raw, url, times)
        : readGetRequest(url, times);
    return await (request.query === undefined
      ? describeService(context, options.site)
      : answerQuery(context, { ...options, unread }, { ...request, query: request.query }));
  } catch (error) {
    return refusal(context, error, options);
  }
}

/** For a request without parameters: RDF, or for browsers the page for queries. */
async function describeService(context: Context, site: Site): Promise<Response> {
  const accept = context.req.header('Accept');
  const types = descriptionFormats.map(({ mediaType }) => mediaType);
  if (bestMediaType(accept, [...types, 'text/html']) === 'text/html') {
    context.header('Vary', varied);
    return context.redirect(sitePath(site, '/query'), 303);
  }
  const wanted = { accept, formats: [] };
  const { format, contentType } = chooseFormat(descriptionFormats, wanted, 'the description');
  const text = await serviceDescription(site, format);
  return sendAnswer(context, text, { headers: { 'Content-Type': contentType } });
}

async function answerQuery(
  context: Context,
  options: SparqlEndpointOptions & { readonly unread: UnreadAnswers },
  request: ProtocolRequest & { readonly query: string },
): Promise<Response> {
  const { site, catalogue, unread, bounds = usualBounds } = options;
  const { query, stated, formats, timeoutMs } = request;
  const base = urlOnSite(site, '/sparql');
  // Virtuoso refuses to sort with a LIMIT of more than 10,000; answers of stores are only counted.
  const maxRows = site.queriedStore === undefined ? bounds.rows : undefined;
  const { signal } = context.req.raw;
  const read = await options.read(query, { base, stated, maxRows, maxNesting }, signal);
  const wanted = { accept: context.req.header('Accept'), formats };
  const answerFormat = chooseResultFormat(read.form, wanted);
  const queried = catalogue();
  if (queried === undefined) throw new NoCatalogue();
  const ETag = entityTag(context, { request, queried, answerFormat });
  const headers = {
    'Content-Type': answerFormat.contentType,
    'Cache-Control': ETag === undefined ? 'no-store' : 'no-cache',
    ...(ETag !== undefined && { ETag }),
  };
  if (ETag !== undefined && isKnownTag(context.req.header('If-None-Match'), ETag)) {
    return context.body(null, 304, { ...headers, Vary: varied });
  }
  unread.assertRoom();
  const { text, reads } = read;
  const asked = { text, reads, format: answerFormat.format, bounds };
  const control = { timeoutMs, signal };
  const answer = await queried.engines
    .query(asked, control)
    .catch((error: unknown) => throwAsGiven(error, read));
  return sendAnswer(context, answer, { headers, unread });
}

/** Places of faults are those of the query as it was sent. */
function throwAsGiven(error: unknown, { faultAsGiven }: ReadQuery): never {
  throw error instanceof QueryFault ? faultAsGiven(error) : error;
}

/** There is no catalogue, or it cannot be read at the moment. */
class NoCatalogue extends Error {
  override readonly name = 'NoCatalogue';
}

/** Functions whose values differ from call to call. */
const changingFunctions = /\b(?:NOW|RAND|UUID|STRUUID)\s*\(/iu;

/** Names an answer to GET; undefined if the same query may have another answer. */
function entityTag(
  context: Context,
  {
    request: { query, stated },
    queried,
    answerFormat,
  }: {
    readonly request: ProtocolRequest & { readonly query: string };
    readonly queried: QueriedCatalogue;
    readonly answerFormat: AnswerFormat;
  },
): string | undefined {
  if (queried.version === undefined || context.req.method === 'POST') return undefined;
  if (changingFunctions.test(query)) return undefined;
  const encoding = chooseEncoding(context.req.header('Accept-Encoding'));
  const asked = JSON.stringify([query, stated, answerFormat, encoding]);
  return `"${version}-${queried.version}-${hash('sha256', asked).slice(0, 32)}"`;
}

const varied = 'Accept, Accept-Encoding';

/** Sends a complete answer, since its status must not be sent before all of it is there. */
async function sendAnswer(
  context: Context,
  text: string,
  {
    headers,
    unread,
  }: { readonly headers: Readonly<Record<string, string>>; readonly unread?: UnreadAnswers },
): Promise<Response> {
  const encoding = chooseEncoding(context.req.header('Accept-Encoding'));
  const body = await compress(text, encoding);
  unread?.add(body.length, context);
  // No buffer of ours is shared between threads.
  return context.body(body as Uint8Array<ArrayBuffer>, 200, {
    ...headers,
    Vary: varied,
    ...(encoding && { 'Content-Encoding': encoding }),
  });
}

/** A response that is no answer. */
interface Refusal {
  readonly status: 400 | 403 | 406 | 413 | 415 | 500 | 502 | 503;
  readonly title: string;
  readonly detail: string;
  /** For plain text, where it differs from `detail`: the message with the place. */
  readonly text?: string;
  /** Where a query is wrong; lines and columns count from 1. */
  readonly line?: number;
  readonly column?: number;
}

function refusal(context: Context, error: unknown, { onError }: SparqlEndpointOptions): Response {
  // Nobody reads the response to a closed connection.
  if (context.req.raw.signal.aborted) return context.body(null, 503);
  const { text, ...refused } = refusalOf(error);
  if (refused.status === 500 || error instanceof EndpointFault) onError(error);
  const types = ['text/plain', problemMediaType, 'application/json'] as const;
  const type = bestMediaType(context.req.header('Accept'), types) ?? 'text/plain';
  const body =
    type === 'text/plain' ? `${text ?? refused.detail}\n` : `${JSON.stringify(refused)}\n`;
  return context.body(body, refused.status, {
    'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : problemMediaType,
    'Cache-Control': 'no-store',
    Vary: varied,
    ...(refused.status === 503 && { 'Retry-After': retryAfter }),
    // The rest of a body that is too long is not read.
    ...(refused.status === 413 && { Connection: 'close' }),
  });
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedRequest) {
    return { status: error.status, title: titles[error.status], detail: error.message };
  }
  if (error instanceof QueryFault) {
    const { detail, message, place } = error;
    return { status: 400, title: 'Invalid query', detail, text: message, ...place };
  }
  if (error instanceof EngineFault) {
    const status = statusOf[error.trouble];
    return { status, title: titles[status], detail: error.message };
  }
  if (error instanceof QueryTimeoutFault) {
    const { timeoutMs, message } = error;
    const detail =
      timeoutMs === undefined
        ? message
        : `the query was stopped after ${timeoutMs / 1000} s; make it smaller (LIMIT, a more ` +
          'exact pattern), or ask for more time with timeout=SECONDS';
    return { status: 503, title: 'The query was stopped', detail };
  }
  if (error instanceof EngineBusyFault) {
    return { status: 503, title: 'The engine is busy', detail: error.message };
  }
  if (error instanceof EndpointFault) return storeRefusal(error);
  if (error instanceof CatalogueFault || error instanceof DamageFound) {
    // Its message has the path of the catalogue.
    return { status: 503, title: titles[503], detail: unreadable };
  }
  if (error instanceof NoCatalogue) {
    return { status: 503, title: titles[503], detail: 'there is no catalogue at the moment' };
  }
  return { status: 500, title: titles[500], detail: 'the mistake has been recorded' };
}

/** Statuses of a store that may answer later. */
const busyStatuses: ReadonlySet<number | undefined> = new Set([429, 503]);

/** The message of the fault is for the operator only: it has the address of the store. */
function storeRefusal({ status: sent }: EndpointFault): Refusal {
  const status = busyStatuses.has(sent) ? 503 : 502;
  const what =
    sent === undefined
      ? 'cannot be reached, or did not send a complete answer'
      : `answered ${[sent, STATUS_CODES[sent]].filter(Boolean).join(' ')}`;
  const detail =
    `the SPARQL store that answers the queries of this catalogue ${what}; ` +
    'the reason has been recorded for the operator';
  return { status, title: titles[status], detail };
}

const statusOf = {
  'answer-too-long': 413,
  'catalogue-too-large': 503,
  'out-of-memory': 503,
  'query-too-deep': 400,
  'record-too-large': 503,
} as const satisfies Record<EngineFault['trouble'], Refusal['status']>;

const unreadable =
  'part of the catalogue cannot be read; cdif-graph verify tells its operator what is wrong';

const titles = {
  400: 'Invalid request',
  403: 'Updates are refused',
  406: 'No such format',
  413: 'Too long',
  415: 'Unsupported media type',
  500: 'The query could not be answered because of an internal error',
  502: 'The store does not answer the query',
  503: 'The query is not answered',
} as const satisfies Record<Refusal['status'], string>;

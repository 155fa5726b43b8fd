import type { Context } from 'hono';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip, type Gzip } from 'node:zlib';
import { version } from '../version.ts';
import { chooseMediaType, readLanguages } from './negotiation.ts';
import type { CatalogueState } from './open-catalogue.ts';
import type { PageAnswer, PageRoute, StatelessRequest } from './page.ts';
import type { Site } from './site.ts';

interface AnswerContext {
  readonly route: PageRoute;
  readonly state: CatalogueState;
  readonly site: Site;
  readonly cache: AnswerCache;
  /**
   * Called with the error when a body could not be sent completely, unless the client disconnected.
   */
  readonly onError: (error: unknown) => void;
}

/** The parts of a request that determine the response, besides the catalogue state. */
interface Wanted {
  readonly url: URL;
  readonly mediaType: string;
  readonly languages: readonly string[];
  readonly encoding: ContentEncoding | undefined;
}

/** Answers a request for a page: with 304 if the client has it, from the cache, or by its route. */
export async function answerPage(context: Context, answering: AnswerContext): Promise<Response> {
  const { route, state, cache } = answering;
  const wanted = readWanted(context, route);
  const { url, mediaType, languages, encoding } = wanted;
  const variant = [mediaType, ...languages, encoding ?? 'identity'].join(';');
  const headers = {
    // Browsers revalidate each time, since the catalogue may have changed.
    'Cache-Control': 'no-cache',
    ETag: `"${version}-${state.version}-${variant}"`,
    Vary: 'Accept, Accept-Encoding, Accept-Language',
  };
  if (isKnownTag(context.req.header('If-None-Match'), headers.ETag)) {
    return context.body(null, 304, headers);
  }
  const key = `${url.pathname}${url.search} ${variant}`;
  const kept = cache.get(key, state.version);
  if (kept !== undefined) {
    return context.body(bytesOf(kept.body), kept.status, { ...kept.headers, ...headers });
  }
  // Rendering may take several turns of the event loop, in which the state may be replaced.
  const release = state.hold();
  try {
    return await renderAnswer(context, answering, { ...wanted, headers, key });
  } finally {
    release();
  }
}

/** @param wanted the response headers that hold for every outcome, and the cache key */
async function renderAnswer(
  context: Context,
  { route, state, site, cache, onError }: AnswerContext,
  wanted: Wanted & { readonly headers: Record<string, string>; readonly key: string },
): Promise<Response> {
  const { url, mediaType, languages, encoding, headers, key } = wanted;
  const parts = context.req.param();
  const query = url.searchParams;
  const answer = await route.answer({ site, state, parts, query, languages, mediaType });
  const status = answer.status ?? 200;
  const own = {
    'Content-Type': answer.contentType,
    ...(encoding && { 'Content-Encoding': encoding }),
    ...answer.headers,
  };
  if (typeof answer.body !== 'string') {
    const sent = { ...own, ...(encoding && { 'Content-Encoding': 'gzip' }), ...headers };
    // The body of a HEAD response is never read to its end, which would release the state.
    if (context.req.method === 'HEAD') return context.body(null, status, sent);
    return context.body(streamOf(answer.body, { state, encoding, onError }), status, sent);
  }
  const body = await compress(answer.body, encoding);
  cache.put(key, state.version, { status, body, headers: own });
  return context.body(bytesOf(body), status, { ...own, ...headers });
}

/** Reads a request that is answered without a catalogue state. */
export function readStatelessRequest(
  context: Context,
  { route, site }: Pick<AnswerContext, 'route' | 'site'>,
): StatelessRequest {
  const { url, languages, mediaType } = readWanted(context, route);
  return { site, parts: context.req.param(), query: url.searchParams, languages, mediaType };
}

function readWanted({ req }: Context, { mediaTypes = ['text/html'] }: PageRoute): Wanted {
  return {
    url: new URL(req.url),
    mediaType: chooseMediaType(req.header('Accept'), mediaTypes),
    languages: readLanguages(req.header('Accept-Language')),
    encoding: chooseEncoding(req.header('Accept-Encoding')),
  };
}

/**
 * Whether `If-None-Match` has an entity tag. Tags are compared weakly (RFC 9110, 13.1.2), since
 * proxies may have made ours weak.
 */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//u, ''));
  return tags.includes(etag);
}

/** A streamed body; the state is held until it ends. */
function streamOf(
  parts: Iterable<string>,
  { state, encoding, onError }: Pick<AnswerContext, 'onError' | 'state'> & Pick<Wanted, 'encoding'>,
): ReadableStream {
  const release = state.hold();
  const source = Readable.from(inTurns(parts), { objectMode: false });
  source.once('close', release);
  source.once('error', (error) => {
    if (!hasClientGone(error)) onError(error);
  });
  const stream = pipeline(source, compressingStream(encoding), () => source.destroy());
  return Readable.toWeb(stream) as ReadableStream; // the same type under two names
}

/** Whether a stream failed only because the client disconnected. */
export function hasClientGone({ name, code }: NodeJS.ErrnoException): boolean {
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Time slice, in milliseconds, after which other requests get a turn. */
const turnMs = 5;
/** Size of a chunk. */
const turnBytes = 65_536;

/** Joins short parts, splits long ones, and yields to other requests while a fast client reads. */
async function* inTurns(parts: Iterable<string>): AsyncGenerator<Buffer> {
  let made = '';
  let turn = performance.now();
  for (const part of parts) {
    made += part;
    if (made.length < turnBytes && performance.now() - turn < turnMs) continue;
    const bytes = Buffer.from(made);
    made = '';
    for (let at = 0; at < bytes.length; at += turnBytes) {
      yield bytes.subarray(at, at + turnBytes);
      await setImmediate();
    }
    if (bytes.length === 0) await setImmediate();
    turn = performance.now();
  }
  if (made !== '') yield Buffer.from(made);
}

/** The type of what hono takes is narrower than that of a buffer. */
function bytesOf(body: Buffer): Uint8Array<ArrayBuffer> {
  return body as Uint8Array<ArrayBuffer>; // no buffer of ours is shared between threads
}

/** A response as it is sent. */
interface SentAnswer {
  readonly status: NonNullable<PageAnswer['status']>;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Some thousands of pages. */
const maxBytes = 2 ** 25;

/** A bounded cache of responses for one state of the catalogue; the oldest are evicted first. */
export class AnswerCache {
  readonly #answers = new Map<string, SentAnswer>();
  #bytes = 0;
  #version: string | undefined;

  get(key: string, stateVersion: string): SentAnswer | undefined {
    this.#follow(stateVersion);
    return this.#answers.get(key);
  }

  put(key: string, stateVersion: string, answer: SentAnswer): void {
    // A response made from a former state must not be cached.
    if (stateVersion !== this.#version || this.#answers.has(key)) return;
    this.#answers.set(key, answer);
    this.#bytes += sizeOf(key, answer);
    for (const [oldest, { body }] of this.#answers) {
      if (this.#bytes <= maxBytes) break;
      this.#answers.delete(oldest);
      this.#bytes -= sizeOf(oldest, { body });
    }
  }

  #follow(stateVersion: string): void {
    if (stateVersion === this.#version) return;
    this.#answers.clear();
    this.#bytes = 0;
    this.#version = stateVersion;
  }
}

/** Keys and headers take memory, too. */
function sizeOf(key: string, { body }: Pick<SentAnswer, 'body'>): number {
  return body.length + key.length * 2 + 1000;
}

/** How a body is compressed. */
export type ContentEncoding = 'br' | 'gzip';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Quality 5 makes pages nearly as small as 11 in a hundredth of the time. */
const brotliQuality = { page: 5, asset: 11 } as const;

/**
 * The encoding to use where a client takes it (`Accept-Encoding`, RFC 9110, 12.5.3); undefined for
 * none.
 */
export function chooseEncoding(accepted: string | undefined): ContentEncoding | undefined {
  const taken = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .filter((each) => !/;\s*q=0(?:\.0{1,3})?\s*$/u.test(each))
      .map((each) => (each.split(';')[0] ?? '').trim()),
  );
  return (['br', 'gzip'] as const).find((encoding) => taken.has(encoding));
}

/** @param use what never changes is compressed once, and as far as possible */
export async function compress(
  body: string | Buffer,
  encoding: ContentEncoding | undefined,
  use: keyof typeof brotliQuality = 'page',
): Promise<Buffer> {
  if (encoding === undefined) return Buffer.from(body);
  if (encoding === 'gzip') return gzipAsync(body);
  const size = Buffer.byteLength(body);
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality[use],
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  });
}

/** Compresses a body that is sent while it is made, always as gzip: Brotli would take too long. */
function compressingStream(encoding: ContentEncoding | undefined): Gzip | PassThrough {
  return encoding === undefined ? new PassThrough() : createGzip();
}

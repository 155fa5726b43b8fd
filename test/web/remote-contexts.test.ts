import { describe, expect, it } from 'vitest';
import type { ContextMemory } from '../../src/model/harvest-memory.ts';
import { type LoadedContext, maxFetchedContexts } from '../../src/model/remote-context.ts';
import { createContextFetch } from '../../src/web/fetch-context.ts';
import { type ContextSettings, RemoteContexts } from '../../src/web/remote-contexts.ts';
import { RobotsCache } from '../../src/web/robots/robots-cache.ts';
import { client, paths, serve, type Handler, type HttpChanges } from './loopback.ts';

const signal = new AbortController().signal;
const json = '{"@context":{"soil":"https://soil.example/"}}';

const redirectTo =
  (location: string): Handler =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

/** A server with contexts and faults, and the paths that were requested, without robots.txt. */
async function serveContexts() {
  const requested: string[] = [];
  const answer = paths({
    '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
    '/soil': json,
    '/marked': `\uFEFF${json}`,
    '/moved': redirectTo('/v2/soil'),
    '/v2/soil': json,
    '/elsewhere': (request, response) =>
      redirectTo(`http://localhost:${request.socket.localPort}/soil`)(request, response),
    '/into-private': redirectTo('/private/soil'),
    '/loop': redirectTo('/loop'),
    '/page': (_request, response) => response.setHeader('content-type', 'text/html').end('<p>'),
    '/linking': (_request, response) =>
      response
        .setHeader('link', '</soil>; rel="alternate"; type="application/ld+json"')
        .end('<!doctype html>'),
    '/linking-astray': (_request, response) =>
      response
        .setHeader('link', '<file:///etc/x>; rel="alternate"; type="application/ld+json"')
        .end('<!doctype html>'),
    '/data': '{"soil":"loam"}',
    '/large': `{"@context":{},"pad":"${'x'.repeat(1_048_576)}"}`,
    '/deep': `{"@context":${'['.repeat(60)}${']'.repeat(60)}}`,
    '/busy': (_request, response) => response.writeHead(503).end(),
    '/silent': () => undefined,
  });
  const origin = await serve((request, response) => {
    if (request.url !== '/robots.txt') requested.push(request.url ?? '');
    answer(request, response);
  });
  return { origin, requested };
}

interface Using extends Partial<Pick<ContextSettings, 'contexts'>> {
  readonly hosts?: readonly string[];
  readonly memory?: ContextMemory;
  readonly isFull?: boolean;
  readonly http?: HttpChanges;
}

function contextsWith({ hosts = ['127.0.0.1'], contexts, http = {}, ...options }: Using = {}) {
  const settings = { contexts, http: { contextHosts: [...hosts] } };
  const used = client({ retries: 0, ...http });
  const fetch = createContextFetch({ http: used, robots: new RobotsCache(used), signal });
  return new RemoteContexts(settings, { ...options, fetch });
}

/** A memory, and what it has. */
function memoryOf(...stored: readonly LoadedContext[]) {
  const byUrl = new Map(stored.map((each) => [each.url, each]));
  const memory: ContextMemory = {
    get: async (url) => byUrl.get(url),
    put: async (fetched) => void byUrl.set(fetched.url, fetched),
  };
  return { memory, byUrl };
}

describe('a context on an allowed host', () => {
  it.each([
    ['/soil', '/soil'],
    ['/soil#terms', '/soil'],
    ['/marked', '/marked'],
    ['/moved', '/v2/soil'],
    ['/linking', '/soil'],
  ])('is fetched: %s', async (path, finalPath) => {
    const { origin } = await serveContexts();
    const url = origin + path;
    const documentUrl = origin + finalPath;
    expect(await contextsWith().load(url)).toEqual({ url, documentUrl, json });
  });

  it.each([
    ['/none', { failure: 'http-status', status: 404 }],
    ['/busy', { failure: 'http-status', status: 503 }],
    ['/silent', { failure: 'timed-out' }],
    ['/loop', { failure: 'too-many-redirects' }],
    ['/elsewhere', { failure: 'redirected', host: 'localhost' }],
    ['/private/soil', { failure: 'robots-disallowed' }],
    ['/into-private', { failure: 'robots-disallowed' }],
    ['/page', { failure: 'no-json' }],
    ['/linking-astray', { failure: 'no-json' }],
    ['/data', { failure: 'no-context' }],
    ['/large', { failure: 'body-too-large' }],
    ['/deep', { failure: 'too-complex' }],
  ])('fails with its reason: %s', async (path, failure) => {
    const { origin } = await serveContexts();
    const timeouts = { connectMs: 1000, headersMs: 100, bodyMs: 100, totalMs: 1000 };
    const { memory, byUrl } = memoryOf();
    const contexts = contextsWith({ memory, http: { timeouts } });
    const url = origin + path;
    expect(await contexts.load(url)).toEqual({ url, ...failure });
    expect(byUrl.size).toBe(0);
  });

  it('is not requested from an address that is not public', async () => {
    const { origin, requested } = await serveContexts();
    const contexts = contextsWith({ http: { allowPrivateAddresses: false } });
    const url = `${origin}/soil`;
    expect(await contexts.load(url)).toEqual({ url, failure: 'address-refused' });
    expect(requested).toEqual([]);
  });

  it('is requested once for all who wait, also where that fails', async () => {
    const { origin, requested } = await serveContexts();
    const contexts = contextsWith();
    const urls = ['/soil', '/none', '/soil', '/none'].map((path) => origin + path);
    const found = await Promise.all(urls.map(async (url) => contexts.load(url)));
    expect(found.map((each) => 'json' in each)).toEqual([true, false, true, false]);
    for (const url of urls) expect(await contexts.load(url)).toBe(contexts.known(url));
    expect(requested.toSorted()).toEqual(['/none', '/soil']);
  });

  it('is refused beyond the number of a run', async () => {
    const { origin, requested } = await serveContexts();
    const contexts = contextsWith({ http: { perHost: { connections: 32 } } });
    const urls = Array.from({ length: maxFetchedContexts + 1 }, (_, at) => `${origin}/none?${at}`);
    const found = await Promise.all(urls.map(async (url) => contexts.load(url)));
    expect(found.at(-1)).toEqual({ url: urls.at(-1), failure: 'too-many' });
    expect(requested).toHaveLength(maxFetchedContexts);
  });
});

describe('a context that is not bundled', () => {
  it('comes from a mapped file, else from memory, else from the Web', async () => {
    const { origin, requested } = await serveContexts();
    const [mapped, stored, fetched] = ['mapped', 'stored', 'soil'].map(
      (name) => `${origin}/${name}`,
    );
    const [url = '', other = ''] = [stored, fetched];
    const copy = { url, documentUrl: `${url}.jsonld`, json: '{"@context":{"a":"b:c"}}' };
    const { memory, byUrl } = memoryOf(copy);
    const contexts = contextsWith({ contexts: { [`${mapped}*`]: '{"@context":[]}' }, memory });
    expect(await contexts.load(`${mapped}/1`)).toMatchObject({ json: '{"@context":[]}' });
    expect(await contexts.load(url)).toEqual(copy);
    expect(await contexts.load(other)).toMatchObject({ json });
    expect(requested).toEqual(['/soil']);
    expect(byUrl.get(other)).toEqual({ url: other, documentUrl: other, json });
  });

  it.each(['https://other.example/c', 'file:///etc/context.jsonld', 'urn:a:b', 'data:,{}', '//x'])(
    'is not sought elsewhere: %s',
    async (url) => {
      expect(await contextsWith().load(url)).toEqual({ url });
    },
  );

  it('is used from memory although its host is not allowed, and no request is possible', async () => {
    const copy = { url: 'https://soil.example/c', documentUrl: 'https://soil.example/c', json };
    const { memory } = memoryOf(copy);
    const settings = { contexts: undefined, http: { contextHosts: ['peat.example'] } };
    const contexts = new RemoteContexts(settings, { memory });
    expect(await contexts.load(copy.url)).toEqual(copy);
    const url = 'https://peat.example/c';
    expect(await contexts.load(url)).toEqual({ url, failure: 'not-fetched' });
  });

  it('is requested again in a full run, and its copy stays where that fails', async () => {
    const { origin, requested } = await serveContexts();
    const old = '{"@context":{"old":"a:b"}}';
    const copies = ['/soil', '/busy'].map((path) => origin + path);
    const { memory, byUrl } = memoryOf(
      ...copies.map((url) => ({ url, documentUrl: url, json: old })),
    );
    const contexts = contextsWith({ memory, isFull: true });
    const found = await Promise.all(copies.map(async (url) => contexts.load(url)));
    expect(found).toMatchObject([{ json }, { json: old }]);
    expect(copies.map((url) => byUrl.get(url)?.json)).toEqual([json, old]);
    expect(requested.toSorted()).toEqual(['/busy', '/soil']);
  });
});

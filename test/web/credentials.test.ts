import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Credentials, CredentialsBySource } from '../../src/config/credentials.ts';
import { client, paths, problemOf, read, serve } from './loopback.ts';
import { pem, serveTls, whoAsks } from './tls-server.ts';

const secret = 'Bearer a-token';
const headers = { Authorization: secret };

/** The credentials of the source `s` for some origins. */
function shown(
  origins: readonly string[],
  credentials: Credentials = { headers },
): CredentialsBySource {
  return new Map([['s', { ...credentials, origins: new Set(origins) }]]);
}

/** Request options of that source. */
const forS = { credentialsOf: 's' };

/** A server that records the credentials of each request, and answers with the path. */
async function watching(location?: () => string): Promise<{ origin: string; seen: string[] }> {
  const seen: string[] = [];
  const origin = await serve((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? 'nothing'}`);
    if (location === undefined) response.end('here');
    else response.writeHead(302, { location: location() }).end();
  });
  return { origin, seen };
}

describe('the header fields of a source', () => {
  it('are sent to its origin, for requests of the source', async () => {
    const { origin, seen } = await watching();
    const http = client({}, { credentials: shown([origin]) });
    await read(http, `${origin}/a`, forS);
    expect(seen).toEqual([`/a ${secret}`]);
  });

  it('are not sent for requests of another source, or of none', async () => {
    const { origin, seen } = await watching();
    const http = client({}, { credentials: shown([origin]) });
    await read(http, `${origin}/a`);
    await read(http, `${origin}/b`, { credentialsOf: 't' });
    expect(seen).toEqual(['/a nothing', '/b nothing']);
  });

  it('are those of the requesting source, where several have some for one origin', async () => {
    const { origin, seen } = await watching();
    const origins = new Set([origin]);
    const credentials = new Map([
      ['s', { headers, origins }],
      ['t', { headers: { Authorization: 'Basic other' }, origins }],
    ]);
    const http = client({}, { credentials });
    for (const credentialsOf of ['s', 't', 's']) await read(http, origin, { credentialsOf });
    expect(seen).toEqual([`/ ${secret}`, '/ Basic other', `/ ${secret}`]);
  });

  it('are not sent to another port of its host', async () => {
    const { origin } = await watching();
    const other = await watching();
    await read(client({}, { credentials: shown([origin]) }), `${other.origin}/a`, forS);
    expect(other.seen).toEqual(['/a nothing']);
  });

  it('are not sent to another origin after a redirect, but again after a redirect back', async () => {
    const back = await watching(() => `${home}/end`);
    const other = await watching(() => `${back.origin}/b`);
    const seen: string[] = [];
    const note = ({ url, headers: { authorization } }: IncomingMessage): void => {
      seen.push(`${url} ${authorization ?? 'nothing'}`);
    };
    const home = await serve((request, response) => {
      note(request);
      if (request.url === '/end') response.end('there');
      else response.writeHead(301, { location: `${other.origin}/a` }).end();
    });
    const http = client({}, { credentials: shown([home]) });
    expect(await read(http, `${home}/start`, forS)).toBe('there');
    expect(other.seen).toEqual(['/a nothing']);
    expect(back.seen).toEqual(['/b nothing']);
    expect(seen).toEqual([`/start ${secret}`, `/end ${secret}`]);
  });

  it('are not sent over http where they are for https', async () => {
    const { origin, seen } = await watching();
    const credentials = shown([origin.replace('http:', 'https:')]);
    await read(client({}, { credentials }), `${origin}/a`, forS);
    expect(seen).toEqual(['/a nothing']);
  });

  it('do not replace the fields that the program sets', async () => {
    const origin = await serve((request, response) =>
      response.end(`${request.headers['user-agent']} ${request.headers.accept}`),
    );
    const own = { 'user-agent': 'Mozilla/5.0', accept: 'image/png' };
    const http = client({}, { credentials: shown([origin], { headers: own }) });
    expect(await read(http, origin, forS)).toBe('cdif-graph/1.2.3 */*');
  });
});

const ca = pem('ca');
const tls = { ca, cert: pem('client'), key: pem('client-key') };

describe('the certificate of a source', () => {
  it('is sent to the origin of the source only', async () => {
    const origin = await serveTls(whoAsks);
    const other = await serveTls(whoAsks);
    const credentials = new Map([
      ['s', { headers: {}, tls, origins: new Set([origin]) }],
      ['t', { headers: {}, tls: { ca }, origins: new Set([other]) }],
    ]);
    const http = client({}, { credentials });
    expect(await read(http, origin, forS)).toBe('cdif-graph test client');
    expect(await read(http, other, { credentialsOf: 't' })).toBe('nobody');
  });

  it('opens connections that no other source uses at the same origin', async () => {
    const origin = await serveTls(whoAsks);
    const origins = new Set([origin]);
    const credentials = new Map([
      ['s', { headers: {}, tls, origins }],
      ['t', { headers: {}, tls: { ca }, origins }],
    ]);
    const http = client({ retries: 0 }, { credentials });
    for (let round = 0; round < 2; round += 1) {
      expect(await read(http, origin, forS)).toBe('cdif-graph test client');
      expect(await read(http, origin, { credentialsOf: 't' })).toBe('nobody');
      expect((await problemOf(read(http, origin))).kind).toBe('connection-failed');
    }
  });

  it('is not sent to the target of a redirect', async () => {
    const other = await serveTls(whoAsks);
    const origin = await serveTls((_request, response) => {
      response.writeHead(302, { location: other }).end();
    });
    const credentials = new Map([['s', { headers: {}, tls, origins: new Set([origin]) }]]);
    // The authorities do not authenticate that server.
    const http = client({ retries: 0 }, { credentials });
    expect(await problemOf(read(http, origin, forS))).toMatchObject({
      kind: 'connection-failed',
      url: `${other}/`,
    });
  });
});

describe('the authorities of a source', () => {
  it('authenticate its origin only', async () => {
    const answer = paths({ '/': 'known' });
    const origin = await serveTls(answer);
    const other = await serveTls(answer);
    const http = client({}, { credentials: shown([origin], { headers: {}, tls: { ca } }) });
    expect(await read(http, origin, forS)).toBe('known');
    // Versions of OpenSSL have different messages.
    expect((await problemOf(read(http, other, forS))).kind).toBe('connection-failed');
  });

  it('do not permit an address that is refused', async () => {
    const origin = await serveTls(paths({ '/': 'inside' }));
    const credentials = shown([origin], { headers: {}, tls: { ca } });
    const http = client({ allowPrivateAddresses: false }, { credentials });
    expect(await problemOf(read(http, origin, forS))).toMatchObject({ kind: 'address-refused' });
  });
});

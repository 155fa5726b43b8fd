import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Credentials } from '../../src/config/credentials.ts';
import { client, paths, problemOf, read, serve } from './loopback.ts';
import { pem, serveTls, whoAsks } from './tls-server.ts';

const secret = 'Bearer a-token';

function shown(...origins: readonly string[]): ReadonlyMap<string, Credentials> {
  return new Map(origins.map((origin) => [origin, { headers: { Authorization: secret } }]));
}

/** A server that notes what it is shown, and answers its path. */
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
  it('go to its origin', async () => {
    const { origin, seen } = await watching();
    await read(client({}, { credentials: shown(origin) }), `${origin}/a`);
    expect(seen).toEqual([`/a ${secret}`]);
  });

  it('go to no other port of its host', async () => {
    const own = await watching();
    const other = await watching();
    await read(client({}, { credentials: shown(own.origin) }), `${other.origin}/a`);
    expect(other.seen).toEqual(['/a nothing']);
  });

  it('do not follow a redirect to another origin, nor are they lost on the way back', async () => {
    const back = await watching(() => `${home}/end`);
    const other = await watching(() => `${back.origin}/b`);
    const seen: string[] = [];
    const note = ({ url, headers }: IncomingMessage): void => {
      seen.push(`${url} ${headers.authorization ?? 'nothing'}`);
    };
    const home = await serve((request, response) => {
      note(request);
      if (request.url === '/end') response.end('there');
      else response.writeHead(301, { location: `${other.origin}/a` }).end();
    });
    const http = client({}, { credentials: shown(home) });
    expect(await read(http, `${home}/start`)).toBe('there');
    expect(other.seen).toEqual(['/a nothing']);
    expect(back.seen).toEqual(['/b nothing']);
    expect(seen).toEqual([`/start ${secret}`, `/end ${secret}`]);
  });

  it('are not sent in the clear where they are for https', async () => {
    const { origin, seen } = await watching();
    const credentials = shown(origin.replace('http:', 'https:'));
    await read(client({}, { credentials }), `${origin}/a`);
    expect(seen).toEqual(['/a nothing']);
  });

  it('do not take the place of what the program says of itself', async () => {
    const origin = await serve(({ headers }, response) =>
      response.end(`${headers['user-agent']} ${headers.accept}`),
    );
    const headers = { 'user-agent': 'Mozilla/5.0', accept: 'image/png' };
    const http = client({}, { credentials: new Map([[origin, { headers }]]) });
    expect(await read(http, origin)).toBe('cdif-graph/1.2.3 */*');
  });
});

describe('the certificate of a source', () => {
  const tls = { ca: pem('ca'), cert: pem('client'), key: pem('client-key') };

  it('says who asks its origin, and no other', async () => {
    const origin = await serveTls(whoAsks);
    const other = await serveTls(whoAsks);
    const credentials = new Map([
      [origin, { headers: {}, tls }],
      [other, { headers: {}, tls: { ca: tls.ca } }],
    ]);
    const http = client({}, { credentials });
    expect(await read(http, origin)).toBe('cdif-graph test client');
    expect(await read(http, other)).toBe('nobody');
  });

  it('is not shown where a redirect leads', async () => {
    const other = await serveTls(whoAsks);
    const origin = await serveTls((_request, response) => {
      response.writeHead(302, { location: other }).end();
    });
    const credentials = new Map([
      [origin, { headers: {}, tls }],
      [other, { headers: {}, tls: { ca: tls.ca } }],
    ]);
    expect(await read(client({}, { credentials }), origin)).toBe('nobody');
  });
});

describe('the authorities of a source', () => {
  it('vouch for its origin, and for no other', async () => {
    const answer = paths({ '/': 'known' });
    const origin = await serveTls(answer);
    const other = await serveTls(answer);
    const credentials = new Map([[origin, { headers: {}, tls: { ca: pem('ca') } }]]);
    const http = client({}, { credentials });
    expect(await read(http, origin)).toBe('known');
    // Versions of OpenSSL find different words for it.
    expect((await problemOf(read(http, other))).kind).toBe('connection-failed');
  });

  it('do not vouch for an address that is not allowed', async () => {
    const origin = await serveTls(paths({ '/': 'inside' }));
    const credentials = new Map([[origin, { headers: {}, tls: { ca: pem('ca') } }]]);
    const http = client({ allowPrivateAddresses: false }, { credentials });
    expect(await problemOf(read(http, origin))).toMatchObject({ kind: 'address-refused' });
  });
});

import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StoreCredentials } from '../../../src/engine/store/store-address.ts';
import {
  StoreConnection,
  type StorePatience,
  type StoreRequest,
  type StoreRetry,
} from '../../../src/engine/store/store-connection.ts';
import { StoreFault } from '../../../src/engine/store/store-fault.ts';
import { UsageFault } from '../../../src/model/fault.ts';
import type { Access } from '../../support/store-access.ts';
import type { OrderedFault, RdfStore } from '../../support/rdf-store.ts';
import { serve } from '../../web/loopback.ts';
import { pem } from '../../web/tls-server.ts';
import { numbered, startStore, testClock } from './opened-store.ts';

function connect(
  url: string,
  credentials: StoreCredentials = {},
  patience: StorePatience = testClock(),
): StoreConnection {
  const connection = new StoreConnection([url], credentials, patience);
  onTestFinished(async () => connection.close());
  return connection;
}

function put(url: string, body = '<urn:a> <urn:b> <urn:c> .\n'): Omit<StoreRequest, 'isRead'> {
  const request = {
    role: 'graph store',
    method: 'PUT',
    body,
    type: 'application/n-triples',
  } as const;
  return { ...request, url: new URL(`${url}?graph=urn:g`) };
}

async function faultOf(promise: Promise<unknown>): Promise<StoreFault> {
  const error = await promise.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreFault);
  // Just checked.
  return error as StoreFault;
}

const login = { user: 'Ann "the" admin', password: 'pass: wörd' };

describe('credentials', () => {
  const digest = { scheme: 'digest', ...login } as const;
  it.each<{ about: string; access: Access; credentials: StoreCredentials }>([
    {
      about: 'a token',
      access: { scheme: 'bearer', token: 'abc' },
      credentials: { authorization: 'Bearer abc' },
    },
    { about: 'basic', access: { scheme: 'basic', ...login }, credentials: login },
    { about: 'digest by MD5', access: digest, credentials: login },
    { about: 'SHA-256', access: { ...digest, algorithm: 'SHA-256' }, credentials: login },
    { about: 'a session', access: { ...digest, algorithm: 'MD5-sess' }, credentials: login },
    { about: 'no counting', access: { ...digest, qop: false }, credentials: login },
    { about: 'the next nonce', access: { ...digest, renews: true, uses: 1 }, credentials: login },
  ])('authenticate by $about, and are sent unasked from then on', async (each) => {
    const store = await startStore({ access: each.access });
    const connection = connect(store.graphStore, each.credentials);
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await connection.write(put(store.graphStore))).toBeUndefined();
    }
    const refused = store.requests.filter(({ status }) => status === 401);
    expect(refused).toHaveLength(each.credentials.user === undefined ? 0 : 1);
    expect(store.linesOf('urn:g')).toHaveLength(1);
  });

  it('answer a new demand when a nonce has become stale', async () => {
    const store = await startStore({ access: { ...digest, uses: 2 } });
    const connection = connect(store.graphStore, login);
    for (let nth = 0; nth < 5; nth += 1) await connection.write(put(store.graphStore));
    expect(store.requests.map(({ status }) => status)).toEqual([
      401, 201, 204, 401, 204, 204, 401, 204,
    ]);
  });

  it('of a user with other letters are sent encoded', async () => {
    const user = 'Jörg';
    const store = await startStore({ access: { ...digest, user } });
    await connect(store.graphStore, { ...login, user }).write(put(store.graphStore));
    expect(store.requests.at(-1)?.authorization).toContain(`Digest username*=UTF-8''J%C3%B6rg, `);
  });

  it.each<Access>([digest, { scheme: 'basic', ...login }, { ...digest, uses: 0 }])(
    'that are refused are sent at most three times: %o',
    async (access) => {
      const store = await startStore({ access });
      // With no uses, each nonce is stale, although the password is right.
      const isRight = access.scheme === 'digest' && access.uses === 0;
      const connection = connect(
        store.graphStore,
        isRight ? login : { ...login, password: 'secret' },
      );
      const fault = await faultOf(connection.write(put(store.graphStore)));
      expect(fault.message).toMatch(
        /^http:\S+\/graph-store refuses the credentials \(401 Unauthorized\); see CDIF_GRAPH_USER/u,
      );
      expect(fault.message).not.toMatch(/secret|pass:/u);
      expect(store.requests.length).toBeLessThanOrEqual(3);
    },
  );

  it('that are missing are named', async () => {
    const store = await startStore({ access: digest });
    const connection = connect(store.graphStore);
    const fault = await faultOf(connection.write(put(store.graphStore)));
    expect(fault.message).toMatch(
      /requires authentication \(401 .*; set CDIF_GRAPH_USER and .*engine/u,
    );
    expect(fault.status).toBe(401);
  });

  it('that no header field can hold are refused without showing them', () => {
    for (const credentials of [
      { authorization: 'se\ncret' },
      { user: 'se:cret' },
      { user: 'se\rcret' },
    ]) {
      const open = (): unknown => new StoreConnection(['http://a.example/'], credentials);
      expect(open).toThrow(UsageFault);
      expect(open).toThrow(/^(?:(?!cret).)*CDIF_GRAPH_(?:(?!cret).)*$/su);
    }
  });

  it('are found out before a long body is sent, once', async () => {
    for (const access of [digest, undefined]) {
      const store = await startStore(access && { access });
      const connection = connect(store.graphStore, login);
      for (let nth = 0; nth < 2; nth += 1) {
        await connection.write(put(store.graphStore, numbered(5000)));
      }
      const sent = store.requests.map(({ method, body }) => `${method} ${body.length > 0}`);
      expect(sent).toEqual(['POST false', 'PUT true', 'PUT true']);
      expect(store.linesOf('urn:g')).toHaveLength(5000);
    }
  });

  it('are found out anew after a long body was cut off', async () => {
    const store = await startStore({
      access: digest,
      fault: ({ method }, nth) => (method === 'PUT' && nth < 3 ? { cut: 'before' } : undefined),
    });
    await connect(store.graphStore, login).write(put(store.graphStore, numbered(5000)));
    const sent = store.requests.map(({ method, status }) => `${method} ${status}`);
    expect(sent).toEqual(['POST 401', 'PUT 0', 'POST 401', 'PUT 201']);
  });

  it.each(['basic', 'digest'] as const)(
    'are sent with each of several first requests that are refused at once: %s',
    async (scheme) => {
      const store = await startStore({ access: { scheme, ...login } });
      const connection = connect(store.graphStore, login);
      const writes = [1, 2, 3, 4].map(async () => connection.write(put(store.graphStore)));
      expect(await Promise.all(writes)).toEqual([undefined, undefined, undefined, undefined]);
      expect(store.requests.filter(({ status }) => status === 401)).toHaveLength(4);
    },
  );

  it('are refused in a URL, and not shown', () => {
    const url = 'http://ann:secret@a.example/s';
    const open = (): unknown => new StoreConnection([url], {});
    expect(open).toThrow(UsageFault);
    expect(open).toThrow(/^http:\/\/a\.example\/s must .* CDIF_GRAPH_USER/u);
  });

  it('include a certificate of the client, which the store requires', async () => {
    const store = await startStore({ tls: true });
    const ca = pem('ca');
    const tls = { ca, cert: pem('client'), key: pem('client-key') };
    expect(await connect(store.graphStore, { tls }).write(put(store.graphStore))).toBeUndefined();
    const without = connect(store.graphStore, { tls: { ca } });
    expect((await faultOf(without.write(put(store.graphStore)))).status).toBe(403);
    const untrusted = await faultOf(connect(store.graphStore).write(put(store.graphStore)));
    expect(untrusted.message).toMatch(
      /cannot be reached \(SELF_SIGNED_CERT_IN_CHAIN\); give .*CDIF_GRAPH_CA/u,
    );
  });
});

async function redirecting(status: number, location: string): Promise<RdfStore> {
  return startStore({
    fault: ({ target }) =>
      target.includes('again') ? undefined : { status, fields: { location } },
  });
}

describe('a redirect of a write', () => {
  it('is followed within the origin, with its method', async () => {
    for (const status of [307, 308]) {
      const store = await redirecting(status, '/graph-store?again&graph=urn:g');
      await connect(store.graphStore).write(put(store.graphStore));
      expect(store.requests.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
      expect(store.linesOf('urn:g')).toHaveLength(1);
    }
  });

  it('is a fault where it leads elsewhere, changes the method, or does not end', async () => {
    const other = await startStore();
    for (const [status, location, says] of [
      [301, '/graph-store?again', /redirects writes to http:\S+\/graph-store \(301 Moved/u],
      [
        307,
        other.graphStore,
        /redirects writes to http:\S+ \(307 .*; give the URL that takes them/u,
      ],
      [307, 'file:///etc', /what is no http or https URL/u],
      [307, '/', /more than 5 times/u],
    ] as const) {
      const store = await redirecting(status, location);
      const fault = await faultOf(connect(store.graphStore).write(put(store.graphStore)));
      expect(fault.message).toMatch(says);
    }
    expect(other.requests).toEqual([]);
  });
});

describe('a write', () => {
  const page = { 'content-type': 'text/html; charset=UTF-8' };
  it.each<{ about: string; faults: readonly OrderedFault[] }>([
    { about: 'is cut off before it is read', faults: [{ cut: 'before' }] },
    { about: 'is cut off after it was applied', faults: [{ cut: 'after' }] },
    { about: 'finds no room', faults: [{ status: 503 }, { status: 502 }, { status: 504 }] },
    { about: 'comes too often', faults: [{ status: 429 }, { status: 408 }] },
    { about: 'fails once', faults: [{ status: 500, fields: page, body: '<xmp>deadlock</xmp>' }] },
    { about: 'fails once after a start', faults: [{ status: 503 }, { status: 500 }] },
  ])('is sent again when it $about', async ({ faults }) => {
    const store = await startStore({ fault: (_, nth) => faults[nth - 1] });
    const { clock, pauses } = testClock();
    const retries: StoreRetry[] = [];
    const patience = { clock, onRetry: (retry: StoreRetry) => retries.push(retry) };
    const connection = connect(store.graphStore, {}, patience);
    expect(await connection.write(put(store.graphStore))).toBeUndefined();
    expect(store.requests).toHaveLength(faults.length + 1);
    expect(store.linesOf('urn:g')).toHaveLength(1);
    expect(retries.map(({ failures }) => failures)).toEqual(faults.map((_, nth) => nth + 1));
    for (const [nth, ms] of pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** nth);
      expect(ms).toBeLessThanOrEqual(500 * 2 ** nth);
    }
  });

  it('waits as long as the store asks', async () => {
    const date = 'Fri, 02 Jan 2026 10:00:00 GMT';
    const later = { date, 'retry-after': 'Fri, 02 Jan 2026 10:01:00 GMT' };
    const faults = [{ 'retry-after': '40' }, later].map((fields) => ({ status: 429, fields }));
    const store = await startStore({ fault: (_, nth) => faults[nth - 1] });
    const { clock, pauses } = testClock();
    await connect(store.graphStore, {}, { clock }).write(put(store.graphStore));
    expect(pauses).toEqual([40_000, 60_000]);
  });

  it('is given up after five minutes, or at once where the store asks for more', async () => {
    const busy = await startStore({ fault: () => ({ status: 503, body: 'I am\nfull' }) });
    const { clock, pauses } = testClock();
    const fault = await faultOf(
      connect(busy.graphStore, {}, { clock }).write(put(busy.graphStore)),
    );
    expect(fault.message).toMatch(
      /answered 503 Service Unavailable: I am\nfull \(tried \d+ times\)$/u,
    );
    const waited = pauses.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThan(270_000);
    expect(waited).toBeLessThanOrEqual(300_000);
    const fields = { 'retry-after': '3600' };
    const closed = await startStore({ fault: () => ({ status: 503, fields }) });
    const told = await faultOf(connect(closed.graphStore).write(put(closed.graphStore)));
    expect(told.message).toMatch(/asks to try again in 3600 s$/u);
    expect(closed.requests).toHaveLength(1);
  });

  it('ends while it waits or is on its way, when it is aborted', async () => {
    const reason = new Error('enough');
    for (const fault of [{ status: 503 }, { cut: 'never' }] as const) {
      const aborting = new AbortController();
      const store = await startStore({
        fault: () => {
          setImmediate(() => aborting.abort(reason));
          return fault;
        },
      });
      // With the real clock.
      const connection = connect(store.graphStore, {}, {});
      const { signal } = aborting;
      await expect(connection.write({ ...put(store.graphStore), signal })).rejects.toBe(reason);
    }
  });

  it('is sent again when no response begins', async () => {
    const store = await startStore({
      fault: (_, nth) => (nth === 1 ? { cut: 'never' } : undefined),
    });
    const connection = connect(store.graphStore, {}, { ...testClock(), headersMs: 100 });
    expect(await connection.write(put(store.graphStore))).toBeUndefined();
    expect(store.requests).toHaveLength(2);
  });

  it.each([
    { status: 400, body: 'line 1: no', says: '400 Bad Request: line 1: no' },
    { status: 422, body: '{"message":"no"}', says: '422 Unprocessable Entity: no' },
    {
      status: 500,
      body: '<html><xmp>RDF02: bad\nSPARQL query:\nINSERT</xmp>',
      fields: page,
      says: '500 Internal Server Error: RDF02: bad',
    },
    { status: 500, body: '<html>', fields: page, says: '500 Internal Server Error' },
    { status: 413, says: '413 Payload Too Large' },
  ])('is refused for its content with $status', async ({ says, ...fault }) => {
    const store = await startStore({ fault: () => fault });
    const refusal = await connect(store.graphStore).write(put(store.graphStore));
    expect(refusal).toEqual({ status: fault.status, reason: says });
    expect(store.requests).toHaveLength(fault.status === 500 ? 2 : 1);
  });

  it.each([
    {
      status: 200,
      fields: page,
      body: '<p>Log in',
      says: 'is no graph store: it answered with an H',
    },
    { status: 404, says: String.raw`is no graph store \(404 Not Found\)` },
    { status: 405, says: String.raw`is no graph store \(405 Method` },
    { status: 415, says: 'is no graph store that takes this format' },
    { status: 403, body: 'no', says: String.raw`requires authentication \(403.*: no$` },
    { status: 507, says: 'answered 507 Insufficient Storage' },
    {
      status: 500,
      body: 'Virtuoso 42000 Error SR186:SECURITY: No',
      says: 'answered 500 .*SECURITY',
    },
  ])('ends with a fault where the store answers $status', async ({ says, ...fault }) => {
    const store = await startStore({ fault: () => fault });
    const thrown = await faultOf(connect(store.graphStore).write(put(store.graphStore)));
    expect(thrown.message).toMatch(new RegExp(`^http:\\S+/graph-store ${says}`, 'su'));
  });

  it('is taken where the store sends an empty page, as Virtuoso does', async () => {
    const store = await startStore({ fault: () => ({ status: 201, fields: page }) });
    expect(await connect(store.graphStore).write(put(store.graphStore))).toBeUndefined();
  });

  it('does not read an endless explanation', async () => {
    const origin = await serve((_, response) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const refusal = await connect(origin).write(put(`${origin}/graph-store`));
    expect(refusal?.reason.length).toBeLessThan(700);
  });

  it('follows another one over the same connection before that is answered', async () => {
    const [sockets, waiting] = [new Set<unknown>(), new Set<ServerResponse>()];
    const origin = await serve(({ socket }, response) => {
      sockets.add(socket);
      waiting.add(response);
      if (waiting.size === 3) for (const each of waiting) each.writeHead(204).end();
    });
    const lanes = { connections: 1, pipelined: 3 };
    const connection = new StoreConnection([origin], {}, testClock(), lanes);
    onTestFinished(async () => connection.close());
    const request = { ...put(`${origin}/graph-store`), isPipelined: true };
    const writes = [1, 2, 3].map(async () => connection.write(request));
    expect(await Promise.all(writes)).toEqual([undefined, undefined, undefined]);
    expect(sockets.size).toBe(1);
  });
});

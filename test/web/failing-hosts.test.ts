import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Hosts } from '../../src/web/hosts.ts';
import { HttpClient } from '../../src/web/http-client.ts';
import { client, httpConfig, paths, problemOf, read, serve, type HttpChanges } from './loopback.ts';

/** A client and its hosts. */
function knowing(changes: HttpChanges) {
  const config = httpConfig(changes);
  const hosts = new Hosts(config, { backOffMs: 1 });
  const http = new HttpClient(config, '1.2.3', { hosts });
  onTestFinished(() => http.close());
  return { http, hosts };
}

/** The problem kinds of a number of URLs of a server, one after the other. */
async function kindsOf(http: HttpClient, origin: string, count: number): Promise<string[]> {
  const kinds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    kinds.push((await problemOf(read(http, `${origin}/${index}`))).kind);
  }
  return kinds;
}

describe('a host that fails', () => {
  it.each([429, 500, 503])(
    'with status %i is given up after some URLs and a last try',
    async (code) => {
      let asked = 0;
      const origin = await serve((_request, response) => {
        asked += 1;
        response.writeHead(code).end();
      });
      const { http, hosts } = knowing({ retries: 2, perHost: { maxFailures: 3 } });
      const kinds = await kindsOf(http, origin, 7);
      const failed = Array.from({ length: 4 }, () => 'http-status');
      expect(kinds).toEqual([...failed, 'host-given-up', 'host-given-up', 'host-given-up']);
      // Three tries at the first URL, one at the others.
      expect(asked).toBe(6);
      expect(hosts.facts()).toMatchObject([{ requests: 6, failures: 6, state: 'given-up' }]);
    },
  );

  it('to connect is given up', async () => {
    const http = client({ retries: 0, perHost: { maxFailures: 2 } });
    const kinds = await kindsOf(http, 'http://127.0.0.1:1', 4);
    expect(kinds).toEqual([
      'connection-failed',
      'connection-failed',
      'connection-failed',
      'host-given-up',
    ]);
  });

  it('is requested again where it recovers', async () => {
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked += 1;
      response.writeHead(asked <= 3 ? 503 : 200).end('fine');
    });
    const { http } = knowing({ retries: 0, perHost: { maxFailures: 3 } });
    await kindsOf(http, origin, 3);
    expect(await read(http, origin)).toBe('fine');
  });

  it('from time to time is not given up, and statuses about a resource are no failures', async () => {
    const flaky = await serve(
      paths({ '/': 'fine', '/1': (_, response) => response.writeHead(500).end() }),
    );
    const { http } = knowing({ retries: 0, perHost: { maxFailures: 2 } });
    for (let index = 0; index < 4; index += 1) {
      expect((await problemOf(read(http, `${flaky}/1`))).kind).toBe('http-status');
      expect(await read(http, flaky)).toBe('fine');
    }
    expect(await kindsOf(http, await serve(paths({})), 4)).not.toContain('host-given-up');
  });

  it('has the last response as the problem of a requested URL, though it is given up meanwhile', async () => {
    const origin = await serve((_request, response) => response.writeHead(500).end());
    const { http } = knowing({ retries: 5, perHost: { maxFailures: 1, connections: 1 } });
    const both = await Promise.all([
      problemOf(read(http, `${origin}/1`)),
      problemOf(read(http, `${origin}/2`)),
    ]);
    expect(both.map(({ kind }) => kind)).toEqual(['http-status', 'http-status']);
  });

  it('for HEAD alone does not count as failing', async () => {
    const origin = await serve((request, response) => {
      response.writeHead(request.method === 'HEAD' ? 501 : 200).end('fine');
    });
    const { http } = knowing({ perHost: { maxFailures: 1 } });
    for (let index = 0; index < 4; index += 1) {
      const { kind } = await problemOf(read(http, origin, { method: 'HEAD' }));
      expect(kind).toBe('http-status');
    }
    expect(await read(http, origin)).toBe('fine');
  });

  it('counts the bytes received, as sent and after decompression', async () => {
    const sent = gzipSync('a'.repeat(1000));
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(sent);
    });
    const { http, hosts } = knowing({});
    await read(http, origin);
    expect(hosts.facts()).toMatchObject([{ bytesReceived: sent.length, bytesDecoded: 1000 }]);
  });
});

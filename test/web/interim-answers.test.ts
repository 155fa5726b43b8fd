import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { asking, client, problemOf, read, readWhole, serve } from './loopback.ts';
import { serveRaw } from './raw-server.ts';
import { pem, serveTls } from './tls-server.ts';

const final = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Final: yes\r\n\r\nthere';

const interim = {
  100: 'HTTP/1.1 100 Continue\r\n\r\n',
  102: 'HTTP/1.1 102 Processing\r\n\r\n',
  103: 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n',
  199: 'HTTP/1.1 199 Whatever\r\n\r\n',
  'with fields': 'HTTP/1.1 100 Continue\r\nX-Final: no\r\nContent-Type: text/plain\r\n\r\n',
} as const;

const before: readonly (readonly [string, string])[] = [
  ...Object.entries(interim),
  ['several 100', interim[100].repeat(3)],
  ['several kinds', interim[103] + interim[100] + interim[102] + interim[100]],
];

/** Answers each request with a raw text, in packets of a number of bytes. */
function answering(text: string, packet = text.length): (socket: Socket) => void {
  return (socket) => {
    void (async () => {
      for (let at = 0; at < text.length; at += packet) {
        socket.write(text.slice(at, at + packet));
        if (packet < text.length) await sleep(1);
      }
    })();
  };
}

describe('an unrequested interim answer', () => {
  it.each(before)('is skipped: %s', async (_name, text) => {
    const origin = await serveRaw(answering(text + final));
    const http = client({ retries: 0 });
    // A connection of the pool, and one of Node's client.
    for (const path of ['/1', '/2', '/3']) {
      const { headers, body } = await http.read(origin + path, asking(), async (pieces) => {
        let length = 0;
        for await (const piece of pieces) length += piece.length;
        return length;
      });
      expect(headers['x-final']).toBe('yes');
      expect(headers['link']).toBeUndefined();
      expect(body).toBe(5);
    }
  });

  it.each(before)('is skipped in packets of any size: %s', async (_name, text) => {
    const origin = await serveRaw(answering(text + final, 7));
    expect(await readWhole(client({ retries: 0 }), origin)).toBe('there');
  });

  it('is skipped on a connection that was in use', async () => {
    let asked = 0;
    const origin = await serveRaw((socket) => {
      asked += 1;
      socket.write(asked === 2 ? interim[100] + final : final);
    });
    const http = client({ retries: 0, perHost: { connections: 1 } });
    expect(await readWhole(http, `${origin}/1`)).toBe('there');
    expect(await readWhole(http, `${origin}/2`)).toBe('there');
    expect(await readWhole(http, `${origin}/3`)).toBe('there');
  });

  it('costs a server one further request in total', async () => {
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked += 1;
      response.writeContinue();
      response.end('there');
    });
    const http = client({ retries: 0 });
    for (const path of ['/1', '/2', '/3']) expect(await read(http, origin + path)).toBe('there');
    expect(asked).toBe(4);
  });

  it('is skipped in response to HEAD', async () => {
    const origin = await serve((_request, response) => {
      response.writeContinue();
      response.setHeader('link', ['</a>; rel=item', '</b>; rel=item']).end();
    });
    const { headers } = await client({ retries: 0 }).open(origin, asking({ method: 'HEAD' }));
    expect(headers['link']).toBe('</a>; rel=item, </b>; rel=item');
  });

  it('is skipped over TLS, with the certificate of the source', async () => {
    const origin = await serveTls((_request, response) => {
      response.writeContinue();
      response.end('there');
    });
    const tls = { ca: pem('ca') };
    const credentials = new Map([['s', { headers: {}, tls, origins: new Set([origin]) }]]);
    const http = client({ retries: 0 }, { credentials });
    expect(await read(http, origin, { credentialsOf: 's' })).toBe('there');
    expect((await problemOf(read(http, origin))).kind).toBe('connection-failed');
  });

  it('does not bypass limits', async () => {
    const origin = await serveRaw(answering(interim[100].repeat(101) + final));
    const http = client({ retries: 0 });
    expect(await problemOf(read(http, origin))).toMatchObject({
      kind: 'headers-too-large',
      limit: 'interim-answers',
    });
    const fields = `${interim[100]}HTTP/1.1 200 OK\r\n${'X-More: 1\r\n'.repeat(20_000)}\r\n`;
    const flooding = await serveRaw(answering(fields));
    expect(await problemOf(read(http, flooding))).toMatchObject({
      kind: 'headers-too-large',
      limit: 'bytes',
    });
  });

  it.each([
    ['never comes', interim[100], 'headers'],
    ['stops', `${interim[100]}HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nth`, 'total'],
  ])('does not lengthen the time of a final one that %s', async (_name, text, phase) => {
    const origin = await serveRaw(answering(text));
    const timeouts = { connectMs: 5000, headersMs: 300, bodyMs: 300, totalMs: 1500 };
    const http = client({ retries: 0, timeouts });
    expect(await problemOf(read(http, origin))).toMatchObject({ kind: 'timed-out', phase });
  });

  it('before a response that breaks off is a failed connection', async () => {
    const text = `${interim[100]}HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nth`;
    const origin = await serveRaw((socket) => socket.end(text));
    expect(await problemOf(readWhole(client({ retries: 0 }), origin))).toMatchObject({
      kind: 'connection-failed',
      code: 'ECONNRESET',
    });
  });

  it('does not bypass refused addresses', async () => {
    let asked = 0;
    const origin = await serveRaw((socket) => {
      asked += 1;
      answering(interim[100] + final)(socket);
    });
    let isAllowed = true;
    const seams = {
      isAllowed: () => {
        const answer = isAllowed;
        isAllowed = false;
        return answer;
      },
    };
    expect(await problemOf(read(client({ retries: 0 }, seams), origin))).toMatchObject({
      kind: 'address-refused',
    });
    expect(asked).toBe(1);
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'may stand before an answer with a field named %s',
    async (name) => {
      const fields = `${name}: a\r\n${name}: b\r\nContent-Length: 5\r\n\r\nthere`;
      const answer = `HTTP/1.1 200 OK\r\n${fields}`;
      const origin = await serveRaw(answering(interim[100] + answer));
      expect(await readWhole(client({ retries: 0 }), origin)).toBe('there');
      // Without an interim answer, undici reads the fields.
      const plain = await serveRaw(answering(answer));
      expect(await readWhole(client({ retries: 0 }), plain)).toBe('there');
    },
  );

  it('of a server that becomes unreachable is no internal error', async () => {
    const server = createServer((_request, response) => {
      response.writeContinue();
      response.writeHead(200, { connection: 'close' }).end('there');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // as it listens on a port
    const origin = `http://127.0.0.1:${port}`;
    const http = client({ retries: 0 });
    expect(await read(http, origin)).toBe('there');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await problemOf(read(http, origin))).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('ends when the run does', async () => {
    const ending = new AbortController();
    const origin = await serveRaw((socket) => {
      socket.write(interim[100]);
      setTimeout(() => ending.abort(new Error('the end')), 50);
    });
    const { signal } = ending;
    const work = client({ retries: 0 }).open(origin, asking({ signal }));
    await expect(work).rejects.toThrow('the end');
  });
});

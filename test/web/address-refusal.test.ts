import { describe, expect, it } from 'vitest';
import type { Resolve } from '../../src/web/connections.ts';
import { client, problemOf, read, serve } from './loopback.ts';

/** Resolves every name to these addresses, and counts its calls. */
function resolver(...addresses: string[]): Resolve & { names: string[] } {
  const names: string[] = [];
  const resolve: Resolve = (name, _options, done) => {
    names.push(name);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return Object.assign(resolve, { names });
}

/** One name has a refused address, all others the loopback address, which stands for the Web. */
const resolveByName: Resolve = (name, _options, done) => {
  const address = name === 'inside.example' ? '10.0.0.1' : '127.0.0.1';
  done(null, [{ address, family: 4 }]);
};
const isLoopback = (address: string): boolean => address === '127.0.0.1';

const refusing = { allowPrivateAddresses: false, retries: 2 };

describe('a private address', () => {
  it.each([
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://１２７.0.0.1/', '127.0.0.1'],
    ['http://[::1]/', '::1'],
    ['http://[::ffff:10.0.0.1]/', '::ffff:a00:1'],
    ['http://[0:0:0:0:0:ffff:7f00:1]/', '::ffff:7f00:1'],
    ['https://169.254.169.254/latest/meta-data/', '169.254.169.254'],
    ['http://[64:ff9b::7f00:1]/', '64:ff9b::7f00:1'],
  ])('is refused as %s', async (url, address) => {
    expect(await problemOf(read(client(refusing), url))).toEqual({
      kind: 'address-refused',
      url: new URL(url).href,
      address,
    });
  });

  it('is refused when a name resolves to it, without a second lookup', async () => {
    const resolve = resolver('10.1.2.3');
    const http = client(refusing, { resolve });
    expect(await problemOf(read(http, 'http://intranet.example/x'))).toEqual({
      kind: 'address-refused',
      url: 'http://intranet.example/x',
      address: '10.1.2.3',
    });
    expect(resolve.names).toEqual(['intranet.example']);
  });

  it('is refused as localhost by the system’s own resolver', async () => {
    const problem = await problemOf(read(client(refusing), 'http://localhost/'));
    expect(problem.kind).toBe('address-refused');
  });

  it('is not used beside allowed ones of the same name', async () => {
    let requests = 0;
    const origin = await serve((_request, response) => {
      requests += 1;
      response.end('private');
    });
    const { port } = new URL(origin);
    const resolve = resolver('127.0.0.1', '127.0.0.2');
    const timeouts = { connectMs: 200, headersMs: 200, bodyMs: 200, totalMs: 200 };
    const http = client(
      { retries: 0, timeouts },
      { resolve, isAllowed: (address) => address === '127.0.0.2' },
    );
    // Nothing listens at the address that is allowed.
    const problem = await problemOf(read(http, `http://both.example:${port}/`));
    expect(['timed-out', 'connection-failed']).toContain(problem.kind);
    expect(requests).toBe(0);
  });

  it('does not prevent requests to other addresses of its name', async () => {
    const origin = await serve((_request, response) => response.end('public'));
    const http = client(
      {},
      {
        resolve: resolver('10.0.0.1', '127.0.0.1', '192.168.0.1'),
        isAllowed: isLoopback,
      },
    );
    expect(await read(http, origin.replace('127.0.0.1', 'both.example'))).toBe('public');
  });

  it('is refused when a redirect leads to it', async () => {
    let asked = 0;
    const secret = await serve((_request, response) => {
      asked += 1;
      response.end('secret');
    });
    const origin = await serve((_request, response) => {
      response.writeHead(302, { location: `http://inside.example:${new URL(secret).port}/` }).end();
    });
    const http = client(refusing, { resolve: resolveByName, isAllowed: isLoopback });
    const url = `http://outside.example:${new URL(origin).port}/`;
    expect(await problemOf(read(http, url))).toMatchObject({
      kind: 'address-refused',
      address: '10.0.0.1',
    });
    expect(asked).toBe(0);
  });

  it('is used where it is allowed, by name and by number', async () => {
    const origin = await serve((_request, response) => response.end('welcome'));
    const http = client({}, { resolve: resolver('127.0.0.1') });
    expect(await read(http, origin)).toBe('welcome');
    expect(await read(http, origin.replace('127.0.0.1', 'intranet.example'))).toBe('welcome');
  });
});

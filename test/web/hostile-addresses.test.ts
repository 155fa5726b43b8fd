import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Resolve } from '../../src/web/connections.ts';
import { client, paths, problemOf, read, serve } from './loopback.ts';

const refusing = { allowPrivateAddresses: false, retries: 0 };

/** Resolves to the next address each time; in the end always to the last one. */
function resolving(...answers: readonly (readonly string[])[]): Resolve {
  let asked = 0;
  return (_name, _options, done) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

function isLoopback(address: string): boolean {
  return address === '127.0.0.1';
}

describe('an internal address', () => {
  it.each([
    ['the metadata service of clouds', 'http://169.254.169.254/latest/meta-data/iam/'],
    ['the same as one decimal number', 'http://2852039166/latest/'],
    ['the same as one hexadecimal number', 'http://0xA9FEA9FE/latest/'],
    ['the same in octal parts', 'http://0251.0376.0251.0376/latest/'],
    ['the same in parts of all kinds', 'http://0xa9.254.0251.254/latest/'],
    ['the same in three parts', 'http://169.254.43518/latest/'],
    ['the same with a trailing dot', 'http://169.254.169.254./latest/'],
    ['the same mapped to IPv6', 'http://[::ffff:169.254.169.254]/latest/'],
    ['the same by 6to4', 'http://[2002:a9fe:a9fe::]/latest/'],
    ['the same by NAT64', 'http://[64:ff9b::a9fe:a9fe]/latest/'],
    ['the metadata service of AWS by IPv6', 'http://[fd00:ec2::254]/latest/'],
    ['the wire server of Azure', 'http://168.63.129.16/machine?comp=goalstate'],
    ['the same as one decimal number', 'http://2822734096/'],
    ['the same as one hexadecimal number', 'http://0xA83F8110/'],
    ['the same in octal parts', 'http://0250.077.0201.020/'],
    ['the same mapped to IPv6', 'http://[::ffff:168.63.129.16]/'],
    ['the same by NAT64', 'http://[64:ff9b::a83f:8110]/'],
    ['the same by 6to4', 'http://[2002:a83f:8110::]/'],
    ['a unique-local address', 'http://[fc00::1]/'],
    ['a link-local address', 'http://[fe80::1]/'],
    ['loopback in wide letters', 'http://１２７.０.０.１/'],
    ['loopback percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['loopback with a trailing dot', 'http://127.0.0.1./'],
    ['loopback beside 127.0.0.1', 'http://127.99.99.99/'],
    ['all addresses of this machine', 'http://0.0.0.0/'],
  ])('is not asked as %s', async (_name, url) => {
    const http = client(refusing);
    expect(await problemOf(read(http, url))).toMatchObject({ kind: 'address-refused' });
  });

  it.each(['http://localhost./', 'http://LOCALHOST/', 'http://intern.localhost/'])(
    'is not asked as %s',
    async (url) => {
      const http = client(refusing, { resolve: resolving(['127.0.0.1', '::1']) });
      expect(await problemOf(read(http, url))).toMatchObject({ kind: 'address-refused' });
    },
  );

  it.each([
    ['169.254.169.254'],
    ['::ffff:169.254.169.254'],
    ['fd00:ec2::254'],
    ['fe80::1%eth0'],
    ['::1'],
    ['2002:7f00:1::'],
    ['0.0.0.0'],
    ['100.100.100.200'],
    ['168.63.129.16'],
    ['::ffff:168.63.129.16'],
  ])('is not asked where a name leads to %s', async (address) => {
    const http = client(refusing, { resolve: resolving([address]) });
    expect(await problemOf(read(http, 'http://harmless.example/'))).toMatchObject({
      kind: 'address-refused',
      address,
    });
  });

  it.each([
    'http://169.254.169.254/',
    'http://2852039166/',
    'http://[::ffff:7f00:1]/',
    '//0x7f.1/',
    'https://127.1/',
  ])('is not asked where a redirect leads to %s', async (location) => {
    const origin = await serve((_request, response) => {
      response.writeHead(302, { location }).end();
    });
    // The server of the test stands for the Web until it has responded.
    let isInside = false;
    const http = client(refusing, {
      resolve: resolving(['127.0.0.1']),
      isAllowed: (address) => isLoopback(address) && !isInside,
    });
    const permit = async (url: string): Promise<void> => {
      isInside = !url.includes('outside.example');
    };
    const start = `http://outside.example:${new URL(origin).port}/`;
    expect(await problemOf(read(http, start, { permit }))).toMatchObject({
      kind: 'address-refused',
    });
  });

  it('is not requested where a name resolves differently the second time', async () => {
    const origin = await serve(paths({ '/': 'public' }));
    const url = `http://rebinding.example:${new URL(origin).port}/`;
    const resolve = resolving(['127.0.0.1'], ['10.0.0.1']);
    const seams = { resolve, isAllowed: isLoopback };
    expect(await read(client(refusing, seams), url)).toBe('public');
    // Another client has no connection to reuse.
    expect(await problemOf(read(client(refusing, seams), url))).toMatchObject({
      kind: 'address-refused',
      address: '10.0.0.1',
    });
  });
});

describe('a proxy in the environment', () => {
  it('is not used', async () => {
    let connections = 0;
    const proxy = createServer((socket) => {
      connections += 1;
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      proxy.close();
      vi.unstubAllEnvs();
    });
    const { port } = proxy.address() as AddressInfo; // as it listens on a port
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) {
      vi.stubEnv(name, `http://127.0.0.1:${port}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const origin = await serve(paths({ '/': 'direct' }));
    expect(await read(client(), origin)).toBe('direct');
    expect(connections).toBe(0);
  });
});

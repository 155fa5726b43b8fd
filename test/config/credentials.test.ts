import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { credentialsBySource, type CredentialsBySource } from '../../src/config/credentials.ts';
import { pem } from '../web/tls-server.ts';
import { complaints, load } from './loading.ts';

const folder = fileURLToPath(new URL('../support/tls/', import.meta.url));

function withSources(...sources: readonly string[]): string {
  const items = sources.map((source, index) => `  - { name: s${index}, ${source} }\n`);
  return `store: { path: ./catalogue }\nsources:\n${items.join('')}`;
}

function loaded(...sources: readonly string[]): CredentialsBySource {
  const env = { TOKEN: 'a-token', KEY: pem('client-key') };
  return credentialsBySource(load(withSources(...sources), { env }).sources);
}

/** The complaints with their line, without file and column. */
function wrong(...sources: readonly string[]): readonly string[] {
  const env = { TOKEN: 'a-token', BROKEN: 'a\ntoken', KEY: 'no key' };
  return complaints(withSources(...sources), { env }).map((line) =>
    line.replace(/^[^:]*:(\d+):\d+/u, '$1'),
  );
}

describe('the credentials of a source', () => {
  it.each([
    ['site: "https://a.example.org/about"', ['https://a.example.org']],
    ['site: A.example.org', ['https://a.example.org']],
    ['sitemap: "http://a.example.org:8080/s.xml"', ['http://a.example.org:8080']],
    ['list: "https://a.example.org:443/l"', ['https://a.example.org']],
    ['catalog: "https://a.example.org/c"', ['https://a.example.org']],
    [
      'urls: ["https://a.example.org/1", "https://b.example.org/", "https://a.example.org/2"]',
      ['https://a.example.org', 'https://b.example.org'],
    ],
  ])('are for the origins of its start URLs: %s', (source, origins) => {
    const all = loaded(`${source}, headers: { X-Token: "\${TOKEN}" }`);
    expect(all.get('s0')).toEqual({
      headers: { 'X-Token': 'a-token' },
      origins: new Set(origins),
    });
  });

  it('are absent if none are configured', () => {
    expect(loaded('site: a.example.org').size).toBe(0);
  });

  it('may be files relative to the configuration, texts, or variables', () => {
    const ca = `ca: ${JSON.stringify(pem('ca'))}`;
    const source = `site: a.example.org, clientCertificate: ${folder}client.pem, clientKey: "\${KEY}", ${ca}`;
    expect(loaded(source).get('s0')).toMatchObject({
      headers: {},
      tls: { cert: pem('client'), key: pem('client-key'), ca: pem('ca') },
    });
  });

  it('belong to one source, even if another source uses the same server', () => {
    const one = 'site: a.example.org, headers: { A: "1" }';
    const other = 'sitemap: "https://a.example.org/s.xml", headers: { A: "2" }';
    const none = 'list: "https://a.example.org/list"';
    const all = loaded(one, other, none);
    expect([...all].map(([name, { headers }]) => [name, headers])).toEqual([
      ['s0', { A: '1' }],
      ['s1', { A: '2' }],
    ]);
  });

  it('are not for a folder', () => {
    expect(wrong('folder: ., headers: { A: "1" }')).toEqual([
      '3 sources[0].headers: is for requests, which a folder does not make; remove it beside folder',
    ]);
  });
});

function field(text: string): readonly string[] {
  return wrong(`site: a.example.org, headers: {${text}}`);
}

describe('a header field of a source', () => {
  it.each([
    'Host',
    'content-length',
    'Transfer-Encoding',
    'CONNECTION',
    'TE',
    'Proxy-Authorization',
  ])('is not %s, which belongs to the connection', (name) => {
    expect(field(`${name}: a`)).toEqual([
      `3 sources[0].headers.${name}: belongs to the connection; remove it`,
    ]);
  });

  it('is not one that the program sets', () => {
    expect(field('User-Agent: Mozilla/5.0')).toEqual([
      '3 sources[0].headers.User-Agent: is set by the program; set http.contact instead',
    ]);
    expect(field('If-None-Match: "*"')).toEqual([
      '3 sources[0].headers.If-None-Match: is set by the program; remove it',
    ]);
  });

  it('has a name that can be sent, once', () => {
    expect(field('"a b": c')).toEqual([
      '3 sources[0].headers.a b: is no valid name of a header field; correct the name',
    ]);
    expect(field('A: b, a: c')).toEqual([
      '3 sources[0].headers.a: is given twice, in different case; keep one of them',
    ]);
  });

  it.each(['"${BROKEN}"', String.raw`"a\r\nHost: b"`, '" a-token"', '"a\u00E9"', '""'])(
    'has a value that can be sent, and is not shown: %s',
    (value) => {
      const complaint =
        'has a value that a header field cannot hold; use visible characters of ASCII, and no line end';
      expect(field(`X-Token: ${value}`)).toEqual([`3 sources[0].headers.X-Token: ${complaint}`]);
    },
  );

  it('is not shown if it is no text, either', () => {
    expect(field('X-Token: 123456')).toEqual([
      '3 sources[0].headers.X-Token: has a value that does not fit; give a text, in quotes where it looks like a number',
    ]);
  });
});

function tls(text: string): readonly string[] {
  return wrong(`site: "https://a.example.org/", ${text}`);
}

describe('a certificate of a source', () => {
  const certificate = `clientCertificate: ${folder}client.pem`;

  it('needs its key, and the key a certificate', () => {
    expect(tls(certificate)).toEqual([
      expect.stringContaining('clientCertificate: needs clientKey; add clientKey'),
    ]);
    expect(tls('clientKey: ./key.pem')).toEqual([
      expect.stringContaining('clientKey: needs clientCertificate'),
    ]);
  });

  it('is reported with its line if it cannot be read', () => {
    expect(tls('clientCertificate: ./none.pem, clientKey: ./none.pem, ca: .')).toEqual([
      '3 sources[0].clientCertificate: names a file that cannot be read (ENOENT); name a file that can be read, or give the PEM text itself',
      expect.stringMatching(/^3 sources\[0\]\.clientKey: names a file .*ENOENT/u),
      expect.stringMatching(/^3 sources\[0\]\.ca: names a file .*EISDIR/u),
    ]);
  });

  it('is reported if it is no certificate', () => {
    expect(tls(`ca: ${folder}client-key.pem`)).toEqual([
      expect.stringContaining('ca: holds no certificate; give certificates in PEM'),
    ]);
    expect(tls(`${certificate}, clientKey: ${folder}client.pem`)).toEqual([
      expect.stringContaining('clientKey: holds no private key that can be read'),
    ]);
  });

  it('is reported if the key belongs to another one', () => {
    expect(tls(`${certificate}, clientKey: ${folder}server-key.pem`)).toEqual([
      expect.stringContaining('clientKey: does not belong to clientCertificate'),
    ]);
  });

  it('never has its key shown', () => {
    expect(tls(`${certificate}, clientKey: 123456`).join('\n')).not.toContain('123456');
    expect(tls(`${certificate}, clientKey: secret`).join('\n')).not.toContain('secret');
  });

  it('is for https', () => {
    expect(wrong(`site: "http://a.example.org/", ca: ${folder}ca.pem`)).toEqual([
      expect.stringContaining('ca: is for https, but the source has only http URLs'),
    ]);
  });
});

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  discover,
  discoverText,
  inShort,
  notes,
  problems,
  serveFiles,
  urlset,
} from './discovering.ts';

const umlaut = (declaration: string): string =>
  `${declaration}<urlset><url><loc>https://e.org/ü</loc></url></urlset>`;
const expected = ['https://e.org/%C3%BC'];

function utf16(text: string, bigEndian: boolean): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

describe('the encoding of a sitemap', () => {
  it.each([
    ['UTF-8 without saying so', Buffer.from(umlaut(''))],
    ['UTF-8 by declaration', Buffer.from(umlaut('<?xml version="1.0" encoding="utf-8"?>'))],
    ['UTF-8 by its mark', Buffer.from(`\uFEFF${umlaut('<?xml version="1.0"?>')}`)],
    [
      'UTF-8 by its mark, against the declaration',
      Buffer.from(`\uFEFF${umlaut('<?xml version="1.0" encoding="latin1"?>')}`),
    ],
    [
      'Latin-1 by declaration',
      Buffer.from(umlaut(`<?xml version='1.0' encoding = 'ISO-8859-1'?>`), 'latin1'),
    ],
    ['UTF-16 by its mark', utf16(`\uFEFF${umlaut('')}`, false)],
    ['UTF-16 by its mark, big end first', utf16(`\uFEFF${umlaut('')}`, true)],
    ['UTF-16 without mark', utf16(umlaut('<?xml version="1.0" encoding="UTF-16"?>'), false)],
    ['UTF-16 without mark, big end first', utf16(umlaut('<?xml version="1.0"?>'), true)],
    [
      'declared as UTF-16 and is not',
      Buffer.from(umlaut('<?xml version="1.0" encoding="UTF-16"?>')),
    ],
    [
      'UTF-8 where the declaration is longer than what is looked at, whatever the pieces that it comes in',
      Buffer.from(umlaut(`<?xml version="1.0"${' '.repeat(1024)} encoding="latin1"?>`)),
    ],
  ])('may be %s', async (_name, bytes) => {
    expect(inShort(await discoverText(bytes))).toEqual(expected);
  });

  it.each([
    ['null', 'utf8'],
    ['utf8mb4', 'utf8'],
    ['UNICODE', 'utf8'],
    ['null', 'latin1'],
    ['${encoding}', 'latin1'],
  ] as const)('may have the unknown name %s, in %s, which is told', async (name, encoding) => {
    const text = umlaut(`<?xml version="1.0" encoding="${name}"?>`);
    const outcomes = await discoverText(Buffer.from(text, encoding));
    expect(inShort(outcomes)[0]).toBe(expected[0]);
    expect(notes(outcomes)).toContainEqual(
      expect.objectContaining({ kind: 'charset-unknown', charset: name }),
    );
  });

  it.each([
    '<?xml version="null" encoding="null"?>',
    '<?xml version="" encoding=""?>',
    '<?xml version="1.0" encoding="" ?>',
    '<?xml encoding="UTF-8"?>',
    '<?XML version="1.0"?>',
    '<?xml version="1.0">',
    '<?xml version="1.0" standalone="null"?>',
  ])('may be declared by the unusable %s, which is told', async (declaration) => {
    const outcomes = await discoverText(`\n${umlaut(declaration)}<`);
    expect(inShort(outcomes)[0]).toBe(expected[0]);
    const mended = { kind: 'sitemap-mended', value: declaration, line: 2, column: 1 };
    expect(notes(outcomes)).toContainEqual(expect.objectContaining(mended));
    // What follows the declaration keeps its place.
    const column = umlaut(declaration).length + 1;
    expect(problems(outcomes)).toMatchObject([{ kind: 'sitemap-malformed', line: 2, column }]);
  });

  it('may be wrong in one entry, which loses that entry only', async () => {
    const bytes = Buffer.from(
      urlset('https://e.org/1', 'https://e.org/ü', 'https://e.org/3'),
      'latin1',
    );
    expect(inShort(await discoverText(bytes))).toEqual([
      'https://e.org/1',
      expect.stringMatching(/^failed sitemap-entry-invalid/u),
      'https://e.org/3',
    ]);
  });

  it('does not matter to characters that are cut between two pieces', async () => {
    const text = umlaut(`<!--${'ä'.repeat(2000)}-->`);
    const origin = await serveFiles(() => ({
      '/sitemap.xml': (_request, response) => {
        const bytes = Buffer.from(text);
        response.write(bytes.subarray(0, 1500 + 1));
        setTimeout(() => response.end(bytes.subarray(1501)), 10);
      },
    }));
    const place = { kind: 'sitemap', sitemap: `${origin}/sitemap.xml` } as const;
    expect(inShort(await discover(place))).toEqual(expected);
  });
});

describe('a gzipped sitemap', () => {
  const text = urlset('https://e.org/1');
  const gzipped = gzipSync(text);

  it('is detected by content, whatever its name and type', async () => {
    const origin = await serveFiles(() => ({
      '/sitemap.xml': (_request, response) => {
        response.setHeader('content-type', 'application/xml').end(gzipped);
      },
      '/coded.xml.gz': (_request, response) => {
        response.setHeader('content-encoding', 'gzip').end(gzipped);
      },
      '/twice.xml.gz': (_request, response) => {
        response.setHeader('content-encoding', 'gzip').end(gzipSync(gzipped));
      },
      '/plain.xml.gz': (_request, response) => {
        response.setHeader('content-type', 'application/gzip').end(text);
      },
      '/dripped.gz': (_request, response) => {
        response.write(gzipped.subarray(0, 1));
        setTimeout(() => response.end(gzipped.subarray(1)), 10);
      },
    }));
    for (const path of [
      '/sitemap.xml',
      '/coded.xml.gz',
      '/twice.xml.gz',
      '/plain.xml.gz',
      '/dripped.gz',
    ]) {
      const outcomes = await discover({ kind: 'sitemap', sitemap: origin + path });
      expect(inShort(outcomes)).toEqual(['https://e.org/1']);
    }
  });

  it.each([
    ['a comment', Buffer.from('\n<!-- Cached page -->'), 21],
    ['zeros', Buffer.alloc(512), 512],
    ['half of a magic number', Buffer.from([0x1f]), 1],
    ['binary garbage', Buffer.from([0x50, 0x4b, 0x1f, 0x8b]), 4],
  ])('may end with %s, which is told', async (_name, end, bytes) => {
    const body = Buffer.concat([gzipped, end]);
    const origin = await serveFiles(() => ({
      '/named.xml.gz': (_request, response) => void response.end(body),
      '/coded.xml': (_request, response) => {
        response.setHeader('content-encoding', 'gzip').end(body);
      },
    }));
    for (const path of ['/named.xml.gz', '/coded.xml']) {
      const outcomes = await discover({ kind: 'sitemap', sitemap: origin + path });
      expect(inShort(outcomes)[0]).toBe('https://e.org/1');
      expect(notes(outcomes)).toContainEqual({
        kind: 'gzip-bytes-ignored',
        url: origin + path,
        bytes,
      });
    }
  });

  it('may have several members, which are one text', async () => {
    const half = Math.floor(text.length / 2);
    const members = [text.slice(0, half), '', text.slice(half)].map((part) => gzipSync(part));
    const outcomes = await discoverText(Buffer.concat(members));
    expect(inShort(outcomes)).toEqual(['https://e.org/1']);
  });

  it.each([
    ['cut off', gzipped.subarray(0, -12)],
    ['cut off in its checksum', gzipped.subarray(0, -2)],
    ['followed by half a member', Buffer.concat([gzipped, gzipped.subarray(0, 20)])],
    ['damaged', Buffer.from(gzipped).fill(0xff, 15, 40)],
    ['no more than its first two bytes', Buffer.from([0x1f, 0x8b])],
  ])('that is %s cannot be decoded', async (_name, bytes) => {
    const found = problems(await discoverText(bytes));
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'body-undecodable', encoding: 'gzip' }),
    );
  });

  it('that is a decompression bomb is abandoned, and its entries are kept', async () => {
    const bomb = gzipSync(
      `<urlset><url><loc>https://e.org/1</loc></url>${' '.repeat(20_000_000)}</urlset>`,
    );
    const outcomes = await discoverText(bomb);
    expect(inShort(outcomes)[0]).toBe('https://e.org/1');
    expect(problems(outcomes)).toMatchObject([{ kind: 'body-bomb', maxRatio: 200 }]);
  });

  it('has a limit on its decompressed size', async () => {
    const bomb = gzipSync(
      `<urlset><url><loc>https://e.org/1</loc></url>${' '.repeat(50_000_000)}</urlset>`,
    );
    const outcomes = await discoverText(bomb, { limits: { sitemapBytes: 1_000_000 } });
    expect(inShort(outcomes)[0]).toBe('https://e.org/1');
    expect(problems(outcomes)).toMatchObject([{ kind: 'body-too-large', maxBytes: 1_000_000 }]);
  });
});

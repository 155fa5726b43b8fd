import { describe, expect, it } from 'vitest';
import { decodeJson, decodePage } from '../../src/extract/character-decoding.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const bigEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

describe('the text of a page', () => {
  it('is UTF-8 where nothing is said', () => {
    expect(decodePage(Buffer.from('Größe'), undefined)).toEqual({ text: 'Größe' });
    expect(decodePage(latin1('Größe'), undefined)).toEqual({ text: 'Gr\uFFFD\uFFFDe' });
  });

  it.each([['iso-8859-1'], ['windows-1252'], ['Latin1'], ['ascii']])(
    'is read as browsers read %s, which is windows-1252',
    (charset) => {
      const body = Buffer.from([0x80, 0x93, 0xe9, 0x94]);
      expect(decodePage(body, charset)).toEqual({ text: '€“é”' });
    },
  );

  it('is read by its byte order mark before all else', () => {
    expect(decodePage(Buffer.from('\uFEFFé'), 'iso-8859-1')).toEqual({ text: 'é' });
    expect(decodePage(bigEndian('é'), 'utf-8')).toEqual({ text: 'é' });
    expect(decodePage(Buffer.from('\uFEFFé', 'utf16le'), 'utf-8')).toEqual({ text: 'é' });
  });

  it.each([
    ['<meta charset="iso-8859-2">'],
    ['<META CHARSET=iso-8859-2>'],
    ['<meta charset=""><meta charset=iso-8859-2><meta charset="utf-8">'],
    ['<meta content="text/html; charset=iso-8859-2" http-equiv="Content-Type">'],
    ['<!-- <meta charset="utf-8"> --><meta charset="iso-8859-2">'],
    ['<?xml version="1.0" encoding="iso-8859-2"?>'],
  ])('is read by what %s says', (head) => {
    expect(decodePage(latin1(`${head}\xB1`), undefined)).toEqual({ text: `${head}ą` });
    // What the server says comes first.
    expect(decodePage(latin1(`${head}\xB1`), 'windows-1252').text).toBe(`${head}±`);
  });

  it.each([
    ['<meta charset="utf-16">'],
    ['<meta name="description" content="text/html; charset=iso-8859-2">'],
    [`${' '.repeat(1024)}<meta charset="iso-8859-2">`],
  ])('is UTF-8 in spite of %s', (head) => {
    expect(decodePage(Buffer.from(`${head}é`), undefined)).toEqual({ text: `${head}é` });
  });

  it('is read without labels that nobody knows, which are reported', () => {
    expect(decodePage(Buffer.from('é'), 'utf8mb4')).toEqual({
      text: 'é',
      unknownCharset: 'utf8mb4',
    });
    const page = latin1('<meta charset="iso-8859-2">\xB1');
    expect(decodePage(page, 'none')).toEqual({
      text: '<meta charset="iso-8859-2">ą',
      unknownCharset: 'none',
    });
    expect(decodePage(Buffer.from('<meta charset="unicode-x">é'), undefined)).toEqual({
      text: '<meta charset="unicode-x">é',
      unknownCharset: 'unicode-x',
    });
    // What the server says is known, and so nothing else is asked.
    const known = Buffer.from('<meta charset="unicode-x">é');
    expect(decodePage(known, 'utf-8')).toEqual({ text: known.toString() });
  });
});

describe('a page with its metadata at the beginning', () => {
  const head = '<p>é</p><script type="application/ld+json">{}</script >';
  const html = `${head}<p>ü</p>`;

  it('is decoded so far, and as a whole when asked for', () => {
    for (const [body, charset] of [
      [Buffer.from(html), undefined],
      [Buffer.from(html), 'UTF8'],
    ] as const) {
      const { text, whole, ...rest } = decodePage(body, charset);
      expect({ text, whole: whole?.(), rest }).toEqual({ text: head, whole: html, rest: {} });
    }
    const { text, unknownCharset } = decodePage(Buffer.from(html), 'nonsense');
    expect({ text, unknownCharset }).toEqual({ text: head, unknownCharset: 'nonsense' });
  });

  it.each([
    ['has a link to metadata behind it', `${html}<link rel=describedby href=a>`],
    ['has a base behind it', `${html}<base href="/">`],
    ['goes on with a script', `${html}<script type="application/ld+json">`],
  ])('is decoded as a whole where it %s', (_, page) => {
    expect(decodePage(Buffer.from(page), undefined)).toEqual({ text: page });
  });

  it('is decoded as a whole where it is not UTF-8, or has a byte order mark', () => {
    expect(decodePage(latin1(html), 'iso-8859-1')).toEqual({ text: html });
    expect(decodePage(Buffer.from(`\uFEFF${html}`), undefined)).toEqual({ text: html });
  });
});

describe('the text of a JSON document', () => {
  it('is UTF-8 whatever the server says, if it can be', () => {
    expect(decodeJson(Buffer.from('"é"'), 'iso-8859-1')).toEqual({ text: '"é"' });
    expect(decodeJson(Buffer.from('"é"'), 'nonsense')).toEqual({ text: '"é"' });
    expect(decodeJson(bigEndian('"é"'), undefined)).toEqual({ text: '"é"' });
  });

  it('is what the server says where it is not UTF-8', () => {
    expect(decodeJson(latin1('"é"'), 'iso-8859-1')).toEqual({ text: '"é"' });
    expect(decodeJson(latin1('"é"'), undefined)).toEqual({ text: '"\uFFFD"' });
    expect(decodeJson(latin1('"é"'), 'nonsense')).toEqual({
      text: '"\uFFFD"',
      unknownCharset: 'nonsense',
    });
  });
});

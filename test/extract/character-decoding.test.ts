import { describe, expect, it } from 'vitest';
import { decodeJson, decodePage } from '../../src/extract/character-decoding.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const wrong = (offset: number, readAs = 'utf-8') => ({ charset: 'utf-8', readAs, offset });
const bigEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

describe('the text of a page', () => {
  it('is UTF-8 without a declaration', () => {
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

  it('is decoded by its byte order mark first', () => {
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
  ])('is decoded by %s', (head) => {
    expect(decodePage(latin1(`${head}\xB1`), undefined)).toEqual({ text: `${head}ą` });
    // The server's charset comes first.
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
    // The server's charset is known, so no other is searched.
    const known = Buffer.from('<meta charset="unicode-x">é');
    expect(decodePage(known, 'utf-8')).toEqual({ text: known.toString() });
  });
});

describe('a page with its metadata at the beginning', () => {
  const head = '<p>é</p><script type="application/ld+json">{}</script >';
  const html = `${head}<p>ü</p>`;

  it('is decoded up to there, and as a whole on demand', () => {
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
  it('is UTF-8 if valid, whatever the server declares', () => {
    expect(decodeJson(Buffer.from('"é"'), 'iso-8859-1')).toEqual({ text: '"é"' });
    expect(decodeJson(Buffer.from('"é"'), 'nonsense')).toEqual({ text: '"é"' });
    expect(decodeJson(bigEndian('"é"'), undefined)).toEqual({ text: '"é"' });
  });

  it('has the declared charset if it is not valid UTF-8', () => {
    expect(decodeJson(latin1('"é"'), 'iso-8859-1')).toEqual({ text: '"é"' });
    expect(decodeJson(latin1('"é"'), 'iso-8859-2')).toEqual({ text: '"é"' });
    expect(decodeJson(latin1('"\xB1"'), 'iso-8859-2')).toEqual({ text: '"ą"' });
  });

  it.each([
    ['{"a": 1}', 'utf16le'],
    ['\n[1]', 'utf16le'],
    ['7', 'utf16le'],
  ] as const)('is UTF-16 where every other byte is zero, as of %j', (text, encoding) => {
    expect(decodeJson(Buffer.from(text, encoding), undefined)).toEqual({ text });
    expect(decodeJson(Buffer.from(text, encoding).swap16(), 'utf-8')).toEqual({ text });
  });
});

describe('JSON that is not in its charset', () => {
  it.each([[undefined], ['utf-8'], ['UTF8']])(
    'is windows-1252 where nothing looks like UTF-8, with charset %s',
    (charset) => {
      expect(decodeJson(Buffer.from([0x22, 0x93, 0xe9, 0x94, 0x22]), charset)).toEqual({
        text: '"“é”"',
        wrongCharset: wrong(1, 'windows-1252'),
      });
    },
  );

  it('is windows-1252 where less than half looks like UTF-8', () => {
    const text = '«É» à côté';
    expect(decodeJson(latin1(text), undefined)).toEqual({
      text,
      wrongCharset: wrong(0, 'windows-1252'),
    });
  });

  it('is UTF-8 with gaps where most of it is UTF-8', () => {
    const start = '"Straße in Gr';
    // A text cut off in the middle of a character.
    const body = Buffer.concat([Buffer.from(`${start}ö`).subarray(0, -1), latin1('"')]);
    expect(decodeJson(body, 'utf-8')).toEqual({
      text: `${start}\uFFFD"`,
      wrongCharset: wrong(start.length),
    });
  });

  it('is reported with an unknown label, too', () => {
    expect(decodeJson(latin1('"é"'), 'nonsense')).toEqual({
      text: '"é"',
      unknownCharset: 'nonsense',
      wrongCharset: wrong(1, 'windows-1252'),
    });
  });

  it('stays in the charset of its byte order mark, or a declared one that is known', () => {
    const marked = Buffer.concat([Buffer.from('\uFEFF'), latin1('"é"')]);
    expect(decodeJson(marked, undefined)).toEqual({ text: '"\uFFFD"', wrongCharset: wrong(1) });
    const odd = Buffer.from('\uFEFF"é"', 'utf16le').subarray(0, -1);
    expect(decodeJson(odd, undefined)).toEqual({
      text: '"é\uFFFD',
      wrongCharset: { charset: 'utf-16le', readAs: 'utf-16le', offset: 2 },
    });
    const { wrongCharset } = decodeJson(Buffer.from([0x22, 0xfd, 0xff, 0x22]), 'euc-jp');
    expect(wrongCharset).toEqual({ charset: 'euc-jp', readAs: 'euc-jp', offset: 1 });
  });

  it('is not reported for a literal U+FFFD', () => {
    expect(decodeJson(Buffer.from('"\uFFFD"'), undefined)).toEqual({ text: '"\uFFFD"' });
    expect(decodeJson(Buffer.from('\uFEFF"\uFFFD"', 'utf16le'), undefined)).toEqual({
      text: '"\uFFFD"',
    });
  });
});

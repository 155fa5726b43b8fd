import { namedNode } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { isIri, repairIri } from '../../src/rdf/iri.ts';
import { createRandom } from '../expand/random.ts';
import { proofSize, provesInFull } from '../support/proof.ts';

const valid = [
  'http://example.org',
  'https://example.org/a/b?c=d#e',
  'http://user:secret@example.org:8080/',
  'http://[2001:db8::1]:80/',
  'http://[::ffff:192.0.2.1]/',
  'http://[v1.a:b]/',
  'http://münchen.example/straße?q=ü#ß',
  'http://example.org/%C3%A4',
  'http:///no-host',
  'http:',
  'urn:isbn:0451450523',
  'doi:10.1234/5',
  'mailto:somebody@example.org',
  'data:image/png;base64,iVBORw0KGgo=',
  'x:\u{1F600}',
  'http://example.org/?\u{E000}',
];

const repairs = [
  ['http://example.org/a b', 'http://example.org/a%20b'],
  [' \thttp://example.org/\n', 'http://example.org/'],
  ['http://example.org/<"{}|\\^`>', 'http://example.org/%3C%22%7B%7D%7C%5C%5E%60%3E'],
  ['http://example.org/a[1]?b[2]#c[3]', 'http://example.org/a%5B1%5D?b%5B2%5D#c%5B3%5D'],
  ['http://example.org/#a#b', 'http://example.org/#a%23b'],
  ['http://example.org/100%', 'http://example.org/100%25'],
  ['http://example.org/%zz%4', 'http://example.org/%25zz%254'],
  ['http://a@b@example.org/', 'http://a%40b@example.org/'],
  ['http://{host}/', 'http://%7Bhost%7D/'],
  ['http://example.org/\u{0}\u{7F}\u{9F}', 'http://example.org/%00%7F%C2%9F'],
  ['http://example.org/\u{E000}', 'http://example.org/%EE%80%80'],
  ['http://example.org/\u{D800}', 'http://example.org/%EF%BF%BD'],
  ['http://example.org/\u{FFFF}', 'http://example.org/%EF%BF%BF'],
] as const;

const hopeless = [
  '',
  'nan',
  '/relative',
  '//example.org/',
  '#fragment',
  '1a:b',
  'ht tp://example.org/',
  'http://example.org:port/',
  'http://a:b:80/',
  'http://[::1/',
  'http://[::g]/',
  'http://[fe80::1%25eth0]/',
  'http://[::1]a/',
  'http://[v1.%20]/',
];

function acceptedByOxigraph(iri: string): boolean {
  try {
    namedNode(iri);
    return true;
  } catch {
    // It throws for what it does not take, which is what is asked.
    return false;
  }
}

describe('repairIri', () => {
  it.each(valid)('returns %j unchanged', (iri) => {
    expect(repairIri(iri)).toBe(iri);
    expect(acceptedByOxigraph(iri)).toBe(true);
  });

  it.each(repairs)('repairs %j as %j', (text, repaired) => {
    expect(isIri(text)).toBe(false);
    expect(repairIri(text)).toBe(repaired);
    expect(acceptedByOxigraph(repaired)).toBe(true);
  });

  it.each(hopeless)('returns undefined for %j', (text) => {
    expect(repairIri(text)).toBeUndefined();
    expect(acceptedByOxigraph(text)).toBe(false);
  });

  it('accepts and returns exactly the IRIs that Oxigraph accepts', () => {
    const random = createRandom(1);
    const starts = ['http://', 'urn:', 'x:', 'http://a/', 'https://u@h:1/p?q#f', ''];
    const parts =
      'a b 1 é : :// / // [ ] [::1] [v1.x] [::1%25a] @ # ? % %41 %zz " < > { } | \\ ^ ` :80 :8a .. ~ ! $ & \' ( ) * + , ; = - _ .'
        .split(' ')
        .concat(' ', '\t', '\u{0}', '\u{7F}', '\u{A0}', '\u{E000}', '\u{FFFD}', '\u{1F600}')
        .concat('\u{E0001}', '\u{E1000}', '\u{10FFFF}', '\u{FDD0}', '\u{FEFF}', '\u{2028}');
    const texts = Array.from({ length: 20_000 }, () => {
      return random.pick(starts) + random.list(8, () => random.pick(parts)).join('');
    });
    expect(texts.filter((text) => isIri(text) !== acceptedByOxigraph(text))).toEqual([]);
    const repaired = texts.map(repairIri).filter((iri) => iri !== undefined);
    expect(repaired.length).toBeGreaterThan(5000);
    expect(repaired.filter((iri) => !isIri(iri) || !acceptedByOxigraph(iri))).toEqual([]);
  });

  // Were it not linear in the length, it would take minutes.
  it.each([' ', '%', '@', '[', '#', '/', ':', '\u{D800}'])(
    'gets done with very many of %j',
    (filler) => {
      const filling = filler.repeat(proofSize(100_000, 500_000));
      for (const text of [`http://${filling}x`, `http://h/${filling}x`, `${filling}x`]) {
        const repaired = repairIri(text);
        expect(repaired === undefined || isIri(repaired)).toBe(true);
      }
    },
  );

  // A pattern that keeps a way back for each of these throws a RangeError.
  it.runIf(provesInFull)(
    'has room for sixteen million characters beyond the Basic Multilingual Plane',
    () => {
      const many = '\u{1F600}'.repeat(16_000_000);
      expect(isIri(`http://h/${many}`)).toBe(true);
      expect(isIri(`http://${many}`)).toBe(true);
      expect(isIri(`x:?${many}`)).toBe(true);
    },
  );
});

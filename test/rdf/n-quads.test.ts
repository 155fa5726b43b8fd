import { literal, namedNode, quad, Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import {
  iriTerm,
  nameOfTerm,
  plainLiteral,
  repairLanguageTag,
  taggedLiteral,
  typedLiteral,
} from '../../src/rdf/n-quads.ts';
import { xsd } from '../../src/rdf/vocabularies.ts';
import { createRandom } from '../expand/random.ts';

const subject = namedNode('http://example.org/s');
const predicate = namedNode('http://example.org/p');

function load(object: string): Store {
  const store = new Store();
  store.load(`${iriTerm(subject.value)} ${iriTerm(predicate.value)} ${object} .\n`, {
    format: 'application/n-quads',
  });
  return store;
}

describe('literals', () => {
  it('keep every character when they are parsed again', () => {
    const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)).join('');
    for (const text of [ascii, '\u{80}\u{9F}\u{A0}\u{2028}\u{FEFF}\u{FFFE}\u{FFFF}\u{1F600}', '']) {
      const store = load(plainLiteral(text));
      expect(store.has(quad(subject, predicate, literal(text)))).toBe(true);
    }
  });

  it('escape exactly the characters that canonical N-Quads escapes', () => {
    expect(plainLiteral('a"b\\c\b\t\n\f\r')).toBe(String.raw`"a\"b\\c\b\t\n\f\r"`);
    expect(plainLiteral('\u{0}\u{B}\u{7F}\u{FFFE}')).toBe(String.raw`"\u0000\u000B\u007F\uFFFE"`);
    expect(plainLiteral("'é\u{80}\u{2028}")).toBe(`"'é\u{80}\u{2028}"`);
  });

  it('have a datatype or a language', () => {
    const typed = load(typedLiteral('5', iriTerm(xsd.integer)));
    expect(typed.has(quad(subject, predicate, literal('5', namedNode(xsd.integer))))).toBe(true);
    const tagged = load(taggedLiteral('zwei', 'de'));
    expect(tagged.has(quad(subject, predicate, literal('zwei', 'de')))).toBe(true);
  });
});

describe('the name of a term', () => {
  it.each([
    ['<https://example.org/a>', 'https://example.org/a'],
    [String.raw`<https://example.org/\u00e9\U0001F30D>`, 'https://example.org/é🌍'],
    ['_:b0', '_:b0'],
    [String.raw`"a \"b\""@en`, 'a "b"'],
    ['"1"^^<http://www.w3.org/2001/XMLSchema#integer>', '1'],
  ])('of %s is without marks and escapes', (term, name) => {
    expect(nameOfTerm(term)).toBe(name);
  });
});

function acceptedByOxigraph(tag: string): boolean {
  try {
    new Store().load(`<http://s> <http://p> "x"@${tag} .\n`, { format: 'application/n-quads' });
    return true;
  } catch {
    // It throws for what it does not take, which is what is asked.
    return false;
  }
}

describe('repairLanguageTag', () => {
  it.each([
    'en',
    'en-US',
    'zh-Hant-TW',
    'zh-cmn-Hans-CN',
    'es-419',
    'de-1996',
    'sl-rozaj-biske',
    'de-DE-u-co-phonebk',
    'en-x-private',
    'x-private',
    'i-klingon',
    'sgn-BE-FR',
    'art-lojban',
  ])('returns %s unchanged', (tag) => {
    expect(repairLanguageTag(tag)).toBe(tag);
  });

  it.each([
    ['en_US', 'en-US'],
    ['zh_Hans_CN', 'zh-Hans-CN'],
    [' en ', 'en'],
  ])('repairs %j as %s', (text, tag) => {
    expect(repairLanguageTag(text)).toBe(tag);
  });

  it.each(['', 'e', 'english language', 'en--ltr', 'en-', 'en-x', 'abcdefghi', 'en-US-US', '12'])(
    'gives %j up',
    (text) => {
      expect(repairLanguageTag(text)).toBeUndefined();
    },
  );

  it('accepts exactly the tags that Oxigraph accepts', () => {
    const random = createRandom(2);
    const subtags =
      'en de zh i x a b 1 12 419 1996 Latn US GB oed rozaj abcdefgh abcdefghi cmn min nan klingon default sgn u co gan 1abc abcd _'.split(
        ' ',
      );
    const tags = Array.from({ length: 5000 }, () => {
      return [random.pick(subtags), ...random.list(5, () => random.pick(subtags))].join('-');
    });
    const differing = tags.filter((tag) => {
      return (repairLanguageTag(tag) === tag) !== acceptedByOxigraph(tag);
    });
    expect(differing).toEqual([]);
  });
});

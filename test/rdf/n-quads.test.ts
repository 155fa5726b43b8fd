import { Store, literal, namedNode, quad } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { iriTerm, plainLiteral, taggedLiteral, typedLiteral } from '../../src/rdf/n-quads.ts';
import { xsd } from '../../src/rdf/vocabularies.ts';

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
  it('write every character so that it is read again as it was', () => {
    const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)).join('');
    for (const text of [ascii, '\u{80}\u{9F}\u{A0}\u{2028}\u{FEFF}\u{FFFE}\u{FFFF}\u{1F600}', '']) {
      const store = load(plainLiteral(text));
      expect(store.has(quad(subject, predicate, literal(text)))).toBe(true);
    }
  });

  it('escape what canonical N-Quads escapes and nothing else', () => {
    expect(plainLiteral('a"b\\c\b\t\n\f\r')).toBe(String.raw`"a\"b\\c\b\t\n\f\r"`);
    expect(plainLiteral('\u{0}\u{B}\u{7F}\u{FFFE}')).toBe(String.raw`"\u0000\u000B\u007F\uFFFE"`);
    expect(plainLiteral("'é\u{80}\u{2028}")).toBe(`"'é\u{80}\u{2028}"`);
  });

  it('carry a datatype or a language', () => {
    const typed = load(typedLiteral('5', iriTerm(xsd.integer)));
    expect(typed.has(quad(subject, predicate, literal('5', namedNode(xsd.integer))))).toBe(true);
    const tagged = load(taggedLiteral('zwei', 'de'));
    expect(tagged.has(quad(subject, predicate, literal('zwei', 'de')))).toBe(true);
  });
});

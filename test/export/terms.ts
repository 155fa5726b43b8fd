import { plainLiteral } from '../../src/rdf/n-quads.ts';

/** Valid IRIs with whatever a shorter way of writing them could get wrong. */
export const iris = [
  'http://schema.org/name',
  'http://schema.org/',
  'http://schema.org/a.b',
  'http://schema.org/a.',
  'http://schema.org/.a',
  'http://schema.org/-a',
  'http://schema.org/a-',
  'http://schema.org/_a',
  'http://schema.org/1',
  'http://schema.org/a:b',
  'http://schema.org/:a',
  'http://schema.org/@id',
  'http://schema.org/@type',
  'http://schema.org/é',
  'http://schema.org/a%20b',
  'http://schema.org/a/b',
  'http://schema.org/a#b',
  'http://schema.org/a?b=c&d',
  "http://schema.org/a!$&'()*+,;=~",
  'http://schema.org/constructor',
  'http://schema.org/toString',
  'http://schema.org/hasOwnProperty',
  'http://schema.org/__proto__',
  'http://schema.org/true',
  'http://schema.org/null',
  'https://schema.org/name',
  'http://www.w3.org/2001/XMLSchema#',
  'http://www.w3.org/2001/XMLSchema#date.',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#first',
  'http://example.org/a(b),c.d;e',
  'http://example.org/ends.',
  'http://example.org/ends,',
  'http://example.org/a/../b/./c//d',
  'http://example.org/%7Ea%C3%A9',
  'http://example.org?',
  'http://example.org#',
  'http://user:secret@example.org:8080/',
  'http://[2001:db8::1]/',
  'http://bücher.example/日本語/\u{20000}',
  'HTTP://EXAMPLE.ORG/Upper',
  'urn:cdif-graph:ns#west',
  'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  'doi:10.1234/a(b)c',
  'mailto:a@example.org',
  'data:,a',
  'file:///a/b',
  'a:',
  'a:b:c',
  // Undeclared prefixes of publishers, and schemes with the name of one of our prefixes.
  'schema:Dataset',
  'schema://Dataset',
  'xsd:date',
  'rdf:type',
  'cdif:west',
  'dcterms:title',
];

/** Literals with every character of the Basic Multilingual Plane, and some of each other plane. */
export const texts: readonly string[] = [
  ...everyCharacter(),
  '',
  ' ',
  '"',
  '\\',
  '\\"',
  '"""',
  '\\n',
  '\\u0041',
  'ends with \\',
  '\r\n\t\b\f\v\0\u007F\u0085\u2028\u2029\uFEFF\uFFFE\uFFFF',
  '😀 \u{10FFFF}',
  '<http://example.org/> .',
  ' <urn:graph:1> .',
  '_:b0',
  '@id',
  '_:',
  'true',
  '1.0',
  '{"a":[1,"é"]}',
  "'''",
  '"@en',
  '"^^<http://www.w3.org/2001/XMLSchema#date>',
];

/** The same term written in other ways that N-Quads allows. */
export const otherSpellings = [
  String.raw`"\u0041\U0001F600\'\"\\\t\b\n\r\f"`,
  '"\u007F\t raw"',
  '"text"^^<http://www.w3.org/2001/XMLSchema#string>',
  String.raw`<http://example.org/\u00E9\U0001F600>`,
];

export const literals = [
  ...texts.map((text) => plainLiteral(text)),
  ...texts.slice(-22).map((text) => `${plainLiteral(text)}@en-gb`),
  ...texts.slice(-22).map((text) => `${plainLiteral(text)}^^<http://schema.org/Text>`),
  '"a"@x-private',
  '"{\\"b\\":1.0,\\"a\\":[1e400,null]}"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON>',
  '"no json"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON>',
  '"007"^^<http://www.w3.org/2001/XMLSchema#integer>',
  '"1"^^<http://www.w3.org/2001/XMLSchema#boolean>',
  '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>',
  // jsonld.js writes a double again, so one that is canonical already.
  '"1.5E0"^^<http://www.w3.org/2001/XMLSchema#double>',
  '"1.50"^^<http://www.w3.org/2001/XMLSchema#decimal>',
  '"not a date"^^<http://www.w3.org/2001/XMLSchema#date>',
];

function everyCharacter(): string[] {
  const blocks: string[] = [];
  for (let start = 0; start < 0x11_0000; start += start < 0x1_0000 ? 0x100 : 0x8000) {
    const isSurrogate = start >= 0xd800 && start < 0xe000;
    const codes = Array.from({ length: 0x100 }, (_, index) => start + index);
    if (!isSurrogate) blocks.push(String.fromCodePoint(...codes));
  }
  return blocks;
}

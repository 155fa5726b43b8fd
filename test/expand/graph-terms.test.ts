import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { findingsOf, graphOf, statementsOf } from './expanding.ts';

const ref = '<http://example.org/ns#ref>';

const ownContext = { '@vocab': 'http://example.org/ns#', ref: { '@type': '@id' } };
const id = 'http://example.org/1';
const name = '<http://example.org/ns#name>';

describe('IRIs that can be repaired', () => {
  it('are repaired in every position, and reported once', async () => {
    const bad = 'http://example.org/a b';
    const document = {
      '@context': { ...ownContext, 'p"': { '@id': 'http://example.org/p"' } },
      '@id': id,
      ref: [bad, { '@id': bad, '@type': 'A|B', name: 'x' }],
      'p"': { '@value': 'y', '@type': 'http://example.org/type[1]' },
    };
    const mended = '<http://example.org/a%20b>';
    expect(await statementsOf(document)).toEqual([
      `<${id}> <http://example.org/p%22> "y"^^<http://example.org/type%5B1%5D>`,
      `<${id}> ${ref} ${mended}`,
      `${mended} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#A%7CB>`,
      `${mended} ${name} "x"`,
    ]);
    const repairs = [
      [bad, 'http://example.org/a%20b'],
      ['http://example.org/p"', 'http://example.org/p%22'],
      ['http://example.org/type[1]', 'http://example.org/type%5B1%5D'],
      ['http://example.org/ns#A|B', 'http://example.org/ns#A%7CB'],
    ];
    expect(await findingsOf(document)).toEqual(
      repairs.map(([value, repaired]) => ({ kind: 'iri-repaired', value, repaired })),
    );
  });

  it.each([
    [' doi:10.1234/5', '<doi:10.1234/5>'],
    ['doi:10.1234/ 5', '<doi:10.1234/%205>'],
    ['http://example.org/1 ', '<http://example.org/1>'],
    ['http://example.org/#a#b', '<http://example.org/#a%23b>'],
    [' a file.csv ', '<https://repository.example.org/records/a%20file.csv>'],
  ])('turn the subject %j into %s', async (subject, term) => {
    const document = { '@context': ownContext, '@id': subject, name: 'x' };
    expect(await statementsOf(document)).toEqual([`${term} ${name} "x"`]);
    expect(await findingsOf(document)).toContainEqual(
      expect.objectContaining({
        kind: 'iri-repaired',
        value: expect.stringContaining(subject.trim()) as unknown,
      }),
    );
  });
});

describe('IRIs that cannot be repaired', () => {
  it('turn a described node into a blank node with all its statements', async () => {
    const bad = 'http://example.org:port/';
    const document = {
      '@context': ownContext,
      '@graph': [
        { '@id': id, ref: [{ '@id': bad }, { '@id': 'http://[nowhere/' }] },
        { '@id': bad, name: 'x', '@reverse': { ref: { '@id': 'http://[elsewhere/' } } },
      ],
    };
    expect(await statementsOf(document)).toEqual([
      `<${id}> ${ref} _:1`,
      `_:2 ${ref} _:1`,
      `_:1 ${name} "x"`,
      `<${id}> ${ref} "http://[nowhere/"`,
    ]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'iri-dropped', value: bad, role: 'subject' },
      { kind: 'iri-dropped', value: 'http://[elsewhere/', role: 'subject' },
      { kind: 'iri-dropped', value: 'http://[nowhere/', role: 'object' },
    ]);
  });

  it('drop only the statements with the property or class', async () => {
    const document = {
      '@context': { ...ownContext, bad: 'http://example.org:port/p' },
      '@id': id,
      '@type': ['http://example.org:port/T', 'T'],
      bad: ['x', { name: 'kept' }],
    };
    expect(await statementsOf(document)).toEqual([
      `<${id}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#T>`,
      `_:1 ${name} "kept"`,
    ]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'iri-dropped', value: 'http://example.org:port/T', role: 'type' },
      { kind: 'iri-dropped', value: 'http://example.org:port/p', role: 'predicate' },
    ]);
  });

  it('become texts as objects, also in a list', async () => {
    const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
    const list = { '@list': [{ '@id': 'http://[nowhere/' }, 'x'] };
    expect(await statementsOf({ '@context': ownContext, '@id': id, name: list })).toEqual([
      `<${id}> ${name} _:1`,
      `_:1 <${rdf}rest> _:2`,
      `_:2 <${rdf}first> "x"`,
      `_:2 <${rdf}rest> <${rdf}nil>`,
      `_:1 <${rdf}first> "http://[nowhere/"`,
    ]);
  });
});

describe('relative IRIs', () => {
  it('are resolved against the base, which may differ from the listed URL', async () => {
    const baseIri = 'https://elsewhere.example.org/a/b?c';
    const document = { '@context': ownContext, '@id': '', ref: ['#f', '../d', '//h/'] };
    expect(await statementsOf(document, { baseIri })).toEqual([
      `<${baseIri}> ${ref} <${baseIri}#f>`,
      `<${baseIri}> ${ref} <https://elsewhere.example.org/d>`,
      `<${baseIri}> ${ref} <https://h/>`,
    ]);
  });

  it('become texts or are dropped where they cannot be resolved, and are reported', async () => {
    const document = {
      '@context': [ownContext, { '@base': null, '@vocab': null, p: 'http://example.org/p' }],
      '@id': 'me',
      '@type': 'T',
      ref: ['me', 'you'],
      p: 'x',
    };
    expect(await statementsOf(document)).toEqual([
      '_:1 <http://example.org/p> "x"',
      `_:1 ${ref} _:1`,
      `_:1 ${ref} "you"`,
    ]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'iri-dropped', value: 'me', role: 'subject' },
      { kind: 'iri-dropped', value: 'T', role: 'type' },
      { kind: 'iri-dropped', value: 'you', role: 'object' },
    ]);
  });
});

it('a strict parser accepts the written IRIs, whatever was published', async () => {
  const values = [
    '\u{0}',
    '\u{D800}',
    '\u{FFFE}',
    '%',
    '%zz',
    '[',
    '\\u0020',
    '"',
    '>',
    '#',
    '\u{E000}',
  ];
  const document = {
    '@context': ownContext,
    ref: values.flatMap((value) => [`http://example.org/${value}`, `http://${value}/`, value]),
    '@type': values.map((value) => `http://example.org/#${value}`),
  };
  const { nquads, quads } = await graphOf(document);
  const store = new Store();
  store.load(nquads, { format: 'application/n-quads' });
  expect(store.size).toBe(quads);
  expect(quads).toBeGreaterThan(30);
});

const xsd = 'http://www.w3.org/2001/XMLSchema#';
const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/**
 * A document that says one value. The JSON is text, since JSON.stringify would not write every
 * number as it is.
 */
const saying = (value: string): string =>
  `{"@context":{"@vocab":"http://example.org/"},"v":${value}}`;

async function literalOf(value: string): Promise<string | undefined> {
  const [statement] = await statementsOf(saying(value));
  return statement?.replace('_:1 <http://example.org/v> ', '');
}

describe('numbers and booleans', () => {
  it.each([
    ['5', '5', 'integer'],
    ['5.0', '5', 'integer'],
    ['-0', '0', 'integer'],
    ['1e2', '100', 'integer'],
    ['100000000000000000000', '100000000000000000000', 'integer'],
    ['123456789012345680000', '123456789012345680000', 'integer'],
    ['1e21', '1.0E21', 'double'],
    ['5.5', '5.5E0', 'double'],
    ['-12.5', '-1.25E1', 'double'],
    ['0.1', '1.0E-1', 'double'],
    ['1e-7', '1.0E-7', 'double'],
    ['70.4718', '7.04718E1', 'double'],
    ['9.1133', '9.113300000000001E0', 'double'],
    ['1234567890.12345678', '1.234567890123457E9', 'double'],
    ['true', 'true', 'boolean'],
  ])('turn %s into "%s" of type %s', async (json, text, type) => {
    expect(await literalOf(json)).toBe(`"${text}"^^<${xsd}${type}>`);
  });

  it.each([
    ['5', 'double', '5.0E0'],
    ['0', 'double', '0.0E0'],
    ['0.76', 'decimal', '7.6E-1'],
    ['5', 'decimal', '5'],
    ['false', 'string', 'false'],
    ['"5"', 'double', '5'],
    ['"INF"', 'double', 'INF'],
    ['"2026-11-20"', 'date', '2026-11-20'],
  ])('turn %s of type %s into "%s"', async (json, type, text) => {
    const suffix = type === 'string' ? '' : `^^<${xsd}${type}>`;
    expect(await literalOf(`{"@value":${json},"@type":"${xsd}${type}"}`)).toBe(
      `"${text}"${suffix}`,
    );
  });

  it('are dropped and reported beyond the range of a double', async () => {
    const document = saying('[1, 1e400, {"@value":{"x":-1e999},"@type":"@json"}]');
    expect(await statementsOf(document)).toEqual([
      `_:1 <http://example.org/v> "1"^^<${xsd}integer>`,
      `_:1 <http://example.org/v> "{\\"x\\":null}"^^<${rdfNamespace}JSON>`,
    ]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'value-dropped', value: 'Infinity', reason: 'number-too-large' },
      { kind: 'value-dropped', value: '-Infinity', reason: 'number-too-large' },
    ]);
  });
});

describe('texts', () => {
  it('get their lone surrogates replaced, which is reported', async () => {
    const document = saying(String.raw`["a\ud83db", "\ud83d\ude00"]`);
    expect(await statementsOf(document)).toEqual([
      '_:1 <http://example.org/v> "a\u{FFFD}b"',
      '_:1 <http://example.org/v> "\u{1F600}"',
    ]);
    expect(await findingsOf(document)).toEqual([{ kind: 'literal-repaired', value: 'a\u{FFFD}b' }]);
  });

  it('of JSON literals are in canonical form', async () => {
    const value = '{"@type":"@json","@value":{"b":[1.0,1e30,null],"a":"é\\u000a","@context":5}}';
    expect(await literalOf(value)).toBe(
      `"{\\"@context\\":5,\\"a\\":\\"é\\\\n\\",\\"b\\":[1,1e+30,null]}"^^<${rdfNamespace}JSON>`,
    );
    expect(await literalOf('{"@type":"@json","@value":null}')).toBe(
      `"null"^^<${rdfNamespace}JSON>`,
    );
  });

  it('are dropped if the IRI of their datatype cannot be repaired', async () => {
    const document = saying('["x", {"@value":"y","@type":"http://host:port/"}]');
    expect(await statementsOf(document)).toEqual(['_:1 <http://example.org/v> "x"']);
    expect(await findingsOf(document)).toEqual([
      { kind: 'iri-dropped', value: 'http://host:port/', role: 'datatype' },
    ]);
  });

  it('are dropped if they have two datatypes, which jsonld.js allows', async () => {
    const document = saying(
      '["x", {"@value":"y","@type":["http://a.example/","http://b.example/"]}]',
    );
    expect(await statementsOf(document)).toEqual(['_:1 <http://example.org/v> "x"']);
    expect(await findingsOf(document)).toMatchObject([{ kind: 'iri-dropped', role: 'datatype' }]);
  });
});

describe('languages of texts', () => {
  it.each([
    ['"@language":"en-US"', '"x"@en-us', []],
    ['"@language":"en_US"', '"x"@en-us', [{ value: 'en_us', repaired: 'en-us' }]],
    ['"@language":"English language"', '"x"', [{ value: 'english language', repaired: undefined }]],
    ['"@language":""', '"x"', [{ value: '', repaired: undefined }]],
    [`"@type":"${rdfNamespace}langString"`, '"x"', [{ value: '', repaired: undefined }]],
  ])('turn a value with %s into %s', async (member, literal, repairs) => {
    const value = `{"@value":"x",${member}}`;
    expect(await literalOf(value)).toBe(literal);
    expect(await findingsOf(saying(value))).toEqual(
      repairs.map((repair) => ({ kind: 'language-tag-repaired', ...repair })),
    );
  });

  it('come from the context and from language maps', async () => {
    const context = {
      '@vocab': 'http://example.org/',
      '@language': 'fr',
      v: { '@container': '@language' },
    };
    const document = { '@context': context, u: 'un', v: { de: 'eins', no_NO: 'en', '@none': '1' } };
    expect(await statementsOf(document)).toEqual([
      '_:1 <http://example.org/u> "un"@fr',
      '_:1 <http://example.org/v> "1"',
      '_:1 <http://example.org/v> "eins"@de',
      '_:1 <http://example.org/v> "en"@no-no',
    ]);
  });

  it('lose their direction, which is reported', async () => {
    const value = '{"@value":"x","@language":"ar","@direction":"rtl"}';
    expect(await literalOf(value)).toBe('"x"@ar');
    expect(await findingsOf(saying(value))).toEqual([
      { kind: 'value-dropped', value: 'rtl', reason: 'text-direction' },
    ]);
  });
});

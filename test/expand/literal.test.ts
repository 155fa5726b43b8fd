import { describe, expect, it } from 'vitest';
import { findingsOf, statementsOf } from './expanding.ts';

const xsd = 'http://www.w3.org/2001/XMLSchema#';
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** A document that says one value. The JSON is text, since JSON.stringify would not write every number as it is. */
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
  ])('write %s as "%s" of type %s', async (json, text, type) => {
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
  ])('write %s of type %s as "%s"', async (json, type, text) => {
    const suffix = type === 'string' ? '' : `^^<${xsd}${type}>`;
    expect(await literalOf(`{"@value":${json},"@type":"${xsd}${type}"}`)).toBe(
      `"${text}"${suffix}`,
    );
  });

  it('are left out and reported where a double cannot hold them', async () => {
    const document = saying('[1, 1e400, {"@value":{"x":-1e999},"@type":"@json"}]');
    expect(await statementsOf(document)).toEqual([
      `_:1 <http://example.org/v> "1"^^<${xsd}integer>`,
      `_:1 <http://example.org/v> "{\\"x\\":null}"^^<${rdf}JSON>`,
    ]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'value-dropped', value: 'Infinity', reason: 'number-too-large' },
      { kind: 'value-dropped', value: '-Infinity', reason: 'number-too-large' },
    ]);
  });
});

describe('texts', () => {
  it('have lone surrogates replaced, which is reported', async () => {
    const document = saying(String.raw`["a\ud83db", "\ud83d\ude00"]`);
    expect(await statementsOf(document)).toEqual([
      '_:1 <http://example.org/v> "a\u{FFFD}b"',
      '_:1 <http://example.org/v> "\u{1F600}"',
    ]);
    expect(await findingsOf(document)).toEqual([{ kind: 'literal-repaired', value: 'a\u{FFFD}b' }]);
  });

  it('keep a JSON literal in its canonical form', async () => {
    const value = '{"@type":"@json","@value":{"b":[1.0,1e30,null],"a":"é\\u000a","@context":5}}';
    expect(await literalOf(value)).toBe(
      `"{\\"@context\\":5,\\"a\\":\\"é\\\\n\\",\\"b\\":[1,1e+30,null]}"^^<${rdf}JSON>`,
    );
    expect(await literalOf('{"@type":"@json","@value":null}')).toBe(`"null"^^<${rdf}JSON>`);
  });

  it('are left out where the datatype cannot be mended', async () => {
    const document = saying('["x", {"@value":"y","@type":"http://host:port/"}]');
    expect(await statementsOf(document)).toEqual(['_:1 <http://example.org/v> "x"']);
    expect(await findingsOf(document)).toEqual([
      { kind: 'iri-dropped', value: 'http://host:port/', role: 'datatype' },
    ]);
  });

  it('are left out where there are two datatypes, which jsonld.js lets through', async () => {
    const document = saying(
      '["x", {"@value":"y","@type":["http://a.example/","http://b.example/"]}]',
    );
    expect(await statementsOf(document)).toEqual(['_:1 <http://example.org/v> "x"']);
    expect(await findingsOf(document)).toMatchObject([{ kind: 'iri-dropped', role: 'datatype' }]);
  });
});

describe('languages', () => {
  it.each([
    ['"@language":"en-US"', '"x"@en-us', []],
    ['"@language":"en_US"', '"x"@en-us', [{ value: 'en_us', repaired: 'en-us' }]],
    ['"@language":"English language"', '"x"', [{ value: 'english language', repaired: undefined }]],
    ['"@language":""', '"x"', [{ value: '', repaired: undefined }]],
    [`"@type":"${rdf}langString"`, '"x"', [{ value: '', repaired: undefined }]],
  ])('make a value with %s %s', async (member, literal, repairs) => {
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

  it('have no direction, which is reported', async () => {
    const value = '{"@value":"x","@language":"ar","@direction":"rtl"}';
    expect(await literalOf(value)).toBe('"x"@ar');
    expect(await findingsOf(saying(value))).toEqual([
      { kind: 'value-dropped', value: 'rtl', reason: 'text-direction' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import { expand, findingsOf, graphOf, limits, statementsOf } from './expanding.ts';

const context = { '@vocab': 'http://example.org/' };
const nested = (depth: number): string => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`;

describe('limits', () => {
  it.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', nested(100_000)],
    ['a context', `{"@context":${nested(100_000)}}`],
  ])('on depth end a hundred thousand levels of %s', async (_, json) => {
    expect(await findingsOf(json)).toEqual([
      { kind: 'json-too-complex', limit: 'depth', max: 200 },
    ]);
  });

  it('on depth and values accept documents just within them', async () => {
    // The document, then an object and an array a level.
    const document = `{"@context":{"@vocab":"http://example.org/"},"a":${nested(10)}}`;
    const withLimits = (jsonDepth: number, jsonValues: number) =>
      expand(document, {}, createExpandStage({ limits: { jsonDepth, jsonValues } }));
    expect(await withLimits(21, 23)).toMatchObject({ kind: 'produced', value: { quads: 11 } });
    expect(await withLimits(20, 23)).toMatchObject({ problem: { limit: 'depth', max: 20 } });
    expect(await withLimits(21, 22)).toMatchObject({ problem: { limit: 'values', max: 22 } });
  });

  it('on depth can be as high as the configuration allows', async () => {
    const stage = createExpandStage({ limits: { ...limits, jsonDepth: 500 } });
    const document = `{"@context":{"@vocab":"http://example.org/"},"a":${nested(249)}}`;
    expect((await graphOf(document, {}, stage)).quads).toBe(250);
  });

  it('refuse a context that would make every property a megabyte long', async () => {
    const properties = Array.from({ length: 5000 }, (_, index): [string, number] => [
      `p${index}`,
      1,
    ]);
    const vocab = `http://example.org/${'x'.repeat(1_000_000)}`;
    const document = { '@context': { '@vocab': vocab }, ...Object.fromEntries(properties) };
    expect(await findingsOf(document)).toMatchObject([{ kind: 'graph-too-large' }]);
  });

  it('end a graph whose text would be longer than a text can be', async () => {
    const values = Array.from({ length: 2000 }, (_, index) => index);
    const document = { '@context': context, a: values };
    const longUrl = `https://example.org/${'x'.repeat(200_000)}`;
    expect(await expand(document, { documentUrl: longUrl })).toMatchObject({
      kind: 'failed',
      problem: { kind: 'graph-too-large' },
    });
  });
});

describe('names that mean something to JavaScript', () => {
  it('do not reach prototypes: __proto__ is left out and reported', async () => {
    const json =
      '{"@context":{"@vocab":"http://example.org/","__proto__":"http://x/"},"__proto__":{"@id":"http://x/","b":1},"a":{"__proto__":null,"b":2}}';
    expect(await statementsOf(json)).toEqual([
      '_:1 <http://example.org/a> _:2',
      '_:2 <http://example.org/b> "2"^^<http://www.w3.org/2001/XMLSchema#integer>',
    ]);
    expect(await findingsOf(json)).toEqual([
      { kind: 'value-dropped', value: '__proto__', reason: 'unsafe-name' },
    ]);
  });

  it('are properties as any other', async () => {
    const names = ['constructor', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__'];
    const document = {
      '@context': context,
      ...Object.fromEntries(names.map((name) => [name, 'x'])),
    };
    expect((await statementsOf(document)).toSorted()).toEqual(
      names.map((name) => `_:1 <http://example.org/${name}> "x"`).toSorted(),
    );
  });
});

describe('JSON-LD that is none', () => {
  it.each([
    [{ '@graph': 'x' }, 'invalid @graph value', '"@graph": "x"', '/a/@graph'],
    [
      { '@value': 1, a: 2 },
      'invalid value object',
      '{"@value":1,"http://example.org/a":[{"@value":2}]}',
    ],
    [{ '@reverse': [] }, 'invalid @reverse value', '"@reverse": []', '/a/@reverse'],
    [{ '@context': 5 }, 'invalid local context', '[5]'],
    [
      { '@context': { '@version': 1 } },
      'invalid @version value',
      '"@version": 1',
      '/a/@context/@version',
    ],
    [{ '@context': { a: 'b:x', b: 'a:y' } }, 'cyclic IRI mapping', '"a": "b:x"', '/a/@context/a'],
    [
      { '@context': { '@import': 5 } },
      'invalid @import value',
      '"@import": 5',
      '/a/@context/@import',
    ],
    [
      {
        '@context': [
          { p: { '@id': 'http://example.org/p', '@protected': true } },
          { p: 'http://example.org/q' },
        ],
      },
      'protected term redefinition',
      '"p": "http://example.org/q"',
      '/a/@context/1/p',
    ],
  ])('fails with the code of the specification: %j', async (node, code, detail, pointer?) => {
    const document = { '@context': context, a: node };
    const place = pointer === undefined ? {} : { pointer };
    expect(await findingsOf(document)).toEqual([
      { kind: 'json-ld-invalid', code, detail, ...place },
    ]);
  });

  it('fails, too, where jsonld.js itself stumbles', async () => {
    const terms = Array.from({ length: 20_000 }, (_, index): [string, string] => {
      return [`t${index}`, `t${index + 1}:x`];
    });
    expect(await findingsOf({ '@context': Object.fromEntries(terms), t0: 1 })).toMatchObject([
      { kind: 'json-ld-invalid', code: 'RangeError' },
    ]);
    const misled = { '@context': { hasOwnProperty: 'http://example.org/', ...context }, a: 1 };
    expect(await findingsOf(misled)).toMatchObject([
      { kind: 'json-ld-invalid', code: 'TypeError' },
    ]);
  });

  it.each(['', 'not JSON', '{"a":', '{"a":NaN}'])('fails where it is no JSON: %j', async (json) => {
    expect(await findingsOf(json)).toEqual([
      { kind: 'json-ld-invalid', code: 'loading document failed', detail: 'not JSON' },
    ]);
  });
});

describe('long arrays', () => {
  it('of arrays take no time by their square', async () => {
    const points = Array.from({ length: 60_000 }, (_, index) => [index, [index + 0.5]]);
    expect((await graphOf({ '@context': context, a: points })).quads).toBe(120_000);
  });

  it('of arrays keep their nesting where it says something', async () => {
    const lists = Array.from({ length: 1100 }, (_, index) => [index]);
    const asList = { ...context, a: { '@container': '@list' } };
    const asJson = { ...context, a: { '@type': '@json' } };
    expect((await graphOf({ '@context': asList, a: lists })).quads).toBe(1 + 1100 * 4);
    expect(await statementsOf({ '@context': asJson, a: lists })).toEqual([
      `_:1 <http://example.org/a> "${JSON.stringify(lists)}"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON>`,
    ]);
  });
});

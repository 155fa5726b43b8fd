import { describe, expect, it } from 'vitest';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import { areContextsTooLarge, maxContextTerms } from '../../src/expand/prepare-document.ts';
import type { JsonContainer } from '../../src/text/json.ts';
import { expand, expandAll, findingsOf, graphOf, limits, statementsOf } from './expanding.ts';

const o = 'http://o.example/';

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function createTerms(count: number, name: string): Record<string, string> {
  return Object.fromEntries(times(count, (index) => [`${name}${index}`, `${o}${index}`]));
}

function items(count: number, contextOf: (index: number) => unknown): object {
  const nodes = times(count, (index) => ({
    '@context': contextOf(index),
    '@type': 'Dataset',
    '@id': `${o}${index}`,
    name: 'x',
  }));
  return { '@context': 'https://schema.org/', '@type': 'ItemList', itemListElement: nodes };
}

const remote = createTerms(200, 'remote');

/** Whether it makes more than ten thousand copies. */
function isTooLarge(document: object): boolean {
  const parsed = JSON.parse(JSON.stringify(document)) as JsonContainer;
  return areContextsTooLarge(parsed, () => remote, { max: 10_000 });
}

describe('copies of contexts', () => {
  it('are counted once where all items have equal contexts', () => {
    expect(isTooLarge(items(1000, () => ['https://schema.org/', createTerms(10, 't')]))).toBe(
      false,
    );
  });

  it.each([
    [48, false],
    [49, true],
  ])('include the extended context for %i items with different contexts', (count, expected) => {
    // 200 for the list, and 201 for each item.
    expect(isTooLarge(items(count, (index) => ({ [`own${index}`]: o })))).toBe(expected);
  });

  it('start from the initial context after null', () => {
    expect(isTooLarge(items(1000, (index) => [null, { [`own${index}`]: o }]))).toBe(false);
  });

  it.each([
    [140, false],
    [142, true],
  ])('grow with the square of %i contexts that extend one another', (count, expected) => {
    expect(isTooLarge({ '@context': times(count, (index) => ({ [`t${index}`]: o })) })).toBe(
      expected,
    );
  });
});

/** Terms with a context each in their definitions. */
function scoped(count: number): object {
  return Object.fromEntries(
    times(count, (index) => {
      return [`t${index}`, { '@id': o, '@context': { [`u${index}`]: o } }];
    }),
  );
}

function byType(count: number): object {
  return {
    '@context': scoped(40),
    x: times(count, (from) => ({ '@type': times(30, (index) => `t${(from + index) % 40}`) })),
  };
}

describe('scoped contexts', () => {
  it.each([
    [69, false],
    [71, true],
  ])('count as two copies each where %i are defined', (count, expected) => {
    expect(isTooLarge({ '@context': scoped(count) })).toBe(expected);
  });

  it('count as a copy each time they apply, by property or by type', () => {
    const ring = (depth: number, from: number): object =>
      depth === 0 ? {} : { [`t${(from + depth) % 40}`]: ring(depth - 1, from) };
    const byProperty = (count: number): object => ({
      '@context': scoped(40),
      x: times(count, (from) => ring(30, from)),
    });
    expect(isTooLarge(byProperty(2))).toBe(false);
    expect(isTooLarge(byProperty(8))).toBe(true);
    expect(isTooLarge(byType(2))).toBe(false);
    expect(isTooLarge(byType(8))).toBe(true);
  });
});

describe('a document with many contexts', () => {
  it('is refused if they would fill the memory', async () => {
    const reason = { kind: 'json-too-complex', limit: 'context-terms', max: maxContextTerms };
    const array = times(1500, (index) => ({ [`t${index}`]: o }));
    expect(await findingsOf({ '@context': array, [`${o}a`]: 1 })).toEqual([reason]);
  });

  it('is read if each item extends the context of schema.org', async () => {
    const list = items(150, (index) => ({ [`own${index}`]: o, name: `${o}name` }));
    const outcomes = await expandAll([list]);
    const graphs = outcomes.flatMap((outcome) =>
      outcome.kind === 'produced' && outcome.value.kind === 'graph' ? [outcome.value.graph] : [],
    );
    expect(graphs).toHaveLength(150);
    expect(graphs[149]?.nquads).toContain(`<${o}name> "x"`);
  });
});

const context = { '@vocab': 'http://example.org/' };
const nested = (depth: number): string => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`;

describe('limits of expansion', () => {
  it.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', nested(100_000)],
    ['a context', `{"@context":${nested(100_000)}}`],
  ])('refuse a hundred thousand levels of %s', async (_, json) => {
    expect(await findingsOf(json)).toEqual([
      { kind: 'json-too-complex', limit: 'depth', max: 200 },
    ]);
  });

  it('accept documents just within the limits of depth and values', async () => {
    // The document, then an object and an array a level.
    const document = `{"@context":{"@vocab":"http://example.org/"},"a":${nested(10)}}`;
    const withLimits = (jsonDepth: number, jsonValues: number) =>
      expand(document, {}, createExpandStage({ limits: { jsonDepth, jsonValues } }));
    expect(await withLimits(21, 23)).toMatchObject({ kind: 'produced', value: { quads: 11 } });
    expect(await withLimits(20, 23)).toMatchObject({ problem: { limit: 'depth', max: 20 } });
    expect(await withLimits(21, 22)).toMatchObject({ problem: { limit: 'values', max: 22 } });
  });

  it('accept the highest depth that the configuration allows', async () => {
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

  it('refuse a graph whose text would be longer than the longest string', async () => {
    const values = Array.from({ length: 2000 }, (_, index) => index);
    const document = { '@context': context, a: values };
    const longUrl = `https://example.org/${'x'.repeat(200_000)}`;
    expect(await expand(document, { documentUrl: longUrl })).toMatchObject({
      kind: 'failed',
      problem: { kind: 'graph-too-large' },
    });
  });
});

describe('names with a meaning in JavaScript', () => {
  it('do not change prototypes: __proto__ is dropped and reported', async () => {
    const json =
      '{"@context":{"@vocab":"http://example.org/","__proto__":"http://x/"},' +
      '"__proto__":{"@id":"http://x/","b":1},"a":{"__proto__":null,"b":2}}';
    expect(await statementsOf(json)).toEqual([
      '_:1 <http://example.org/a> _:2',
      '_:2 <http://example.org/b> "2"^^<http://www.w3.org/2001/XMLSchema#integer>',
    ]);
    expect(await findingsOf(json)).toEqual([
      { kind: 'value-dropped', value: '__proto__', reason: 'unsafe-name' },
    ]);
  });

  it('are properties like any other', async () => {
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

describe('invalid JSON-LD', () => {
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
  ])('fails with the error code of the specification: %j', async (node, code, detail, pointer?) => {
    const document = { '@context': context, a: node };
    const place = pointer === undefined ? {} : { pointer };
    expect(await findingsOf(document)).toEqual([
      { kind: 'json-ld-invalid', code, detail, ...place },
    ]);
  });

  it('fails also where jsonld.js throws another error', async () => {
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

  it.each(['', 'not JSON', '{"a":', '{"a":NaN}'])(
    'fails if the text is not JSON: %j',
    async (json) => {
      expect(await findingsOf(json)).toEqual([
        { kind: 'json-ld-invalid', code: 'loading document failed', detail: 'not JSON' },
      ]);
    },
  );
});

describe('long arrays', () => {
  it('of arrays take linear time', async () => {
    const points = Array.from({ length: 60_000 }, (_, index) => [index, [index + 0.5]]);
    expect((await graphOf({ '@context': context, a: points })).quads).toBe(120_000);
  });

  it('of arrays keep their nesting in lists and JSON literals', async () => {
    const lists = Array.from({ length: 1100 }, (_, index) => [index]);
    const asList = { ...context, a: { '@container': '@list' } };
    const asJson = { ...context, a: { '@type': '@json' } };
    expect((await graphOf({ '@context': asList, a: lists })).quads).toBe(1 + 1100 * 4);
    expect(await statementsOf({ '@context': asJson, a: lists })).toEqual([
      `_:1 <http://example.org/a> "${JSON.stringify(lists)}"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON>`,
    ]);
  });
});

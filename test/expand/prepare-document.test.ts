import { describe, expect, it } from 'vitest';
import { areContextsTooLarge, maxContextTerms } from '../../src/expand/prepare-document.ts';
import type { JsonContainer } from '../../src/expand/json.ts';
import { expandAll, findingsOf } from './expanding.ts';

const o = 'http://o.example/';

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function terms(count: number, name: string): Record<string, string> {
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

const remote = Object.keys(terms(200, 'remote'));

/** Whether it makes more than ten thousand copies. */
function isTooLarge(document: object): boolean {
  const parsed = JSON.parse(JSON.stringify(document)) as JsonContainer;
  return areContextsTooLarge(parsed, remote, 10_000);
}

describe('contexts', () => {
  it('that say the same in all items cost what one costs', () => {
    expect(isTooLarge(items(1000, () => ['https://schema.org/', terms(10, 't')]))).toBe(false);
  });

  it.each([
    [48, false],
    [49, true],
  ])('that are others in each of %i items cost copies of what they extend', (count, expected) => {
    // 200 for the list, and 201 for each item.
    expect(isTooLarge(items(count, (index) => ({ [`own${index}`]: o })))).toBe(expected);
  });

  it('start from the initial context after null', () => {
    expect(isTooLarge(items(1000, (index) => [null, { [`own${index}`]: o }]))).toBe(false);
  });

  it.each([
    [140, false],
    [142, true],
  ])('of which %i extend one another cost by the square', (count, expected) => {
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

describe('contexts in the definitions of terms', () => {
  it.each([
    [69, false],
    [71, true],
  ])('cost two copies each, %i times', (count, expected) => {
    expect(isTooLarge({ '@context': scoped(count) })).toBe(expected);
  });

  it('cost one where they apply: by property, and by type', () => {
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
  it('is refused where they would fill the memory', async () => {
    const reason = { kind: 'json-too-complex', limit: 'context-terms', max: maxContextTerms };
    const array = times(1500, (index) => ({ [`t${index}`]: o }));
    expect(await findingsOf({ '@context': array, [`${o}a`]: 1 })).toEqual([reason]);
  });

  it('is read where each item has one that builds on those of schema.org', async () => {
    const list = items(150, (index) => ({ [`own${index}`]: o, name: `${o}name` }));
    const outcomes = await expandAll([list]);
    const graphs = outcomes.flatMap((outcome) =>
      outcome.kind === 'produced' && outcome.value.kind === 'graph' ? [outcome.value.graph] : [],
    );
    expect(graphs).toHaveLength(150);
    expect(graphs[149]?.nquads).toContain(`<${o}name> "x"`);
  });
});

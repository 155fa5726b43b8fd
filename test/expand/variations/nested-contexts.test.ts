import { expect, it } from 'vitest';
import { contents } from '../bog-records.ts';
import { graphOf, graphsOf } from '../expanding.ts';

const own = { '@vocab': 'https://schema.org/' };

function core(number: number, more: object = {}): object {
  const id = `https://bog.example/${number}`;
  return { '@context': own, '@id': id, '@type': 'Dataset', name: `Core ${number}`, ...more };
}

async function inListAndAlone(items: readonly object[], context: unknown): Promise<unknown> {
  const list = { '@context': context, '@type': 'ItemList', itemListElement: items };
  const alone = await Promise.all(items.map((item) => graphOf(item)));
  return {
    inList: await contents(await graphsOf([list])),
    alone: await contents(alone),
  };
}

it.each([
  ['http', { '@vocab': 'http://schema.org/' }],
  ['https', { '@vocab': 'https://schema.org/' }],
  ['the remote context', 'https://schema.org/'],
  ['the remote context among others', ['http://schema.org', { ex: 'http://example.org/' }]],
  ['a namespace without slash', { '@vocab': 'https://schema.org' }],
])('an item of a list with %s gives the same graph as its own file', async (_, context) => {
  const creator = { '@type': 'Person', name: 'A. Digger' };
  const items = [core(1, { creator }), core(2, { keywords: ['peat', 'bog'] })];
  const { inList, alone } = (await inListAndAlone(items, context)) as Record<string, string[]>;
  expect(inList).toHaveLength(2);
  expect(inList).toEqual(alone);
});

it('the surrounding context coerces texts of an item to IRIs and dates', async () => {
  const item = core(1, { url: 'https://bog.example/1.html', dateModified: '2026-01-02' });
  const list = { '@context': 'https://schema.org/', '@type': 'ItemList', itemListElement: [item] };
  const [listed] = await graphsOf([list]);
  expect(listed?.nquads).toContain('<http://schema.org/url> <https://bog.example/1.html>');
  expect(listed?.nquads).toContain('"2026-01-02"^^<http://schema.org/Date>');
  const alone = await graphOf(item);
  expect(alone.nquads).toContain('<http://schema.org/url> "https://bog.example/1.html"');
  expect(alone.nquads).toContain('<http://schema.org/dateModified> "2026-01-02" ');
  // It is looked up by the same names all the same.
  expect(listed?.describes).toEqual(alone.describes);
});

it('an item can cancel the surrounding context with null', async () => {
  const item = core(1, { '@context': [null, own], url: 'https://bog.example/1.html' });
  const { inList, alone } = (await inListAndAlone([item], 'https://schema.org/')) as Record<
    string,
    string[]
  >;
  expect(inList).toEqual(alone);
});

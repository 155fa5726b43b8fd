import { expect, it } from 'vitest';
import { SearchIndex } from '../../src/search/search-index.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { keptSearch } from '../support/search-facts.ts';
import { urlUpdate, newPath, openStore, url } from './updates.ts';

const dataset = { types: ['http://schema.org/Dataset'], identifiers: [] };
const about = (...texts: readonly string[]): string =>
  keptSearch(...texts.map((text) => ({ texts: { titles: [{ text }] } })));

/** The key of the only result for a word. */
async function keyOf(word: string, store: CatalogueStore): Promise<string> {
  const { results } = await new SearchIndex(store).search({ keyword: [word] });
  return results.map(({ key }) => key).join(' ');
}

async function placesOf(key: string, store: CatalogueStore) {
  const found = await store.find(key);
  return found.map(({ record, resourceIndex }) => [record.graph, resourceIndex]);
}

it('resources without a name are found by their keys while their values stay', async () => {
  const store = openStore(newPath());
  const named = { ...dataset, iri: 'https://set.example/1' };
  const describes = [named, dataset, dataset, dataset];
  const search = about('Named', 'Ice', 'Snow', 'Snow');
  await store.write(urlUpdate(1, { describes, search }));
  await store.write(urlUpdate(2, { describes: [dataset], search: about('Ice of the lake') }));
  const [ice, snow] = [await keyOf('ice -lake', store), await keyOf('snow', store)];
  expect(await placesOf(ice, store)).toEqual([[url(1), 1]]);
  expect(await placesOf(snow, store)).toEqual([[url(1), 2]]);
  expect(await placesOf(await keyOf('lake', store), store)).toEqual([[url(2), 0]]);
  expect(await placesOf(await keyOf('named', store), store)).toEqual([[url(1), undefined]]);

  await store.write(urlUpdate(1, { describes, search: about('Named', 'Floe', 'Snow', 'Snow') }));
  expect(await placesOf(ice, store)).toEqual([]);
  expect(await placesOf(snow, store)).toEqual([[url(1), 2]]);
  expect(await placesOf(await keyOf('floe', store), store)).toEqual([[url(1), 1]]);
  await store.close();
});

it('a resource without a name keeps its key if only its files are counted again', async () => {
  const store = openStore(newPath());
  const [texts, describes] = [{ titles: [{ text: 'Ice' }] }, [dataset]];
  await store.write(urlUpdate(1, { describes, search: keptSearch({ texts }) }));
  const key = await keyOf('ice', store);
  await store.write(urlUpdate(1, { describes, search: keptSearch({ texts, files: 3 }) }));
  expect(await keyOf('ice', store)).toBe(key);
  await store.close();
});

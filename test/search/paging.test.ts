import { describe, expect, it } from 'vitest';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { SearchIndex, searchOnce } from '../../src/search/search-index.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import { firstRun, newPath, openStore, url, urlUpdate } from '../catalogue/updates.ts';
import { createRandom, type Random } from '../expand/random.ts';
import { keptSearch, type SaidFacts } from '../support/search-facts.ts';

const dataset = 'http://schema.org/Dataset';
const because = { reason: 'dropped', at: '2026-11-20T12:00:00.000Z', run: firstRun } as const;

async function write(store: CatalogueStore, index: number, facts: SaidFacts): Promise<void> {
  const describes = [{ iri: `https://a.example/${index}`, types: [dataset], identifiers: [] }];
  await store.write(urlUpdate(index, { describes, search: keptSearch(facts) }));
}

async function writeAll(store: CatalogueStore, random: Random, count: number): Promise<void> {
  const all = Array.from({ length: count }, () => randomFacts(random));
  await Promise.all(all.map(async (facts, index) => write(store, index, facts)));
}

/** Facts with many equal titles, times, dates and ranks; an empty value is left out. */
function randomFacts(random: Random): SaidFacts {
  const titles = ['', 'Ice', 'ice', 'Sea', 'Ice of the sea', '海氷', 'x'.repeat(400)];
  const title = random.pick(titles);
  const start = random.pick(['', '', '1990', '2001']);
  const modified = random.pick(['', '2019', '2020-05-01']);
  return {
    texts: {
      ...(title !== '' && { titles: [{ text: title }] }),
      ...(modified !== '' && { modified }),
      descriptions: [{ text: 'On ice.' }],
    },
    times: start === '' ? {} : { periods: [{ start, end: '2005' }] },
  };
}

const requests: readonly SearchRequest[] = [
  { keyword: ['ice'] },
  { sort: 'title' },
  { sort: 'time' },
  { sort: 'modified', type: ['Dataset'] },
];

describe('paging through a search by cursor', () => {
  it.each(requests)('has all results of %j once and in order', async (request) => {
    const random = createRandom(7);
    const store = openStore(newPath());
    await writeAll(store, random, 40);
    const all = (await searchOnce(store, request)).results.map(({ key }) => key);
    expect(all).toHaveLength(40);
    for (const limit of [1, 7, 40, 41]) {
      const found: string[] = [];
      let after: string | undefined;
      do {
        // Each page by another index, of which no entry number is the same in others.
        const answer = await searchOnce(store, { ...request, limit, after });
        expect(answer.total).toBe(40);
        found.push(...answer.results.map(({ key }) => key));
        after = answer.next;
        expect(found.length).toBeLessThanOrEqual(40);
      } while (after !== undefined);
      expect(found).toEqual(all);
    }
  });

  it.each(requests)('of %j loses and repeats none while others come and go', async (request) => {
    const random = createRandom(11);
    const store = openStore(newPath());
    await writeAll(store, random, 40);
    const lasting = new Set(Array.from({ length: 20 }, (_, at) => `http://a.example/${at}`));
    const index = new SearchIndex(store);
    const found: string[] = [];
    let added = 40;
    let after: string | undefined;
    do {
      const answer = await index.search({ ...request, limit: 3, after });
      const page = answer.results.map(({ key }) => key);
      found.push(...page);
      expect(found.length).toBeLessThanOrEqual(60);
      after = answer.next;
      // Some that were shown, among them the last one, and some that were not.
      for (const key of [page.at(-1), `http://a.example/${20 + random.below(20)}`]) {
        const removed = key === undefined || lasting.has(key) ? undefined : key.split('/').at(-1);
        if (removed === undefined) continue;
        const graph = url(removed);
        await store.remove({ url: graph, because, graphs: [graph] });
      }
      for (let more = 0; more < 2 && added < 60; more += 1, added += 1) {
        await write(store, added, randomFacts(random));
      }
    } while (after !== undefined);
    expect(new Set(found).size).toBe(found.length);
    expect(found.filter((key) => lasting.has(key)).toSorted()).toEqual([...lasting].toSorted());
  });

  it('continues behind a result that has gone, with those that came behind it', async () => {
    const store = openStore(newPath());
    const titles = ['B', 'D', 'F'];
    for (const [at, text] of titles.entries())
      await write(store, at, { texts: { titles: [{ text }] } });
    const index = new SearchIndex(store);
    const first = await index.search({ limit: 2 });
    await store.remove({ url: url(1), because, graphs: [url(1)] });
    await write(store, 4, { texts: { titles: [{ text: 'E' }] } });
    await write(store, 5, { texts: { titles: [{ text: 'A' }] } });
    const rest = await index.search({ limit: 9, after: first.next });
    expect(rest.results.map(({ title }) => title)).toEqual(['E', 'F']);
    expect(rest).toMatchObject({ total: 4 });
    expect(rest).not.toHaveProperty('next');
  });

  it('has short cursors, however long titles and keys are', async () => {
    const store = openStore(newPath());
    for (const [at, end] of ['b', 'a', 'c'].entries()) {
      const iri = `https://a.example/${'氷'.repeat(3000)}${end}`;
      const facts = { texts: { titles: [{ text: '氷'.repeat(5000) }] } };
      const describes = [{ iri, types: [dataset], identifiers: [] }];
      await store.write(urlUpdate(at, { describes, search: keptSearch(facts) }));
    }
    const all = (await searchOnce(store, {})).results.map(({ key }) => key);
    const first = await searchOnce(store, { limit: 1 });
    expect(first.next?.length).toBeLessThan(3000);
    const second = await searchOnce(store, { limit: 1, after: first.next });
    const third = await searchOnce(store, { limit: 1, after: second.next });
    const pages = [first, second, third].flatMap(({ results }) => results.map(({ key }) => key));
    expect(pages).toEqual(all);
  });

  it('accepts other facets and page sizes, but no other conditions, order or offset', async () => {
    const store = openStore(newPath());
    await writeAll(store, createRandom(3), 3);
    const index = new SearchIndex(store);
    const { next: after } = await index.search({ keyword: ['ice'], limit: 1 });
    const same = await index.search({ keyword: ['ice'], limit: 2, facets: ['types'], after });
    expect(same.results).toHaveLength(2);
    const other = /^after of a search belongs to another search; its conditions and sort order/u;
    await expect(index.search({ keyword: ['sea'], after })).rejects.toThrow(other);
    await expect(index.search({ keyword: ['ice'], type: ['Dataset'], after })).rejects.toThrow(
      other,
    );
    await expect(index.search({ keyword: ['ice'], sort: 'title', after })).rejects.toThrow(other);
    await expect(index.search({ keyword: ['ice'], offset: 1, after })).rejects.toThrow(
      /^a search takes offset or after, not both$/u,
    );
  });

  it.each([
    '',
    'x',
    '%00',
    Buffer.from('{}').toString('base64url'),
    Buffer.from('[1]').toString('base64url'),
    Buffer.from('{"of":"","key":1}').toString('base64url'),
    Buffer.from('{"of":"","key":"a","value":"b"}').toString('base64url'),
    Buffer.from('{"of":"","key":"a","title":2}').toString('base64url'),
  ])('refuses "%s", which is no cursor', async (after) => {
    const index = new SearchIndex(openStore(newPath()));
    await expect(index.search({ after })).rejects.toThrow(
      /^after of a search must be the cursor of a next page/u,
    );
  });
});

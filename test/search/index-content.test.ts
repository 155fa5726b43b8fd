import { expect, it } from 'vitest';
import { foldText } from '../../src/facts/text/word-folding.ts';
import { facetNames, type FacetValue } from '../../src/search/facets.ts';
import { SearchIndex, searchOnce } from '../../src/search/search-index.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { createRandom, type Random } from '../expand/random.ts';
import { firstRun, urlUpdate, newPath, openStore, url } from '../catalogue/updates.ts';
import { keptSearch, type SaidFacts } from '../support/search-facts.ts';

const at = '2026-11-20T11:36:27.000Z';
const words = ['ice', 'Snow', 'floe', 'lake', 'LAKE'];

function facts(random: Random): SaidFacts {
  const text = (): string => `${random.pick(words)} ${random.pick(words)}`;
  const west = random.below(300) - 150;
  const start = String(1980 + random.below(30));
  return {
    places: {
      boxes: [{ west, south: 10, east: west + random.below(40), north: 20 }],
      names: [{ text: text() }],
    },
    times: { periods: [{ start, end: String(Number(start) + random.below(9)) }] },
    texts: {
      titles: [{ text: text() }],
      descriptions: [{ text: text() }],
      keywords: [{ text: text() }],
      licences: [random.pick(['https://spdx.org/licenses/CC0-1.0', 'Ask us'])],
      formats: [random.pick(['text/csv', 'image/png'])],
      agents: [
        {
          role: random.pick(['creator', 'publisher'] as const),
          names: [{ text: text() }],
          iris: [],
          affiliations: [{ names: [{ text: text() }], iris: [] }],
        },
      ],
    },
    variables: [
      {
        names: [{ text: text() }],
        descriptions: [],
        concepts: [],
        codes: [],
        units: ['m'],
        techniques: [],
      },
    ],
  };
}

/** Writes a record of a resource that other records may describe too. */
async function write(store: CatalogueStore, random: Random, number: number): Promise<void> {
  const iri = random.below(4) === 0 ? {} : { iri: `https://set.example/${random.below(12)}` };
  const types = [random.pick(['http://schema.org/Dataset', 'https://types.example/Cruise'])];
  await store.write(
    urlUpdate(number, {
      describes: [
        { ...iri, types, identifiers: [] },
        { types, identifiers: [] },
      ],
      search: keptSearch(facts(random), facts(random)),
      sources: [random.pick(['north', 'south'])],
    }),
  );
}

const requests: readonly SearchRequest[] = [
  { facets: facetNames },
  { keyword: ['ice -snow'], facets: facetNames },
  { keyword: ['"ice ice" OR flo*'], sort: 'time' },
  { bbox: ['-60,0,60,30'], time: ['1985/1995'], facets: facetNames, sort: 'modified' },
  { organization: ['lake'], licence: ['CC0'], facets: facetNames },
  { variable: ['ice', 'floe'], type: ['Dataset'] },
  { source: ['south'], facets: facetNames },
];

/**
 * A label keeps the spelling of a record that was removed until the index is filled again, so that
 * values are compared by their words.
 */
function comparable(name: string, value: unknown): unknown {
  if (name !== 'values') return value;
  const values = value as readonly FacetValue[];
  return values.map(({ label, count }) => `${count} ${foldText(label)}`).toSorted();
}

async function answers(index: SearchIndex): Promise<unknown> {
  const all = [];
  for (const request of requests) all.push(await index.search(request));
  return JSON.parse(JSON.stringify(all, comparable)) as unknown;
}

it('equals a refilled index after adding, replacing and removing records', async () => {
  const store = openStore(newPath());
  const random = createRandom(35);
  for (let number = 0; number < 40; number += 1) await write(store, random, number);
  const followed = new SearchIndex(store);
  await followed.prepare();
  for (let round = 0; round < 6; round += 1) {
    for (let step = 0; step < 3; step += 1) await write(store, random, random.below(50));
    const because = { reason: 'dropped', at, run: firstRun } as const;
    const removed = url(random.below(50));
    await store.remove({ url: removed, because, graphs: [removed] });
    expect(await answers(followed)).toEqual(await answers(new SearchIndex(store)));
  }
});

it('answers a single request as a complete index does', async () => {
  const store = openStore(newPath());
  const random = createRandom(36);
  for (let number = 0; number < 60; number += 1) await write(store, random, number);
  const index = new SearchIndex(store);
  const more: readonly SearchRequest[] = [
    { keyword: ['snow'], facets: facetNames },
    { keyword: ['-snow'] },
    { keyword: ['"ice snow"', 'lake'], time: ['../1999'] },
    { keyword: ['nothing'], source: ['west'], type: ['Dataset', 'Boat'] },
    { keyword: ['nothing'] },
    { place: ['floe -lake'], person: ['=ice ice'] },
  ];
  let found = 0;
  for (const request of [...requests, ...more]) {
    const answer = await index.search(request);
    expect(await searchOnce(store, request)).toEqual(answer);
    found += answer.total;
  }
  expect(found).toBeGreaterThan(50);
});

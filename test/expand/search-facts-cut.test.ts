import { expect, it } from 'vitest';
import type { SearchFacts } from '../../src/model/search-facts.ts';
import { expandAll } from './expanding.ts';

// A place with an outline of a megabyte, to which thousands of datasets refer, took hours, until the time for a
// record was over: all were lost.
const outline = 'x'.repeat(1_000_000);
const context = { '@vocab': 'http://schema.org/', ogc: 'http://www.opengis.net/ont/geosparql#' };
const fen = { '@id': '#fen', '@type': 'Place', name: 'Fen', 'ogc:asWKT': outline };

const dataset = (index: number) => ({
  '@id': `#${index}`,
  '@type': 'Dataset',
  name: `Depth of peat ${index}`,
  spatialCoverage: [{ '@id': '#fen' }, { '@type': 'Place', geo: { box: '1 2 3 4' } }],
});

async function read(datasets: number) {
  const all = Array.from({ length: datasets }, (_, index) => dataset(index));
  const outcomes = await expandAll([{ '@context': context, '@graph': [fen, ...all] }]);
  return outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'produced' || outcome.value.kind !== 'graph') return [];
    const { search, nquads } = outcome.value.graph;
    const [facts] = JSON.parse(search) as readonly SearchFacts[];
    if (facts === undefined) throw new Error('no facts');
    const kinds = outcome.problems?.map(({ kind }) => kind) ?? [];
    return [{ facts, nquads, isCut: kinds.includes('search-facts-cut') }];
  });
}

it('what many resources refer to is read for some of them, and what each says itself for all', async () => {
  const records = await read(30);
  expect(records).toHaveLength(30);
  const cut = records.filter(({ isCut }) => isCut);
  expect(cut.length).toBeGreaterThan(5);
  expect(cut.length).toBeLessThan(25);
  for (const { facts, nquads, isCut } of records) {
    const { places, texts } = facts;
    expect(texts.titles).toHaveLength(1);
    expect(places.boxes).toHaveLength(1);
    expect(places.names).toEqual(isCut ? [] : [{ text: 'Fen' }]);
    expect(nquads).toContain('#fen>');
  }
  const again = await read(30);
  expect(again.map(({ isCut }) => isCut)).toEqual(records.map(({ isCut }) => isCut));
});

it('as long as few refer to it, it is read for each', async () => {
  const records = await read(3);
  expect(records.map(({ isCut }) => isCut)).toEqual([false, false, false]);
});

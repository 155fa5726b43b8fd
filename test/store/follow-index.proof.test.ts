import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/store/engine.ts';
import { engineUse } from '../../src/store/engine-use.ts';
import { allGraphs, type QueryDataset } from '../../src/store/queries.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { keptSearch } from '../support/search-facts.ts';
import {
  commit,
  look,
  lookAt,
  newPath,
  openCatalogue,
  openEngine,
  type LookDetails,
} from './updates.ts';

const indexAlone: QueryDataset = { records: false, own: ['index'], defaultGraph: 'union' };
const everything = 'SELECT ?s ?p ?o { GRAPH <urn:cdif-graph:index> { ?s ?p ?o } }';

function indexIn(engine: Engine, dataset: QueryDataset = indexAlone): string[] {
  const answer = engine.query({ text: everything, dataset, format: 'tsv' });
  return answer.trimEnd().split('\n').slice(1).toSorted();
}

/** What a record can be searched by, of a few values, so that records share most of them. */
const searches = fc
  .record({
    words: fc.subarray(['sea ice', 'ice', 'drift', 'wind']),
    box: fc.constantFrom(
      { west: 1, south: 1, east: 2, north: 2 },
      { west: 1.2, south: 1.2, east: 1.3, north: 1.3 },
      { west: -180, south: -90, east: 180, north: 90 },
    ),
    start: fc.constantFrom('2017', '2017-06-12', '-13000'),
    unit: fc.constantFrom('K', 'm'),
  })
  .map(({ words, box, start, unit }) => {
    const texts = words.map((text) => ({ text }));
    return keptSearch({
      texts: {
        titles: texts.slice(0, 1),
        keywords: texts,
        agents: [{ role: 'creator', roleName: 'keeper', names: texts.slice(0, 1), iris: [] }],
      },
      places: { boxes: [box], geometries: [{ wkt: 'POINT(1 1)', boxes: [box] }] },
      times: { periods: [{ start, end: start }], ages: [{ older: 300, younger: 250 }] },
      variables: [
        { names: texts, descriptions: [], concepts: [], codes: [], units: [unit], techniques: [] },
      ],
    });
  });

/** A record that describes the same as others do, so that one of them speaks for it. */
function shared(index: number, search: string): LookDetails {
  const iri = `https://repository.example/described/${index % 20}`;
  return { describes: [{ iri, types: ['urn:a'], identifiers: [] }], search };
}

describe('the index of a catalogue that changes', () => {
  it('is what it would be if it were written anew', async () => {
    const nights = fc.array(
      fc.array(
        fc.record({
          record: fc.integer({ min: 0, max: 30 }),
          search: searches,
          source: fc.constantFrom('example', 'other'),
        }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(searches, { minLength: 31, maxLength: 31 }),
        nights,
        async (first, changes) => {
          const path = newPath();
          const catalogue = openCatalogue(path);
          commit(catalogue, ...first.map((search, index) => look(index, shared(index, search))));
          const engine = await openEngine(path);
          indexIn(engine);
          for (const night of changes) {
            commit(
              catalogue,
              ...night.map(({ record, search, source }) => {
                return look(record, { ...shared(record, search), sources: [source] });
              }),
            );
            expect(indexIn(engine)).toEqual(indexIn(await openEngine(path)));
          }
          expect(indexIn(engine, allGraphs)).toEqual(indexIn(await openEngine(path)));
        },
      ),
      { numRuns: proofSize(1, 100), seed: proofSeed(6) },
    );
  });

  it('takes no more room however often it is followed, and is refused once it is too large', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const [search = '', other = ''] = fc.sample(searches, { numRuns: 2, seed: 3 });
    commit(catalogue, ...Array.from({ length: 20 }, (_, index) => look(index, { search })));
    const size = indexIn(await openEngine(path)).length;
    const { neededBytes } = engineUse({ quads: size, characters: size * 130 });
    const engine = await openEngine(path, { capacityBytes: neededBytes * 1.2 });
    const changes = Array.from({ length: 20 }, (_, night) => {
      commit(catalogue, look(0, { search: night % 2 === 0 ? other : search }));
      return indexIn(engine).length;
    });
    expect(Math.max(...changes)).toBeLessThan(size * 1.2);
    expect(changes.at(-1)).toBe(size);
    expect(() => {
      for (let index = 20; index < 60; index += 1) {
        commit(catalogue, look(index, { search }));
        indexIn(engine);
      }
    }).toThrow(expect.objectContaining({ trouble: 'catalogue-too-large' }));
  });

  it('has nothing left of records that are gone', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const [search] = fc.sample(searches, { numRuns: 1, seed: 3 });
    const others = Array.from({ length: 20 }, (_, index) => look(index + 10));
    commit(catalogue, ...others);
    const before = indexIn(await openEngine(path));
    commit(catalogue, look(1, { search: search ?? '' }));
    const engine = await openEngine(path);
    expect(indexIn(engine).length).toBeGreaterThan(before.length);
    commit(catalogue, lookAt(1, [], []));
    expect(indexIn(engine)).toEqual(before);
  });
});

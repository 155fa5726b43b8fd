import { describe, expect, it } from 'vitest';
import { createRandom } from '../expand/random.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { derivedEntries, recordsOf } from './derived.ts';
import { crossingBox, plainBox, rounded, type TrueBox } from './generate/boxes.ts';
import { createMatter, writeMatter } from './generate/documents.ts';
import { chance, type Tree } from './generate/draft.ts';
import { resourceName } from './question.ts';
import { arraysReversed, keysReversed, valuesWrapped, type Rewrite } from './rewriting.ts';

const url = 'https://repository.example/records/1';

/** What can be searched of each resource of a document, by the name of the resource. */
async function factsOf(json: string): Promise<ReadonlyMap<string, unknown>> {
  const facts = new Map<string, unknown>();
  for (const { describes, search } of await recordsOf([{ url, json }])) {
    const all = JSON.parse(search) as readonly unknown[];
    for (const [index, { iri }] of describes.entries()) {
      facts.set(resourceName(iri ?? url), all[index]);
    }
  }
  return facts;
}

const rounds = proofSize(25, 2000);

/** A dataset with one shape. */
const datasetWith = (geo: Tree): string =>
  JSON.stringify({
    '@context': { '@vocab': 'https://schema.org/' },
    '@type': 'Dataset',
    '@id': url,
    spatialCoverage: { '@type': 'Place', geo },
  });

/** The same box as a box and as two polygons. */
function shapesOf({ west, south, east, north }: TrueBox): Tree[] {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return [
    { '@type': 'GeoShape', box: `${south} ${west} ${north} ${east}` },
    { '@type': 'GeoShape', polygon: ring.map(([x, y]) => `${x} ${y}`).join(',') },
    { '@type': 'GeoShape', polygon: JSON.stringify({ type: 'Polygon', coordinates: [ring] }) },
  ];
}

async function boxesOf(geo: Tree): Promise<unknown> {
  const entries = await derivedEntries([{ url, json: datasetWith(geo) }]);
  return entries.map(({ boxes }) =>
    boxes.map(({ west, south, east, north }) =>
      [west, south, east, north].map((edge) => edge.toFixed(6)),
    ),
  );
}

describe('the search facts', () => {
  it('are the same with longitudes counted from another meridian', async () => {
    const random = createRandom(proofSeed(43));
    for (let round = 0; round < rounds; round += 1) {
      const made = chance(random, 30) ? crossingBox(random) : plainBox(random);
      const box = made.west <= made.east ? made : { ...made, east: rounded(made.east + 360, 5) };
      const turn = box.west < 0 && box.east < 40 ? 360 : -360;
      const shifted = {
        ...box,
        west: rounded(box.west + turn, 5),
        east: rounded(box.east + turn, 5),
      };
      if (shifted.west < -360) continue;
      const [before, after] = [shapesOf(box), shapesOf(shifted)];
      for (const [index, shape] of before.entries()) {
        const other = after[index] ?? null;
        expect({ shape, other, boxes: await boxesOf(other) }).toEqual({
          shape,
          other,
          boxes: await boxesOf(shape),
        });
      }
    }
  });

  it('are the same in another spelling and frame', async () => {
    const random = createRandom(proofSeed(41));
    for (let round = 0; round < 2 * rounds; round += 1) {
      const matter = createMatter(random, url);
      const [first, second] = [writeMatter(matter, random), writeMatter(matter, random)];
      const expected = await factsOf(first);
      expect(expected.size).toBe(matter.entries.length);
      expect({ first, second, facts: await factsOf(second) }).toEqual({
        first,
        second,
        facts: expected,
      });
    }
  });

  it.each<[string, Rewrite]>([
    ['arrays the other way round', arraysReversed],
    ['values wrapped in arrays', valuesWrapped],
    ['keys in another order', keysReversed],
  ])('are the same with %s', async (_, rewrite) => {
    const random = createRandom(proofSeed(42));
    for (let round = 0; round < rounds; round += 1) {
      const json = writeMatter(createMatter(random, url), random);
      const other = rewrite(json);
      expect({ json, other, facts: await factsOf(other) }).toEqual({
        json,
        other,
        facts: await factsOf(json),
      });
    }
  });
});

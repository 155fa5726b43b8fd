import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../expand/random.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import type { Entry } from './entry.ts';
import { generate } from './generate/documents.ts';
import { openImplementation, type Implementation } from './implementation.ts';
import type { AskedBox } from './question.ts';

/** Names that are found by each kind of question. */
const wordsOfVariables = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ variables }) => variables.flatMap(({ names }) => names));

const kinds = ['bbox-intersects', 'bbox-within'] as const;
type Kind = (typeof kinds)[number];

const rounds = proofSize(4, 200);
const random = createRandom(proofSeed(51));
const documents = generate(proofSeed(51), 300);
let implementation: Implementation;

beforeAll(async () => {
  implementation = await openImplementation(documents);
});

afterAll(async () => implementation.close());

async function foundIn(kind: Kind, box: AskedBox): Promise<string[]> {
  return [...(await implementation.ask({ kind, box }))].toSorted();
}

/** Wide, so that something is found. */
function wideBox(): AskedBox {
  const [west, south] = [random.below(280) - 180, random.below(100) - 80];
  return [west, south, west + 20 + random.below(80), south + 20 + random.below(50)];
}

it.each(kinds)(
  'finds the same by %s with longitudes counted from another meridian',
  async (kind) => {
    const sizes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [west, south, east, north] = wideBox();
      const before = await foundIn(kind, [west, south, east, north]);
      const turn = west < 0 ? 360 : -360;
      expect(await foundIn(kind, [west + turn, south, east + turn, north])).toEqual(before);
      sizes.push(before.length);
    }
    expect(Math.max(...sizes)).toBeGreaterThan(3);
  },
);

it.each(kinds)('finds the same by %s with either longitude of the antimeridian', async (kind) => {
  const sizes: number[] = [];
  for (const [west, east] of [
    [-180, -150],
    [-180, -180],
    [140, 180],
    [180, 180],
  ] as const) {
    const before = await foundIn(kind, [west, -60, east, 70]);
    const turn = west < 0 ? 360 : -360;
    expect(await foundIn(kind, [west + turn, -60, east + turn, 70])).toEqual(before);
    sizes.push(before.length);
  }
  expect(Math.max(...sizes)).toBeGreaterThan(3);
});

it('finds across the antimeridian what it finds on its two sides', async () => {
  const sizes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [, south, , north] = wideBox();
    const [west, east] = [100 + random.below(79), random.below(79) - 179];
    const whole = await foundIn('bbox-intersects', [west, south, east, north]);
    const sides = [
      ...(await foundIn('bbox-intersects', [west, south, 180, north])),
      ...(await foundIn('bbox-intersects', [-180, south, east, north])),
    ];
    expect(whole).toEqual([...new Set(sides)].toSorted());
    sizes.push(whole.length);
  }
  expect(Math.max(...sizes)).toBeGreaterThan(3);
});

it.each(['keyword-words', 'text', 'variable-name'] as const)(
  'finds the same by %s with and without function words and duplicate words',
  async (kind) => {
    const entries = documents.flatMap((made) => made.entries);
    const sizes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [first = '', ...others] = random.pick(wordsOfVariables(entries)).split(' ');
      const plain = await implementation.ask({ kind, text: [first, ...others].join(' ') });
      for (const text of [
        `the ${first} of ${others.join(' and ')}`,
        `${first} ${others.join(' ')} ${first}`,
      ]) {
        const found = await implementation.ask({ kind, text });
        expect({ text, found }).toEqual({ text, found: plain });
      }
      sizes.push(plain.size);
    }
    expect(Math.max(...sizes)).toBeGreaterThan(0);
  },
);

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/expand/json.ts';
import { placeObjects, readDigitalObjects } from '../../../src/facts/record/digital-objects.ts';
import { resource } from './resource.ts';

/** An archive that is said to contain the other one of its pair. */
function archive(pair: number, name: string, other: string): JsonObject {
  const iri = `https://bog.example/${pair}`;
  return { '@id': iri + name, name, hasPart: { '@id': iri + other } };
}

it('orders thousands of mutually containing pairs in linear time', () => {
  const pairs = Array.from({ length: 10_000 }, (_, pair) => pair);
  const distribution = pairs.flatMap((pair) => [archive(pair, 'a', 'b'), archive(pair, 'b', 'a')]);
  const dataset = resource({ '@id': 'https://bog.example/7', distribution });
  const objects = readDigitalObjects(dataset);
  const placed = placeObjects(dataset, objects, { says: () => true, signature: () => '' });
  expect(placed).toHaveLength(20_001);
  expect(placed.filter(({ kind }) => kind === 'distribution')).toHaveLength(10_000);
  expect(placed[2]).toMatchObject({ kind: 'part', in: 1, names: ['b'] });
}, 5000);

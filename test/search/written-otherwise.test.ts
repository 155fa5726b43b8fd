import { describe, expect, it } from 'vitest';
import { createRandom } from '../expand/random.ts';
import { recordsOf } from './derived.ts';
import { createMatter, writeMatter } from './generate/documents.ts';
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

describe('What can be searched', () => {
  it('is the same in another spelling and frame', async () => {
    const random = createRandom(41);
    for (let round = 0; round < 300; round += 1) {
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
  ])('is the same with %s', async (_, rewrite) => {
    const random = createRandom(42);
    for (let round = 0; round < 300; round += 1) {
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

import { expect, it } from 'vitest';
import { SearchIndex } from '../../src/search/search-index.ts';
import { keptSearch } from '../support/search-facts.ts';
import { bound } from '../query/bound-queries.ts';
import {
  urlUpdate,
  newPath,
  openEngine,
  openStore,
  type UpdateDetails,
} from '../catalogue/updates.ts';

const datasetType = 'https://schema.org/Dataset';

function said(iri: string, title: string, details: UpdateDetails = {}): UpdateDetails {
  const texts = { titles: [{ text: title }], descriptions: [{ text: title }] };
  const types = [title.startsWith('Attack') ? 'https://attacker.test/Type' : datasetType];
  return {
    describes: [{ iri, types, identifiers: [] }],
    search: keptSearch({ texts }),
    ...details,
  };
}

const resources = ['a', 'z'].flatMap((place) => [`${place}-before`, `${place}-after`]);
const iriOf = (name: string): string => `https://middle.example/${name}`;
const attackOn = (name: string): string => `https://${name.slice(0, 1)}.test/${name}`;

it('shows a resource as its own page does, whichever records describe it', async () => {
  const store = openStore(newPath());
  const attack = async (time: string): Promise<void> => {
    for (const name of resources.filter((each) => each.endsWith(time))) {
      await store.write(urlUpdate(attackOn(name), said(iriOf(name), `Attack on ${name}`)));
    }
  };
  const index = new SearchIndex(store);
  const titles = async (): Promise<unknown> => {
    const { results } = await index.search({ keyword: ['attack'] });
    return results.map(({ title, types, from, records }) => [title, types, from, records.length]);
  };
  const expected = (names: readonly string[]): unknown =>
    names
      .toSorted()
      .map((name) => [`Own ${name}`, [datasetType], { title: iriOf(name), types: iriOf(name) }, 2]);
  await attack('before');
  expect(await titles()).toEqual(
    ['a-before', 'z-before'].map((name) => {
      const from = attackOn(name);
      return [`Attack on ${name}`, ['https://attacker.test/Type'], { title: from, types: from }, 1];
    }),
  );
  // From here on the index follows.
  for (const name of resources)
    await store.write(urlUpdate(iriOf(name), said(iriOf(name), `Own ${name}`)));
  expect(await titles()).toEqual(expected(['a-before', 'z-before']));
  await attack('after');
  expect(await titles()).toEqual(expected(resources));
  await expect(store.shownResource(iriOf('a-after'))).resolves.toEqual({
    resource: iriOf('a-after').replace('https', 'http'),
    title: { text: 'Own a-after', from: iriOf('a-after') },
    types: { iris: [datasetType], from: iriOf('a-after') },
    description: { text: 'Own a-after', from: iriOf('a-after') },
  });
  // Bundled queries say the same.
  const engine = openEngine(store);
  for (const query of [bound('datasets', {}), bound('search-text', { word: 'attack' })]) {
    const reads = { union: false, records: false, own: ['index'] } as const;
    const answer = await engine.query({ text: query, reads, format: 'json' });
    expect(answer).toContain('"Own z-before"');
    expect(answer).not.toContain('"Attack on');
    expect(answer).not.toContain('"Type"');
  }
});

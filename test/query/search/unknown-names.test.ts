import { describe, expect, it } from 'vitest';
import { unknownNames } from '../../../src/query/search/unknown-names.ts';
import { keptSearch } from '../../support/search-facts.ts';
import { look, newPath, openStore } from '../../store/updates.ts';

/** A catalogue of two sources, whose records are of some types. */
async function filled() {
  const store = openStore(newPath());
  const types = ['http://schema.org/Dataset', 'https://types.example/Cruise'];
  const describes = types.map((type, at) => ({
    iri: `https://a.example/${at}`,
    types: [type],
    identifiers: [],
  }));
  const search = keptSearch({}, {});
  await store.write(look(1, { describes, search, sources: ['small'] }));
  await store.write(look(2, { describes, search, sources: ['large'] }));
  await store.write(look(3, { describes, search, sources: ['large'] }));
  return store;
}

describe('the names that nothing has', () => {
  it('are sources, with those that there are, the largest first', async () => {
    expect(await unknownNames(await filled(), { source: 'larg' })).toEqual([
      { condition: 'source', asked: 'larg', known: ['large', 'small'] },
    ]);
  });

  it('are types, with those that there are in the form in which they are asked for', async () => {
    expect(await unknownNames(await filled(), { type: 'https://schema.org/Dataste' })).toEqual([
      {
        condition: 'type',
        asked: 'https://schema.org/Dataste',
        known: ['Dataset', 'https://types.example/Cruise'],
      },
    ]);
  });

  it.each(['Dataset', 'https://schema.org/Dataset', 'https://types.example/Cruise'])(
    'are none where there is the source and the type %s',
    async (type) => {
      expect(await unknownNames(await filled(), { source: 'small', type })).toEqual([]);
    },
  );

  it('are none where none is asked for', async () => {
    expect(await unknownNames(await filled(), {})).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { discover, inShort } from './discovering.ts';

const list = 'https://E.org/lists/all.json#x';

describe('a list', () => {
  it.each([
    { kind: 'list', list },
    { kind: 'catalog', catalog: list },
  ] as const)('or catalogue is one target, itself, and fetches nothing', async (place) => {
    const url = 'https://e.org/lists/all.json';
    expect(await discover(place)).toEqual([
      {
        kind: 'produced',
        value: { url, source: 'a', found: { by: 'list' }, depth: 0, isList: true },
      },
    ]);
  });

  it('is taken whatever of it is wanted', async () => {
    const outcomes = await discover(
      { kind: 'list', list },
      { include: ['/dataset/**'], exclude: ['**'] },
    );
    expect(inShort(outcomes)).toEqual(['https://e.org/lists/all.json']);
  });
});

import { describe, expect, it } from 'vitest';
import { documentsOf, kindsOf } from '../extraction.ts';
import { extractList, piecesOf, problemsIn } from './list-file.ts';

type Node = Readonly<Record<string, unknown>>;

const ref = (id: string) => ({ '@id': id });
const node = (id: string, members: Node = {}): Node => ({ '@id': id, ...members });
const limits = { pieceBytes: 400 };

/** The `@id`s of the items of each piece of a graph, in the order in which they stand there. */
async function groupsOf(items: readonly unknown[], wrap = (all: unknown): unknown => all) {
  // Blanks make the file as large as it has to be.
  const text = JSON.stringify(wrap(items)).replace(/\]\}?$/u, (end) => ' '.repeat(500) + end);
  const pieces = await piecesOf(text, { limits });
  return pieces.map((piece) => {
    const parsed = JSON.parse(piece) as Node[] | { readonly '@graph': Node[] };
    return (Array.isArray(parsed) ? parsed : parsed['@graph']).map((item) => item['@id']).join(' ');
  });
}

/** A shuffled copy, the same for the same seed (a linear congruential generator). */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  let state = seed;
  const keyed = items.map((item) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return { item, key: state };
  });
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item);
}

describe('items of an array or graph', () => {
  it.each([[(all: unknown) => all], [(all: unknown) => ({ '@context': 'x', '@graph': all })]])(
    'come with all that they refer to, directly or not',
    async (wrap) => {
      const items = [
        node('z-deep'),
        node('a', { creator: [ref('person')], 'x:y': { z: [[ref('m')]] } }),
        node('person', { '@reverse': { of: { id: 'z-deep' } } }),
        node('b', { creator: { '@id': 'person', name: 'x' }, other: ref('elsewhere') }),
        node('m'),
        node('alone', { see: ref('alone') }),
      ];
      expect(await groupsOf(items, wrap)).toEqual([
        'a m person z-deep',
        'b person z-deep',
        'alone',
      ]);
    },
  );

  it('refer by a mere text where a record is about something', async () => {
    const items = [
      node('data', { name: 'a' }),
      node('record', { 'schema:about': 'data' }),
      node('part'),
      node('other', { about: ['part'], keywords: 'data', name: 'record' }),
    ];
    expect(await groupsOf(items)).toEqual(['record data', 'other part']);
  });

  it('that refer to each other in a ring are one piece, of which the smallest name is the first', async () => {
    const items = [
      node('tail', { to: ref('x') }),
      node('x', { to: ref('y') }),
      node('y', { to: ref('x') }),
      node('c', { next: ref('a') }),
      node('b', { next: [ref('c'), ref('x')] }),
      node('a', { next: ref('b') }),
    ];
    expect(await groupsOf(items)).toEqual(['tail x y', 'a b c x y']);
  });

  it('that are record and resource of each other are one piece', async () => {
    const pairs = ['1', '2'].flatMap((number) => [
      node(`data${number}`, { subjectOf: ref(`record${number}`) }),
      node(`record${number}`, { about: ref(`data${number}`) }),
    ]);
    expect(await groupsOf(pairs)).toEqual(['data1 record1', 'data2 record2']);
  });

  it('with one @id all belong to what refers to it, unless it is one that says nothing', async () => {
    const namesakes = (count: number) => Array.from({ length: count }, (_, n) => node('n', { n }));
    const root = node('a', { to: ref('n') });
    expect(await groupsOf([...namesakes(3), root])).toEqual(['a n n n']);
    expect(await groupsOf([...namesakes(17), root])).toHaveLength(18);
  });

  it('are not parts of the catalogue among them that lists them, and it is one of theirs without the others', async () => {
    const items = [
      node('catalogue', { 'schema:dataset': [ref('a'), 'b', ref('c')], publisher: ref('p') }),
      node('a', { includedInDataCatalog: ref('catalogue') }),
      node('b', { publisher: ref('p') }),
      node('p'),
    ];
    const text = JSON.stringify(items) + ' '.repeat(500);
    const [keywords, head] = [{ '@id': 'catalogue' }, { publisher: ref('p') }];
    expect((await piecesOf(text, { limits })).map((piece) => JSON.parse(piece) as unknown)).toEqual(
      [
        [{ ...keywords, 'schema:dataset': [ref('c')] }],
        [
          items[1],
          { ...keywords, ...head },
          { ...keywords, 'schema:dataset': [ref('a')] },
          node('p'),
        ],
        [items[2], { ...keywords, 'schema:dataset': ['b'] }, node('p')],
      ],
    );
  });

  it('are not told from each other by what their contexts say', async () => {
    const context = { about: { '@id': 'a', '@type': '@id' } };
    expect(await groupsOf([node('a'), node('b', { '@context': context })])).toEqual(['a', 'b']);
  });

  it('that are too large together are said by the item that brings them', async () => {
    const items = [
      node('a', { x: 'x'.repeat(200) }),
      node('b', { to: ref('a'), x: 'x'.repeat(200) }),
    ];
    const outcomes = await extractList([...items, node('c')], { limits });
    expect(kindsOf(outcomes)).toEqual(['list-item-too-large', 'document']);
    expect(problemsIn(outcomes)).toMatchObject([{ maxBytes: 400, item: 2 }]);
  });

  it('in other lists stand for themselves, whatever they refer to', async () => {
    const items = [node('a', { isPartOf: ref('b') }), node('b', { hasPart: ref('a') })];
    const pieces = await piecesOf({ dataset: items, name: 'x'.repeat(60) });
    expect(pieces.slice(0, 2)).toEqual(items.map((item) => JSON.stringify({ dataset: [item] })));
  });

  it('of a graph do not get its name and type, which would be one more description', async () => {
    const graph = { '@context': 'x', '@id': '#g', '@type': 'DataCatalog', name: 'C' };
    const pieces = await piecesOf({ ...graph, '@graph': [node('a', { x: 'x'.repeat(60) })] });
    expect(pieces.map((piece) => Object.keys(JSON.parse(piece) as Node))).toEqual([
      ['@context', '@graph'],
      ['@context', '@id', '@type', 'name'],
    ]);
  });
});

describe('the order of the items', () => {
  /** Sparse, so that there are roots, rings and what hangs on both; two share an `@id`, some have none. */
  const items: readonly Node[] = Array.from({ length: 24 }, (_, number) => ({
    ...(number % 11 === 3 ? {} : { '@id': number === 20 ? 'n16' : `n${number}` }),
    name: `item ${number}`,
    to: number % 3 === 0 ? [] : [ref(`n${(number * 7 + 5) % 24}`)],
    ...(number % 5 === 1 ? { about: `n${(number * 5) % 24}` } : {}),
  }));

  it.each(
    ['array', 'dataset', '@graph'].flatMap((name) =>
      Array.from({ length: 15 }, (_, n) => [name, n]),
    ),
  )('of %s does not matter (shuffled with seed %i)', async (name, seed) => {
    const wrap = (all: unknown) => (name === 'array' ? all : { [name]: all, name: 'list' });
    const documents = async (all: readonly Node[]) => {
      const text = JSON.stringify(wrap(all)) + ' '.repeat(1200);
      const outcomes = await extractList(text, { limits: { pieceBytes: 1200 } });
      expect(problemsIn(outcomes)).toEqual([]);
      return documentsOf(outcomes)
        .map(({ json, piece }) => `${json} ${piece?.sharesName}`)
        .toSorted();
    };
    const expected = await documents(items);
    expect(expected.length).toBeGreaterThan(3);
    expect(await documents(shuffled(items, Number(seed) + 1))).toEqual(expected);
  });
});

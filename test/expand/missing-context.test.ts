import { describe, expect, it } from 'vitest';
import { resolveMissingContexts } from '../../src/expand/context-repair.ts';
import { problemsOfOutcome } from '../../src/model/outcome.ts';
import { documentUrl, expandAll, findingsOf, graphsOf, statementsOf } from './expanding.ts';

const node = { '@type': 'Dataset', '@id': 'http://example.org/1', name: 'x' };
const other = {
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  '@id': 'http://example.org/2',
  name: 'y',
};
const full = { '@id': 'http://example.org/3', 'http://schema.org/name': [{ '@value': 'z' }] };
const missing = { kind: 'context-missing', term: 'Dataset', id: 'http://example.org/1', nodes: 1 };

/** The problems of a document, and the names in the graphs of its records. */
async function read(
  document: unknown,
  more: Parameters<typeof expandAll>[1] = {},
): Promise<{ problems: object[]; names: string[] }> {
  const outcomes = await expandAll([document], more);
  const problems = outcomes.flatMap(problemsOfOutcome).map(({ url, ...facts }) => {
    expect(url).toBe(documentUrl);
    return facts;
  });
  const graphs = await graphsOf([document], more);
  const names = graphs.flatMap(({ nquads }) =>
    Array.from(nquads.matchAll(/schema\.org\/name> "(\w+)"/gu), ([, name = '']) => name),
  );
  return { problems, names };
}

describe('a document without a context', () => {
  it.each([
    ['none', {}],
    ['an empty object', { '@context': {} }],
    ['an empty text', { '@context': '' }],
    ['blanks', { '@context': ' ' }],
    ['an empty array', { '@context': [] }],
    ['null', { '@context': null }],
    ['empty ones', { '@context': [{}, '', null] }],
    ['one that is taken back', { '@context': ['https://schema.org/', null] }],
    ['a language', { '@context': { '@language': 'en', '@version': 1.1 } }],
  ])('is refused: %s', async (_, context) => {
    expect(await findingsOf({ ...node, ...context })).toEqual([missing]);
  });

  it.each([
    [{ '@type': 'Dataset' }, 'Dataset'],
    [{ '@type': ['Dataset', 'Text'], 'http://schema.org/name': 'x' }, 'Dataset'],
    [{ name: 'x', description: 'y' }, 'name'],
    [{ '@type': 'http://schema.org/Dataset', name: 'x' }, 'name'],
    [{ '@type': 'Dataset', 'dct:title': 'x' }, 'Dataset'],
    [{ type: 'Dataset', id: 'http://example.org/1' }, 'type'],
    [{ context: 'https://schema.org/', ...node }, 'Dataset'],
    [[{ name: 'x' }], 'name'],
    [{ '@graph': { name: 'x' } }, 'name'],
    [{ '@graph': [{ '@graph': [{ name: 'x' }] }] }, 'name'],
  ])('says which term means nothing: %j', async (document, term) => {
    expect(await findingsOf(document)).toMatchObject([{ kind: 'context-missing', term, nodes: 1 }]);
  });

  it.each([
    ['expanded', [full], ['z']],
    [
      'flattened',
      {
        '@graph': [
          full,
          {
            '@id': 'http://example.org/4',
            '@type': ['http://schema.org/Dataset'],
            'http://schema.org/name': 'w',
          },
        ],
      },
      ['z', 'w'],
    ],
    ['with prefixes', { '@type': 'schema:Dataset', 'schema:name': 'z' }, ['z']],
    ['with a term beside IRIs', { ...full, extra: 1 }, ['z']],
    ['with an empty context that it does not need', { '@context': '', ...full }, ['z']],
    ['with a relative type that is no term', { ...full, '@type': '#Kind' }, ['z']],
  ])('is read where it needs none: %s', async (_, document, names) => {
    const reading = await read(document);
    expect(reading.names).toEqual(names);
    expect(reading.problems).not.toContainEqual(
      expect.objectContaining({ kind: 'context-missing' }),
    );
  });

  it('is left to other problems where a context defines other terms', async () => {
    const document = { '@context': { p: 'http://example.org/' }, ...node };
    expect(await findingsOf(document)).toEqual([{ kind: 'term-undefined', term: 'name' }]);
  });
});

describe('a document with contexts in some parts only', () => {
  it.each([
    ['an array', [node, other]],
    ['a graph', { '@graph': [other, node] }],
    ['a graph of graphs', [{ '@graph': [node] }, other]],
    [
      'a graph with a context that one takes back',
      { '@context': 'https://schema.org/', '@graph': [{ '@context': null, ...node }, other] },
    ],
  ])('loses the others: %s', async (_, document) => {
    const { problems, names } = await read(document);
    expect(problems).toContainEqual(missing);
    expect(names).toEqual(['y']);
  });

  it.each([
    ['items', [other, node]],
    [
      'wrapped items',
      [
        { '@type': 'ListItem', item: other },
        { '@type': 'ListItem', item: node },
      ],
    ],
    ['one item', other],
  ])('loses the list and keeps its items, each by itself: %s', async (_, itemListElement) => {
    const list = { '@type': 'ItemList', '@id': 'http://example.org/list', itemListElement };
    const reading = await read(list);
    expect(reading.names).toEqual(['y']);
    expect(reading.problems).toEqual([
      { ...missing, term: 'ItemList', id: 'http://example.org/list' },
    ]);
    const [graph] = await graphsOf([list]);
    expect(graph).toMatchObject({ memberOf: ['http://example.org/list'] });
  });

  it('applies only their own contexts to items of such a list', async () => {
    const item = { '@context': { n: 'http://schema.org/name' }, n: 'y', description: 'w' };
    const [graph] = await graphsOf([{ '@type': 'ItemList', itemListElement: [item] }]);
    expect(graph?.quads).toBe(1);
  });

  it('is reported where the rest has no record', async () => {
    const empty = { '@context': 'https://schema.org/', '@id': 'http://example.org/2' };
    const problems = await findingsOf([node, { ...empty, name: null }]);
    expect(problems).toEqual([missing]);
  });
});

describe('missingContext: schema.org', () => {
  const more = { missingContext: 'schema.org' } as const;

  it.each([
    ['the root', node, ['x']],
    ['an array', [node, other], ['x', 'y']],
    ['a graph', { '@graph': [node, full] }, ['x', 'z']],
    ['a list', { '@type': 'ItemList', itemListElement: [node, other] }, ['x', 'y']],
  ])('reads it all the same, and says so: %s', async (_, document, names) => {
    const { problems, names: found } = await read(document, more);
    expect(found.toSorted()).toEqual(names);
    expect(problems).toMatchObject([{ kind: 'context-assumed', nodes: 1 }]);
  });

  it('reads the same as if the context were there', async () => {
    for (const context of [{}, { '@context': {} }, { '@context': null }]) {
      expect(await statementsOf({ ...context, ...node }, more)).toEqual(
        await statementsOf({ ...node, '@context': 'https://schema.org/' }),
      );
    }
    const german = { ...node, '@context': { '@language': 'de' } };
    expect(await statementsOf(german, more)).toContain(
      '<http://example.org/1> <http://schema.org/name> "x"@de',
    );
  });

  it('changes nothing where a context is there, or none is needed', async () => {
    for (const document of [other, full]) {
      expect(await read(document, more)).toEqual(await read(document));
    }
  });

  it('does not make separate documents of two descriptions of one node', async () => {
    const [graph, ...others] = await graphsOf([[node, { ...node, name: 'y' }]], more);
    expect(others).toEqual([]);
    expect(graph?.quads).toBe(3);
  });
});

describe('a document with very many nodes', () => {
  it('is settled as any other', () => {
    const document = Array.from({ length: 300_000 }, () => ({}));
    expect(resolveMissingContexts(document, undefined)).toEqual({ kind: 'settled', document });
  });
});

import { describe, expect, it } from 'vitest';
import { createExpandStage } from '../../src/expand/expand.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { WorkWatch } from '../../src/model/stage.ts';
import { problemsOf } from '../../src/model/outcome.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { alone, contents, context, dataset, items, list } from './bog-records.ts';
import { documentUrl, expandAll, graphsOf, limits } from './expanding.ts';
import { createRandom, type Random } from './random.ts';

const foreign = 'https://contexts.example/unknown.jsonld';

/** Items that JSON-LD refuses, each with the rule that it breaks. */
const badItems = [
  ['context-unavailable', { ...dataset(9), '@context': foreign }],
  ['cyclic IRI mapping', { ...dataset(9), '@context': { loop: 'loop:' } }],
  ['invalid term definition', { ...dataset(9), '@context': { note: ['to self'] } }],
  ['invalid typed value', { ...dataset(9), name: { '@value': 'x', '@type': 'no IRI at all' } }],
  ['invalid value object', { ...dataset(9), name: { '@value': 'x', '@graph': [] } }],
  ['invalid @index value', { ...dataset(9), '@index': 5 }],
  ['invalid @graph value', { ...dataset(9), hasPart: { '@graph': 'text' } }],
] as const;

type Container = (members: readonly object[]) => object;

const listed = (members: readonly object[]) =>
  members.map((item, index) => ({ '@type': 'ListItem', position: index + 1, item }));

const itemList: Container = (members) => ({ '@type': 'ItemList', itemListElement: members });

/** Lists, in which each item stands for itself. */
const lists: readonly (readonly [string, Container])[] = [
  ['an ItemList', itemList],
  ['an ItemList of ListItems', (each) => ({ '@type': 'ItemList', itemListElement: listed(each) })],
  [
    'an ItemList as JSON-LD list',
    (each) => ({ '@type': 'ItemList', itemListElement: { '@list': each } }),
  ],
  [
    'an ItemList whose context has a list',
    (each) => ({
      '@context': [
        context,
        { itemListElement: { '@id': 'itemListElement', '@container': '@list' } },
      ],
      '@type': 'ItemList',
      itemListElement: each,
    }),
  ],
  [
    'a list in other words',
    (each) => ({
      '@context': [context, { entries: 'https://schema.org/dataFeedElement', kind: '@type' }],
      kind: 'DataFeed',
      entries: each.map((item) => ({ kind: 'DataFeedItem', item })),
    }),
  ],
  ['a DataCatalog', (each) => ({ '@type': 'DataCatalog', dataset: each })],
  ['a DCAT catalogue', (each) => ({ '@type': 'dcat:Catalog', 'dcat:dataset': each })],
  [
    'two kinds of items',
    (each) => ({
      '@type': ['DataCatalog', 'ItemList'],
      dataset: each.slice(0, 2),
      itemListElement: each.slice(2),
    }),
  ],
  [
    'a catalogue in a @graph',
    (each) => ({ '@graph': [{ '@type': 'DataCatalog', dataset: each }] }),
  ],
  [
    'a catalogue in a feed',
    (each) => ({
      '@type': 'DataFeed',
      dataFeedElement: { '@type': 'DataCatalog', dataset: [...each] },
    }),
  ],
];
const graphs: readonly (readonly [string, Container])[] = [
  ['a @graph', (each) => ({ '@graph': each })],
  ['a @graph with a name', (each) => ({ '@id': 'https://bog.example/graph', '@graph': each })],
  ['an array', (each) => each.map((one) => ({ '@context': context, ...one }))],
];
const containers = [...lists, ...graphs];

const inContext = (document: object) =>
  Array.isArray(document) ? document : { '@context': context, ...document };

async function failuresOf(document: object): Promise<readonly Problem[]> {
  const outcomes = await expandAll([document]);
  return outcomes.filter(({ kind }) => kind === 'failed').flatMap(problemsOf);
}

describe('an item that JSON-LD refuses', () => {
  const cases = [
    ...containers.map((container) => [...container, ...badItems[0]] as const),
    ...badItems.map((bad) => ['an ItemList', itemList, ...bad] as const),
  ];
  it.each(cases)('costs of %s itself alone', async (_, containing, code, bad) => {
    const document = inContext(containing([items[0] ?? {}, bad, ...items.slice(1)]));
    const found = await graphsOf([document]);
    expect(await contents(found)).toEqual(await alone(items));
    expect(await failuresOf(document)).toMatchObject([
      code === 'context-unavailable'
        ? { kind: code, url: documentUrl, context: foreign, item: 'https://bog.example/9' }
        : { kind: 'json-ld-invalid', url: documentUrl, code, item: 'https://bog.example/9' },
    ]);
  });
});

describe('an item that is lost', () => {
  const bad = { '@context': foreign, '@type': 'Dataset' };

  it.each([
    ['its identifier', { ...bad, identifier: 'doi:10.1/x' }, 'doi:10.1/x'],
    ['its place', bad, 'item 2'],
    ['the item in its ListItem', { '@type': 'ListItem', item: { ...bad, '@id': 'x' } }, 'x'],
  ])('is called by %s', async (_, item, name) => {
    const [problem] = await failuresOf(inContext({ itemListElement: [items[0], item] }));
    expect(problem).toMatchObject({ item: name });
  });

  it('is told of each list, where all items of all are lost', async () => {
    const document = inContext({
      '@graph': [{ '@type': 'DataCatalog', name: 'All', dataset: [bad, bad] }],
    });
    expect(await failuresOf(document)).toHaveLength(2);
    const found = await graphsOf([document]);
    expect(found.map(({ describes }) => describes[0]?.name)).toEqual(['All']);
    expect(await failuresOf(inContext({ dataset: [bad] }))).toMatchObject([{ item: 'item 1' }]);
  });

  it('may be what the list says of itself', async () => {
    const document = { '@type': 'DataCatalog', '@id': list, publisher: bad, dataset: items };
    expect(await failuresOf(inContext(document))).toMatchObject([{ item: list }]);
    const found = await graphsOf([inContext(document)]);
    expect(await contents(found)).toEqual(await alone(items));
    expect(found.map(({ memberOf }) => memberOf)).toEqual(items.map(() => [list]));
  });

  it('leaves nothing to read where the list has a context that nobody has', async () => {
    const [problem] = await failuresOf({ '@context': foreign, itemListElement: items });
    expect(problem).toEqual({ kind: 'context-unavailable', url: documentUrl, context: foreign });
  });

  it('is a part of a dataset, and costs the dataset', async () => {
    const parts = { '@id': list, '@type': 'Dataset', dataset: [items[0], bad] };
    const problems = await failuresOf(inContext({ '@graph': [parts, items[1]] }));
    expect(problems).toMatchObject([{ item: list }]);
    expect(await graphsOf([inContext({ '@graph': [parts, items[1]] })])).toHaveLength(1);
    expect(await failuresOf(inContext(parts))).not.toHaveProperty('0.item');
  });

  it('leaves names mended in the others', async () => {
    const nameless = { ...dataset(4), creator: { '@id': null, name: 'Digger 4' } };
    const found = await graphsOf([inContext({ dataset: [bad, nameless] })]);
    expect(found.map(({ key }) => key)).toEqual(['https://bog.example/4']);
  });
});

describe('a document that takes too long', () => {
  const document = inContext({ '@type': 'ItemList', itemListElement: items });
  /** Expands with these parts of the work left out: 1 is the document, 2 asks what holds items, 3 is the list itself. */
  async function expandWithout(...givenUp: readonly number[]) {
    let parts = 0;
    let open = 0;
    const watch: WorkWatch = {
      timeoutMs: 100,
      goesOn: () => undefined,
      begins: () => {
        parts += 1;
        if (givenUp.includes(parts)) return false;
        open += 1;
        return true;
      },
      ends: () => void (open -= 1),
    };
    const stageContext = { signal: new AbortController().signal, now: () => new Date(0), watch };
    const stage = createExpandStage({ limits });
    const json = JSON.stringify(document);
    const kept = { documentUrl, baseIri: documentUrl, route: 'direct', json } as const;
    const names: string[] = [];
    const problems: Problem[] = [];
    for await (const outcome of stage.process([kept], stageContext)) {
      if (outcome.kind === 'failed') problems.push(outcome.problem);
      if (outcome.kind !== 'produced' || outcome.value.kind !== 'graph') continue;
      names.push(outcome.value.graph.key ?? '');
    }
    expect(open).toBe(0);
    return { names, problems };
  }

  it('is expanded item by item, and costs the item alone that takes too long', async () => {
    const names = items.map((item) => item['@id']);
    expect(await expandWithout()).toEqual({ names, problems: [] });
    expect(await expandWithout(1)).toEqual({ names, problems: [] });
    const timedOut = { kind: 'record-timed-out', url: documentUrl, timeoutMs: 100 };
    expect(await expandWithout(1, 5)).toEqual({
      names: [names[0], names[2]],
      problems: [{ ...timedOut, item: names[1] }],
    });
  });
});

it('of random documents the others are what they are in documents without it', async () => {
  const random = createRandom(proofSeed(33));
  let lost = 0;
  for (let round = 0; round < proofSize(30, 5000); round += 1) {
    const [, container] = random.pick(containers);
    const good = Array.from({ length: 1 + random.below(6) }, (_, index) => member(random, index));
    const bad = Array.from({ length: 1 + random.below(3) }, () => random.pick(badItems)[1]);
    const mixed = [...good];
    for (const each of bad) mixed.splice(random.below(mixed.length + 1), 0, each);
    const [with_, without] = await Promise.all(
      [mixed, good].map((members) => graphsOf([inContext(container(members))])),
    );
    expect(await contents(with_ ?? [])).toEqual(await contents(without ?? []));
    expect(await failuresOf(inContext(container(mixed)))).toHaveLength(bad.length);
    lost += bad.length;
  }
  expect(lost).toBeGreaterThan(0);
});

/** A dataset that may refer to others of the document, or repeat one. */
function member(random: Random, number: number): object {
  const other = `https://bog.example/${random.below(6)}`;
  return dataset(random.below(5) === 0 ? 0 : number, {
    ...(random.below(2) === 0 ? { isPartOf: { '@id': other } } : {}),
    ...(random.below(3) === 0 ? { about: { '@id': other, name: `Said by ${number}` } } : {}),
    ...(random.below(4) === 0 ? { hasPart: [dataset(random.below(6))] } : {}),
  });
}

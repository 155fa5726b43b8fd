import { describe, expect, it } from 'vitest';
import type { RecordGraph } from '../../src/model/record.ts';
import type { SearchFacts } from '../../src/model/search-facts.ts';
import { alone, content, contents, context, dataset } from './bog-records.ts';
import { documentUrl, expandAll, graphsOf } from './expanding.ts';
import { createRandom, type Random } from './random.ts';

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

describe('several records in one document', () => {
  const publisher = { '@id': 'https://bog.example/org', '@type': 'Organization', name: 'Bog' };
  const reference = { '@id': publisher['@id'] };

  it('each contain the nodes that they share', async () => {
    const nodes = [dataset(1, { publisher: reference }), dataset(2, { publisher: reference })];
    const expected = await alone([dataset(1, { publisher }), dataset(2, { publisher })]);
    const flat = await graphsOf([{ '@context': context, '@graph': [...nodes, publisher] }]);
    expect(await contents(flat)).toEqual(expected);
    const inOne = [dataset(1, { publisher }), dataset(2, { publisher: reference })];
    const nested = await graphsOf([{ '@context': context, '@graph': inOne }]);
    expect(await contents(nested)).toEqual(expected);
  });

  it('include a dataset of an agent, but not the identifier of the agent', async () => {
    const owner = { ...publisher, identifier: { '@id': '_:ror' }, owns: { '@id': 'bog:2' } };
    const ror = { '@id': '_:ror', '@type': 'PropertyValue', value: 'https://ror.org/0bog00142' };
    const graph = [
      ror,
      owner,
      dataset(1, { publisher: reference }),
      { ...dataset(2), '@id': 'bog:2' },
    ];
    const graphs = await graphsOf([{ '@context': context, '@graph': graph }]);
    expect(graphs.map(({ describes }) => describes[0]?.iri)).toEqual([
      'https://bog.example/1',
      'bog:2',
    ]);
    expect(graphs[0]?.nquads).toContain('https://ror.org/0bog00142');
  });

  it('do not contain the content of other records', async () => {
    const based = dataset(1, { isRelatedTo: { '@id': 'https://bog.example/2' } });
    const related = dataset(2, { isRelatedTo: { '@id': 'https://bog.example/1' } });
    const records = [1, 2].map((number) => ({
      '@type': 'dcat:CatalogRecord',
      about: { '@id': `https://bog.example/${number}` },
    }));
    const graphs = await graphsOf([
      { '@context': context, '@graph': [based, related, ...records] },
    ]);
    expect(graphs).toHaveLength(2);
    for (const { nquads, describes } of graphs) {
      expect(nquads.match(/Cores of year/gu)).toHaveLength(1);
      expect(nquads).toContain(`<${describes[0]?.iri ?? ''}> <http://schema.org/name> "Cores`);
    }
  });

  it('lose nothing if all nodes reference each other', async () => {
    const circle = [1, 2, 3].map((number) =>
      dataset(number, { isBasedOn: { '@id': `https://bog.example/${(number % 3) + 1}` } }),
    );
    const graphs = await graphsOf([{ '@context': context, '@graph': circle.toReversed() }]);
    expect(graphs).toHaveLength(1);
    expect(graphs[0]?.describes).toMatchObject([{ iri: 'https://bog.example/1' }]);
    expect(graphs[0]?.nquads.match(/Cores of year/gu)).toHaveLength(3);
  });

  it('are distinguished by content where names are equal or missing', async () => {
    const nameless = { '@type': 'Dataset', name: 'No name' };
    const scripts = [
      { '@context': context, ...dataset(1) },
      { '@context': context, ...dataset(1, { name: 'Another' }) },
      { '@context': 'https://schema.org/', ...dataset(1) },
      { '@context': context, ...nameless },
      { '@context': context, ...nameless, identifier: 'doi:10.1234/9' },
    ];
    const outcomes = await expandAll(scripts);
    expect(outcomes.filter(({ kind }) => kind === 'skipped')).toEqual([
      { kind: 'skipped', url: documentUrl, reason: 'repeated-on-page' },
    ]);
    const keys = (await graphsOf(scripts)).map(({ key = '' }) => key.replace(/[\da-f]{64}$/u, 'H'));
    expect(keys).toEqual([
      'https://bog.example/1~H',
      'https://bog.example/1~H',
      'sha256-H',
      'doi:10.1234/9',
    ]);
  });

  it('stay separate in an array of documents that claim one name', async () => {
    const twins = [dataset(1), dataset(1, { name: 'Another' })];
    const graphs = await graphsOf([twins.map((twin) => ({ '@context': context, ...twin }))]);
    expect(await contents(graphs)).toEqual(await alone(twins));
    // Where they share a context they are one node of one graph.
    expect(await graphsOf([{ '@context': context, '@graph': twins }])).toHaveLength(1);
  });

  it('need no key if all scripts of a page are equal', async () => {
    const script = { '@context': context, ...dataset(1) };
    expect(await graphsOf([script, script])).toMatchObject([{ graph: documentUrl }]);
  });

  it('are the same in any order', async () => {
    const random = createRandom(3);
    let found = 0;
    for (let round = 0; round < 40; round += 1) {
      const nodes = randomNodes(random);
      const first = await graphsOf([{ '@context': context, '@graph': nodes }]);
      const second = await graphsOf([{ '@context': context, '@graph': shuffled(nodes, random) }]);
      expect(await named(second)).toEqual(await named(first));
      found += first.length;
      // Every node that is no furniture is in some record.
      const all = first.map(({ nquads }) => nquads).join('');
      for (const node of nodes) expect(all).toContain(`"${node.name}"`);
    }
    expect(found).toBeGreaterThan(80);
  });
});

it('the text of a record does not depend on its position', async () => {
  const random = createRandom(4);
  const publisher = { '@id': 'https://bog.example/org', '@type': 'Organization', name: 'Bog' };
  const records = [1, 2, 3].map((number) => ({
    '@id': `https://bog.example/record/${number}`,
    '@type': 'dcat:CatalogRecord',
    about: { '@id': `https://bog.example/${number}` },
  }));
  const described = [1, 2, 3].map((number) =>
    dataset(number, { publisher: { '@id': publisher['@id'] } }),
  );
  const nodes = [publisher, ...records, ...described];
  const texts = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const graphs = await graphsOf([{ '@context': context, '@graph': shuffled(nodes, random) }]);
    expect(graphs).toHaveLength(3);
    texts.add(
      graphs
        .map((graph) => JSON.stringify({ ...graph, document: '' }))
        .toSorted(byText)
        .join('\n'),
    );
  }
  expect(texts.size).toBe(1);
});

/** Datasets, their records and other nodes that refer to each other at random. */
function randomNodes(random: Random): (object & { readonly name: string })[] {
  const id = (): object => ({ '@id': `https://bog.example/${random.below(12)}` });
  return Array.from({ length: 3 + random.below(6) }, (_, index) => ({
    '@type': random.pick(['Dataset', 'Dataset', 'Place', 'DigitalDocument', 'dcat:CatalogRecord']),
    name: `node ${index}`,
    ...(random.below(4) === 0 ? {} : { '@id': `https://bog.example/${index}` }),
    ...(random.below(3) === 0 ? { about: id() } : {}),
    ...(random.below(3) === 0 ? { subjectOf: id() } : {}),
    ...(random.below(2) === 0 ? { hasPart: [id(), { name: 'part', publisher: id() }] } : {}),
  }));
}

async function named(graphs: readonly RecordGraph[]): Promise<string[]> {
  const texts = graphs.map(async (graph) => {
    const { recordIri, describes, memberOf } = graph;
    const facts = [
      graph.graph,
      recordIri,
      describes.map(({ name = '' }) => name).toSorted(byText),
      memberOf,
    ];
    return `${JSON.stringify(facts)}\n${await content(graph)}`;
  });
  return (await Promise.all(texts)).toSorted();
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const rest = [...values];
  return values.flatMap(() => rest.splice(random.below(rest.length), 1));
}

// Thousands of datasets that reference a place with an outline of a megabyte took hours, and all
// were lost at the time limit for a record.
const outline = 'x'.repeat(1_000_000);
const fenContext = { '@vocab': 'http://schema.org/', ogc: 'http://www.opengis.net/ont/geosparql#' };
const fen = { '@id': '#fen', '@type': 'Place', name: 'Fen', 'ogc:asWKT': outline };

const fenDataset = (index: number) => ({
  '@id': `#${index}`,
  '@type': 'Dataset',
  name: `Depth of peat ${index}`,
  spatialCoverage: [{ '@id': '#fen' }, { '@type': 'Place', geo: { box: '1 2 3 4' } }],
});

async function read(datasets: number) {
  const all = Array.from({ length: datasets }, (_, index) => fenDataset(index));
  const outcomes = await expandAll([{ '@context': fenContext, '@graph': [fen, ...all] }]);
  return outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'produced' || outcome.value.kind !== 'graph') return [];
    const { search, nquads } = outcome.value.graph;
    const [facts] = JSON.parse(search) as readonly SearchFacts[];
    if (facts === undefined) throw new Error('no facts');
    const kinds = outcome.problems?.map(({ kind }) => kind) ?? [];
    return [{ facts, nquads, isCut: kinds.includes('search-facts-cut') }];
  });
}

it('search facts of a large shared node are read for some of many resources only', async () => {
  const records = await read(30);
  expect(records).toHaveLength(30);
  const cut = records.filter(({ isCut }) => isCut);
  expect(cut.length).toBeGreaterThan(5);
  expect(cut.length).toBeLessThan(25);
  for (const { facts, nquads, isCut } of records) {
    const { places, texts } = facts;
    expect(texts.titles).toHaveLength(1);
    expect(places.boxes).toHaveLength(1);
    expect(places.names).toEqual(isCut ? [] : [{ text: 'Fen' }]);
    expect(nquads).toContain('#fen>');
  }
  const again = await read(30);
  expect(again.map(({ isCut }) => isCut)).toEqual(records.map(({ isCut }) => isCut));
});

it('search facts of a large shared node are read for each of a few resources', async () => {
  const records = await read(3);
  expect(records.map(({ isCut }) => isCut)).toEqual([false, false, false]);
});

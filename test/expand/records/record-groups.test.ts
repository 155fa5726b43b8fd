import { describe, expect, it } from 'vitest';
import { problemsOfOutcome } from '../../../src/model/outcome.ts';
import { expandAll, graphsOf } from '../expanding.ts';

const context = { '@vocab': 'http://schema.org/', dcat: 'http://www.w3.org/ns/dcat#' };
const at = (name: string): { readonly '@id': string } => ({ '@id': `https://fen.example/${name}` });
const dataset = (name: string, more: object = {}): object => ({
  ...at(name),
  '@type': 'Dataset',
  name,
  ...more,
});

const byGraph = (one: { graph: string }, other: { graph: string }): number =>
  one.graph < other.graph ? -1 : 1;

const listOf = (name: string, ...items: object[]): object => ({
  ...at(name),
  '@type': 'ItemList',
  itemListElement: items,
});

const keysOf = async (...scripts: object[]): Promise<(string | undefined)[]> =>
  (await graphsOf(scripts)).map(({ key }) => key);

/**
 * What the records of a graph of nodes describe and are called, in whatever order the nodes stand.
 */
async function recordsOf(...nodes: object[]) {
  const [forwards, backwards] = await Promise.all(
    [nodes, nodes.toReversed()].map(async (each) => {
      const graphs = await graphsOf([{ '@context': context, '@graph': each }]);
      return graphs.map(({ nquads, graph, recordIri, describes, memberOf, key }) => ({
        resources: describes.map(({ iri = '-' }) => iri.replace('https://fen.example/', '')),
        record: recordIri?.replace('https://fen.example/', ''),
        memberOf,
        key,
        said: [...nquads.matchAll(/<http:\/\/schema\.org\/name> "([^"]*)"/gu)]
          .map(([, name = '']) => name)
          .toSorted((one, other) => (one < other ? -1 : 1)),
        graph,
      }));
    }),
  );
  expect(backwards?.toSorted(byGraph)).toEqual(forwards?.toSorted(byGraph));
  return forwards ?? [];
}

describe('nodes that reference each other in a cycle', () => {
  it('have the dataset as described resource, not its download or part', async () => {
    const download = { ...at('a'), '@type': 'DataDownload', name: 'a', isPartOf: at('d') };
    expect(await recordsOf(dataset('d', { distribution: at('a') }), download)).toMatchObject([
      { resources: ['d'], said: ['a', 'd'] },
    ]);
    const part = dataset('a', { isPartOf: at('d') });
    expect(await recordsOf(dataset('d', { hasPart: at('a') }), part)).toMatchObject([
      { resources: ['d'], said: ['a', 'd'] },
    ]);
  });

  it('have a referenced node in their record', async () => {
    const place = { ...at('a'), '@type': 'Place', name: 'a' };
    const nodes = [
      dataset('d', { isBasedOn: at('e'), spatialCoverage: at('a') }),
      dataset('e', { isBasedOn: at('d') }),
      place,
    ];
    expect(await recordsOf(...nodes)).toMatchObject([{ resources: ['d'], said: ['a', 'd', 'e'] }]);
  });
});

describe('the same metadata in another format', () => {
  const xml = {
    ...at('a.xml'),
    '@type': 'DigitalDocument',
    name: 'xml',
    encodingFormat: 'application/xml',
    contentUrl: 'https://fen.example/a.xml',
    about: at('d'),
  };

  it('is neither a record nor a resource, and stays in the graph', async () => {
    const expected = [{ resources: ['d'], record: undefined, said: ['d', 'xml'] }];
    expect(await recordsOf(dataset('d', { subjectOf: at('a.xml') }), xml)).toMatchObject(expected);
    expect(await recordsOf(dataset('d'), xml)).toMatchObject(expected);
    const typed = { ...xml, '@type': 'dcat:CatalogRecord' };
    expect(await recordsOf(dataset('d', { subjectOf: typed }))).toMatchObject(expected);
  });
});

describe('a catalogue record', () => {
  it('describes the node under `about`, of any type or none', async () => {
    for (const type of [{}, { '@type': 'Thing' }, { '@type': 'DefinedTermSet' }]) {
      const subject = { ...at('list'), ...type, name: 'Peat terms' };
      const record = { ...at('r'), '@type': 'dcat:CatalogRecord', about: subject };
      const expected = [{ resources: ['list'], record: 'r' }];
      expect(await recordsOf(record)).toMatchObject(expected);
      expect(await recordsOf({ ...record, about: at('list') }, subject)).toMatchObject(expected);
    }
  });
});

describe('a station', () => {
  it('has the datasets under it as described resources although they claim a profile', async () => {
    const conformsTo = { 'http://purl.org/dc/terms/conformsTo': 'https://w3id.org/cdif/core/1.1' };
    const series = [dataset('s1', conformsTo), dataset('s2', conformsTo)];
    const station = { ...at('well'), '@type': 'Place', subjectOf: series };
    expect(await recordsOf(station)).toMatchObject([
      { resources: ['s1', 's2'], record: undefined },
    ]);
  });
});

describe('a list of records', () => {
  it('is a list of each record that it references or contains', async () => {
    const both = ['https://fen.example/l1', 'https://fen.example/l2'];
    const named = await recordsOf(listOf('l1', at('d')), listOf('l2', at('d')), dataset('d'));
    expect(named).toMatchObject([{ resources: ['d'], memberOf: both }]);
    const held = await recordsOf(listOf('l1', dataset('d')), listOf('l2', dataset('d')));
    expect(held).toMatchObject([{ resources: ['d'], memberOf: both }]);
  });

  it('gives one record for a node that is also beside the list', async () => {
    const inside = { ...at('d'), '@type': 'Dataset', description: 'wet' };
    const records = await recordsOf(listOf('l1', inside), dataset('d'));
    expect(records).toMatchObject([
      { resources: ['d'], key: 'https://fen.example/d', said: ['d'] },
    ]);
  });

  it('gives a record of its own if it is also another resource', async () => {
    const both = { ...at('l1'), '@type': ['Dataset', 'ItemList'], name: 'all' };
    const records = await recordsOf({ ...both, itemListElement: [dataset('d')] });
    expect(records.map(({ resources }) => resources)).toEqual([['l1'], ['d']]);
    // A dataset has no items, whatever it is said to be a dataset of.
    expect(await recordsOf(dataset('d', { dataset: dataset('e') }))).toMatchObject([
      { resources: ['d'], said: ['d', 'e'] },
    ]);
  });
});

describe('the nodes of a record', () => {
  it('include nodes that are described inside other records', async () => {
    const place = { ...at('x'), '@type': 'Place', name: 'x', containedInPlace: at('t') };
    const nodes = [
      dataset('a', { spatialCoverage: at('x') }),
      dataset('b', { spatialCoverage: place }),
      { ...at('t'), '@type': 'Place', name: 't' },
    ];
    expect(await recordsOf(...nodes)).toMatchObject([
      { resources: ['a'], said: ['a', 't', 'x'] },
      { resources: ['b'], said: ['b', 't', 'x'] },
    ]);
  });
});

describe('the key of a record', () => {
  it('does not depend on the order of its values', async () => {
    const unnamed = (identifier: string[], keywords: string[]): object => ({
      '@context': context,
      '@type': 'Dataset',
      identifier,
      keywords,
    });
    const other = { '@context': context, ...dataset('d') };
    expect(await keysOf(unnamed(['b', 'a'], []), other)).toEqual(
      await keysOf(unnamed(['a', 'b'], []), other),
    );
    expect(await keysOf(unnamed([], ['x', 'y']), other)).toEqual(
      await keysOf(unnamed([], ['y', 'x']), other),
    );
  });
});

describe('the findings of a document', () => {
  it('are reported also if the first record is a repetition, or there is none', async () => {
    const script = { '@context': context, ...dataset('d') };
    const folded = { '@context': context, ...at('g'), '@graph': [dataset('d')] };
    const outcomes = await expandAll([script, folded]);
    expect(outcomes.flatMap((outcome) => problemsOfOutcome(outcome))).toMatchObject([
      { kind: 'named-graph-folded' },
    ]);
    const list = { '@type': 'ItemList', itemListElement: ['x y'], undefinedTerm: { '@list': [] } };
    const only = await expandAll([{ '@context': { ...context, undefinedTerm: '@foo' }, ...list }]);
    expect(only.flatMap((outcome) => problemsOfOutcome(outcome)).map(({ kind }) => kind)).toEqual([
      'value-dropped',
      'list-item-invalid',
    ]);
  });
});

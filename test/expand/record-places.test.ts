import { describe, expect, it } from 'vitest';
import { createExpander } from '../../src/expand/expand-stage.ts';
import {
  findPropertyKey,
  findRecordPlaces,
  type RecordPlaces,
} from '../../src/model/record-places.ts';
import type { JsonLdDocument, RecordGraph } from '../../src/model/record.ts';
import { iterateStatements, literalParts, unescapeLiteral } from '../../src/rdf/n-quads.ts';
import { rdf } from '../../src/rdf/vocabularies.ts';
import { pointerTokens } from '../../src/text/json-positions.ts';
import type { JsonValue } from '../../src/text/json.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { expandAll, graphOf, limits } from './expanding.ts';
import { createRandom } from './random.ts';
import { randomDocument } from './random-json-ld.ts';

const { stage } = createExpander({ limits, withPlaces: true });

/** The graphs of a document, each with its places. */
async function placedGraphs(
  document: unknown,
  more: Partial<JsonLdDocument> = {},
): Promise<(RecordGraph & { readonly places: RecordPlaces })[]> {
  const outcomes = await expandAll([document], more, stage);
  return outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'produced' || outcome.value.kind !== 'graph') return [];
    const { graph } = outcome.value;
    if (graph.places === undefined) throw new Error(`no places: ${JSON.stringify(document)}`);
    return [{ ...graph, places: graph.places }];
  });
}

async function placesIn(document: unknown, more?: Partial<JsonLdDocument>): Promise<RecordPlaces> {
  const [graph] = await placedGraphs(document, more);
  if (graph === undefined) throw new Error('no graph');
  return graph.places;
}

/** Where the values of a schema.org property are, whatever has it: `value pointer`. */
async function valuesOf(property: string, document: unknown): Promise<string[]> {
  const { values } = await placesIn(document);
  const iri = `http://schema.org/${property}`;
  return [...values.values()].flatMap((properties) =>
    (properties.get(iri) ?? []).map(({ value, pointer }) => `${value} ${pointer}`),
  );
}

function valueAt(document: unknown, pointer: string): unknown {
  return (pointerTokens(pointer) ?? []).reduce<unknown>(
    (value, token) => (value as Record<string, unknown>)[token],
    document,
  );
}

function nameOf(term: string): string {
  if (term.startsWith('<')) return term.slice(1, -1);
  return term.startsWith('"') ? unescapeLiteral(literalParts(term).escaped) : term;
}

const site = 'https://example.org/';
const base = { '@vocab': 'https://schema.org/', schema: 'https://schema.org/' };
const dataset = { '@id': `${site}d`, '@type': 'Dataset' };

/** Documents in which the name `N` stands at a pointer. */
const namesAt: readonly (readonly [string, object, string])[] = [
  ['a property', { name: 'N' }, '/name'],
  ['a compact IRI', { 'schema:name': 'N' }, '/schema:name'],
  ['an IRI', { 'https://schema.org/name': 'N' }, '/https:~1~1schema.org~1name'],
  ['an array', { name: ['M', 'N'] }, '/name/1'],
  ['an array after null', { name: [null, 'N'] }, '/name/1'],
  ['arrays in arrays', { name: [['M'], ['L', 'N']] }, '/name/1/1'],
  ['a value object', { name: [{ '@value': 'N', '@language': 'en' }] }, '/name/0/@value'],
  ['a list', { name: { '@list': ['M', 'N'] } }, '/name/@list/1'],
  ['a set', { name: { '@set': ['M', 'N'] } }, '/name/@set/1'],
  ['a node', { about: { name: 'N' } }, '/about/name'],
  ['a graph', { about: { '@graph': [{ name: 'N' }] } }, '/about/@graph/0/name'],
  ['included nodes', { '@included': { '@id': `${site}i`, name: 'N' } }, '/@included/name'],
  ['reversed properties', { '@reverse': { about: { name: 'N' } } }, '/@reverse/about/name'],
  ['an unaliased nest', { '@nest': { name: 'N' } }, '/@nest/name'],
  ['members of a nest in an array', { '@nest': [{ url: 'M' }, { name: 'N' }] }, '/@nest/1/name'],
  ['an aliased nest', { '@context': [base, { more: '@nest' }], more: { name: 'N' } }, '/more/name'],
  [
    'an alias of a value',
    { '@context': [base, { v: '@value', lang: '@language' }], name: { v: 'N', lang: 'en' } },
    '/name/v',
  ],
  [
    'an aliased term',
    { '@context': [base, { title: 'schema:name' }], title: ['M', 'N'] },
    '/title/1',
  ],
  [
    'a language map',
    { '@context': [base, { name: { '@container': '@language' } }], name: { en: 'M', de: ['N'] } },
    '/name/de/0',
  ],
  [
    'an index map',
    { '@context': [base, { name: { '@container': '@index' } }], name: { 'a/b': ['M', 'N'] } },
    '/name/a~1b/1',
  ],
  [
    'nodes in an index map',
    {
      '@context': [base, { about: { '@container': '@index' } }],
      about: { one: { name: 'M' }, two: [{ name: 'N' }] },
    },
    '/about/two/0/name',
  ],
  [
    'an index map by a property',
    {
      '@context': [base, { about: { '@container': '@index', '@index': 'url' } }],
      about: { one: { name: 'N' } },
    },
    '/about/one/name',
  ],
  [
    'an id map',
    {
      '@context': [base, { about: { '@container': '@id' } }],
      about: { 'https://example.org/a': { name: 'N' }, '@none': { name: 'M' } },
    },
    '/about/https:~1~1example.org~1a/name',
  ],
  [
    'a type map',
    {
      '@context': [base, { about: { '@container': '@type' } }],
      about: { Person: [{ name: 'M' }, { '@type': 'Place', name: 'N' }] },
    },
    '/about/Person/1/name',
  ],
  [
    'a graph map',
    {
      '@context': [base, { about: { '@container': ['@graph', '@index'] } }],
      about: { one: { name: 'N' } },
    },
    '/about/one/name',
  ],
  [
    'a list by its term',
    { '@context': [base, { name: { '@container': '@list' } }], name: ['M', 'N'] },
    '/name/1',
  ],
  [
    'a reversed term',
    { '@context': [base, { part: { '@reverse': 'isPartOf' } }], part: [{ name: 'N' }] },
    '/part/0/name',
  ],
  [
    "a context of the property's",
    {
      '@context': [base, { who: { '@id': 'schema:author', '@context': { n: 'schema:name' } } }],
      who: { n: 'N' },
    },
    '/who/n',
  ],
  [
    "a context of the type's",
    {
      '@context': [base, { Who: { '@id': 'schema:Person', '@context': { n: 'schema:name' } } }],
      author: { '@type': 'Who', n: 'N' },
    },
    '/author/n',
  ],
  [
    'an object with a context of its own',
    { author: { '@context': { n: 'schema:name' }, n: 'N' } },
    '/author/n',
  ],
  [
    'several keys of one property',
    { name: 'M', 'schema:name': ['L', 'N'], 'https://schema.org/name': 'K' },
    '/schema:name/1',
  ],
];

describe('the places of a record graph', () => {
  it.each(namesAt)('are found in %s', async (_, members, pointer) => {
    const document = { '@context': base, ...dataset, ...members };
    expect(await valuesOf('name', document)).toContain(`N ${pointer}`);
  });

  it('are in document order, and know numbers, booleans and coerced texts', async () => {
    const document = {
      '@context': [
        base,
        { size: { '@type': 'schema:Number' }, license: { '@type': '@id' }, id: '@id' },
      ],
      ...dataset,
      size: [10.5, 12_345_678_901_234_567_890n.toString(), 7],
      version: [2, true],
      license: ['../licence', { id: 'https://example.org/l' }],
    };
    const json = JSON.stringify(document).replace('"12345678901234567890"', '12345678901234567890');
    expect(await valuesOf('size', json)).toEqual([
      '1.05E1 /size/0',
      '12345678901234567890 /size/1',
      '7 /size/2',
    ]);
    expect(await valuesOf('version', json)).toEqual(['2 /version/0', 'true /version/1']);
    expect(await valuesOf('license', json)).toEqual([
      'https://repository.example.org/licence /license/0',
      'https://example.org/l /license/1',
    ]);
  });

  it('know JSON literals as a whole', async () => {
    const context = [base, { data: { '@id': 'schema:value', '@type': '@json' } }];
    const document = { '@context': context, ...dataset, data: { a: [1, { '@id': 'x' }] } };
    expect(await valuesOf('value', document)).toEqual(['{"a":[1,{"@id":"x"}]} /data']);
  });

  it('name the value object around a text', async () => {
    const document = { '@context': base, ...dataset, name: { '@value': 'N', '@language': 'en' } };
    const { values } = await placesIn(document);
    expect(values.get(`${site}d`)?.get('http://schema.org/name')).toEqual([
      { value: 'N', pointer: '/name/@value', valueObject: '/name' },
    ]);
  });

  it('have a list before its items, and cells at their items', async () => {
    const document = { '@context': base, ...dataset, name: { '@list': ['M', 'N'] }, url: [] };
    const { values, nodes } = await placesIn(document);
    const [list, ...items] = values.get(`${site}d`)?.get('http://schema.org/name') ?? [];
    expect(list).toMatchObject({ pointer: '/name/@list' });
    expect(items).toEqual([
      { value: 'M', pointer: '/name/@list/0' },
      { value: 'N', pointer: '/name/@list/1' },
    ]);
    expect(nodes.get(list?.value ?? '')).toEqual(['/name/@list', '/name/@list/0']);
    expect(await valuesOf('name', { '@context': base, ...dataset, name: { '@list': [] } })).toEqual(
      [`${rdf.nil} /name/@list`],
    );
  });

  it('have types, also those of a type map', async () => {
    const context = [base, { kind: '@type', about: { '@container': '@type' } }];
    const document = {
      '@context': context,
      '@id': `${site}d`,
      kind: ['Dataset', 'schema:Thing'],
      about: { Person: { '@id': `${site}p`, kind: 'schema:Role' } },
    };
    const { values } = await placesIn(document);
    expect(values.get(`${site}d`)?.get(rdf.type)).toEqual([
      { value: 'http://schema.org/Dataset', pointer: '/kind/0' },
      { value: 'http://schema.org/Thing', pointer: '/kind/1' },
    ]);
    expect(values.get(`${site}p`)?.get(rdf.type)).toEqual([
      { value: 'http://schema.org/Role', pointer: '/about/Person/kind' },
    ]);
  });

  it('have each object of one thing, those that describe it first', async () => {
    const document = {
      '@context': base,
      '@graph': [
        { ...dataset, author: { '@id': `${site}p` }, editor: { '@id': `${site}p`, name: 'P' } },
        { '@id': `${site}p`, url: 'u' },
      ],
    };
    const places = await placesIn(document);
    expect(places.nodes.get(`${site}p`)).toEqual([
      '/@graph/0/editor',
      '/@graph/1',
      '/@graph/0/author',
    ]);
    expect(places.nodes.get(`${site}d`)).toEqual(['/@graph/0']);
  });

  it('know the objects of lists and of things that are described twice', async () => {
    const document = {
      '@context': base,
      '@graph': [
        { '@type': 'DataCatalog', name: 'All', dataset: [{ ...dataset, name: 'D' }] },
        { ...dataset, url: 'u' },
        { '@id': `${site}e`, '@type': 'Dataset', name: 'E' },
      ],
    };
    const graphs = await placedGraphs(document);
    const all = graphs.flatMap(({ places }) => Array.from(places.nodes));
    expect(all).toContainEqual([`${site}d`, ['/@graph/0/dataset/0', '/@graph/1']]);
    expect(all).toContainEqual([`${site}e`, ['/@graph/2']]);
    expect(all.map(([, pointers]) => pointers)).toContainEqual(['/@graph/0']);
  });

  it('are right where expansion drops values', async () => {
    const document = {
      '@context': { ...base, lost: null },
      '@graph': [
        'free',
        { '@id': `${site}only-a-name` },
        { ...dataset, lost: 'x', name: [null, '@keyword', 'N', { '@value': null }, 'M'] },
      ],
    };
    expect(await valuesOf('name', document)).toEqual([
      '@keyword /@graph/2/name/1',
      'N /@graph/2/name/2',
      'M /@graph/2/name/4',
    ]);
  });

  it('are those of an assumed context, and of a catalogue without one', async () => {
    const document = { type: 'Dataset', id: `${site}d`, name: 'N' };
    const places = await placesIn(document, { missingContext: 'schema.org' });
    expect(findRecordPlaces(places, { node: `${site}d` })).toEqual(['']);
    const entry = { title: 'T', identifier: 'i', accessLevel: 'public', license: 'see above' };
    const catalogue = {
      conformsTo: 'https://project-open-data.cio.gov/v1.1/schema',
      dataset: [entry],
    };
    const graphs = await placedGraphs(catalogue);
    const values = graphs.flatMap((graph) =>
      [...graph.places.values.values()].flatMap((properties) => [...properties.values()].flat()),
    );
    expect(values).toContainEqual({ value: 'T', pointer: '/dataset/0/title' });
    expect(values).toContainEqual({ value: 'see above', pointer: '/dataset/0/license' });
  });

  it('are absent unless asked for', async () => {
    expect(await graphOf({ '@context': base, ...dataset, name: 'N' })).not.toHaveProperty('places');
  });
});

describe('finding places', () => {
  it('goes from the value to the property to the node', async () => {
    const places = await placesIn({ '@context': base, ...dataset, name: ['M', 'N'] });
    const node = `${site}d`;
    const property = 'http://schema.org/name';
    expect(findRecordPlaces(places, { node, property, value: 'N' })).toEqual(['/name/1']);
    expect(findRecordPlaces(places, { node, property })).toEqual(['/name/0', '/name/1']);
    expect(findRecordPlaces(places, { node, property, value: 'other' })).toEqual(['']);
    expect(findRecordPlaces(places, { node, property: 'http://schema.org/url' })).toEqual(['']);
    expect(findRecordPlaces(places, { node: 'urn:other' })).toEqual([]);
  });
});

async function keyIn(document: object, property: string, object = ''): Promise<unknown> {
  return findPropertyKey(await placesIn(document), object, property);
}

describe('the key of a property', () => {
  const license = 'http://schema.org/license';

  it('is that of the same property, first in the same object', async () => {
    const document = {
      '@context': { ...base, title: 'schema:name' },
      ...dataset,
      title: 'N',
      author: { 'schema:name': 'M' },
      editor: { title: 'L' },
    };
    expect(await keyIn(document, 'http://schema.org/name')).toBe('title');
    expect(await keyIn(document, 'http://schema.org/name', '/author')).toBe('schema:name');
    expect(await keyIn(document, 'http://schema.org/name', '/publisher')).toBe('title');
  });

  it.each([
    ['plain terms', { '@context': 'https://schema.org/', name: 'N' }, 'license'],
    ['a prefix', { '@context': { sdo: 'http://schema.org/' }, 'sdo:name': 'N' }, 'sdo:license'],
    ['full IRIs', { 'https://schema.org/name': 'N' }, 'https://schema.org/license'],
    ['a declared term', { '@context': { ...base, l: 'schema:license' }, name: 'N' }, 'l'],
    [
      'a declared prefix that nothing uses',
      { '@context': { s: 'http://schema.org/', name: 's:name' }, name: 'N' },
      's:license',
    ],
  ])('follows %s', async (_, members, key) => {
    const type = 'https://schema.org/Dataset';
    expect(await keyIn({ ...members, '@id': `${site}d`, '@type': type }, license)).toBe(key);
  });

  it('is unknown where the name means something else, or the namespace is not there', async () => {
    const context = { ...base, license: 'https://example.org/license' };
    const document = { '@context': context, ...dataset, name: 'N' };
    expect(await keyIn(document, license)).toBeUndefined();
    expect(await keyIn(document, 'http://www.w3.org/ns/dcat#theme')).toBeUndefined();
  });
});

it('nearly every statement of any valid document has its place', async () => {
  const random = createRandom(proofSeed(41));
  let [statements, found] = [0, 0];
  for (let round = proofSize(150, 3000); round > 0; round -= 1) {
    const document = withDistinctTexts(randomDocument(random));
    for (const { places, ...graph } of await placedGraphs(document)) {
      for (const { subject, predicate, object } of iterateStatements(graph)) {
        if (nameOf(predicate) === rdf.rest) continue;
        statements += 1;
        const placed = places.values.get(nameOf(subject))?.get(nameOf(predicate)) ?? [];
        const exact = placed.filter(({ value }) => value === nameOf(object));
        if (exact.length > 0) found += 1;
        const [{ pointer } = { pointer: '' }] = exact;
        if (!/^"distinct \d+"/u.test(object) || exact.length === 0) continue;
        expect(valueAt(document, pointer)).toBe(nameOf(object));
        const objects = places.nodes.get(nameOf(subject)) ?? [];
        expect(objects.some((each) => pointer.startsWith(each))).toBe(true);
      }
    }
  }
  expect(statements).toBeGreaterThan(1000);
  expect(found / statements).toBeGreaterThan(0.99);
});

/** A copy of a document in which each text of a plain value is another one. */
function withDistinctTexts(document: object): JsonValue {
  let count = 0;
  const json = JSON.stringify(document, (name, value: unknown) => {
    const isText = value === 'x' || value === '2026-11-20' || value === 'é\u{1F600}';
    if (!isText || (name.startsWith('@') && name !== '@value')) return value;
    count += 1;
    return `distinct ${count}`;
  });
  return JSON.parse(json) as JsonValue;
}

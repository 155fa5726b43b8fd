import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/text/json.ts';
import { canonical, withoutGraph } from '../support/canonical.ts';
import { documentUrl, findingsOf, statementsOf, wholeOf } from './expanding.ts';
import { byJsonld } from './reference.ts';

const json = '^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON>';
const ring = [
  [
    [10, 50],
    [20, 50],
    [20, 60],
    [10, 50],
  ],
];

/** The objects of a property of a dataset. */
async function objectsOf(property: string, value: JsonValue): Promise<readonly string[]> {
  const document = { '@context': 'https://schema.org/', '@type': 'Dataset', [property]: value };
  const statements = await statementsOf(document);
  return statements.flatMap((line) => new RegExp(`/${property}> (.*)$`, 'u').exec(line)?.[1] ?? []);
}

describe('an array of coordinates without a list in the context is a JSON literal', () => {
  it.each<[string, JsonValue, string]>([
    ['coordinates', ring, '[[[10,50],[20,50],[20,60],[10,50]]]'],
    ['coordinates', [12, 12], '[12,12]'],
    ['box', [50, 10, 60, 20], '[50,10,60,20]'],
    ['polygon', ['50 10', '60,10', '60 20'], String.raw`[\"50 10\",\"60,10\",\"60 20\"]`],
    ['spatialCoverage', ['10', '50', '20', '60'], String.raw`[\"10\",\"50\",\"20\",\"60\"]`],
    ['geo', [55.5, 12], '[55.5,12]'],
  ])('%s %j', async (property, value, written) => {
    expect(await objectsOf(property, value)).toEqual([`"${written}"${json}`]);
  });

  it('which is told once a property', async () => {
    const shapes = [{ coordinates: [1, 2] }, { coordinates: [3, 4] }, { box: [1, 0, 3, 4] }];
    const document = { '@context': 'https://schema.org/', '@type': 'Dataset', geo: shapes };
    expect(await findingsOf(document)).toEqual([
      {
        kind: 'array-kept-as-json',
        property: 'http://schema.org/coordinates',
        value: '[1,2]',
      },
      { kind: 'array-kept-as-json', property: 'http://schema.org/box', value: '[1,0,3,4]' },
    ]);
  });

  it('unless the document has the marks that stand for arrays', async () => {
    const document = {
      '@context': 'https://schema.org/',
      name: 'urn:cdif-graph:array:0',
      geo: [1, 2],
    };
    expect((await statementsOf(document)).join('\n')).toContain('"urn:cdif-graph:array:0"');
    expect(await findingsOf(document)).toEqual([
      { kind: 'geometry-unusable', value: '1', reason: 'malformed' },
      { kind: 'geometry-unusable', value: '2', reason: 'malformed' },
    ]);
  });

  it('also with more positions than expansion takes in arrays, and with large integers', async () => {
    const line = Array.from({ length: 2000 }, (_, at) => [at / 100, 50]);
    const [object = ''] = await objectsOf('coordinates', line);
    expect(object).toContain('[[0,50],[0.01,50],');
    const large = '{"@context":"https://schema.org/","@type":"Dataset","box":[9007199254740993,1]}';
    expect((await statementsOf(large)).join('\n')).toContain(`"[9007199254740992,1]"${json}`);
  });
});

const numbers = [3, 1, 1, 2];
const name = 'coordinates';

describe('the graph is that of jsonld.toRDF', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['a property of another vocabulary', { '@vocab': 'http://a.example/' }, { [name]: numbers }],
    ['nested arrays of it', { '@vocab': 'http://a.example/' }, { box: [[1, 2], [[3]], 1] }],
    [
      'a datatype',
      { '@vocab': 'http://a.example/', box: { '@type': 'http://a.example/t' } },
      { box: numbers },
    ],
    ['a language', { '@vocab': 'http://a.example/', '@language': 'de' }, { box: [1, '2', '2 3'] }],
    ['an IRI', { '@vocab': 'http://a.example/', geo: { '@type': '@id' } }, { geo: [[1, 2], 3] }],
    [
      'a list',
      { '@vocab': 'http://schema.org/', box: { '@container': '@list' } },
      { box: numbers },
    ],
    [
      'a list of lists with a datatype',
      {
        '@vocab': 'http://schema.org/',
        [name]: { '@container': '@list', '@type': 'http://a.example/t' },
      },
      { [name]: ring },
    ],
    [
      'a JSON literal by the context',
      { '@vocab': 'http://schema.org/', [name]: { '@type': '@json' } },
      { [name]: ring },
    ],
    [
      'coordinates in a JSON literal',
      { '@vocab': 'http://schema.org/', geo: { '@type': '@json' } },
      { geo: { type: 'Polygon', [name]: ring, more: [{ [name]: [1, 2] }] } },
    ],
    [
      'a value object',
      { '@vocab': 'http://schema.org/' },
      { geo: { '@type': '@json', '@value': { box: numbers } } },
    ],
    [
      'a list object',
      { '@vocab': 'http://schema.org/' },
      { box: { '@list': [1, 2, 1] }, geo: [1], spatialCoverage: ['Bonn', 'Köln'] },
    ],
    ['a term without a meaning', { name: 'http://schema.org/name' }, { name: 'x', box: numbers }],
  ])('for %s', async (_, context, members) => {
    const document = Object.assign({ '@context': context }, members);
    const written = await wholeOf(document);
    if (written.kind === 'refused') throw new Error(JSON.stringify(written));
    const ours = await canonical(withoutGraph(written.nquads, documentUrl));
    expect(ours).toEqual(await byJsonld(document, documentUrl));
    expect(written.problems.map(({ kind }) => kind)).not.toContain('array-kept-as-json');
  });
});

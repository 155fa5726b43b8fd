import { describe, expect, it } from 'vitest';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import { isIri } from '../../src/rdf/iri.ts';
import { documentUrl, expandAll, limits } from '../expand/expanding.ts';
import { counterexample, mutatedJson, wrongIf } from './fuzzing.ts';
import { misreadingsOf } from './n-quads.ts';

const samples = [
  {
    '@context': ['https://schema.org/', { ex: 'http://fen.example/', about: { '@type': '@id' } }],
    '@id': 'https://fen.example/1',
    '@type': ['Dataset', 'ex:Fen'],
    name: { '@value': 'Fen', '@language': 'en' },
    keywords: { '@list': ['a', { '@value': '1', '@type': 'ex:n' }] },
    about: 'ex:a b',
    '@reverse': { hasPart: { '@id': '_:b' } },
    '@graph': [{ '@id': '#x', url: 'http://[' }],
    '@included': [{ '@id': '_:c', name: null }],
  },
  {
    '@context': { '@vocab': 'http://schema.org/', '@version': 1.1, '@base': '../', id: '@id' },
    '@type': 'DataCatalog',
    dataset: [
      { id: 'a', '@index': 'i', name: 'A', distribution: { contentUrl: 'a b.csv' } },
      { id: 'b', '@type': ['Dataset'], identifier: ['nan', 'doi:10.1/fen'] },
    ],
  },
  {
    '@context': 'http://schema.org',
    '@graph': [
      { '@id': 'r', '@type': 'dcat:CatalogRecord', about: { '@id': 'd' } },
      { '@id': 'd', '@type': 'Dataset', name: 'Fen', subjectOf: { '@id': 'r' } },
      { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: { '@id': 'd' } }] },
    ],
  },
];
const texts = ['@context', '@id', '@type', '@graph', '@list', '@set', '@value', '@language'].concat(
  ['@reverse', '@base', '@vocab', '@import', '@propagate', '@container', '@direction', '@nest'],
  ['@json', '@index', '@included', '@protected', '@prefix', '@none', '@fen', '__proto__'],
  ['constructor', '', ':', '_:', '_:b', 'ex:', 'ex:a b', 'http://[', 'http://a b/<>', '//', '#'],
  ['?', 'nan', 'rtl', 'en--', 'name', 'about', 'subjectOf', 'hasPart', 'itemListElement'],
  ['dataset', 'Dataset', '\0', '\uD800', '\uFFFE', '"\\\n', 'https://schema.org/'],
);
const values = texts
  .map((text) => JSON.stringify(text))
  .concat(
    ['null', 'true', '[]', '{}', '[[]]', '0', '-0', '1e400', '1e21', '0.1', '[null]'],
    ['{"@id":{}}', '{"@value":null}', '{"@list":[[]]}', '{"@type":"@id"}', '{"@reverse":"name"}'],
    ['{"@id":null}', '{"@id":"@type"}', '{"@container":["@graph","@id"]}', '{"@context":null}'],
  );

/** One for all, since it keeps the contexts that it knows. */
const stage = createExpandStage({ limits });

describe('JSON-LD of any kind', () => {
  it('is refused, or becomes N-Quads that others can read', async () => {
    let graphs = 0;
    const found = counterexample(mutatedJson(samples, values), 300, async (json) => {
      const outcomes = await expandAll([json], {}, stage);
      const names = outcomes.flatMap((outcome) =>
        outcome.kind === 'produced' && outcome.value.kind === 'graph'
          ? [outcome.value.graph.graph]
          : [],
      );
      graphs += names.length;
      return [
        // Whatever it claims to be, it has no other graphs than those of its URL.
        ...names.filter((name) => !isIri(name) || name.split('#')[0] !== documentUrl),
        ...wrongIf(new Set(names).size < names.length, names),
        ...outcomes.flatMap((outcome) => misreadingsOf(outcome)),
        ...wrongIf(outcomes.length === 0, 'silence'),
      ];
    });
    expect(await found).toBeUndefined();
    expect(graphs).toBeGreaterThan(200);
  });
});

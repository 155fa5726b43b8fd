import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/text/json.ts';
import { violationsOf } from '../checking.ts';
import { findingsIn } from '../validating.ts';

const context = {
  '@vocab': 'http://schema.org/',
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
};

function dataset(resource: JsonObject): JsonObject {
  return { '@context': context, '@id': 'https://a.example/d', '@type': 'Dataset', ...resource };
}

describe('a term of a vocabulary', () => {
  const iri = 'https://vocabulary.example/terms/peat';

  it.each<[string, JsonObject]>([
    [
      'schema.org',
      {
        keywords: { '@type': 'DefinedTerm', name: 'peat', identifier: iri, inDefinedTermSet: iri },
      },
    ],
    [
      'SKOS',
      {
        'dcat:theme': {
          '@id': iri,
          '@type': 'skos:Concept',
          'skos:prefLabel': { '@value': 'Torf', '@language': 'de' },
          'skos:inScheme': { '@id': 'https://vocabulary.example/terms' },
        },
      },
    ],
  ])('is complete in %s', async (_, resource) => {
    for (const id of ['term-name', 'term-scheme', 'term-iri', 'term-scheme-iri'] as const) {
      expect([id, await violationsOf(dataset(resource), id)]).toEqual([id, []]);
    }
  });

  it('without IRI of its vocabulary keeps the name', async () => {
    const keywords = { '@type': 'DefinedTerm', name: 'peat', inDefinedTermSet: 'Soils' };
    const [violation] = await violationsOf(dataset({ keywords }), 'term-scheme-iri');
    expect(violation).toMatchObject({
      found: 'Soils',
      change: { kind: 'author', act: 'replace', value: { 'schema:name': 'Soils' } },
    });
  });

  it('without IRI of its vocabulary is found and replaced where the vocabulary stands', async () => {
    const keywords = { '@type': 'DefinedTerm', name: 'peat', 'skos:inScheme': 'GCMD' };
    const findings = await findingsIn(dataset({ keywords }), ['cdif-draft']);
    expect(findings.find(({ rule }) => rule === 'term-scheme-iri')).toMatchObject({
      places: [{ pointer: '/keywords/skos:inScheme' }],
      remedy: { patch: [{ op: 'replace', path: '/keywords/skos:inScheme' }] },
    });
  });

  it('is no plain keyword, and no variable', async () => {
    const document = dataset({
      keywords: ['peat'],
      variableMeasured: { '@type': 'PropertyValue', name: 'flux' },
    });
    expect(await violationsOf(document, 'term-scheme')).toEqual([]);
  });
});

describe('an identifier as a text', () => {
  it.each<[JsonValue, string | undefined]>([
    ['10.5555/gauge-7', 'https://doi.org/10.5555/gauge-7'],
    [['https://doi.org/10.5555/gauge-7', 'doi:10.5555/b'], undefined],
    ['urn:uuid:d8e2f1f4-7f6a-4c1c-a3a0-9f6c1a3c2d55', undefined],
    ['n/a', undefined],
  ])('%j becomes %s', async (identifier, expected) => {
    const found = await violationsOf(dataset({ identifier }), 'identifier-form');
    expect(found.map(({ change }) => change?.value)).toEqual(
      expected === undefined ? [] : [expected],
    );
  });

  it('that is known in one catalogue only has no other form', async () => {
    const found = await violationsOf(dataset({ identifier: '4711' }), 'identifier-form');
    expect(found).toEqual([{ found: '4711' }]);
  });

  it('in DCAT identifies the resource', async () => {
    const { '@id': _, ...anonymous } = dataset({ 'dcterms:identifier': 'doi:10.5555/gauge-7' });
    expect(await violationsOf(anonymous, 'resource-identifier')).toEqual([]);
    const { '@id': __, ...unnamed } = dataset({ identifier: 'unknown' });
    expect(await violationsOf(unnamed, 'resource-identifier')).toHaveLength(1);
  });
});

describe('an identifier as a node', () => {
  it.each<[string, JsonObject, JsonValue]>([
    ['an address', { url: 'https://n2t.net/ark:/99152/b' }, 'https://n2t.net/ark:/99152/b'],
    ['an IRI', { '@id': 'https://doi.org/10.5555/b' }, 'https://doi.org/10.5555/b'],
    ['a resolver alone', { url: 'https://doi.org/' }, '{the identifier, such as doi:10.1234/abcd}'],
    ['a name in the document', { '@id': '#id' }, '{the identifier, such as doi:10.1234/abcd}'],
  ])('has the value of %s', async (_, properties, value) => {
    const identifier = { '@type': 'PropertyValue', name: 'DOI', ...properties };
    const [violation] = await violationsOf(dataset({ identifier }), 'identifier-value');
    expect(violation?.change?.value).toBe(value);
  });

  it.each<[string, JsonValue | undefined]>([
    ['doi:10.5555/b', { '@id': 'https://registry.identifiers.org/registry/doi' }],
    ['ark:/99152/b', { '@id': 'https://registry.identifiers.org/registry/ark' }],
    ['hdl:20.1000/b', '{the IRI or name of the scheme}'],
  ])('has the scheme of %s', async (value, scheme) => {
    const identifier = { '@type': 'PropertyValue', value };
    const [violation] = await violationsOf(dataset({ identifier }), 'identifier-scheme');
    expect(violation?.change?.value).toEqual(scheme);
  });

  it('has the scheme of its IRI', async () => {
    const identifier = { '@id': 'https://doi.org/10.5555/b', '@type': 'PropertyValue', name: 'a' };
    const [violation] = await violationsOf(dataset({ identifier }), 'identifier-scheme');
    expect(violation?.change?.kind).toBe('derivable');
  });

  it('resolves where its scheme is known', async () => {
    const identifier = { '@type': 'PropertyValue', value: 'doi:10.5555/b' };
    const [violation] = await violationsOf(dataset({ identifier }), 'identifier-url');
    expect(violation?.change).toEqual({
      kind: 'derivable',
      act: 'add',
      value: 'https://doi.org/10.5555/b',
    });
  });
});

describe('the IRI of a resource', () => {
  it('is derived from its identifier, unless another node has it', async () => {
    const { '@id': _, ...anonymous } = dataset({ identifier: 'https://a.example/b' });
    const [derived] = await violationsOf(anonymous, 'iri');
    expect(derived?.change).toMatchObject({ kind: 'derivable', value: 'https://a.example/b' });
    const distribution = { '@id': 'https://a.example/b', name: 'Counts' };
    const [taken] = await violationsOf({ ...anonymous, distribution }, 'iri');
    expect(taken?.change?.kind).toBe('author');
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/text/json.ts';
import { violationsOf } from '../checking.ts';

const context = {
  '@vocab': 'http://schema.org/',
  dcterms: 'http://purl.org/dc/terms/',
  dcat: 'http://www.w3.org/ns/dcat#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
};

function dataset(resource: JsonObject): JsonObject {
  return { '@context': context, '@id': 'https://a.example/d', '@type': 'Dataset', ...resource };
}

const person = { '@type': 'Person', name: 'Eskil Holm' };

it('a role names its agent under the property of the role, whichever property that is', async () => {
  for (const property of ['contributor', 'producer', 'accountablePerson']) {
    const role = { '@type': 'Role', roleName: 'project lead' };
    const named = { [property]: { ...role, [property]: person } };
    expect(await violationsOf(dataset(named), 'role-agent')).toEqual([]);
  }
});

describe('the creators of a resource', () => {
  it.each([
    ['a list', { creator: { '@list': [person] } }],
    ['a role', { creator: { '@type': 'Role', roleName: 'author', creator: person } }],
    ['Dublin Core', { 'dcterms:creator': 'Holm, Eskil' }],
    ['an IRI', { creator: { '@id': 'https://orcid.org/0000-0002-1825-0097' } }],
    ['the author of schema.org', { author: [person] }],
  ])('are there in %s', async (_, resource) => {
    expect(await violationsOf(dataset(resource), 'creators')).toEqual([]);
  });

  it.each<[string, JsonValue, string | undefined]>([
    ['a nil', 'n/a', 'n/a'],
    ['an empty text', '', ''],
    ['a class alone', { '@type': 'Person' }, undefined],
    ['a nil as name', { '@type': 'Person', name: 'unknown' }, undefined],
    ['a template', { '@type': 'Person', name: '{the name}' }, undefined],
  ])('are missing in %s', async (_, creator, found) => {
    const [violation, ...others] = await violationsOf(dataset({ creator }), 'creators');
    expect(others).toEqual([]);
    expect(violation?.found).toBe(found);
    expect(violation?.change?.act).toBe('replace');
  });

  it('are a nil where a profile takes it', async () => {
    const options = { acceptsNil: true };
    const unknown = dataset({ creator: 'nil:unknown' });
    expect(await violationsOf(unknown, 'creators', options)).toEqual([]);
    const template = dataset({ creator: '{the creator}' });
    expect(await violationsOf(template, 'creators', options)).toHaveLength(1);
  });
});

describe('an agent that is a text', () => {
  it('keeps its text as a name, and leaves open what it is', async () => {
    const [violation] = await violationsOf(dataset({ creator: 'Tide Office' }), 'agent-form');
    expect(violation).toMatchObject({
      found: 'Tide Office',
      change: {
        kind: 'author',
        value: { '@type': '{schema:Person or schema:Organization}', 'schema:name': 'Tide Office' },
      },
    });
  });

  it.each([
    ['https://orcid.org/0000-0002-1825-0097', 'schema:Person'],
    ['https://ror.org/05dxps055', 'schema:Organization'],
  ])('is of the kind that its IRI tells: %s', async (iri, type) => {
    const [violation] = await violationsOf(dataset({ publisher: { '@id': iri } }), 'agent-form');
    expect(violation?.change?.value).toMatchObject({ '@id': iri, '@type': type });
  });

  it('is no nil', async () => {
    expect(await violationsOf(dataset({ creator: 'unknown' }), 'agent-form')).toEqual([]);
  });
});

describe('the type of an agent', () => {
  it.each([
    ['Person', 0],
    ['foaf:Agent', 0],
    ['http://a.example/100%', 0],
    ['http://schema.org/{Person or Organization}', 1],
  ])('%s breaks the rule %i times', async (type, count) => {
    const creator = { '@type': type, name: 'Eskil Holm' };
    expect(await violationsOf(dataset({ creator }), 'agent-type')).toHaveLength(count);
  });

  it.each<[string, JsonObject, string]>([
    ['an affiliation', { affiliation: 'Tide Office' }, 'schema:Person'],
    ['a ROR ID', { identifier: 'https://ror.org/05dxps055' }, 'schema:Organization'],
  ])('is derived from %s', async (_, known, type) => {
    const creator = { name: 'Sundholm', ...known };
    const [violation] = await violationsOf(dataset({ creator }), 'agent-type');
    expect(violation?.change).toEqual({ kind: 'derivable', act: 'add', value: type });
  });
});

describe('the name and contact of an agent', () => {
  it.each([
    ['agent-name', { '@type': 'foaf:Person', 'foaf:name': 'Eskil Holm' }],
    ['agent-name', { '@type': 'Person', familyName: 'Holm' }],
    ['agent-contact', { '@type': 'Person', email: 'e.holm@tides.example' }],
    ['agent-contact', { '@type': 'vcard:Kind', 'vcard:hasEmail': { '@id': 'mailto:a@b.example' } }],
    ['agent-identifier', { '@type': 'Person', sameAs: 'https://orcid.org/0000-0002-1825-0097' }],
  ] as const)('are read in each vocabulary: %s', async (id, creator) => {
    expect(await violationsOf(dataset({ creator }), id)).toEqual([]);
  });

  it('are asked of the person inside a Role, and not of the Role', async () => {
    const role = {
      '@type': 'Role',
      roleName: 'curator',
      contributor: { '@type': 'Person', email: 'a' },
    };
    const names = await violationsOf(dataset({ contributor: role }), 'agent-name');
    expect(names).toEqual([
      {
        found: undefined,
        change: { kind: 'author', act: 'add', value: '{the name of the person or organisation}' },
      },
    ]);
  });

  it('are not asked of organisations as affiliations', async () => {
    const creator = { '@type': 'Organization', name: 'Tide Office' };
    expect(await violationsOf(dataset({ creator }), 'agent-affiliation')).toEqual([]);
  });
});

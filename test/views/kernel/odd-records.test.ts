import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/text/json.ts';
import {
  handleRecord,
  type KernelProfile,
  kernelProfiles,
  lackingOf,
} from '../../../src/views/kernel/kernel-profiles.ts';
import type { KernelAttributeName, KernelObject } from '../../../src/views/kernel/kernel-record.ts';
import { viewsOf } from '../viewing.ts';

const { rda, helmholtz } = kernelProfiles;
const other = 'https://data.example/other';
const orcid = 'https://orcid.org/0000-0002-1825-0097';

/** The objects of a dataset of which this is said in the context of schema.org. */
async function objectsOf(said: JsonObject): Promise<readonly KernelObject[]> {
  const [record, ...others] = await viewsOf('kernel', {
    '@context': ['https://schema.org/', { spdx: 'http://spdx.org/rdf/terms#' }],
    '@type': 'Dataset',
    ...said,
  });
  if (record === undefined || others.length > 0) throw new Error('not one record');
  return record.objects;
}

async function resourceOf(said: JsonObject): Promise<KernelObject> {
  const [resource] = await objectsOf(said);
  if (resource === undefined) throw new Error('no object');
  return resource;
}

/** IRI and text of each value. */
async function valuesOf(name: KernelAttributeName, said: JsonObject): Promise<readonly string[]> {
  const { attributes } = await resourceOf(said);
  return (attributes[name]?.values ?? []).map(({ iri, text }) =>
    [iri, text].filter((part) => part !== undefined).join(' '),
  );
}

/** Of which kinds a policy is, where it says so. */
async function policyKindsOf(name: string): Promise<readonly string[]> {
  const { attributes } = await resourceOf({ publishingPrinciples: { name } });
  const policies = Object.entries(attributes).filter(([each]) => /Policy|Mutability/u.test(each));
  return policies.flatMap(([each, { values }]) =>
    values.some(({ undetermined }) => undetermined === true) ? [] : [each],
  );
}

/** The values of an attribute of a profile. */
async function written(
  name: string,
  said: JsonObject,
  profile: KernelProfile = helmholtz,
): Promise<readonly string[]> {
  const attribute = profile.attributes.find((each) => each.name === name);
  const { record } = handleRecord(await resourceOf(said), profile);
  return record.flatMap(({ key, value }) => (key === attribute?.pid ? [value] : []));
}

const named = (name: string): JsonObject => ({ '@type': 'Person', name });
const role = (said: JsonObject): JsonObject => ({ '@type': 'Role', ...said });

it.each(['http://www.opengis.net/def/nil/OGC/0/missing', 'unknown', 'N/A'])(
  'a resource with the IRI %s is kept, without IRI',
  async (nil) => {
    const resource = await resourceOf({ '@id': nil, version: '1' });
    expect(resource).not.toHaveProperty('iri');
    expect(resource.attributes.version?.values).toMatchObject([{ text: '1' }]);
  },
);

it('a resource without name is kept if its part refers to it', async () => {
  const hasPart = { '@type': 'Dataset', isPartOf: { '@id': '_:it' } };
  expect(await valuesOf('version', { '@id': '_:it', version: '1', hasPart })).toEqual(['1']);
});

it('a resource that is only the subject of a record is kept', async () => {
  const views = await viewsOf('kernel', {
    '@context': { schema: 'http://schema.org/', dcat: 'http://www.w3.org/ns/dcat#' },
    '@id': 'https://data.example/record',
    '@type': 'schema:Dataset',
    'schema:additionalType': 'dcat:CatalogRecord',
    'schema:about': { '@id': other },
  });
  expect(views).toMatchObject([{ objects: [{ iri: other, attributes: {} }] }]);
});

it('a node in place of a name is ignored', async () => {
  expect(await resourceOf({ name: { alternateName: 'Tides' } })).not.toHaveProperty('name');
});

describe('a value', () => {
  it('joins its lines in order', async () => {
    const said = { conditionsOfAccess: 'Free for all.\nExcept on Sundays.', license: 'B\r\n A' };
    expect(await valuesOf('rights', said)).toEqual(['B A', 'Free for all. Except on Sundays.']);
    expect(await valuesOf('creator', { creator: named("O'Neil\nZoe") })).toEqual(["O'Neil Zoe"]);
  });

  it.each<[KernelAttributeName, JsonObject]>([
    ['rights', { license: { '@id': '#it', name: 'It', url: other } }],
    ['digitalObjectPolicy', { publishingPrinciples: { '@id': '#it', name: 'It', url: other } }],
    ['wasDerivedFrom', { isBasedOn: { '@id': '#it', name: 'It', url: other } }],
  ])('prefers its address to its name in the document: %s', async (name, said) => {
    expect(await valuesOf(name, said)).toEqual([`${other} It`]);
  });

  it.each<[KernelAttributeName, string, JsonObject]>([
    ['wasDerivedFrom', 'Smith 2010', { isBasedOn: 'Smith 2010' }],
    ['digitalObjectPolicy', 'for ever and a day', { publishingPrinciples: 'for ever and a day' }],
    ['digitalObjectLocation', 'upon request', { contentUrl: 'upon request' }],
    ['rights', 'www.example.org/terms', { license: 'www.example.org/terms' }],
  ])('is a text if a context makes it an IRI: %s', async (name, text, said) => {
    expect(await valuesOf(name, said)).toEqual([text]);
    expect(lackingOf(await resourceOf(said), rda)).toContain('digitalObjectLocation');
  });

  it('is a DOI in any spelling', async () => {
    const doi = 'https://doi.org/10.1234/x';
    const isBasedOn = ['10.1234/x', { '@type': 'CreativeWork', identifier: '10.1234/x' }];
    for (const each of isBasedOn) {
      expect((await valuesOf('wasDerivedFrom', { isBasedOn: each }))[0]).toMatch(doi);
    }
  });

  it.each([
    ['0000-0002-1825-0097', orcid],
    ['orcid:0000-0002-1825-0097', orcid],
    ['ror.org/05hhmgg20', 'https://ror.org/05hhmgg20'],
  ])('is identified by the register of %s', async (value, iri) => {
    const identifier = { '@type': 'PropertyValue', value };
    expect(await valuesOf('creator', { creator: { name: 'Ann', identifier } })).toEqual([
      `${iri} Ann`,
    ]);
  });
});

describe('the agent in a Role', () => {
  it.each<[string, JsonObject]>([
    ['a list', { creator: { '@list': [role({ roleName: 'PI', creator: named('Ann') })] } }],
    ['no name', { creator: role({ creator: named('Ann') }) }],
    ['an IRI', { creator: role({ '@id': other, creator: named('Ann') }) }],
    [
      'another Role',
      { creator: role({ roleName: 'a', creator: role({ roleName: 'b', creator: named('Ann') }) }) },
    ],
    ['a list in it', { creator: role({ roleName: 'a', creator: { '@list': [named('Ann')] } }) }],
  ])('is found if the Role has %s', async (_, said) => {
    expect(await valuesOf('creator', said)).toEqual(['Ann']);
  });

  it('keeps the order of a list of Roles', async () => {
    const roles = ['Zoe', 'Ann', 'Mia'].map((name) => role({ creator: named(name) }));
    const creator = { '@list': roles };
    expect(await valuesOf('creator', { creator })).toEqual(['Zoe', 'Ann', 'Mia']);
  });

  it('is the maintainer also in a list of contributors', async () => {
    const maintainer = role({ roleName: 'Maintainer', contributor: named('Ann') });
    const author = role({ roleName: 'Editor', contributor: named('Bob') });
    const contributor = { '@list': [author, maintainer] };
    expect(await valuesOf('technicalManagement', { contributor })).toEqual(['Ann']);
  });
});

it.each<[KernelAttributeName, JsonObject]>([
  ['responsibleOrganisation', { provider: { '@list': [{ name: 'It' }] } }],
  ['responsibleOrganisation', { publisher: { '@list': [{ name: 'It' }] } }],
  ['technicalManagement', { maintainer: { '@list': [{ name: 'It' }] } }],
  ['rights', { license: { '@list': [{ '@type': 'CreativeWork', name: 'It' }] } }],
  ['scientificDomain', { keywords: { '@list': ['It'] } }],
])('%s is read in a list', async (name, said) => {
  expect(await valuesOf(name, said)).toEqual(['It']);
});

describe('the inherited maintainer of a file', () => {
  it('is the maintainer of the dataset, before the creator of the file', async () => {
    const [, file] = await objectsOf({
      maintainer: named('Keeper'),
      distribution: { name: 'a.csv', creator: named('Maker') },
    });
    expect(file?.attributes.technicalManagement).toMatchObject({
      values: [{ text: 'Keeper' }],
      inheritedFrom: 0,
    });
    expect(file?.attributes.creator).toMatchObject({ values: [{ text: 'Maker' }] });
  });

  it('is absent if the file has a creator and nobody maintains the dataset', async () => {
    const [, file] = await objectsOf({
      creator: named('Another'),
      distribution: { name: 'a.csv', creator: named('Maker') },
    });
    expect(file?.attributes.technicalManagement).toMatchObject({ values: [{ text: 'Maker' }] });
    expect(file?.attributes.technicalManagement).not.toHaveProperty('inheritedFrom');
  });
});

describe('a policy', () => {
  it.each([
    ['digitalObject-Policy', ['digitalObjectPolicy']],
    ['Access policy', ['digitalObjectPolicy']],
    ['Versioning policy', ['digitalObjectMutability']],
    ['Accessibility statement', []],
    ['Version 2 of our guidelines', []],
  ])('with the name %s is of the kinds %j', async (name, kinds) => {
    expect(await policyKindsOf(name)).toEqual(kinds);
  });
});

it('a relation is not matched by the end of its name', async () => {
  const link = (linkRelationship: string): JsonObject => ({
    relatedLink: { '@type': 'LinkRole', linkRelationship, target: { url: other } },
  });
  expect(await valuesOf('wasDerivedFrom', link('was not derived from'))).toEqual([]);
  expect(await valuesOf('wasDerivedFrom', link('was derived from'))).toEqual([other]);
});

describe('a handle record', () => {
  it('has the licence, but no access conditions', async () => {
    const conditionsOfAccess = 'http://purl.org/coar/access_right/c_abf2';
    expect(await written('license', { conditionsOfAccess })).toEqual([]);
    expect(lackingOf(await resourceOf({ conditionsOfAccess }), helmholtz)).toContain('license');
    const license = 'https://spdx.org/licenses/MIT';
    expect(await written('license', { conditionsOfAccess, license })).toEqual([license]);
  });

  it.each<[string, JsonObject, string]>([
    ['dateModified', { dateModified: ['2019-01-01', '2023-05-01'] }, '2023-05-01'],
    ['dateCreated', { datePublished: ['2023-05-01', '2019'] }, '2019'],
    ['version', { version: ['1.10', '1.9'] }, '1.10'],
    [
      'digitalObjectType',
      { '@type': ['CreativeWork', 'Dataset', 'Map'] },
      'http://schema.org/Dataset',
    ],
    ['digitalObjectType', { '@type': ['CreativeWork', 'Map'] }, 'http://schema.org/Map'],
  ])('has one of several, %s', async (name, said, value) => {
    expect(await written(name, said)).toEqual([value]);
  });

  it.each(['unpublished', '0000-00-00', '1 March 2020', '2020-13-01'])(
    'has no date that is %s',
    async (datePublished) => {
      expect(await written('dateCreated', { datePublished })).toEqual([]);
      expect(lackingOf(await resourceOf({ datePublished }), rda)).toContain('dateCreated');
    },
  );

  it('has no made-up address of a folder', async () => {
    const contentUrl = 'http://folder.invalid/tides.csv';
    expect(await written('digitalObjectLocation', { contentUrl })).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['its name', { '@id': 'https://doi.org/10.1234/Tides' }],
    ['a text', { '@id': other, identifier: 'doi:10.1234/Tides' }],
    [
      'a PropertyValue',
      { '@id': other, identifier: { '@type': 'PropertyValue', value: '10.1234/Tides' } },
    ],
    ['one of several', { '@id': 'hdl:20.500/1', identifier: ['T-1', '10.1234/tides'] }],
  ])('has the DOI that is %s', async (_, said) => {
    expect(handleRecord(await resourceOf(said), rda).pid).toBe('10.1234/tides');
  });
});

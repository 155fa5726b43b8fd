import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/expand/json.ts';
import { isNil } from '../../../src/facts/text/nil.ts';
import {
  kernelAttributeNames,
  type KernelAttributeName,
} from '../../../src/views/kernel/kernel-attributes.ts';
import type { KernelObject } from '../../../src/views/kernel/kernel-record.ts';
import { rootIsMetadata, rootIsResource, viewsOf } from '../viewing.ts';

const shapes = [
  ['the resource', rootIsResource],
  ['the metadata', rootIsMetadata],
] as const;

async function objectsOf(document: unknown): Promise<readonly KernelObject[]> {
  const views = await viewsOf('kernel', document);
  expect(views).toHaveLength(1);
  return views[0]?.objects ?? [];
}

/** The values of an attribute of the resource: IRI and text, with a blank between. */
async function valuesOf(name: KernelAttributeName, document: unknown): Promise<readonly string[]> {
  const [resource] = await objectsOf(document);
  return (resource?.attributes[name]?.values ?? []).map(({ iri, text }) =>
    [iri, text].filter((part) => part !== undefined).join(' '),
  );
}

const orcid = 'https://orcid.org/0000-0002-1825-0097';
const person = { '@type': 'schema:Person', '@id': orcid, 'schema:name': 'Josiah Carberry' };
const ann = { '@type': 'schema:Person', 'schema:name': 'Ann Other' };
const role = (roleName: string, who: JsonObject) => ({
  '@type': 'schema:Role',
  'schema:roleName': roleName,
  'schema:contributor': who,
});
const link = (relationship: unknown, target: unknown): JsonObject => ({
  'schema:relatedLink': [
    {
      '@type': 'schema:LinkRole',
      'schema:linkRelationship': relationship,
      'schema:target': target,
    },
  ] as JsonObject[],
});
const other = 'https://data.example/other';

/** What a resource says, under which attribute that is, and how it is read. */
const rows: readonly [string, JsonObject, KernelAttributeName, readonly string[]][] = [
  [
    'creators',
    { 'schema:creator': [person, ann] },
    'creator',
    ['Ann Other', `${orcid} Josiah Carberry`],
  ],
  [
    'creators in a list',
    { 'schema:creator': { '@list': [person, ann] } },
    'creator',
    [`${orcid} Josiah Carberry`, 'Ann Other'],
  ],
  ['a creator by name', { 'schema:creator': 'Ann Other' }, 'creator', ['Ann Other']],
  ['a creator by IRI', { 'schema:creator': { '@id': orcid } }, 'creator', [orcid]],
  ['an author', { 'schema:author': ann }, 'creator', ['Ann Other']],
  [
    'a creator in a Role',
    {
      'schema:creator': { ...role('Lead author', ann), 'schema:creator': person },
    },
    'creator',
    [`${orcid} Josiah Carberry`],
  ],
  [
    'a creator by an identifier',
    {
      'schema:creator': {
        '@type': 'schema:Person',
        '@id': 'https://data.example/people/7',
        'schema:name': 'Josiah Carberry',
        'schema:identifier': { '@type': 'schema:PropertyValue', 'schema:value': orcid },
      },
    },
    'creator',
    [`${orcid} Josiah Carberry`],
  ],
  [
    'a creator by two names',
    {
      'schema:creator': {
        '@type': 'schema:Person',
        'schema:givenName': 'Ann',
        'schema:familyName': 'Other',
      },
    },
    'creator',
    ['Ann Other'],
  ],
  [
    'a provider',
    { 'schema:provider': { 'schema:name': 'Archive' }, 'schema:publisher': ann },
    'responsibleOrganisation',
    ['Archive'],
  ],
  [
    'a publisher where there is no provider',
    { 'schema:publisher': ann },
    'responsibleOrganisation',
    ['Ann Other'],
  ],
  [
    'a checksum',
    {
      'spdx:checksum': {
        'spdx:algorithm': 'MD5',
        'spdx:checksumValue': '098f6bcd4621d373cade4e832627b4f6',
      },
    },
    'checksum',
    ['098f6bcd4621d373cade4e832627b4f6'],
  ],
  [
    'a mutability policy',
    {
      'schema:publishingPrinciples': { 'schema:name': 'Mutability', 'schema:url': `${other}/m` },
    },
    'digitalObjectMutability',
    [`${other}/m Mutability`],
  ],
  [
    'a persistency policy by its type',
    {
      'schema:publishingPrinciples': {
        '@type': 'https://vocabulary.example/PersistencyPolicy',
        'schema:url': `${other}/p`,
      },
    },
    'persistencyPolicy',
    [`${other}/p`],
  ],
  [
    'a digital object policy',
    {
      'schema:publishingPrinciples': {
        'schema:name': 'Digital Object Policy',
        'schema:url': `${other}/d`,
      },
    },
    'digitalObjectPolicy',
    [`${other}/d Digital Object Policy`],
  ],
  [
    'a maintainer',
    { 'schema:maintainer': person, 'schema:creator': ann },
    'technicalManagement',
    [`${orcid} Josiah Carberry`],
  ],
  [
    'a maintainer as a contributor',
    {
      'schema:contributor': [role('maintainer', person), role('Editor', ann)],
      'schema:creator': ann,
    },
    'technicalManagement',
    [`${orcid} Josiah Carberry`],
  ],
  [
    'the creator where there is no maintainer',
    {
      'schema:creator': { '@list': [ann] },
      'schema:maintainer': 'unknown',
    },
    'technicalManagement',
    ['Ann Other'],
  ],
  [
    'a licence by IRI',
    {
      'schema:license': { '@id': 'https://spdx.org/licenses/CC0-1.0' },
    },
    'rights',
    ['https://spdx.org/licenses/CC0-1.0'],
  ],
  [
    'a licence by address as text',
    {
      'schema:license': 'https://spdx.org/licenses/CC0-1.0',
    },
    'rights',
    ['https://spdx.org/licenses/CC0-1.0'],
  ],
  [
    'a licence and conditions',
    {
      'schema:license': 'CC0-1.0',
      'schema:conditionsOfAccess': 'No restrictions',
    },
    'rights',
    ['CC0-1.0', 'No restrictions'],
  ],
  [
    'keywords',
    {
      'schema:keywords': ['tides', { '@id': `${other}/sea`, 'schema:name': 'sea' }],
    },
    'scientificDomain',
    ['tides', `${other}/sea sea`],
  ],
  ['the profiles of the record', {}, 'profile', ['https://w3id.org/cdif/core/1.1']],
  [
    'types',
    { '@type': ['schema:Dataset', 'schema:Product'] },
    'digitalObjectType',
    ['http://schema.org/Dataset', 'http://schema.org/Product'],
  ],
  [
    'additional types',
    {
      'schema:additionalType': ['Gauge', { '@id': `${other}/series`, 'schema:name': 'Series' }],
    },
    'additionalType',
    ['Gauge', `${other}/series Series`],
  ],
  [
    'when it was published',
    {
      'schema:datePublished': '2020-01-01',
      'schema:dateCreated': '2019-01-01',
      'schema:dateModified': '2021-01-01',
    },
    'dateCreated',
    ['2020-01-01'],
  ],
  [
    'when it was modified, for want of that',
    {
      'schema:datePublished': '',
      'schema:dateModified': '2021-01-01',
    },
    'dateCreated',
    ['2021-01-01'],
  ],
  ['when it was modified', { 'schema:dateModified': '2021-01-01' }, 'dateModified', ['2021-01-01']],
  ['a version', { 'schema:version': 3 }, 'version', ['3']],
  ['its URL', { 'schema:url': other }, 'digitalObjectLocation', [other]],
  ['prov:wasDerivedFrom', { 'prov:wasDerivedFrom': { '@id': other } }, 'wasDerivedFrom', [other]],
  [
    'isBasedOn',
    {
      'schema:isBasedOn': {
        '@type': 'schema:CreativeWork',
        'schema:name': 'Book',
        'schema:url': other,
      },
    },
    'wasDerivedFrom',
    [`${other} Book`],
  ],
  [
    'a derivation as DataCite calls it',
    link('IsDerivedFrom', { 'schema:url': other }),
    'wasDerivedFrom',
    [other],
  ],
  [
    'prov:specializationOf',
    { 'prov:specializationOf': { '@id': other } },
    'specializationOf',
    [other],
  ],
  [
    'specializationOf as a link',
    link('specializationOf', { 'schema:url': other }),
    'specializationOf',
    [other],
  ],
  ['prov:wasRevisionOf', { 'prov:wasRevisionOf': { '@id': other } }, 'wasRevisionOf', [other]],
  [
    'a predecessor as IANA calls it',
    link('predecessor-version', { 'schema:url': other }),
    'wasRevisionOf',
    [other],
  ],
  [
    'prov:hadPrimarySource',
    { 'prov:hadPrimarySource': { '@id': other } },
    'hadPrimarySource',
    [other],
  ],
  [
    'hadPrimarySource as a term',
    link(
      { 'schema:name': 'had primary source' },
      {
        '@id': 'https://data.example/entry-point',
        'schema:name': 'Diary',
        'schema:url': other,
      },
    ),
    'hadPrimarySource',
    [`${other} Diary`],
  ],
  ['prov:wasQuotedFrom', { 'prov:wasQuotedFrom': { '@id': other } }, 'wasQuotedFrom', [other]],
  [
    'wasQuotedFrom as IRI',
    link({ '@id': 'prov:wasQuotedFrom' }, { '@id': other }),
    'wasQuotedFrom',
    [other],
  ],
  ['prov:alternateOf', { 'prov:alternateOf': { '@id': other } }, 'alternateOf', [other]],
  [
    'alternate as DCAT relates it',
    {
      'dcat:qualifiedRelation': {
        'dcterms:relation': { '@id': other },
        'dcat:hadRole': { '@id': 'https://www.iana.org/assignments/relation/alternate' },
      },
    },
    'alternateOf',
    [other],
  ],
];

describe.each(shapes)('the attributes of a resource whose root is %s', (_, shaped) => {
  it.each(rows)('has %s', async (_name, said, attribute, values) => {
    expect(await valuesOf(attribute, shaped(said))).toEqual(values);
  });
});

describe('the attributes of a resource', () => {
  it('are the same in both shapes', async () => {
    for (const [, said] of rows) {
      const [first, second] = await Promise.all(
        [rootIsResource, rootIsMetadata].map(async (shaped) => objectsOf(shaped(said))),
      );
      expect(second).toEqual(first);
    }
  });

  it('have a row for each there is', () => {
    const tested = new Set(rows.map(([, , attribute]) => attribute));
    expect(kernelAttributeNames.filter((name) => !tested.has(name))).toEqual([]);
  });

  it('never name whoever keeps the catalogue', async () => {
    const objects = await objectsOf(rootIsMetadata({ 'schema:name': 'Tides' }));
    expect(JSON.stringify(objects)).not.toContain('Keeper');
  });

  it('say of a policy that tells nothing that it may be any', async () => {
    const said = { 'schema:publishingPrinciples': { 'schema:name': 'House rules' } };
    const [resource] = await objectsOf(rootIsResource(said));
    const policies = [
      'digitalObjectMutability',
      'persistencyPolicy',
      'digitalObjectPolicy',
    ] as const;
    for (const policy of policies) {
      expect(resource?.attributes[policy]).toMatchObject({
        values: [{ text: 'House rules', undetermined: true }],
      });
    }
  });

  it.each([
    'missing',
    'Missing',
    '(unknown)',
    '"none"',
    'null',
    'nil:unknown',
    'http://www.opengis.net/def/nil/OGC/0/missing',
    'https://www.opengis.net/def/nil/ogc/0/inapplicable',
    'urn:ogc:def:nil:OGC::unknown',
    'not available',
    'undefined',
    'n/a',
    'N.A.',
    'no data',
    'TBD',
    '---',
    '?',
    '  ',
    '{license}',
  ])('lack what is %j', async (nil) => {
    expect(isNil(nil)).toBe(true);
    const said = {
      'schema:license': nil,
      'schema:creator': { '@type': 'schema:Person', 'schema:name': nil },
      'schema:version': nil,
      'schema:url': nil,
      'prov:wasDerivedFrom': nil,
    };
    const [resource] = await objectsOf(rootIsResource(said));
    expect(Object.keys(resource?.attributes ?? {})).toEqual(['profile', 'digitalObjectType']);
  });

  it.each([
    'No restrictions',
    'Na',
    '水',
    'unknown to science',
    'Missing Mountain',
    'none of these',
  ])('do not lack %j', async (text) => {
    expect(await valuesOf('rights', rootIsResource({ 'schema:license': text }))).toEqual([text]);
  });

  it('take a text for one where its context makes it an IRI', async () => {
    const document = {
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      '@id': 'https://data.example/tides',
      license: 'CC BY 4.0',
      url: 'missing',
    };
    expect(await valuesOf('rights', document)).toEqual(['CC BY 4.0']);
    expect(await valuesOf('digitalObjectLocation', document)).toEqual([]);
  });

  it('keep apart whom an empty @id makes one', async () => {
    const empty = (name: string) => ({ '@type': 'schema:Person', '@id': '', 'schema:name': name });
    const said = { 'schema:creator': { '@list': [person, empty('Ann'), empty('Bob')] } };
    expect(await valuesOf('creator', rootIsResource(said))).toEqual([
      `${orcid} Josiah Carberry`,
      'Ann',
      'Bob',
    ]);
  });
});

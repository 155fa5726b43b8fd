import type { JsonObject } from '../../../src/text/json.ts';
import type { KernelAttributeName } from '../../../src/views/kernel/kernel-record.ts';

export const orcid = 'https://orcid.org/0000-0002-1825-0097';
export const person = { '@type': 'schema:Person', '@id': orcid, 'schema:name': 'Josiah Carberry' };
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

/** The statements of a resource, their attribute, and its value: IRI and text, with a blank. */
export const rows: readonly [string, JsonObject, KernelAttributeName, readonly string[]][] = [
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

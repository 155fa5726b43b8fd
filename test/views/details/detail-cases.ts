import type { JsonObject } from '../../../src/text/json.ts';
import type { ResourceDetails } from '../../../src/views/details/resource-details.ts';

const other = 'https://data.example/other';
const orcid = 'https://orcid.org/0000-0002-1825-0097';

type Part = Exclude<keyof ResourceDetails, NotOfRows>;
/** What says which resource it is, is read for searches, or is said by both shapes of records. */
type NotOfRows = 'graph' | 'iri' | 'node' | 'places' | 'times' | 'metadata';

/** A name for the test, the statements, their part of the details, and the details. */
export type SaidDetail = readonly [string, JsonObject, Part, readonly unknown[]];

/** What is said of a resource, and what that comes to in one part of its details. */
export const rows: readonly SaidDetail[] = [
  ['a name', { 'schema:name': 'Tides' }, 'names', ['Tides']],
  ['a description', { 'dcterms:description': 'Long' }, 'descriptions', ['Long']],
  [
    'dates in their order',
    { 'dcterms:modified': '2022', 'schema:datePublished': '2021', 'schema:dateCreated': '2020' },
    'dates',
    [
      { event: 'created', date: '2020' },
      { event: 'published', date: '2021' },
      { event: 'modified', date: '2022' },
    ],
  ],
  ['a version', { 'schema:version': '2', 'dcat:version': '2' }, 'versions', ['2']],
  [
    'a person with all that is said of one',
    {
      'schema:creator': {
        '@type': 'schema:Person',
        'schema:givenName': 'Josiah',
        'schema:familyName': 'Carberry',
        'schema:identifier': { 'schema:value': 'x', 'schema:url': orcid },
        'schema:affiliation': { '@id': other, 'schema:name': 'Brown University' },
        'schema:email': 'mailto:josiah@data.example',
        'schema:contactPoint': { 'schema:telephone': '+1 401' },
      },
    },
    'agents',
    [
      {
        role: 'creator',
        name: 'Josiah Carberry',
        iri: orcid,
        affiliations: ['Brown University'],
        contacts: ['josiah@data.example', '+1 401'],
        organizations: [{ name: 'Brown University', iri: other }],
        kind: 'person',
        family: 'Carberry',
        given: 'Josiah',
      },
    ],
  ],
  [
    'whom a Role is about, and as what',
    {
      'schema:contributor': {
        '@type': 'schema:Role',
        'schema:roleName': 'DataCurator',
        'schema:contributor': { 'schema:name': 'Ann' },
      },
      'schema:creator': {
        '@type': 'schema:Role',
        'schema:roleName': 'Observer',
        'schema:creator': { 'schema:name': 'Bob' },
      },
    },
    'agents',
    [
      { role: 'creator, observer', name: 'Bob', affiliations: [], contacts: [] },
      { role: 'data curator', name: 'Ann', affiliations: [], contacts: [] },
    ],
  ],
  [
    'creators in their order, before whoever publishes it',
    {
      'schema:publisher': { 'schema:name': 'Press' },
      'schema:creator': { '@list': [{ 'schema:name': 'Zoe' }, { 'schema:name': 'Ann' }] },
    },
    'agents',
    [
      { role: 'creator', name: 'Zoe', affiliations: [], contacts: [] },
      { role: 'creator', name: 'Ann', affiliations: [], contacts: [] },
      { role: 'publisher', name: 'Press', affiliations: [], contacts: [] },
    ],
  ],
  [
    'identifiers with their scheme and where they resolve',
    {
      'schema:identifier': [
        'doi:10.1234/tides',
        {
          'schema:propertyID': 'https://registry.identifiers.org/registry/doi',
          'schema:value': '10.1/X',
        },
        { 'schema:propertyID': 'igsn', 'schema:value': 'AU1', 'schema:url': other },
        'T-17',
      ],
    },
    'identifiers',
    [
      { scheme: 'DOI', value: 'doi:10.1234/tides', url: 'https://doi.org/10.1234/tides' },
      { scheme: 'DOI', value: '10.1/X', url: 'https://doi.org/10.1/x' },
      { scheme: 'IGSN', value: 'AU1', url: other },
      { value: 'T-17' },
    ],
  ],
  [
    'terms with their scheme and code, and what they are for',
    {
      'schema:keywords': [
        'sea',
        {
          '@type': 'schema:DefinedTerm',
          'schema:name': 'tide',
          'schema:termCode': 'T',
          'schema:inDefinedTermSet': { '@id': other, 'schema:name': 'Water words' },
        },
      ],
      'schema:additionalType': { '@id': `${other}/2` },
      'schema:about': { '@id': `${other}/1`, 'schema:name': 'Moon' },
      'schema:measurementTechnique': 'gauge',
    },
    'terms',
    [
      { use: 'about', name: 'Moon', iri: `${other}/1` },
      { use: 'type', iri: `${other}/2` },
      { use: 'keyword', name: 'sea' },
      { use: 'keyword', name: 'tide', scheme: 'Water words', code: 'T' },
      { use: 'technique', name: 'gauge' },
    ],
  ],
  [
    'variables with their unit',
    {
      'schema:variableMeasured': [
        'height',
        { 'schema:name': 'level', 'schema:propertyID': other, 'schema:unitText': 'm' },
      ],
    },
    'variables',
    [
      { name: 'height', units: [] },
      { name: 'level', iri: other, units: ['m'] },
    ],
  ],
  [
    'variables with what they are in vocabularies',
    {
      'schema:variableMeasured': {
        '@type': 'schema:PropertyValue',
        'schema:name': 'level',
        'schema:description': 'Above the pier',
        'schema:propertyID': { '@id': other, 'schema:name': 'Sea level' },
      },
    },
    'variables',
    [
      {
        name: 'level',
        iri: other,
        units: [],
        description: 'Above the pier',
        concepts: [{ name: 'Sea level', iri: other }],
      },
    ],
  ],
  [
    'variables with the terms of sets that are about them',
    {
      'schema:variableMeasured': {
        '@type': 'schema:PropertyValue',
        'schema:name': 'DATE/TIME',
        'schema:subjectOf': {
          '@type': 'schema:DefinedTermSet',
          'schema:hasDefinedTerm': [
            { '@id': other, '@type': 'schema:DefinedTerm', 'schema:name': 'Time' },
            { '@type': 'schema:DefinedTerm', 'schema:name': 'day' },
          ],
        },
      },
    },
    'variables',
    [
      {
        name: 'DATE/TIME',
        iri: other,
        units: [],
        concepts: [{ name: 'Time', iri: other }, { name: 'day' }],
      },
    ],
  ],
  [
    'distributions of DCAT',
    {
      'dcat:distribution': {
        'dcterms:title': 'All',
        'dcat:downloadURL': { '@id': other },
        'dcat:mediaType': 'text/csv',
        'dcat:byteSize': 17,
        'dcterms:license': { '@id': `${other}/terms` },
      },
    },
    'distributions',
    [
      {
        name: 'All',
        addresses: [other],
        formats: ['text/csv'],
        sizes: ['17'],
        checksums: [],
        conformsTo: [],
        licences: [`${other}/terms`],
        parts: [],
      },
    ],
  ],
  [
    'related resources by relation',
    {
      'schema:isPartOf': { '@id': other, 'schema:name': 'All tides' },
      'dcat:qualifiedRelation': {
        'dcterms:relation': { '@id': `${other}/1` },
        'dcat:hadRole': { '@id': 'http://www.iana.org/assignments/relation/predecessor-version' },
      },
      'schema:relatedLink': {
        'schema:linkRelationship': { 'schema:name': 'Is cited by' },
        'schema:url': `${other}/2`,
      },
    },
    'related',
    [
      { relation: 'is part of', name: 'All tides', iri: other },
      { relation: 'is cited by', iri: `${other}/2` },
      { relation: 'predecessor version', iri: `${other}/1` },
    ],
  ],
  [
    'who paid for it',
    {
      'schema:funder': { 'schema:name': 'Sea Fund' },
      'schema:funding': {
        'schema:identifier': 'SF-1',
        'schema:funder': { '@id': 'https://ror.org/00example', 'schema:name': 'Sea Fund' },
      },
    },
    'funding',
    [
      { funder: { name: 'Sea Fund' } },
      { number: 'SF-1', funder: { name: 'Sea Fund', iri: 'https://ror.org/00example' } },
    ],
  ],
  [
    'policies, and what they are about',
    {
      'schema:license': { '@id': 'https://spdx.org/licenses/MIT' },
      'schema:conditionsOfAccess': 'Ask',
      'dcterms:rights': '© Press',
      'schema:publishingPrinciples': { 'schema:name': 'Retention', 'schema:url': other },
    },
    'policies',
    [
      { about: 'rights', name: '© Press' },
      { about: 'access', name: 'Ask' },
      { about: 'license', iri: 'https://spdx.org/licenses/MIT' },
      { about: 'policy', name: 'Retention', iri: other },
    ],
  ],
];

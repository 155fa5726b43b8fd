import type { SaidDetail } from './detail-cases.ts';

const other = 'https://data.example/other';
const file = { addresses: [], formats: [], sizes: [], checksums: [] };
const distribution = { ...file, conformsTo: [], licences: [], parts: [] };
const agent = { affiliations: [], contacts: [] };

/** What publishers say in other ways than is usual. */
export const moreRows: readonly SaidDetail[] = [
  [
    'its types',
    { '@type': ['schema:Dataset', 'dcat:Dataset'] },
    'types',
    ['http://schema.org/Dataset', 'http://www.w3.org/ns/dcat#Dataset'],
  ],
  [
    'languages in English',
    {
      'schema:inLanguage': ['de', { '@type': 'schema:Language', 'schema:name': 'Gaelic' }],
      'dcterms:language': [
        { '@id': 'http://publications.europa.eu/resource/authority/language/FRA' },
        'in tongues',
      ],
    },
    'languages',
    ['German', 'Gaelic', 'French', 'in tongues'],
  ],
  [
    'who is in a Role in a list, has no name there, or comes with others',
    {
      'schema:creator': {
        '@list': [
          {
            '@type': 'schema:Role',
            'schema:roleName': 'Observer',
            'schema:creator': { 'schema:name': 'Zoe' },
          },
          { 'schema:name': 'Bob' },
          { '@type': 'schema:Role', 'schema:creator': { 'schema:name': 'Ann' } },
        ],
      },
      'schema:editor': {
        'schema:roleName': 'Board',
        'schema:editor': { '@list': [{ 'schema:name': 'Yan' }, { 'schema:name': 'Abe' }] },
      },
      'schema:contributor': {
        'schema:roleName': 'Crew',
        'schema:contributor': {
          'schema:roleName': 'Diver',
          'schema:contributor': { 'schema:name': 'Cy' },
        },
      },
    },
    'agents',
    [
      { role: 'creator, observer', name: 'Zoe', ...agent },
      { role: 'creator', name: 'Bob', ...agent },
      { role: 'creator', name: 'Ann', ...agent },
      { role: 'editor, board', name: 'Yan', ...agent },
      { role: 'editor, board', name: 'Abe', ...agent },
      { role: 'crew, diver', name: 'Cy', ...agent },
    ],
  ],
  [
    'who paid for it, and not who paid for them',
    {
      'schema:funder': {
        'schema:name': 'Sea Fund',
        'schema:funder': { 'schema:name': 'A ministry' },
      },
    },
    'funding',
    [{ funder: { name: 'Sea Fund' } }],
  ],
  [
    'what stands in lists',
    { 'schema:keywords': { '@list': ['tide', 'ebb'] } },
    'terms',
    [
      { use: 'keyword', name: 'tide' },
      { use: 'keyword', name: 'ebb' },
    ],
  ],
  [
    'a file that the resource is',
    {
      'schema:encodingFormat': { 'schema:name': 'CSV' },
      'schema:contentSize': {
        '@type': 'schema:QuantitativeValue',
        'schema:value': 12,
        'schema:unitText': 'MB',
      },
      'schema:url': other,
      'spdx:checksum': { 'spdx:checksumAlgorithm': 'MD5', 'spdx:checksumValue': 'abc' },
    },
    'files',
    [{ ...file, formats: ['CSV'], sizes: ['12 MB'], checksums: ['MD5 abc'] }],
  ],
  [
    'distributions in a list, with checksums as they can be written',
    {
      'schema:distribution': {
        '@list': [
          { 'schema:name': 'z', 'spdx:checksum': 'abc' },
          { 'schema:name': 'y', 'spdx:checksum': { 'spdx:checksumValue': 'def' } },
          {
            'schema:name': 'x',
            'spdx:checksum': { 'spdx:algorithm': 'missing', 'spdx:checksumValue': 'missing' },
          },
          {
            'schema:name': 'w',
            'schema:serviceType': { 'schema:name': 'WMS' },
            'schema:license': { 'schema:name': 'Ours' },
            'dcterms:conformsTo': { 'schema:name': 'CF' },
          },
        ],
      },
    },
    'distributions',
    [
      { ...distribution, name: 'z', checksums: ['abc'] },
      { ...distribution, name: 'y', checksums: ['def'] },
      { ...distribution, name: 'x' },
      { ...distribution, name: 'w', formats: ['WMS'], licences: ['Ours'], conformsTo: ['CF'] },
    ],
  ],
  [
    'what is inside of a distribution, with or without a name',
    {
      'schema:distribution': {
        'schema:contentUrl': other,
        'schema:hasPart': [
          { '@id': `${other}#1`, 'schema:name': 'b.csv', 'schema:contentSize': '4 kB' },
          { 'schema:contentUrl': `${other}/a.csv`, 'schema:encodingFormat': 'text/csv' },
        ],
      },
    },
    'distributions',
    [
      {
        ...distribution,
        addresses: [other],
        parts: [
          { ...file, name: 'b.csv', sizes: ['4 kB'] },
          { ...file, addresses: [`${other}/a.csv`], formats: ['text/csv'] },
        ],
      },
    ],
  ],
  [
    'related resources where nobody says how',
    {
      'schema:relatedLink': [
        { '@id': `${other}/1` },
        { 'schema:url': `${other}/2` },
        { 'schema:linkRelationship': 'nil:missing', 'schema:url': `${other}/3` },
        { 'schema:linkRelationship': 'prov:wasRevisionOf', 'schema:url': `${other}/4` },
      ],
      'schema:hasPart': { 'schema:contentUrl': `${other}/5`, 'schema:contentSize': '3 kB' },
    },
    'related',
    [
      { relation: 'has part', iri: `${other}/5`, nature: ['3 kB'] },
      { relation: 'related link', iri: `${other}/1` },
      { relation: 'related link', iri: `${other}/2` },
      { relation: 'related link', iri: `${other}/3` },
      { relation: 'was revision of', iri: `${other}/4` },
    ],
  ],
  [
    'keywords in several languages, where the context knows no language maps',
    { 'schema:keywords': { en: 'fish', de: ['Fisch', 'Aal'] } },
    'terms',
    [
      { use: 'keyword', name: 'fish' },
      { use: 'keyword', name: 'Fisch' },
      { use: 'keyword', name: 'Aal' },
    ],
  ],
  [
    'variables of which another one consists',
    {
      'schema:variableMeasured': {
        '@type': 'schema:PropertyValue',
        'schema:name': 'wind',
        'schema:valueReference': [
          { '@type': 'schema:PropertyValue', 'schema:name': 'speed', 'schema:unitText': 'm/s' },
          { '@type': 'schema:DefinedTerm', 'schema:name': 'no variable' },
        ],
      },
    },
    'variables',
    [
      { name: 'wind', units: [] },
      { name: 'speed', units: ['m/s'] },
    ],
  ],
  [
    'names of places with their gazetteer',
    {
      'schema:spatialCoverage': {
        '@type': 'schema:Place',
        'schema:name': {
          '@type': 'schema:DefinedTerm',
          'schema:name': 'Great Basin',
          'schema:identifier': {
            'schema:propertyID': 'https://www.geonames.org/',
            'schema:value': '5509151',
            'schema:url': 'https://www.geonames.org/5509151',
          },
          'schema:inDefinedTermSet': 'https://www.geonames.org/',
          'schema:termCode': '5509151',
        },
      },
    },
    'terms',
    [
      {
        use: 'place',
        name: 'Great Basin',
        iri: 'https://www.geonames.org/5509151',
        scheme: 'https://www.geonames.org/',
        code: '5509151',
      },
    ],
  ],
  [
    'files that only have a name within the document, which is no address',
    {
      'schema:distribution': {
        '@id': 'https://repository.example.org/records/all-files',
        'schema:encodingFormat': 'text/csv',
      },
    },
    'distributions',
    [{ ...distribution, name: 'all-files', formats: ['text/csv'] }],
  ],
];

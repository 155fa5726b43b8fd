import type { JsonObject } from '../../../src/text/json.ts';
import type { SignpostingRelation } from '../../../src/model/typed-link.ts';
import { landing, type SaidLinks } from './link-cases.ts';

const other = 'https://data.example/other';
const content = (relation: SignpostingRelation): SaidLinks[2] => ({ of: 'content', relation });
const metadata = (relation: SignpostingRelation): SaidLinks[2] => ({ of: 'metadata', relation });
const file = (said: JsonObject): JsonObject => ({
  'schema:distribution': {
    '@type': 'schema:DataDownload',
    'schema:contentUrl': `${other}.csv`,
    ...said,
  },
});
const linked = (relationship: unknown, target: unknown): JsonObject => ({
  'schema:relatedLink': {
    '@type': 'schema:LinkRole',
    'schema:linkRelationship': relationship as string,
    'schema:target': target as string,
  },
});
const entryPoint = { '@type': 'schema:EntryPoint', 'schema:url': other };

/** Appendix 3 of the CDIF discovery draft: parts, wholes, metadata, and links of content. */
export const linksOfParts: readonly SaidLinks[] = [
  ['a linked part', linked('hasPart', entryPoint), landing('item'), [other]],
  [
    'a linked part by a term',
    linked({ '@type': 'schema:DefinedTerm', 'schema:name': 'has part' }, { '@id': other }),
    landing('item'),
    [other],
  ],
  [
    'a linked part of several names',
    linked(['nil:missing', 'https://www.iana.org/assignments/relation/item'], entryPoint),
    landing('item'),
    [other],
  ],
  [
    'a linked part by a qualified relation',
    {
      'dcat:qualifiedRelation': {
        'dcterms:relation': { '@id': other },
        'dcat:hadRole': { '@id': 'http://purl.org/dc/terms/hasPart' },
      },
    },
    landing('item'),
    [other],
  ],
  [
    'parts in a list',
    { 'schema:hasPart': { '@list': [{ '@id': other }, { '@id': `${other}/2` }] } },
    landing('item'),
    [other, `${other}/2`],
  ],
  [
    'no part that it is a part of, and files in a circle once',
    {
      'schema:hasPart': {
        '@id': other,
        'schema:hasPart': { '@id': 'https://data.example/tides' },
      },
      'schema:distribution': {
        '@id': `${other}/zip`,
        'schema:contentUrl': `${other}.zip`,
        'schema:hasPart': {
          '@id': `${other}/inner`,
          'schema:contentUrl': `${other}.inner`,
          'schema:hasPart': { '@id': `${other}/zip` },
        },
      },
    },
    landing('item'),
    [other, `${other}.inner`, `${other}.zip`],
  ],
  ['no linked other thing', linked('isBasedOn', entryPoint), landing('item'), []],
  ['a part', { 'schema:hasPart': { '@id': other } }, landing('item'), [other]],
  ['a part of Dublin Core', { 'dcterms:hasPart': { '@id': other } }, landing('item'), [other]],
  [
    'a part by its DOI',
    { 'schema:hasPart': [{ '@id': 'doi:10.1234/Part' }, { 'schema:identifier': '10.1234/two' }] },
    landing('item'),
    ['https://doi.org/10.1234/Part', 'https://doi.org/10.1234/two'],
  ],
  [
    'a part that is a file',
    { 'schema:hasPart': { '@id': 'https://data.example/#1', 'schema:contentUrl': other } },
    landing('item'),
    [other],
  ],
  [
    'what stands in a list',
    {
      'schema:itemListElement': [
        { '@type': 'schema:ListItem', 'schema:item': { '@id': other } },
        { '@id': `${other}/2` },
      ],
    },
    landing('item'),
    [other, `${other}/2`],
  ],
  ['a distribution', file({}), landing('item'), [`${other}.csv`]],
  [
    'a distribution where there is no HTTP',
    file({ 'schema:contentUrl': 'ftp://data.example/tides.csv' }),
    landing('item'),
    ['ftp://data.example/tides.csv'],
  ],
  ['no script', file({ 'schema:contentUrl': 'javascript:alert(1)' }), landing('item'), []],
  [
    'a distribution where there is no HTTP, which can send nothing',
    file({ 'schema:contentUrl': 'ftp://data.example/tides.csv' }),
    content('collection'),
    [],
  ],
  [
    'a distribution of DCAT',
    { 'dcat:distribution': { 'dcat:downloadURL': { '@id': other } } },
    landing('item'),
    [other],
  ],
  [
    'a distribution that only has a URL',
    { 'schema:distribution': { '@type': 'schema:DataDownload', 'schema:url': other } },
    landing('item'),
    [other],
  ],
  [
    'a distribution that is a URL',
    { 'schema:distribution': { '@id': other } },
    landing('item'),
    [other],
  ],
  [
    'the files in an archive',
    file({ 'schema:hasPart': { '@type': 'schema:MediaObject', 'schema:contentUrl': other } }),
    landing('item'),
    [other, `${other}.csv`],
  ],
  ['its own bits', { 'schema:contentUrl': other }, landing('item'), [other]],
  [
    'no service',
    {
      'schema:distribution': {
        '@type': 'schema:WebAPI',
        'schema:url': other,
        'schema:potentialAction': { 'schema:target': { 'schema:urlTemplate': `${other}{?x}` } },
      },
    },
    landing('item'),
    [],
  ],
  ['no file that is nil', file({ 'schema:contentUrl': 'missing' }), landing('item'), []],
  ['a linked whole', linked('IsPartOf', entryPoint), landing('collection'), [other]],
  ['a whole', { 'schema:isPartOf': { '@id': other } }, landing('collection'), [other]],
  [
    'a whole of Dublin Core',
    { 'dcterms:isPartOf': { '@id': other } },
    landing('collection'),
    [other],
  ],
  ['its metadata', {}, landing('describedby'), ['https://data.example/tides/metadata']],
  ['what it is the metadata of', {}, metadata('describes'), ['https://data.example/tides']],
  ['its page', { 'schema:url': `${other}.html` }, metadata('describes'), [`${other}.html`]],
  [
    'the address of its page',
    { 'schema:mainEntityOfPage': { '@type': 'schema:WebPage', 'schema:url': `${other}.html` } },
    metadata('describes'),
    [`${other}.html`],
  ],
  [
    'the page of its content',
    { ...file({}), 'schema:url': `${other}.html` },
    content('collection'),
    [`${other}.html`],
  ],
  [
    'the page of its content, not where that is nil',
    { ...file({}), 'schema:url': 'http://www.opengis.net/def/nil/OGC/0/missing' },
    content('collection'),
    ['https://data.example/tides'],
  ],
  [
    'a license of the content',
    { ...file({ 'schema:license': other }), 'schema:license': 'https://spdx.org/licenses/MIT' },
    content('license'),
    [other],
  ],
  [
    'no license of the content where it is that of the whole',
    {
      ...file({ 'schema:license': 'https://spdx.org/licenses/MIT.html' }),
      'schema:license': 'https://spdx.org/licenses/MIT',
    },
    content('license'),
    [],
  ],
  [
    'a DOI of the content',
    file({ 'schema:identifier': 'doi:10.1234/tides.1' }),
    content('cite-as'),
    ['https://doi.org/10.1234/tides.1'],
  ],
  ['no name of the content that is no PID', file({ '@id': `${other}#1` }), content('cite-as'), []],
  [
    'the type of the content, which is no page about something',
    file({ '@type': 'schema:ImageObject' }),
    content('type'),
    ['https://schema.org/ImageObject'],
  ],
];

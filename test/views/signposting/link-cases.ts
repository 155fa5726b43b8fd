import type { JsonObject } from '../../../src/text/json.ts';
import type { SignpostingRelation } from '../../../src/model/typed-link.ts';
import type { LinkSender } from '../../../src/views/signposting/link-sets.ts';

/** Who is to send links, and of which relation. */
interface Sending {
  readonly of: LinkSender;
  readonly relation: SignpostingRelation;
}

/** What is said of a resource, and the targets of which links somebody should send for it. */
export type SaidLinks = readonly [
  name: string,
  said: JsonObject,
  sending: Sending,
  targets: readonly string[],
];

export const landing = (relation: SignpostingRelation): Sending => ({
  of: 'landing page',
  relation,
});

const other = 'https://data.example/other';
const orcid = 'https://orcid.org/0000-0002-1825-0097';
const person = (said: JsonObject): JsonObject => ({ '@type': 'schema:Person', ...said });
const propertyValue = (said: JsonObject): JsonObject => ({
  'schema:identifier': { '@type': 'schema:PropertyValue', ...said },
});

/** Appendix 3 of the CDIF discovery draft: author, name, license and type, in all spellings. */
export const linksOfWhole: readonly SaidLinks[] = [
  ['a creator', { 'schema:creator': person({ '@id': orcid }) }, landing('author'), [orcid]],
  ['an author', { 'schema:author': { '@id': orcid } }, landing('author'), [orcid]],
  ['a creator of Dublin Core', { 'dcterms:creator': { '@id': orcid } }, landing('author'), [orcid]],
  [
    'creators in a list',
    { 'schema:creator': { '@list': [person({ '@id': orcid }), person({ '@id': other })] } },
    landing('author'),
    [other, orcid],
  ],
  [
    'a creator in a Role',
    {
      'schema:creator': {
        '@type': 'schema:Role',
        'schema:roleName': 'Observer',
        'schema:creator': person({ '@id': orcid }),
      },
    },
    landing('author'),
    [orcid],
  ],
  [
    'a creator by the register',
    { 'schema:creator': person({ '@id': other, 'schema:identifier': orcid }) },
    landing('author'),
    [orcid],
  ],
  [
    'a creator by a number of the register',
    {
      'schema:creator': person({
        'schema:identifier': {
          '@type': 'schema:PropertyValue',
          'schema:propertyID': 'https://registry.identifiers.org/registry/orcid',
          'schema:value': 'orcid:0000-0002-1825-0097',
        },
      }),
    },
    landing('author'),
    [orcid],
  ],
  ['no creator by name', { 'schema:creator': 'Ann Other' }, landing('author'), []],
  [
    'no creator by a homepage',
    { 'schema:creator': person({ 'schema:name': 'Ann', 'schema:url': other }) },
    landing('author'),
    [],
  ],
  [
    'no creator whose name stands where an IRI is expected',
    { 'schema:creator': person({ '@id': 'Ann Other' }) },
    landing('author'),
    [],
  ],
  [
    'no Role, but who is in it',
    {
      'schema:creator': {
        '@id': other,
        '@type': 'schema:Role',
        'schema:creator': person({ '@id': orcid }),
      },
    },
    landing('author'),
    [orcid],
  ],
  ['its own name', {}, landing('cite-as'), ['https://data.example/tides']],
  [
    'a DOI as text',
    { 'schema:identifier': 'doi:10.1234/Tides' },
    landing('cite-as'),
    ['https://doi.org/10.1234/Tides'],
  ],
  [
    'a DOI of an older resolver',
    { 'dcterms:identifier': 'http://dx.doi.org/10.1234/tides' },
    landing('cite-as'),
    ['https://doi.org/10.1234/tides'],
  ],
  [
    'a DOI with characters that no IRI has',
    { 'schema:identifier': '10.1002/(SICI)1097<16::AID>3.0.CO;2-2' },
    landing('cite-as'),
    ['https://doi.org/10.1002/%28SICI%291097%3C16%3A%3AAID%3E3.0.CO%3B2-2'],
  ],
  [
    'an ARK',
    propertyValue({ 'schema:value': 'ark:/12345/tides' }),
    landing('cite-as'),
    ['https://n2t.net/ark:/12345/tides'],
  ],
  [
    'an ARK in capitals',
    { 'schema:identifier': 'ARK:/12345/Tides' },
    landing('cite-as'),
    ['https://n2t.net/ark:/12345/Tides'],
  ],
  [
    'an ARK of a resolver',
    { 'schema:identifier': 'https://ark.example/ark:/12345/tides' },
    landing('cite-as'),
    ['https://ark.example/ark:/12345/tides'],
  ],
  [
    'a Handle',
    propertyValue({ 'schema:value': 'hdl:20.500.12345/tides' }),
    landing('cite-as'),
    ['https://hdl.handle.net/20.500.12345/tides'],
  ],
  [
    'a DOI before an ARK and a Handle',
    { 'schema:identifier': ['hdl:20.500.1/a', 'ark:/12345/a', 'doi:10.1234/a'] },
    landing('cite-as'),
    ['https://doi.org/10.1234/a'],
  ],
  [
    'its own name, whatever numbers it has',
    { 'schema:identifier': ['T-17', '10.1 degrees/second', other] },
    landing('cite-as'),
    ['https://data.example/tides'],
  ],
  [
    'a license',
    { 'schema:license': { '@id': 'https://spdx.org/licenses/CC-BY-4.0' } },
    landing('license'),
    ['https://spdx.org/licenses/CC-BY-4.0'],
  ],
  [
    'a license of SPDX by the page about it',
    { 'schema:license': 'http://spdx.org/licenses/CC0-1.0.html' },
    landing('license'),
    ['https://spdx.org/licenses/CC0-1.0'],
  ],
  [
    'one license of several, that of SPDX',
    {
      'schema:license': [
        'https://creativecommons.org/licenses/by/4.0/',
        'https://spdx.org/licenses/CC-BY-4.0',
        other,
      ],
    },
    landing('license'),
    ['https://spdx.org/licenses/CC-BY-4.0'],
  ],
  [
    'a license that is a work',
    { 'schema:license': { '@type': 'schema:CreativeWork', 'schema:url': other } },
    landing('license'),
    [other],
  ],
  [
    'a license of Dublin Core',
    { 'dcterms:license': { '@id': other } },
    landing('license'),
    [other],
  ],
  ['no license that is text', { 'schema:license': 'CC BY 4.0' }, landing('license'), []],
  [
    'no license that is a text where an IRI is expected',
    { 'schema:license': { '@id': 'See LICENSE.txt' } },
    landing('license'),
    [],
  ],
  [
    'a license by its address where it is called a part of the document',
    {
      'schema:license': {
        '@id': '#license',
        '@type': 'schema:CreativeWork',
        'schema:url': other,
      },
    },
    landing('license'),
    [other],
  ],
  [
    'no license that is nil',
    { 'schema:license': { '@id': 'http://www.opengis.net/def/nil/OGC/0/missing' } },
    landing('license'),
    [],
  ],
  ['the type', {}, landing('type'), ['https://schema.org/Dataset', 'https://schema.org/AboutPage']],
  [
    'the type that says most',
    { '@type': ['schema:CreativeWork', 'schema:SoftwareApplication'] },
    landing('type'),
    ['https://schema.org/SoftwareApplication', 'https://schema.org/AboutPage'],
  ],
  [
    'a type of another vocabulary where there is no better one',
    { '@type': 'dcat:Resource', 'schema:additionalType': [{ '@id': other }, 'Gauge'] },
    landing('type'),
    ['http://www.w3.org/ns/dcat#Resource', 'https://schema.org/AboutPage'],
  ],
  [
    'the type of schema.org for one of DCAT',
    { '@type': 'dcat:Dataset' },
    landing('type'),
    ['https://schema.org/Dataset', 'https://schema.org/AboutPage'],
  ],
  [
    'an additional type where there is no better one',
    { '@type': 'schema:CreativeWork', 'schema:additionalType': 'https://schema.org/Map' },
    landing('type'),
    ['https://schema.org/Map', 'https://schema.org/AboutPage'],
  ],
];

import { describe, expect, it } from 'vitest';
import { readMetadataDocuments } from '../../../src/facts/record/metadata-documents.ts';
import type { JsonObject } from '../../../src/text/json.ts';
import { resource } from './resource.ts';

const page = 'https://bog.example/records/7';
const gmd = 'http://www.isotc211.org/2005/gmd';
const eml = 'https://eml.ecoinformatics.org/eml-2.2.0';
const url = 'https://bog.example/records/7.xml';

function documentsOf(said: JsonObject, ...elsewhere: readonly JsonObject[]) {
  const node = resource({ '@id': 'https://bog.example/7', ...said }, ...elsewhere);
  return readMetadataDocuments(node, page);
}

describe('the metadata documents of a record', () => {
  it.each<[string, JsonObject, object]>([
    [
      'an encoding with a namespace as format',
      { encoding: { '@type': 'MediaObject', contentUrl: url, encodingFormat: gmd } },
      { via: 'encoding', format: gmd, syntax: 'xml', profile: gmd },
    ],
    [
      'a subject with a media type and a profile',
      {
        subjectOf: {
          '@type': 'DataDownload',
          additionalType: `${gmd}-noaa`,
          contentUrl: url,
          encodingFormat: 'application/xml',
        },
      },
      { via: 'subjectOf', format: 'application/xml', syntax: 'xml', profile: `${gmd}-noaa` },
    ],
    [
      'a subject whose address is its url',
      {
        subjectOf: {
          '@type': 'CreativeWork',
          url: `${url}#top`,
          encodingFormat: ['application/rdf+xml'],
        },
      },
      { via: 'subjectOf', format: 'application/rdf+xml', syntax: 'xml' },
    ],
    [
      'a distribution that conforms to a metadata format',
      {
        distribution: {
          '@type': 'DataDownload',
          contentUrl: url,
          encodingFormat: 'text/xml',
          'dcterms:conformsTo': { '@id': eml },
        },
      },
      { via: 'distribution', format: 'text/xml', syntax: 'xml', profile: eml },
    ],
    [
      'a distribution with a media type of ISO 19139',
      {
        distribution: {
          '@type': 'DataDownload',
          contentUrl: url,
          encodingFormat: 'application/vnd.iso.19139+xml',
        },
      },
      { via: 'distribution', format: 'application/vnd.iso.19139+xml', syntax: 'xml' },
    ],
    [
      'a distribution in XML that is called metadata',
      {
        distribution: {
          '@type': 'DataDownload',
          name: 'ISO Metadata Document',
          url,
          encodingFormat: 'text/xml',
        },
      },
      { via: 'distribution', format: 'text/xml', syntax: 'xml' },
    ],
    [
      'a subject in JSON',
      { subjectOf: { '@type': 'MediaObject', url, encodingFormat: 'application/ld+json' } },
      { via: 'subjectOf', format: 'application/ld+json', syntax: 'json' },
    ],
    [
      'a subject in another format',
      { subjectOf: { '@type': 'MediaObject', url, encodingFormat: 'text/turtle' } },
      { via: 'subjectOf', format: 'text/turtle', syntax: 'other' },
    ],
  ])('include %s', (_, said, expected) => {
    expect(documentsOf(said)).toEqual([{ url, ...expected }]);
  });

  it.each<[string, JsonObject]>([
    [
      'data in XML',
      { distribution: { '@type': 'DataDownload', url, encodingFormat: 'application/xml' } },
    ],
    ['data as encoding', { encoding: { '@type': 'MediaObject', url, encodingFormat: 'text/csv' } }],
    [
      'a service',
      {
        distribution: {
          '@type': 'WebAPI',
          url,
          encodingFormat: gmd,
        },
      },
    ],
    [
      'a page about the resource, without a format',
      { subjectOf: { '@type': 'CreativeWork', name: 'About page', url } },
    ],
    ['an event', { subjectOf: { '@type': 'Event', url, encodingFormat: 'application/xml' } }],
    [
      'the record itself',
      { subjectOf: { '@type': 'CreativeWork', url: page, encodingFormat: 'application/ld+json' } },
    ],
    [
      'the catalogue record of CDIF',
      {
        subjectOf: {
          '@id': 'https://bog.example/catalogue/7',
          '@type': 'dcat:CatalogRecord',
          encodingFormat: 'application/ld+json',
          'dcterms:conformsTo': { '@id': 'https://w3id.org/cdif/discovery/1.1' },
        },
      },
    ],
    [
      'an address outside of the Web',
      { encoding: { '@type': 'MediaObject', contentUrl: 'file:///7.xml', encodingFormat: gmd } },
    ],
  ])('do not include %s', (_, said) => {
    expect(documentsOf(said)).toEqual([]);
  });

  it('include a record that states the address of another document', () => {
    const about = { about: { '@id': 'https://bog.example/7' } };
    const subject = {
      '@type': 'DigitalDocument',
      url,
      encodingFormat: 'application/xml',
      ...about,
    };
    const found = documentsOf({}, { '@id': 'https://bog.example/other', ...subject });
    expect(found.map((each) => each.url)).toEqual([url]);
  });

  it('have each address once, at most 100', () => {
    const linked = { '@type': 'MediaObject', encodingFormat: gmd };
    const encoding = Array.from({ length: 150 }, (_, at) => {
      return Object.assign({ contentUrl: `${url}?${at % 120}` }, linked);
    });
    expect(documentsOf({ encoding })).toHaveLength(100);
    const two = documentsOf({
      encoding: { ...linked, contentUrl: url },
      distribution: { ...linked, '@type': 'DataDownload', contentUrl: url },
    });
    expect(two.map(({ via }) => via)).toEqual(['encoding']);
  });
});

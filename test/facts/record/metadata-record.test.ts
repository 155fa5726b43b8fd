import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/text/json.ts';
import type { FactValue } from '../../../src/facts/record/fact-node.ts';
import { readMetadata } from '../../../src/facts/record/metadata-record.ts';
import { resource } from './resource.ts';

const own = 'https://bog.example/7';
const record = `${own}/metadata`;

function wordsOf(value: FactValue): string {
  return value.kind === 'literal' ? value.text : value.name;
}

/** What is read of a resource, with what is said elsewhere in its record. */
function metadataOf(said: JsonObject, ...elsewhere: readonly JsonObject[]): object {
  const { records, dates, contacts } = readMetadata(
    resource({ '@id': own, ...said }, ...elsewhere),
  );
  return {
    records: records.map(({ node, kind, profiles }) => {
      return { name: node.name, kind, profiles: profiles.map(wordsOf) };
    }),
    dates,
    contacts: contacts.map(wordsOf),
  };
}

const full: JsonObject = {
  '@id': record,
  additionalType: 'dcat:CatalogRecord',
  'dcterms:conformsTo': { '@id': 'https://w3id.org/cdif/core/1.1' },
  encoding: { 'dcterms:conformsTo': 'CDIF1.0', encodingFormat: 'application/ld+json' },
  identifier: 'doi:10.1234/META',
  dateModified: '2024-02-03',
  datePublished: '2020-01-01',
  maintainer: {
    '@type': 'Role',
    roleName: 'Keeper',
    maintainer: { '@id': 'https://ann.example/' },
  },
  publisher: 'Press',
};
const read = {
  records: [
    {
      name: record,
      kind: 'record',
      profiles: ['https://w3id.org/cdif/core/1.1', 'CDIF1.0'],
    },
  ],
  dates: ['2024-02-03'],
  contacts: ['https://ann.example/'],
};

describe('the metadata of a resource', () => {
  it('is under the resource, or refers to it', () => {
    expect(metadataOf({ subjectOf: full })).toEqual(read);
    expect(metadataOf({}, { ...full, about: { '@id': own } })).toEqual(read);
    const both = { ...full, 'foaf:primaryTopic': { '@id': own } };
    expect(metadataOf({ subjectOf: { '@id': record } }, both)).toEqual(read);
  });

  it.each<[string, JsonObject, string]>([
    ['a DigitalDocument', { '@type': 'DigitalDocument' }, 'record'],
    ['a catalogue record', { '@type': 'dcat:CatalogRecord' }, 'record'],
    ['another format', { '@type': 'DataDownload', encodingFormat: 'application/xml' }, 'document'],
    ['what does not say its kind', { name: 'Metadata' }, 'document'],
    ['an article', { '@type': 'NewsArticle' }, 'other'],
  ])('may be %s', (_, said, kind) => {
    expect(metadataOf({ subjectOf: { '@id': record, ...said } })).toMatchObject({
      records: [{ kind }],
    });
  });

  it('has the most significant date and contact', () => {
    const subjectOf = { '@id': record, '@type': 'DigitalDocument' };
    const published = { 'dcterms:issued': '2020', dateModified: 'unknown', publisher: 'Press' };
    const ofResource = { sdDatePublished: '2019', sdPublisher: 'Shop' };
    expect(metadataOf({ subjectOf: { ...subjectOf, ...published } })).toMatchObject({
      dates: ['2020'],
      contacts: ['Press'],
    });
    expect(metadataOf({ subjectOf, ...ofResource })).toMatchObject({
      dates: ['2019'],
      contacts: ['Shop'],
    });
  });

  it('is not the resource itself', () => {
    expect(metadataOf({ about: { '@id': own } })).toEqual({ records: [], dates: [], contacts: [] });
  });
});

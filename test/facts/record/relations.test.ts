import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/text/json.ts';
import type { FactValue } from '../../../src/facts/record/record-graph.ts';
import {
  isRelationNamed,
  readMetadata,
  readRelations,
} from '../../../src/facts/record/relations.ts';
import { resource } from './resource.ts';

const other = 'https://bog.example/other';

function relationsOf(said: JsonObject): readonly object[] {
  return readRelations(resource(said)).map(({ relations, named, target, forms }) => {
    return { relations, named, target: target.kind === 'node' ? target.name : target.text, forms };
  });
}

describe('the relations of a resource', () => {
  it.each<[string, JsonObject, readonly object[]]>([
    [
      'a property',
      { 'dcterms:isPartOf': { '@id': other } },
      [{ relations: ['ispartof'], target: other, forms: [] }],
    ],
    [
      'a text',
      { citation: 'Peat, 1999' },
      [{ relations: ['citation'], target: 'Peat, 1999', forms: [] }],
    ],
    [
      'an item of a list',
      { itemListElement: { '@type': 'ListItem', item: { '@id': other } } },
      [{ relations: ['itemlistelement'], target: other, forms: [] }],
    ],
    [
      'a LinkRole',
      {
        relatedLink: {
          linkRelationship: 'Is Part-of',
          target: { '@id': other, encodingType: 'text/csv', contentType: 'nil:missing' },
        },
      },
      [{ relations: ['ispartof'], named: 'Is Part-of', target: other, forms: ['text/csv'] }],
    ],
    [
      'a LinkRole by a term',
      {
        relatedLink: {
          '@id': `${other}#link`,
          linkRelationship: { '@type': 'DefinedTerm', name: 'has part', termCode: 'has_item' },
        },
      },
      [
        {
          relations: ['haspart', 'hasitem'],
          named: 'has part',
          target: `${other}#link`,
          forms: [],
        },
      ],
    ],
    [
      'a qualified relation',
      {
        'dcat:qualifiedRelation': {
          'dcat:hadRole': { '@id': 'http://www.iana.org/assignments/relation/predecessor-version' },
          'dcterms:relation': { '@id': other },
        },
      },
      [
        {
          relations: ['predecessorversion'],
          named: 'http://www.iana.org/assignments/relation/predecessor-version',
          target: other,
          forms: [],
        },
      ],
    ],
    [
      'a link that does not say how',
      { relatedLink: [{ '@id': other, linkRelationship: 'nil:missing' }, 'See there'] },
      [
        { relations: [], target: other, forms: [] },
        { relations: [], target: 'See there', forms: [] },
      ],
    ],
    ['none', { name: 'Bog' }, []],
  ])('are read of %s', (_, said, expected) => {
    expect(relationsOf(said)).toEqual(expected);
  });

  it('are known by any of their names', () => {
    const [relation] = readRelations(resource({ hasPart: { '@id': other } }));
    if (relation === undefined) throw new Error('no relation');
    expect(isRelationNamed(relation, 'item', 'haspart')).toBe(true);
    expect(isRelationNamed(relation, 'part')).toBe(false);
  });
});

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

import { describe, expect, it } from 'vitest';
import { isRelationNamed, readRelations } from '../../../src/facts/record/relations.ts';
import type { JsonObject } from '../../../src/text/json.ts';
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

import type { JsonObject } from '../../../src/text/json.ts';
import { describe, expect, it } from 'vitest';
import { readVariables } from '../../../src/facts/record/variables.ts';
import { coerced, resource } from './resource.ts';

const nothing = { names: [], descriptions: [], concepts: [], codes: [], units: [], techniques: [] };

function propertyValue(name: string, more: JsonObject = {}): JsonObject {
  return { '@type': 'PropertyValue', name, ...more };
}

/** The names of the variables of a wind with untyped parts under a property. */
function namesUnder(part: string): readonly string[] {
  const parts = [{ name: 'gust' }, { name: 'QC', value: '1' }, { '@type': 'File', name: 'f' }];
  const wind = propertyValue('wind', { [part]: parts });
  const variables = readVariables(resource({ variableMeasured: wind }));
  return variables.flatMap((each) => each.names.map(({ text }) => text));
}

describe('the variables of a resource', () => {
  it('have names, concepts, units and techniques of a PropertyValue', () => {
    const variables = readVariables(
      resource({
        variableMeasured: {
          '@type': 'PropertyValue',
          name: 'Peat depth',
          alternateName: ['PDEPTH', { '@value': 'Torftiefe', '@language': 'de' }],
          description: '<p>Depth of the peat</p>',
          propertyID: ['https://terms.example/depth', 'PD'],
          unitText: 'metres',
          unitCode: { '@id': 'http://qudt.org/vocab/unit/M' },
          measurementTechnique: 'coring',
          measurementMethod: { '@type': 'DefinedTerm', name: 'Probing' },
          minValue: 'nan',
        },
      }),
    );
    expect(variables).toEqual([
      {
        names: [{ text: 'PDEPTH' }, { text: 'Peat depth' }, { text: 'Torftiefe', language: 'de' }],
        descriptions: [{ text: 'Depth of the peat' }],
        concepts: ['https://terms.example/depth'],
        codes: ['PD'],
        units: ['http://qudt.org/vocab/unit/M', 'metres'],
        techniques: ['Probing', 'coring'],
      },
    ]);
  });

  it.each([
    ['an IRI', { '@id': 'https://terms.example/depth' }],
    ['a text', 'https://terms.example/depth'],
    ['a term', { '@type': 'DefinedTerm', name: 'Depth', url: 'https://terms.example/depth' }],
    ['a PropertyValue', { '@type': 'PropertyValue', value: 'https://terms.example/depth' }],
  ])('have the same concept whether propertyID is %s', (_, propertyID) => {
    const [read] = readVariables(resource({ variableMeasured: { name: 'd', propertyID } }));
    expect(read).toMatchObject({ concepts: ['https://terms.example/depth'], codes: [] });
  });

  it('are the measured properties of a StatisticalVariable or observation', () => {
    const measured = { '@id': 'https://terms.example/depth', name: 'Depth' };
    const expected = {
      ...nothing,
      names: [{ text: 'Depth' }, { text: 'Mean' }],
      concepts: ['https://terms.example/depth'],
    };
    for (const property of ['measuredProperty', 'sosa:observedProperty']) {
      const variableMeasured = {
        '@type': 'StatisticalVariable',
        name: 'Mean',
        [property]: measured,
      };
      expect(readVariables(resource({ variableMeasured }))).toEqual([expected]);
    }
  });

  it('include those of DDI-CDI', () => {
    const variableMeasured = {
      '@id': 'https://bog.example/records/7#depth',
      '@type': 'cdi:InstanceVariable',
      'cdi:name': { 'cdi:name': 'Depth' },
      'cdi:unitOfMeasureKind': 'length',
    };
    const said = { '@id': 'https://bog.example/records/7', variableMeasured };
    expect(readVariables(resource(said))).toEqual([
      { ...nothing, names: [{ text: 'Depth' }], units: ['length'] },
    ]);
  });

  it.each(['valueReference', 'hasPart', 'variableMeasured'])(
    'include the components under %s',
    (part) => {
      const parts = [
        propertyValue('speed', { [part]: propertyValue('gust') }),
        propertyValue('cf_role', { value: 'timeseries_id' }),
        { '@type': 'DefinedTerm', name: 'a term' },
      ];
      const variables = readVariables(
        resource({ variableMeasured: propertyValue('wind', { [part]: parts }) }),
      );
      const names = variables.flatMap((each) => each.names.map(({ text }) => text));
      expect(names).toEqual(['gust', 'speed', 'wind']);
    },
  );

  it('are components without a type under hasPart, but not under valueReference', () => {
    expect(namesUnder('dcterms:hasPart')).toEqual(['gust', 'wind']);
    expect(namesUnder('valueReference')).toEqual(['wind']);
  });

  it('end if one contains itself', () => {
    const wind = { '@id': 'https://bog.example/wind', '@type': 'PropertyValue', name: 'wind' };
    const variables = readVariables(
      resource({ variableMeasured: { ...wind, valueReference: { '@id': wind['@id'] } } }),
    );
    expect(variables).toHaveLength(1);
  });

  it('are texts, whole and in parts', () => {
    const names = readVariables(
      resource({ variableMeasured: ['depth, age', coerced('density'), 'none'] }),
    ).map((each) => each.names.map(({ text }) => text));
    expect(names).toEqual([['age', 'depth', 'depth, age'], ['density']]);
  });

  it('are IRIs of concepts, or nodes elsewhere in the record', () => {
    const variables = readVariables(
      resource(
        {
          variableMeasured: [
            { '@id': 'https://terms.example/age' },
            'https://terms.example/mass',
            { '@id': 'https://bog.example/v' },
            { '@id': 'https://terms.example/density', '@type': 'DefinedTerm', name: 'Density' },
          ],
        },
        { '@id': 'https://bog.example/v', '@type': 'PropertyValue', name: 'Depth' },
      ),
    );
    expect(variables).toEqual([
      { ...nothing, concepts: ['https://terms.example/age'] },
      { ...nothing, concepts: ['https://terms.example/mass'] },
      { ...nothing, names: [{ text: 'Density' }], concepts: ['https://terms.example/density'] },
      { ...nothing, names: [{ text: 'Depth' }] },
    ]);
  });

  it('are distinct, and have a name, concept or code', () => {
    const variableMeasured = [
      { name: 'Unknown', unitText: 'm' },
      { name: 'Depth' },
      { name: 'Depth', description: 'nil:missing' },
      'Depth',
    ];
    expect(readVariables(resource({ variableMeasured }))).toEqual([
      { ...nothing, names: [{ text: 'Depth' }] },
    ]);
  });

  it('are limited to 2,000', () => {
    const variableMeasured = Array.from({ length: 2500 }, (_, index) => ({ name: `v${index}` }));
    expect(readVariables(resource({ variableMeasured }))).toHaveLength(2000);
  });

  it('are read in linear time if many refer to one unit', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `v${index}`);
    const unitCode = { '@id': 'https://terms.example/m' };
    const variables = readVariables(
      resource(
        { variableMeasured: many.map((name) => ({ name, unitCode })) },
        { ...unitCode, name: many, sameAs: many, termCode: many },
      ),
    );
    expect(variables[0]?.units).toHaveLength(50);
  });
});

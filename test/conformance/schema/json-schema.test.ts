import { describe, expect, it } from 'vitest';
import { openSchemas, SchemaFault } from '../../../src/conformance/schema/json-schema.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

function open(...schemas: readonly unknown[]) {
  return openSchemas(
    schemas.map((schema, index) => ({ name: `${index}.json`, text: JSON.stringify(schema) })),
  );
}

describe('a JSON Schema', () => {
  it('finds each value that it refuses, with its pointer and the keyword', () => {
    const [schema] = open({
      $schema: dialect,
      type: 'object',
      required: ['name', 'license'],
      properties: { name: { type: 'string', minLength: 3 }, license: { format: 'uri' } },
    });
    expect(schema?.check({ name: 'ab', license: 'CC0' })).toEqual([
      {
        pointer: '/name',
        keyword: '#/properties/name/minLength',
        asked: 'must NOT have fewer than 3 characters',
      },
      {
        pointer: '/license',
        keyword: '#/properties/license/format',
        asked: 'must match format "uri"',
      },
    ]);
    expect(schema?.check({ name: 'abc', license: 'https://a.example/' })).toEqual([]);
  });

  it('tells what an alternative asks for, as one finding', () => {
    const [schema] = open({
      $schema: dialect,
      properties: {
        creator: {
          anyOf: [
            { type: 'string' },
            { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          ],
        },
      },
    });
    const [first, ...others] = schema?.check({ creator: { name: 7 } }) ?? [];
    expect(others).toEqual([]);
    expect(first?.pointer).toBe('/creator');
    expect(first?.asked).toBe('must match a schema in anyOf; or: must be string');
  });

  it('refers to other schemas by their $id', () => {
    const [, schema] = open(
      { $schema: dialect, $id: 'https://a.example/name', type: 'string' },
      { $schema: dialect, properties: { name: { $ref: 'https://a.example/name' } } },
    );
    expect(schema?.check({ name: 7 })).toHaveLength(1);
    expect(schema?.check({ name: 'x' })).toEqual([]);
  });

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'not an object'],
    ['{"$schema": "http://json-schema.org/draft-04/schema#"}', 'only https://json-schema.org'],
    ['{"$ref": "https://elsewhere.example/schema"}', 'elsewhere.example'],
    ['{"type": "text"}', 'cannot be used'],
  ])('is refused where it cannot be used: %s', (text, reason) => {
    const read = () => openSchemas([{ name: 'a.json', text }]);
    expect(read).toThrow(SchemaFault);
    expect(read).toThrow(reason);
    expect(read).toThrow('a.json');
  });
});

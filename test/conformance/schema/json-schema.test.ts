import { describe, expect, it, vi } from 'vitest';
import { openSchemas, SchemaFault } from '../../../src/conformance/schema/json-schema.ts';

const url = 'record.jsonld';
const dialect = 'https://json-schema.org/draft/2020-12/schema';

function open(...schemas: readonly unknown[]) {
  return openSchemas(
    schemas.map((schema, index) => ({ name: `${index}.json`, text: JSON.stringify(schema) })),
  );
}

function unknownFormat(format: string, property: string): string {
  return `unknown format "${format}" ignored in schema at path "#/properties/${property}"`;
}

describe('a JSON Schema', () => {
  it('finds each value that it refuses, with its pointer and the keyword', () => {
    const [schema] = open({
      $schema: dialect,
      type: 'object',
      required: ['name', 'license'],
      properties: { name: { type: 'string', minLength: 3 }, license: { format: 'uri' } },
    });
    expect(schema?.check({ name: 'ab', license: 'CC0' }, url)).toEqual([
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
    expect(schema?.check({ name: 'abc', license: 'https://a.example/' }, url)).toEqual([]);
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
    const [first, ...others] = schema?.check({ creator: { name: 7 } }, url) ?? [];
    expect(others).toEqual([]);
    expect(first?.pointer).toBe('/creator');
    expect(first?.asked).toBe('must match a schema in anyOf; or: must be string');
  });

  it('refers to other schemas by their $id', () => {
    const [, schema] = open(
      { $schema: dialect, $id: 'https://a.example/name', type: 'string' },
      { $schema: dialect, properties: { name: { $ref: 'https://a.example/name' } } },
    );
    expect(schema?.check({ name: 7 }, url)).toHaveLength(1);
    expect(schema?.check({ name: 'x' }, url)).toEqual([]);
  });

  it('may be true, which permits everything, or false, which refuses everything', () => {
    const [permitting, refusing] = open(true, false);
    expect(permitting?.check({}, url)).toEqual([]);
    expect(refusing?.check({}, url)).toMatchObject([{ pointer: '', keyword: '#/false schema' }]);
  });

  it('takes decimal multiples by their value, whatever binary division makes of them', () => {
    const [schema] = open({ properties: { price: { multipleOf: 0.01 } } });
    expect(schema?.check({ price: 0.07 }, url)).toEqual([]);
    expect(schema?.check({ price: 19.99 }, url)).toEqual([]);
    expect(schema?.check({ price: 0.075 }, url)).toHaveLength(1);
  });

  it('names once, with its file, a format that it does not know, and writes nothing itself', () => {
    const write = vi.spyOn(console, 'warn');
    const [known, schema] = open(
      { properties: { name: { format: 'date' } } },
      { properties: { name: { format: '\u001B[31mx' }, url: { format: 'iri' } } },
    );
    expect(write).not.toHaveBeenCalled();
    expect(known?.unevaluated()).toEqual([]);
    expect(schema?.unevaluated()).toEqual([
      { shape: '1.json', construct: 'schema', reason: unknownFormat('\u{FFFD}[31mx', 'name') },
      { shape: '1.json', construct: 'schema', reason: unknownFormat('iri', 'url') },
    ]);
  });

  it('names once the documents that it cannot check, which count neither as valid nor not', () => {
    const [schema] = open({ $ref: '#' });
    expect(schema?.check({}, url)).toBeUndefined();
    expect(schema?.check({}, 'other.jsonld')).toBeUndefined();
    expect(schema?.unevaluated()).toEqual([
      {
        shape: '0.json',
        construct: 'documents',
        reason: 'Maximum call stack size exceeded, first for record.jsonld',
      },
    ]);
  });

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'not an object'],
    ['{"$schema": "http://json-schema.org/draft-04/schema#"}', 'only https://json-schema.org'],
    ['{"$ref": "https://elsewhere.example/schema"}', 'elsewhere.example'],
    ['{"type": "text"}', 'cannot be used'],
    ['{"$async": true, "type": "array"}', '$async is no keyword of JSON Schema'],
  ])('is refused where it cannot be used: %s', (text, reason) => {
    const read = () => openSchemas([{ name: 'a.json', text }]);
    expect(read).toThrow(SchemaFault);
    expect(read).toThrow(reason);
    expect(read).toThrow('a.json');
  });
});

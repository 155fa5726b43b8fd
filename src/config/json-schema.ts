import { z } from 'zod';
import { configSchema, sourceKinds } from './schema.ts';

/** The part of JSON Schema (2020-12) that the configuration uses. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly items?: JsonSchema | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly deprecated?: boolean | undefined;
  readonly [keyword: string]: unknown;
}

/** A text with an environment variable, whose value an editor cannot check. */
const variable: JsonSchema = { type: 'string', pattern: String.raw`\$\{` };

/**
 * The JSON Schema of a configuration file before defaults, for editors: the text of
 * `config/config.schema.json`. Beyond the zod schema it says that a source has exactly one
 * location, an optional mapping may be empty, and any value may be a variable.
 */
export function configJsonSchemaText(): string {
  const { $schema, ...schema } = fromZod();
  const title = 'Configuration of cdif-graph';
  const sources = schema.properties?.['sources'];
  const oneOf = sourceKinds.map((kind) => ({
    type: 'object',
    properties: { [kind]: {} },
    required: [kind],
  }));
  const items = { ...sources?.items, oneOf };
  const properties = { ...schema.properties, sources: { ...sources, items } };
  const complete = { $schema, title, ...asWritten({ ...schema, properties }) };
  return `${JSON.stringify(complete, undefined, 2)}\n`;
}

/** The known keys of the mapping at a place; empty if there is no mapping. */
export function knownKeys(path: readonly (string | number)[]): readonly string[] {
  let schema: JsonSchema | undefined = fromZod();
  for (const step of path) {
    schema = typeof step === 'number' ? schema?.items : schema?.properties?.[step];
  }
  return Object.keys(schema?.properties ?? {});
}

/** The mappings that have a key, as dotted paths; the empty string for the top level. */
export function placesOfKey(key: string): readonly string[] {
  const places: string[] = [];
  const search = (schema: JsonSchema, place: string): void => {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (name === key) places.push(place);
      search(member.items ?? member, place === '' ? name : `${place}.${name}`);
    }
  };
  search(fromZod(), '');
  return places;
}

function fromZod(): JsonSchema {
  const { '~standard': _, ...schema } = z.toJSONSchema(configSchema, { io: 'input' });
  return schema as JsonSchema; // zod returns JSON Schema
}

/** Allows variables for values, and nothing for optional mappings. */
function asWritten(schema: JsonSchema): JsonSchema {
  const { properties, items, type, description, default: byDefault, ...limits } = schema;
  if (properties !== undefined) {
    const members = Object.entries(properties).map(
      ([key, member]) => [key, asWritten(member)] as const,
    );
    const written = { ...schema, properties: Object.fromEntries(members) };
    if (byDefault === undefined) return written;
    const { default: _, ...withoutDefault } = written;
    return { ...withoutDefault, type: ['object', 'null'] };
  }
  if (items !== undefined) return { ...schema, items: asWritten(items) };
  // A mapping with arbitrary keys.
  if (type === 'object') return { ...schema, type: ['object', 'null'] };
  const hasForm = type !== 'string' || 'format' in limits || 'pattern' in limits;
  // Deprecated keys may have any value.
  if (!hasForm || schema.deprecated === true) return schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    anyOf: [{ type, ...limits }, variable],
  };
}

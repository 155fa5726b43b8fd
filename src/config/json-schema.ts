import { z } from 'zod';
import { configSchema, sourceKinds } from './schema.ts';

/** The part of JSON Schema (2020-12) that a configuration needs. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly items?: JsonSchema | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly deprecated?: boolean | undefined;
  readonly [keyword: string]: unknown;
}

/** A text that gets its value from the environment, of which an editor cannot know more. */
const variable: JsonSchema = { type: 'string', pattern: String.raw`\$\{` };

/**
 * The JSON Schema of a configuration file, for editors, as `config/config.schema.json` has it: what may be written,
 * before defaults. Three things are said beside what the zod schema tells: a source has exactly one location, a mapping
 * that need not be given may be empty, and any value may come from a variable.
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

/** The known keys at a place. None where there is no mapping. */
export function knownKeys(path: readonly (string | number)[]): readonly string[] {
  let schema: JsonSchema | undefined = fromZod();
  for (const step of path) {
    schema = typeof step === 'number' ? schema?.items : schema?.properties?.[step];
  }
  return Object.keys(schema?.properties ?? {});
}

/** The places that know a key: the keys that lead to the mapping it belongs in. */
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
  return schema as JsonSchema; // zod promises JSON Schema, of which this is a part.
}

/** What may be written for what a schema describes. */
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
  // A mapping whose keys are free.
  if (type === 'object') return { ...schema, type: ['object', 'null'] };
  const hasForm = type !== 'string' || 'format' in limits || 'pattern' in limits;
  // What is deprecated may be anything.
  if (!hasForm || schema.deprecated === true) return schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    anyOf: [{ type, ...limits }, variable],
  };
}

import { excessIn, type JsonExcess, type JsonLimits } from './json-complexity.ts';
import { locateJsonFault, type JsonFault } from '../text/json-fault.ts';

/** A JSON object, of whose members nothing is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a text that should be JSON-LD turned out to be. */
export type JsonReading =
  | { readonly kind: 'document'; readonly json: string; readonly value: JsonDocument }
  | { readonly kind: 'malformed'; readonly fault: JsonFault }
  | ({ readonly kind: 'too-complex' } & JsonExcess)
  /** A JSON Schema, a JSON-LD context or frame: it says how other documents look. */
  | { readonly kind: 'template' }
  /** JSON (or nothing at all) in which there is nothing that could have properties. */
  | { readonly kind: 'not-metadata'; readonly found: string };

/** JSON that can be metadata: an object that is not empty, or an array with one in it. */
export type JsonDocument = JsonObject | readonly unknown[];

/**
 * Reads a text as one JSON document. Blanks around it, a byte order mark among them, do not count.
 * @param limits text that is beyond them is not parsed
 * @returns where it is malformed, `fault.offset` is an offset in `text`
 */
export function readJson(text: string, limits: JsonLimits): JsonReading {
  const json = text.trim();
  if (json === '') return { kind: 'not-metadata', found: 'nothing' };
  const excess = excessIn(json, limits);
  if (excess !== undefined) return { kind: 'too-complex', ...excess };
  const value = parseJson(json);
  if (value === undefined) {
    const fault = locateJsonFault(json) ?? { offset: 0, detail: 'not JSON' };
    const leading = text.length - text.trimStart().length;
    return { kind: 'malformed', fault: { ...fault, offset: fault.offset + leading } };
  }
  if (isTemplate(value, json)) return { kind: 'template' };
  if (isDocument(value)) return { kind: 'document', json, value };
  return { kind: 'not-metadata', found: describeJson(value) };
}

/** Whether a JSON value is an object and not an array or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined, which JSON does not have, where it is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** JSON-LD 1.1 Framing §4.1: keywords that stand in frames only. */
const framing = /"@(?:embed|explicit|omitDefault|omitGraph|requireAll)"\s*:/u;

function isTemplate(value: unknown, json: string): boolean {
  if (!isObject(value)) return false;
  const isMereContext = '@context' in value && Object.keys(value).length === 1;
  return isMereContext || isJsonSchema(value) || framing.test(json);
}

/** Whether the root says that it is a JSON Schema, and nothing that would make it JSON-LD. */
function isJsonSchema(value: JsonObject): boolean {
  if (['@context', '@graph', '@type'].some((name) => name in value)) return false;
  const { $schema } = value;
  return typeof $schema === 'string' && /^https?:\/\/json-schema\.org\//iu.test($schema.trim());
}

function isDocument(value: unknown): value is JsonDocument {
  return Array.isArray(value) ? value.some((item) => hasMembers(item)) : hasMembers(value);
}

/** Whether a JSON value is an object that is not empty. */
export function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

/** A JSON value that is no metadata, in a few words. */
export function describeJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty array' : 'an array without objects';
  return typeof value === 'object' ? 'an empty object' : `a ${typeof value}`;
}

import { isNestedDeeper } from './json-depth.ts';
import { locateJsonFault, type JsonFault } from './json-fault.ts';

/** A JSON object, of whose members nothing is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a text that should be JSON-LD turned out to be. */
export type JsonReading =
  | { readonly kind: 'document'; readonly json: string; readonly value: JsonDocument }
  | { readonly kind: 'malformed'; readonly fault: JsonFault }
  | { readonly kind: 'too-deep' }
  /** JSON (or nothing at all) in which there is nothing that could have properties. */
  | { readonly kind: 'not-metadata'; readonly found: string };

/** JSON that can be metadata: an object that is not empty, or an array with one in it. */
export type JsonDocument = JsonObject | readonly unknown[];

/**
 * Reads a text as one JSON document. Blanks around it, a byte order mark among them, do not count.
 * @param maxDepth levels of arrays and objects; deeper text is not parsed
 * @returns where it is malformed, `fault.offset` is an offset in `text`
 */
export function readJson(text: string, maxDepth: number): JsonReading {
  const json = text.trim();
  if (json === '') return { kind: 'not-metadata', found: 'nothing' };
  if (isNestedDeeper(json, maxDepth)) return { kind: 'too-deep' };
  const value = parse(json);
  if (value === undefined) {
    const fault = locateJsonFault(json) ?? { offset: 0, detail: 'not JSON' };
    const leading = text.length - text.trimStart().length;
    return { kind: 'malformed', fault: { ...fault, offset: fault.offset + leading } };
  }
  if (isDocument(value)) return { kind: 'document', json, value };
  return { kind: 'not-metadata', found: describe(value) };
}

/** Whether a JSON value is an object and not an array or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON has no undefined, so it can say that a text is not JSON. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isDocument(value: unknown): value is JsonDocument {
  return Array.isArray(value) ? value.some((item) => hasMembers(item)) : hasMembers(value);
}

function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty array' : 'an array without objects';
  return typeof value === 'object' ? 'an empty object' : `a ${typeof value}`;
}

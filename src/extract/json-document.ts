/** A JSON object, of whose members nothing is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** JSON that can be metadata: an object that is not empty, or an array with one in it. */
export type JsonDocument = JsonObject | readonly unknown[];

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

/** A JSON object with unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** JSON that may be metadata: a non-empty object, or an array that contains one. */
export type JsonDocument = JsonObject | readonly unknown[];

/** Whether a JSON value is an object and not an array or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON text; undefined, which JSON cannot contain, where invalid. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a JSON value is a non-empty object. */
export function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

/** Describes a JSON value that is not metadata, in a few words. */
export function describeJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty array' : 'an array without objects';
  return typeof value === 'object' ? 'an empty object' : `a ${typeof value}`;
}

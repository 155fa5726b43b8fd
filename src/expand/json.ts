/** JSON as `JSON.parse` returns it; changed in place only by preparation, which owns it. */
export type JsonValue = null | boolean | number | string | JsonContainer;
/** What holds other JSON values. */
export type JsonContainer = JsonValue[] | JsonObject;
/** An object of JSON that `JSON.parse` made. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/** Whether a value is a JSON object, not an array and not null. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an array or an object. */
export function isContainer(value: JsonValue | undefined): value is JsonContainer {
  return typeof value === 'object' && value !== null;
}

/** Wraps a value in an array unless it is one. */
export function asArray(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

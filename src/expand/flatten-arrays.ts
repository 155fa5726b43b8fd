import { isContainer, type JsonContainer, type JsonValue } from './json.ts';

/** The processor is fast enough up to this number. */
const maxFastArrays = 1000;

/** An array that contains arrays, and how many. */
export interface NestedArray {
  readonly array: JsonValue[];
  readonly inner: number;
}

/**
 * Flattens nested arrays in place, as JSON-LD does (nesting matters only in lists and JSON
 * literals): jsonld.js takes quadratic time, half a minute for a polygon of ten thousand points.
 * @param nested all arrays that contain arrays, outer before inner
 */
export function flattenArrays(document: JsonContainer, nested: readonly NestedArray[]): void {
  const count = nested.reduce((sum, { inner }) => sum + inner, 0);
  if (count <= maxFastArrays || hasListOrJson(document)) return;
  for (const { array } of nested) {
    const flat = (array as unknown[]).flat(Infinity);
    array.length = 0;
    // TypeScript cannot type `flat(Infinity)`; the values are the same.
    for (const value of flat) array.push(value as JsonValue);
  }
}

/** Whether `@list` or `@json` occurs anywhere, as a name or a value. */
function hasListOrJson(document: JsonContainer): boolean {
  const pending: JsonContainer[] = [document];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Object.hasOwn(next, '@list')) return true;
    for (const value of Object.values<JsonValue>(next)) {
      if (value === '@list' || value === '@json') return true;
      if (isContainer(value)) pending.push(value);
    }
  }
  return false;
}

import { isContainer, type JsonContainer, type JsonValue } from './json.ts';

/** Up to so many, the processor is fast enough as it is. */
const fewArrays = 1000;

/** An array that holds arrays, and how many. */
export interface NestedArray {
  readonly array: JsonValue[];
  readonly inner: number;
}

/**
 * Dissolves arrays within arrays in place, as JSON-LD means them (only in lists and JSON literals does nesting say
 * anything): jsonld.js takes time by the square of their number, a polygon of some ten thousand points half a minute.
 * @param nested all arrays of the document that hold arrays, the outer before the inner
 */
export function flattenArrays(document: JsonContainer, nested: readonly NestedArray[]): void {
  const count = nested.reduce((sum, { inner }) => sum + inner, 0);
  if (count <= fewArrays || saysWhereNestingMatters(document)) return;
  for (const { array } of nested) {
    const flat = (array as unknown[]).flat(Infinity);
    array.length = 0;
    // TypeScript gives up on the type of what is flattened to any depth; it is made of the same values.
    for (const value of flat) array.push(value as JsonValue);
  }
}

/** Whether `@list` or `@json` occurs anywhere, as a name or a value. */
function saysWhereNestingMatters(document: JsonContainer): boolean {
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

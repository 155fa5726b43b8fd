import { canonicalJson } from '../../text/canonical-json.ts';
import { isObject, type JsonValue } from '../json.ts';

/**
 * The content of expanded JSON-LD as a text that depends on the order of lists only, not of members
 * or values.
 */
export function contentOf(value: JsonValue): string {
  return canonicalJson(sortValues(value, false));
}

function sortValues(value: JsonValue, isList: boolean): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => sortValues(item, false));
    if (isList) return items;
    const texts = new Map(items.map((item) => [canonicalJson(item), item]));
    return [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
  }
  if (!isObject(value) || '@value' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, sortValues(member, name === '@list')]),
  );
}

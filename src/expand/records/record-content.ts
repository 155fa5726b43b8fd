import { canonicalJson } from '../../text/canonical-json.ts';
import { isObject, type JsonValue } from '../json.ts';

/** What expanded JSON-LD says, as a text in which the order of members and of values does not matter, but that of lists does. */
export function contentOf(value: JsonValue): string {
  return canonicalJson(ordered(value, false));
}

function ordered(value: JsonValue, isList: boolean): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => ordered(item, false));
    if (isList) return items;
    const texts = new Map(items.map((item) => [canonicalJson(item), item]));
    return [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
  }
  if (!isObject(value) || '@value' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, ordered(member, name === '@list')]),
  );
}

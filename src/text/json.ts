/** JSON as `JSON.parse` returns it. Only the preparation of a document changes it in place. */
export type JsonValue = null | boolean | number | string | JsonContainer;
/** JSON that contains other JSON values. */
export type JsonContainer = JsonValue[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/** Parses a JSON text; undefined, which JSON cannot contain, where invalid. */
export function parseJson(json: string): JsonValue | undefined {
  try {
    return JSON.parse(json) as JsonValue; // by definition
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a value is a JSON object, not an array and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an array or an object. */
export function isContainer(value: JsonValue | undefined): value is JsonContainer {
  return typeof value === 'object' && value !== null;
}

/**
 * All containers in a JSON value, itself first. Changes made while iterating are seen.
 * @param except the name of members to leave out
 */
export function* containersIn(root: JsonContainer, except?: string): Generator<JsonContainer> {
  const found = [root];
  for (const container of found) {
    yield container;
    for (const [name, value] of Object.entries<JsonValue>(container)) {
      if (isContainer(value) && name !== except) found.push(value);
    }
  }
}

/** Wraps a value in an array unless it is one. */
export function asArray(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

type Pending = { readonly text: string } | { readonly value: unknown };

/**
 * Serialises a JSON value in the canonical form of RFC 8785 (members sorted by UTF-16 code unit, no
 * blanks), the lexical form of rdf:JSON (JSON-LD 1.1 §10.2). Any depth is safe.
 * @param value from `JSON.parse`, without numbers beyond the range of a double
 */
export function canonicalJson(value: unknown): string {
  let written = '';
  const pending: Pending[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) written += next.text;
    else if (typeof next.value !== 'object' || next.value === null)
      written += JSON.stringify(next.value);
    else for (const part of partsOf(next.value).toReversed()) pending.push(part);
  }
  return written;
}

function partsOf(container: object): Pending[] {
  const isArray = Array.isArray(container);
  const members: [name: string, value: unknown][] = Object.entries(container);
  if (!isArray) members.sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = members.flatMap(([name, value], index): Pending[] => {
    const comma = index === 0 ? '' : ',';
    return [{ text: isArray ? comma : `${comma}${JSON.stringify(name)}:` }, { value }];
  });
  return [{ text: isArray ? '[' : '{' }, ...parts, { text: isArray ? ']' : '}' }];
}

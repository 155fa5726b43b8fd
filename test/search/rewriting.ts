/** JSON-LD that was written. */
type Json = boolean | number | string | null | readonly Json[] | { readonly [key: string]: Json };

/** Another way to write a document that says the same. */
export type Rewrite = (json: string) => string;

/** All arrays the other way round, but those whose order counts. */
export const arraysReversed: Rewrite = (json) =>
  text(rewritten(parsed(json), { list: (list) => list.toReversed() }));

/** Every value that stands alone in an array. */
export const valuesWrapped: Rewrite = (json) =>
  text(rewritten(parsed(json), { value: (value) => (isArray(value) ? value : [value]) }));

/** The keys of every node the other way round. */
export const keysReversed: Rewrite = (json) =>
  text(rewritten(parsed(json), { entries: (entries) => entries.toReversed() }));

interface Changes {
  readonly list?: (list: readonly Json[]) => readonly Json[];
  readonly value?: (value: Json) => Json;
  readonly entries?: (entries: readonly [string, Json][]) => [string, Json][];
}

const parsed = (json: string): Json => JSON.parse(json) as Json;
const text = (json: Json): string => JSON.stringify(json);

function rewritten(json: Json, changes: Changes): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (isArray(json)) {
    const list = json.map((each) => rewritten(each, changes));
    return changes.list?.(list) ?? list;
  }
  const entries = Object.entries(json).map(([key, value]): [string, Json] => {
    if (key === '@context' || key === '@list') return [key, value];
    const inner = rewritten(value, changes);
    // `type` may be one of JSON-LD's own keys.
    const isProperty =
      !/^(?:@.*|id|type)$/u.test(key) && !language.test(key) && !isLanguageMap(value);
    return [key, isProperty ? (changes.value?.(inner) ?? inner) : inner];
  });
  return Object.fromEntries(changes.entries?.(entries) ?? entries);
}

const language = /^(?:@none|[a-z]{2}(?:-[A-Z]{2})?)$/u;

/** A map from languages to texts cannot stand in an array. */
const isLanguageMap = (json: Json): boolean =>
  typeof json === 'object' && json !== null && Object.keys(json).every((key) => language.test(key));

const isArray = (json: Json): json is readonly Json[] => Array.isArray(json);

import type { FindingSink } from './findings.ts';
import { asArray, isContainer, isObject, type JsonContainer, type JsonValue } from './json.ts';
import { isSchemaOrgContext, isSchemaOrgWithoutScheme } from './schema-org/context-url.ts';

/**
 * Repairs, in place, names that make JSON-LD expansion fail: an `@id` that is not a text (null, a
 * number, an object) is removed, and so is each such `@type`, which is noted as `value-dropped`. A
 * type written as a reference (`{"@id": "schema:Dataset"}`) has one reading and is kept, noted as
 * `iri-repaired`.
 * @returns whether there were any
 */
export function mendUnusableNames(document: JsonContainer, findings: FindingSink): boolean {
  const keywords = keywordsIn(document);
  let isChanged = false;
  for (const container of containersIn(document)) {
    if (!isObject(container)) continue;
    for (const [name, value] of Object.entries(container)) {
      const keyword = keywords.get(name);
      if (keyword === undefined || isUsable(value, keyword)) continue;
      const types = keyword === '@type' ? asArray(value) : [];
      const mended = types.flatMap((type) => mendType(type, keywords, findings));
      if (keyword === '@id') noteDropped(value, findings);
      if (mended.length === 0) delete container[name];
      else container[name] = mended;
      isChanged = true;
    }
  }
  return isChanged;
}

/** The keywords for the name and the types of a node. */
export type Keyword = '@id' | '@type';

function isUsable(value: JsonValue, keyword: Keyword): boolean {
  if (typeof value === 'string') return true;
  return keyword === '@type' && Array.isArray(value) && value.every(isText);
}

function isText(value: JsonValue): boolean {
  return typeof value === 'string';
}

/** @returns the type, or nothing if invalid */
function mendType(
  type: JsonValue,
  keywords: ReadonlyMap<string, Keyword>,
  findings: FindingSink,
): readonly string[] {
  if (typeof type === 'string') return [type];
  const members = isObject(type) ? Object.entries(type) : [];
  const [, repaired] = members.find(([name]) => keywords.get(name) === '@id') ?? [];
  if (typeof repaired !== 'string') {
    noteDropped(type, findings);
    return [];
  }
  findings.add({ kind: 'iri-repaired', value: JSON.stringify(type), repaired });
  return [repaired];
}

function noteDropped(value: JsonValue, findings: FindingSink): void {
  findings.add({ kind: 'value-dropped', value: JSON.stringify(value), reason: 'no-name' });
}

/** The names of both keywords, with the aliases in any context of the document. */
export function keywordsIn(document: JsonContainer): ReadonlyMap<string, Keyword> {
  const keywords = new Map<string, Keyword>([
    ['@id', '@id'],
    ['@type', '@type'],
  ]);
  for (const container of containersIn(document)) {
    if (!isObject(container)) continue;
    for (const context of asArray(container['@context'] ?? null)) {
      for (const [name, keyword] of aliasesIn(context)) keywords.set(name, keyword);
    }
  }
  return keywords;
}

function aliasesIn(context: JsonValue): readonly (readonly [string, Keyword])[] {
  if (typeof context === 'string') {
    const isSchemaOrg = isSchemaOrgContext(context) || isSchemaOrgWithoutScheme(context);
    return isSchemaOrg ? schemaOrgAliases : [];
  }
  if (!isObject(context)) return [];
  return Object.entries(context).flatMap(([name, definition]) => {
    const meaning = isObject(definition) ? definition['@id'] : definition;
    return meaning === '@id' || meaning === '@type' ? [[name, meaning] as const] : [];
  });
}

const schemaOrgAliases = [
  ['id', '@id'],
  ['type', '@type'],
] as const;

/**
 * The containers of a document without contexts, where `"@id": null` has a meaning. Changes made
 * while iterating are seen.
 */
function* containersIn(document: JsonContainer): Iterable<JsonContainer> {
  const found = [document];
  for (const container of found) {
    yield container;
    for (const [name, value] of Object.entries(container)) {
      if (name !== '@context' && isContainer(value)) found.push(value);
    }
  }
}

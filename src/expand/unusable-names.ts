import type { FindingSink } from './findings.ts';
import { asArray, isContainer, isObject, type JsonContainer, type JsonValue } from './json.ts';
import { isSchemaOrgContext, isSchemaOrgWithoutScheme } from './schema-org/context-url.ts';

/**
 * Takes out of a document, in place, what ends JSON-LD expansion and names nothing: an `@id` that is no text (null, a
 * number, an object), an `@type` that is null. Each is noted as `value-dropped`; what is said of the node stays.
 * @returns whether there were any
 */
export function dropUnusableNames(document: JsonContainer, findings: FindingSink): boolean {
  const keywords = keywordsIn(document);
  let isChanged = false;
  for (const container of containersIn(document)) {
    if (!isObject(container)) continue;
    for (const [name, value] of Object.entries(container)) {
      const keyword = keywords.get(name);
      if (keyword === undefined || !isUnusable(value, keyword)) continue;
      findings.add({ kind: 'value-dropped', value: JSON.stringify(value), reason: 'no-name' });
      delete container[name];
      isChanged = true;
    }
  }
  return isChanged;
}

type Keyword = '@id' | '@type';

function isUnusable(value: JsonValue, keyword: Keyword): boolean {
  return keyword === '@id' ? typeof value !== 'string' : value === null;
}

/** The two keywords, and what the contexts of the document, wherever they stand, have in their place. */
function keywordsIn(document: JsonContainer): ReadonlyMap<string, Keyword> {
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

/** The containers of a document, contexts left out: there `"@id": null` has a meaning. */
function containersIn(document: JsonContainer): readonly JsonContainer[] {
  const found = [document];
  for (const container of found) {
    for (const [name, value] of Object.entries(container)) {
      if (name !== '@context' && isContainer(value)) found.push(value);
    }
  }
  return found;
}

import { schemaOrgNamespace } from '../../rdf/vocabularies.ts';
import type { JsonObject } from '../../text/json.ts';
import { coercions, prefixes, terms } from './terms.generated.ts';

/** The local names of all classes, properties and members of enumerations. */
export const schemaOrgTerms: ReadonlySet<string> = new Set(terms);

/** The prefixes in schema.org's context. */
export const schemaOrgPrefixes: Readonly<Record<string, string>> = prefixes;

/** The local names of the properties whose texts schema.org's context coerces to IRIs. */
export const propertiesOfIris: readonly string[] = Object.keys(coercions).filter(
  (name) => coercions[name] === '@id',
);

/**
 * schema.org's context without the terms that `@vocab` expands alike. Equivalent to
 * `completeSchemaOrgContext` where no other context redefines those terms, and ten times as fast.
 */
export const shortSchemaOrgContext: JsonObject = {
  type: '@type',
  id: '@id',
  '@vocab': schemaOrgNamespace,
  HTML: { '@id': 'rdf:HTML' },
  ...prefixes,
  ...Object.fromEntries(
    Object.entries(coercions).map(([term, type]) => [
      term,
      { '@id': `schema:${term}`, '@type': type },
    ]),
  ),
};

/** schema.org's context with every term: https://schema.org/docs/jsonldcontext.jsonld. */
export const completeSchemaOrgContext: JsonObject = contextOf(terms);

/**
 * The smallest of the contexts with the needed terms. Documents that share the processor's cache
 * share the complete context, too.
 */
export function schemaOrgContextWith(
  needed: 'all' | ReadonlySet<string>,
  isPrivate: boolean,
): JsonObject {
  if (needed === 'all') return completeSchemaOrgContext;
  if (needed.size === 0) return shortSchemaOrgContext;
  return isPrivate ? contextOf(needed) : completeSchemaOrgContext;
}

/** Each term with the coercion of schema.org's context, for contexts that build on its terms. */
export function defineSchemaOrgTerms(): JsonObject {
  const definitions: JsonObject = {};
  for (const term of terms) {
    const type = coercions[term];
    const iri = schemaOrgNamespace + term;
    if (type === undefined) definitions[term] = iri;
    else {
      const datatype = type === '@id' ? type : schemaOrgNamespace + type;
      definitions[term] = { '@id': iri, '@type': datatype };
    }
  }
  return definitions;
}

function contextOf(some: Iterable<string>): JsonObject {
  const definitions = Array.from(some, (term) => [term, { '@id': `schema:${term}` }] as const);
  return { ...Object.fromEntries(definitions), ...shortSchemaOrgContext };
}

import { schemaOrgNamespace } from '../../rdf/vocabularies.ts';
import { parseUrl } from '../../text/parsed-url.ts';
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

function contextOf(some: Iterable<string>): JsonObject {
  const definitions = Array.from(some, (term) => [term, { '@id': `schema:${term}` }] as const);
  return { ...Object.fromEntries(definitions), ...shortSchemaOrgContext };
}

// For example /docs/jsonldcontext.jsonld, /version/latest/schemaorg-current-https.jsonld.
const contextPath = /^\/*$|\.json(?:ld)?(?:\.txt)?$/iu;

/** Whether a URL is one of those used for schema.org's context. */
export function isSchemaOrgContextUrl(url: string): boolean {
  const parsed = parseUrl(url);
  if (parsed === undefined) return false;
  const { protocol, hostname, pathname } = parsed;
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    (hostname === 'schema.org' || hostname === 'www.schema.org') &&
    contextPath.test(pathname)
  );
}

/**
 * Whether a context reference is schema.org's without a scheme: `schema.org`, `//www.schema.org/`.
 */
export function isSchemaOrgWithoutScheme(reference: string): boolean {
  return /^(?:\/\/)?(?:www\.)?schema\.org\/?$/iu.test(reference);
}

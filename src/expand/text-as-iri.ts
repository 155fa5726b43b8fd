import { iriTerm } from '../rdf/n-quads.ts';
import { bareDoi } from '../rdf/identifier-name.ts';
import { propertiesOfIris, schemaOrgNamespace } from './schema-org/context.ts';

/** Of these properties (as N-Quads terms) schema.org's context takes any text for an IRI. */
export const coercedPredicates: ReadonlySet<string> = new Set(
  propertiesOfIris.map((name) => iriTerm(schemaOrgNamespace + name)),
);

/** `www.a.example`, `a.org/7`: a URL that lacks its scheme. */
const host = /^(?:www\.|(?:[a-z\d-]+\.)+(?:com|edu|eu|gov|info|int|io|net|org|[a-z]{2})\/)/iu;
/** A name without folders, fragment, query and the ending of a file: `CC0`, `CC-BY-4.0`, `missing`. */
const word = /^[^/?#]*$/u;
const fileEnding = /\.[a-z][a-z\d]{0,7}$/iu;

/**
 * Whether a reference was hardly meant to be relative: a text with blanks, a word such as `CC0`, a DOI, a URL without
 * its scheme.
 */
export function isTextRatherThanReference(reference: string): boolean {
  if (reference === '') return false;
  if (/\s/u.test(reference) || host.test(reference) || bareDoi.test(reference)) return true;
  return word.test(reference) && !fileEnding.test(reference);
}

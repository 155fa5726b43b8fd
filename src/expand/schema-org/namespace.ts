import { canonicalTerm, schemaOrgNamespace } from '../../rdf/schema-org.ts';
import { schemaOrgTerms } from './context.ts';

const withoutSlashOrWithHash = /^https?:\/\/(?:www\.)?schema\.org(?:\/?#)?/iu;
const withoutSlash = /^\s*https?:\/\/(?:www\.)?schema\.org\s*$/iu;

/**
 * Canonicalises an IRI that may name anything. It is a term only if schema.org has it
 * (`https://schema.org/InStock`); otherwise it may be a document of the site
 * (`https://schema.org/docs/`) and is returned unchanged.
 */
export function canonicalNode(iri: string): string {
  const term = canonicalTerm(iri);
  return term !== iri && schemaOrgTerms.has(term.slice(schemaOrgNamespace.length)) ? term : iri;
}

/** Whether a text is schema.org's namespace without its final slash. */
export function isNamespaceWithoutSlash(text: string): boolean {
  return withoutSlash.test(text);
}

/**
 * The canonical IRI of a term where the slash before its name is missing or a hash:
 * `https://schema.orgDataset`, `https://schema.org#Dataset`, `https://schema.org/#Dataset`. Others
 * unchanged.
 */
export function withSlashBeforeTerm(iri: string): string {
  const name = iri.replace(withoutSlashOrWithHash, '');
  return name !== iri && schemaOrgTerms.has(name) ? schemaOrgNamespace + name : iri;
}

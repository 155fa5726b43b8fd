import { iriOfPrefixedName, prefixedName } from './prefixes.ts';
import { isIri } from './iri.ts';
import { canonicalTerm, schemaOrgNamespace } from './schema-org.ts';

/**
 * The IRI of a type as the index has it: of a name alone that of schema.org, of a name with a usual prefix that of its namespace.
 * @returns undefined where it is none
 */
export function typeIri(name: string): string | undefined {
  const said = name.trim();
  const iri = /^\w+$/u.test(said) ? schemaOrgNamespace + said : (iriOfPrefixedName(said) ?? said);
  const canonical = canonicalTerm(iri);
  return isIri(canonical) ? canonical : undefined;
}

/** How a type can be asked for, as short as may be: `Dataset`, `dcat:Dataset`, else its IRI. */
export function typeName(iri: string): string {
  return (prefixedName(iri) ?? iri).replace(/^schema:/u, '');
}

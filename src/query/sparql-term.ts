import { xsd } from '../rdf/vocabularies.ts';

/** A term as SPARQL writes it, or undefined for `UNDEF`. */
export type SparqlTerm = string | undefined;

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', String.raw`\"`],
  ['\\', '\\\\'],
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
  ['\b', String.raw`\b`],
  ['\f', String.raw`\f`],
]);

/**
 * A string literal in one line that says this text and nothing else (SPARQL 1.1 §19.7). Some engines replace `\u0022` in the whole query
 * before they read it (§19.2), even where the backslash is escaped itself; so no `u` follows one. What RDF cannot hold becomes U+FFFD.
 */
export function stringTerm(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(/["\\\n\r\t\b\f]/gu, (character) => escapes.get(character) ?? character)
    .replaceAll(/\\\\([uU])/gu, (_, letter: string) =>
      letter === 'u' ? String.raw`\\\u0075` : String.raw`\\\u0055`,
    )
    // Lines begin behind these for regular expressions, though not for SPARQL.
    .replaceAll('\u{2028}', String.raw`\u2028`)
    .replaceAll('\u{2029}', String.raw`\u2029`);
  return `"${escaped}"`;
}

/** @param datatype an IRI of ours */
export function typedTerm(text: string, datatype: string): string {
  return `${stringTerm(text)}^^<${datatype}>`;
}

/** An `xsd:double`. */
export function doubleTerm(value: number): string {
  if (!Number.isFinite(value)) return typedTerm(value > 0 ? 'INF' : '-INF', xsd.double);
  const text = String(value);
  return text.includes('e') ? text : `${text}e0`;
}

/** @param iri one that was checked: nothing that cannot stand in an IRI is in it */
export function iriTermOf(iri: string): string {
  return `<${iri}>`;
}

// What canonical N-Quads escapes (RDF Dataset Canonicalization §A, with U+FFFE and U+FFFF, which XML 1.1 does not have).
const escapedClass = String.raw`["\\\u{0}-\u{1F}\u{7F}\u{FFFE}\u{FFFF}]`;
const escaped = new RegExp(escapedClass, 'u');
const allEscaped = new RegExp(escapedClass, 'gu');

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\b', String.raw`\b`],
  ['\t', String.raw`\t`],
  ['\n', String.raw`\n`],
  ['\f', String.raw`\f`],
  ['\r', String.raw`\r`],
  ['"', String.raw`\"`],
  ['\\', '\\\\'],
]);

/** An IRI as N-Quads has it. The IRI must be valid; see `iri.ts`. */
export function iriTerm(iri: string): string {
  return `<${iri}>`;
}

/** A simple literal (of type xsd:string) as canonical N-Quads has it. The text must be free of lone surrogates. */
export function plainLiteral(text: string): string {
  return `"${escaped.test(text) ? text.replaceAll(allEscaped, escape) : text}"`;
}

/** A literal with a datatype, which is given as a term. The text must be free of lone surrogates. */
export function typedLiteral(text: string, datatypeTerm: string): string {
  return `${plainLiteral(text)}^^${datatypeTerm}`;
}

/** A text with its language. The tag must be well-formed; see `language-tag.ts`. */
export function taggedLiteral(text: string, languageTag: string): string {
  return `${plainLiteral(text)}@${languageTag}`;
}

function escape(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return shortEscapes.get(character) ?? `\\u${code}`;
}

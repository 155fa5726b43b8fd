/** What stands in for a character that cannot be told. */
export const replacementCharacter = '\u{FFFD}';

/** The text with U+FFFD for each lone surrogate, which RDF cannot hold (RDF 1.1 Concepts §3.3, Unicode D76). */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

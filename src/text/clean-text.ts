/** What stands in for a character that cannot be told. */
export const replacementCharacter = '\u{FFFD}';

/** The text with U+FFFD for each lone surrogate, which RDF cannot hold (RDF 1.1 Concepts §3.3, Unicode D76). */
export function replaceLoneSurrogates(text: string): string {
  return text.toWellFormed();
}

/**
 * The text without any of the characters at its end, in time linear in their number: an expression
 * such as `/[./]+$/` takes time by the square of the longest run, wherever that stands.
 */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Removes mail addresses from a name. Publishers write them behind or in place of names; the record
 * keeps them, pages do not show them.
 */
export function removeMailAddresses(name: string): string {
  if (!name.includes('@')) return name;
  return name
    .split(' ')
    .filter((word) => !/[^@]@[^@]/u.test(word))
    .join(' ')
    .trim();
}

/** Returns an identifier, or undefined where it is a mail address. */
export function undefinedIfMail(identifier: string | undefined): string | undefined {
  return /^mailto:|^[^\s/:@]+@[^\s/:@]+$/iu.test(identifier ?? '') ? undefined : identifier;
}

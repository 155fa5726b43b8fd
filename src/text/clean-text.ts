/** The Unicode replacement character. */
export const replacementCharacter = '\u{FFFD}';

/** Replaces lone surrogates, which RDF cannot hold (RDF 1.1 Concepts §3.3), with U+FFFD. */
export function replaceLoneSurrogates(text: string): string {
  return text.toWellFormed();
}

/** A text of at most so many UTF-16 code units, with an ellipsis where something was cut off. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // The cut may fall into the middle of a character.
  return `${text.slice(0, longest - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

/**
 * A text of at most so many UTF-16 code units, well-formed, with an ellipsis where its middle was
 * cut out.
 */
export function cutMiddle(text: string, longest: number): string {
  // V8 makes one string of the parts here, so that they do not keep the texts that they are from.
  if (text.length <= longest) return text.toWellFormed();
  const start = Math.floor(longest * 0.6);
  return `${text.slice(0, start)}…${text.slice(start + 1 - longest)}`.toWellFormed();
}

/**
 * The text without any of the characters at its end, in linear time: an expression such as
 * `/[./]+$/` takes quadratic time for long runs anywhere in the text.
 */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A white space or control character, or one that shows nothing: zero width, mark of direction. */
export const blankOrInvisible =
  /[\s\p{Cc}\u{AD}\u{180E}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]/u;

/** The text without blanks and invisible characters around it, in linear time. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blankOrInvisible.test(text.charAt(start))) start += 1;
  while (end > start && blankOrInvisible.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Removes mail addresses from a name. Publishers write them after or in place of names; the record
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

/**
 * Removes mail addresses from a name. Publishers write them behind or in place of names; the record
 * keeps them, pages do not show them.
 */
export function withoutMail(name: string): string {
  if (!name.includes('@')) return name;
  return name
    .split(' ')
    .filter((word) => !/[^@]@[^@]/u.test(word))
    .join(' ')
    .trim();
}

/** Returns an identifier, or undefined where it is a mail address. */
export function unlessMail(identifier: string | undefined): string | undefined {
  return /^mailto:|^[^\s/:@]+@[^\s/:@]+$/iu.test(identifier ?? '') ? undefined : identifier;
}

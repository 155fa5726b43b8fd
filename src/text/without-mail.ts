/**
 * A name without addresses of mail, which publishers write behind names and in place of them: they
 * are for those who look for them in a record, not for pages that everybody reads.
 */
export function withoutMail(name: string): string {
  if (!name.includes('@')) return name;
  return name
    .split(' ')
    .filter((word) => !/[^@]@[^@]/u.test(word))
    .join(' ')
    .trim();
}

/** An identifier, unless it is an address of mail. */
export function unlessMail(identifier: string | undefined): string | undefined {
  return /^mailto:|^[^\s/:@]+@[^\s/:@]+$/iu.test(identifier ?? '') ? undefined : identifier;
}

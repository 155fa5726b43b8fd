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

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** ISO 639 and BCP 47: two or three letters, optionally with script and region. */
const code = /^[a-z]{2,3}(?:[-_](?:[a-z]{4}|[a-z]{2}|\d{3})){0,2}$/iu;
/**
 * IRIs of language registers (Library of Congress, Publications Office, Lexvo), ending with the
 * code.
 */
const registered = /^https?:\/\/(?=\S*(?:lang|iso-?639))\S*\/([a-z]{2,3})$/iu;

/** The English name of a language code or registered IRI (`German`); other texts as written. */
export function languageName(written: string): string {
  const tag = (registered.exec(written)?.[1] ?? written).replaceAll('_', '-');
  if (!code.test(tag)) return written;
  return names.of(tag) ?? written;
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** ISO 639 and BCP 47: two or three letters, and perhaps a script and a region. */
const code = /^[a-z]{2,3}(?:[-_](?:[a-z]{4}|[a-z]{2}|\d{3})){0,2}$/iu;
/** In registers of languages (Library of Congress, Publications Office, Lexvo) the code ends the IRI. */
const registered = /^https?:\/\/(?=\S*(?:lang|iso-?639))\S*\/([a-z]{2,3})$/iu;

/** A language in English where its code or an IRI of a register stands for it: `German`; else as it is written. */
export function languageName(written: string): string {
  const tag = (registered.exec(written)?.[1] ?? written).replaceAll('_', '-');
  if (!code.test(tag)) return written;
  return names.of(tag) ?? written;
}

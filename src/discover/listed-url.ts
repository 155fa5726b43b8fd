/** RFC 9110 §4.1 asks everybody to support 8000 octets; beyond, servers answer 414. */
const maxLength = 8000;

/**
 * The URL that a listing means: trimmed, normalised (WHATWG) and without fragment, since that is not sent.
 * `undefined` when it is no absolute http or https URL (once resolved against `base`, where given), carries user
 * information, is longer than servers accept, or was damaged in decoding.
 */
export function listedUrl(text: string, base?: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxLength || trimmed.includes('\uFFFD')) return undefined;
  if (!URL.canParse(trimmed, base)) return undefined;
  const url = new URL(trimmed, base);
  if (!/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '') {
    return undefined;
  }
  url.hash = '';
  return url.href;
}

/** A URL that the configuration names, normalised as listed ones are. @throws {TypeError} when it is none */
export function configuredUrl(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** As much of a wrong value as is worth showing. */
export function excerpt(value: string): string {
  return value.trim().slice(0, 200);
}

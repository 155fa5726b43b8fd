import { z } from 'zod';
import { targetUrl } from '../model/target.ts';
import { parseUrl } from '../text/parsed-url.ts';

// Every `error` of the schemas is a noun phrase for a valid value: `explain.ts` prefixes "give" or
// "add". A custom issue has the mistake as message, and `params.remedy`; `params.wanted` lists the
// keys of which one is missing.

/** A mapping with these keys only. */
export function mapping<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, { error: `a mapping of ${Object.keys(shape).join(', ')}` });
}

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number) {
  const error = `a whole number from ${least} to ${most}`;
  return z.int(error).min(least, error).max(most, error);
}

const anyHttpUrl = z.url({
  protocol: /^https?$/u,
  hostname: /./u,
  error: 'an absolute http or https URL, such as https://repository.example.org/',
});
const withoutCredentials = {
  error: 'a URL without user name and password, since URLs are kept and printed',
};

/** An absolute http or https URL without credentials, since URLs are stored and printed. */
export const httpUrl = anyHttpUrl
  .refine(hasNoCredentials, withoutCredentials)
  .meta({ pattern: '^https?://' });

const siteForm =
  'an absolute http or https URL or a domain name, such as https://repository.example.org/ or repository.example.org';

/**
 * A host name with an optional port and slash. The last of at least two labels begins with a letter,
 * unlike that of an address. Letters of any script, for internationalised names.
 */
const domainName =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}(?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?::\d{1,5})?\/?$/u;

/** A site: a URL as `httpUrl`, or a domain name. */
export const siteUrl = z
  .string(siteForm)
  .refine(
    (text) => urlOfDomainName(text) !== undefined || anyHttpUrl.safeParse(text).success,
    siteForm,
  )
  .refine(hasNoCredentials, withoutCredentials)
  // JSON Schema has no flags and no Unicode classes, so this pattern accepts more.
  .meta({ pattern: String.raw`^(?:https?://|[^\s/:?#@]+\.[^\s/:?#@.]+(?::\d+)?/?$)` });

/** Whether an unchecked value is a mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasNoCredentials(text: string): boolean {
  const url = parseUrl(text);
  // An invalid URL is reported as another mistake.
  return url === undefined || (url.username === '' && url.password === '');
}

/**
 * The https URL of a domain name, such as `example.org`, `www.example.org/` or `example.org:8443`.
 * @returns undefined if the text is no domain name
 */
export function urlOfDomainName(text: string): string | undefined {
  return domainName.test(text) ? targetUrl(`https://${text}`) : undefined;
}

/**
 * The URL that represents a folder, normalised and with a trailing slash; the paths of files are
 * appended to it. Default: the name of the source below `.invalid`, a domain that never exists (RFC
 * 6761 §6.4).
 * @returns undefined if the name gives no valid host, such as `xn--a`
 */
export function folderBase(base: string | undefined, name: string): string | undefined {
  // Versions of Node differ in which of these encoded names (RFC 5890 §2.3.2.5) they accept.
  if (base === undefined && /(?:^|\.)xn--/iu.test(name)) return undefined;
  const url = targetUrl(base ?? `http://${name}.invalid/`);
  return url === undefined || url.endsWith('/') ? url : `${url}/`;
}

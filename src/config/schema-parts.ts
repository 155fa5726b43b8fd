import { z } from 'zod';
import { targetUrl } from '../model/graph-iri.ts';
import { parseUrl } from '../text/parsed-url.ts';

// Every `error` of the schemas is a noun phrase that says what is right: `explain.ts` makes "give …" or "add …" of it. A
// custom issue says what is wrong in its message, what to do in `params.remedy`, and which keys would do in
// `params.wanted`.

/** A mapping that knows no other keys. */
export function mapping<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, { error: `a mapping of ${Object.keys(shape).join(', ')}` });
}

/** A whole number within bounds, both included. */
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

/** An absolute http or https URL, which is kept and printed, and so holds no secrets. */
export const httpUrl = anyHttpUrl
  .refine(hasNoCredentials, withoutCredentials)
  .meta({ pattern: '^https?://' });

const siteForm =
  'an absolute http or https URL or a domain name, such as https://repository.example.org/ or repository.example.org';

/**
 * A host of at least two labels, the last of which begins with a letter as no address does, perhaps with a port and a slash.
 * Letters of any script: what is an IDN becomes one by the URL.
 */
const domainName =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}(?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?::\d{1,5})?\/?$/u;

/** A site: the same, or its domain name alone. */
export const siteUrl = z
  .string(siteForm)
  .refine(
    (text) => urlOfDomainName(text) !== undefined || anyHttpUrl.safeParse(text).success,
    siteForm,
  )
  .refine(hasNoCredentials, withoutCredentials)
  // JSON Schema knows no flags and no Unicode classes, so this lets more through.
  .meta({ pattern: String.raw`^(?:https?://|[^\s/:?#@]+\.[^\s/:?#@.]+(?::\d+)?/?$)` });

/** Whether a value that was not checked yet has keys. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasNoCredentials(text: string): boolean {
  const url = parseUrl(text);
  // What is none is another mistake, and reported as such.
  return url === undefined || (url.username === '' && url.password === '');
}

/**
 * The https URL of the site that a domain name stands for, such as `example.org`, `www.example.org/` or `example.org:8443`.
 * @returns undefined where the text is no domain name
 */
export function urlOfDomainName(text: string): string | undefined {
  return domainName.test(text) ? targetUrl(`https://${text}`) : undefined;
}

/**
 * The URL that stands for a folder, to which the path of each file is added: normalised, with a slash at its end. Where
 * none is configured it is made of the name of the source, under a domain that never exists (RFC 6761 §6.4).
 * @returns undefined where that is no URL: no host can be called `xn--a`
 */
export function folderBase(base: string | undefined, name: string): string | undefined {
  // Versions of Node differ in which of these they take for a host; they are encodings of other names (RFC 5890 §2.3.2.5).
  if (base === undefined && /(?:^|\.)xn--/iu.test(name)) return undefined;
  const url = targetUrl(base ?? `http://${name}.invalid/`);
  return url === undefined || url.endsWith('/') ? url : `${url}/`;
}

import { z } from 'zod';
import { urlOfDomainName } from './domain-name.ts';
import { parsedUrl } from '../text/parsed-url.ts';

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
  const url = parsedUrl(text);
  // What is none is another mistake, and reported as such.
  return url === undefined || (url.username === '' && url.password === '');
}

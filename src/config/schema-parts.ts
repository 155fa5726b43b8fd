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

/** A whole number from `least` to `most`, by default `usual`. */
export function limit(least: number, most: number, usual: number) {
  return wholeNumber(least, most).default(usual);
}

/** An absolute http or https URL without credentials, since URLs are stored and printed. */
export const httpUrl = anyHttpUrl
  .refine(hasNoCredentials, withoutCredentials)
  .meta({ pattern: '^https?://' });

const siteForm =
  'an absolute http or https URL or a domain name, such as https://repository.example.org/ ' +
  'or repository.example.org';

/**
 * A host name with an optional port and slash. The last of at least two labels begins with a
 * letter, unlike that of an address. Letters of any script, for internationalised names.
 */
const domainName = new RegExp(
  String.raw`^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}])?\.)+` +
    String.raw`\p{L}(?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?::\d{1,5})?/?$`,
  'u',
);

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

/** The location and settings of the catalogue. */
export const storeSchema = mapping({
  path: z
    .string('a directory, such as ./catalogue')
    .min(1, 'a directory, such as ./catalogue')
    .describe('The catalogue directory, on a local disk. Relative to this file.'),
  keepRuns: wholeNumber(1, 10_000)
    .default(30)
    .describe(
      'The number of latest ended runs for which export --since can write the changes. The ' +
        'former versions of changed records take space.',
    ),
  image: z.unknown().optional().meta({
    deprecated: true,
    description: 'Ignored: the query engine no longer keeps images.',
  }),
}).describe('Location of the catalogue.');

/** Warns of keys that have no effect any more. */
export function warnOfFormerKeys(
  { image }: z.infer<typeof storeSchema>,
  onWarning: ((message: string) => void) | undefined,
): void {
  if (image === undefined) return;
  onWarning?.(
    'store.image is ignored, because the query engine no longer keeps images: remove it from ' +
      'the configuration. cdif-graph compact removes remaining images',
  );
}

/** A configuration of which only `store` is checked. */
export const onlyStoreSchema = z.looseObject({ store: storeSchema });

import { targetUrl } from '../model/target-url.ts';
import { parsedUrl } from '../text/parsed-url.ts';

/** RFC 9110 §4.1 asks everybody to support 8000 octets; beyond, servers answer 414. */
export const maxUrlLength = 8000;

/**
 * The URL that a listing means, as `targetUrl` spells it. `undefined` when it is none (once resolved against `base`,
 * where given), is longer than servers accept, or was damaged in decoding.
 */
export function listedUrl(text: string, base?: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxUrlLength || trimmed.includes('\uFFFD'))
    return undefined;
  return targetUrl(trimmed, base);
}

/** What URLs are resolved against within an element that has a base, or has none that can be used (XML Base §4.2). */
export function baseWithin(outer: string, base: string | undefined): string {
  if (base === undefined || base.length > maxUrlLength) return outer;
  return parsedUrl(base, outer)?.href ?? outer;
}

/** A URL that the configuration names, normalised as listed ones are. @throws {TypeError} when it is none */
export function configuredUrl(text: string): string {
  const url = targetUrl(text);
  if (url === undefined) throw new TypeError(`not a URL that can be harvested: ${text}`);
  return url;
}

/** As much of a wrong value as is worth showing. */
export function excerpt(value: string): string {
  return value.trim().slice(0, 200);
}

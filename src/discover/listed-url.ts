import { targetUrl } from '../model/target-url.ts';
import { parsedUrl } from '../text/parsed-url.ts';

/** RFC 9110 §4.1 recommends support for 8000 octets; servers answer 414 beyond that. */
export const maxUrlLength = 8000;

/**
 * Normalises a listed URL (`targetUrl`). Undefined when it is not a URL (resolved against `base`,
 * if given), exceeds `maxUrlLength`, or was damaged in decoding.
 */
export function listedUrl(text: string, base?: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxUrlLength || trimmed.includes('\uFFFD'))
    return undefined;
  return targetUrl(trimmed, base);
}

/** The base within an element that may declare one; an unusable base is ignored (XML Base §4.2). */
export function baseWithin(outer: string, base: string | undefined): string {
  if (base === undefined || base.length > maxUrlLength) return outer;
  return parsedUrl(base, outer)?.href ?? outer;
}

/**
 * Normalises a URL of the configuration as listed ones are.
 * @throws {TypeError} when it is not a URL that can be harvested
 */
export function configuredUrl(text: string): string {
  const url = targetUrl(text);
  if (url === undefined) throw new TypeError(`not a URL that can be harvested: ${text}`);
  return url;
}

/** The beginning of an invalid value, for reports. */
export function excerpt(value: string): string {
  return value.trim().slice(0, 200);
}
